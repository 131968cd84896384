// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "framework/model/op_spec.h"
#include "framework/model/result.h"

namespace npu_cts::reports {

/// Which variants an implementation follows: one for each implementation-defined behaviour, on every element of every
/// case.
struct VariantIdentification {
  std::vector<VariantChoice> fits;  ///< the choices, one variant for each implementation-defined behaviour that was
                                    ///< seen, that explain every case
  std::size_t cases = 0;            ///< how many cases touched an implementation-defined behaviour
  std::vector<std::string>
      disagreeing;  ///< where nothing fits: cases that no one choice explains, two where two suffice

  friend bool operator==(const VariantIdentification&, const VariantIdentification&) = default;
};

/// Results by the choices of variants that they agree with: there are few such sets, and many results of each. Results
/// that agree with no variant are left out: they have failed by themselves.
class Agreements {
 public:
  /// Results that agree with the same choices.
  struct Alike {
    std::size_t cases = 0;
    std::string first;  ///< of their ids
  };
  using Sets = std::map<std::vector<VariantChoice>, Alike>;

  Agreements() = default;
  Agreements(const Agreements&) = delete;
  Agreements& operator=(const Agreements&) = delete;
  ~Agreements() = default;

  void add(const CaseResult& result);
  [[nodiscard]] const Sets& sets() const { return sets_; }

 private:
  Sets sets_;
  Sets::iterator last_ = sets_.end();  ///< results that follow each other often agree with the same
};

/// Returns the variants of `op` that explain all that `agreements` took.
VariantIdentification identify_variants(const OpSpec& op, const Agreements& agreements);

}  // namespace npu_cts::reports
