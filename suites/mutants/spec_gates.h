// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "framework/findings/findings.h"
#include "framework/model/spec.h"
#include "suites/mutants/spec_mutants.h"

namespace npu_cts::mutants {

/// What can notice a changed fact, in the order in which it is asked.
enum class SpecGate : std::uint8_t {
  reader,     ///< the file no longer reads
  check,      ///< npu-cts check
  documents,  ///< npu-cts check --documents
  reference,  ///< a case or a drawn call on which spec and reference differ
  equal,      ///< none need: at every target the same facts hold
  none,       ///< it survives
};
inline constexpr std::array all_spec_gates{SpecGate::reader,    SpecGate::check, SpecGate::documents,
                                           SpecGate::reference, SpecGate::equal, SpecGate::none};
std::string_view name_of(SpecGate gate);

/// What became of a mutant.
struct SpecVerdict {
  SpecGate by = SpecGate::none;
  std::string says;          ///< the first message, or the call; empty where it survives
  bool at_its_line = false;  ///< the message stands at the line of the change
};

/// The gates of one spec. Safe to ask from several threads.
class SpecGates {
 public:
  /// `documents` is the folder of the vendors' pages; empty: they are not asked.
  /// Precondition: the spec in `folder` is sound.
  SpecGates(std::filesystem::path folder, std::filesystem::path documents);
  ~SpecGates();
  SpecGates(const SpecGates&) = delete;
  SpecGates& operator=(const SpecGates&) = delete;

  /// Returns which gate notices `mutant` of `tree`, the tree of its file.
  SpecVerdict ask(const SpecMutant& mutant, const reader::Node& tree);

 private:
  class Scratch;

  SpecVerdict check(const Spec& spec, const SpecMutant& mutant) const;
  std::string compare(const Spec& spec);

  std::filesystem::path folder_;
  std::filesystem::path documents_;
  Spec spec_;
  std::mutex scratch_mutex_;
  std::vector<std::unique_ptr<Scratch>> scratch_;  ///< that no thread uses now
};

}  // namespace npu_cts::mutants
