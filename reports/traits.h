// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/op_spec.h"
#include "framework/record/journal.h"

namespace npu_cts::reports {

/// What a trait is of.
enum class TraitOf : std::uint8_t { call, target, size };

/// Something that is true of a case, in the language of the rules: "offset is none", "axis == 1".
struct Trait {
  TraitOf kind = TraitOf::call;
  std::string of;                                     ///< "offset", "rank(x)", "mode", the symbol of a size
  std::string is;                                     ///< "is none", "== 1", "> 0"
  std::optional<std::int64_t> number = std::nullopt;  ///< where it equals one

  [[nodiscard]] std::string says() const { return of + " " + is; }
  friend auto operator<=>(const Trait&, const Trait&) = default;
};

/// Returns what is true of the arguments of `call`.
std::vector<Trait> traits_of(const OpSpec& op, const Call& call);

/// Returns what is true of a case besides: product, release and mode, the sizes that its values were judged at, and the
/// rule that it breaks.
std::vector<Trait> traits_of(const record::PlannedCase& planned, const CaseResult& result);

/// Gives each trait a number: what cases have is compared often.
class TraitNumbers {
 public:
  std::size_t of(const Trait& trait);
  [[nodiscard]] const std::vector<Trait>& all() const { return all_; }

 private:
  std::map<Trait, std::size_t> numbers_;
  std::vector<Trait> all_;
};

}  // namespace npu_cts::reports
