// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "framework/base/names.h"
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
constexpr auto names_of(SpecGate) {
  return name_list("reader", "check", "documents", "reference", "equal", "survives");
}

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
  /// Precondition: the spec in `folder` reads, and `find_unsound` finds nothing.
  SpecGates(std::filesystem::path folder, std::filesystem::path documents);
  ~SpecGates();
  SpecGates(const SpecGates&) = delete;
  SpecGates& operator=(const SpecGates&) = delete;

  /// Returns what the first gate says of the spec as it is, and has to say: with such a message it would notice every
  /// mutant. Empty where the spec is sound.
  Diagnostics find_unsound() const;

  /// Returns which gate notices `mutant` of `tree`, the tree of its file.
  SpecVerdict ask(const SpecMutant& mutant, const reader::Node& tree);

 private:
  class Scratch;

  /// What the first gate of `check` and `documents` that finds something found.
  struct Found {
    SpecGate by = SpecGate::none;
    Diagnostics said;
  };
  Found check(const Spec& spec) const;

  std::filesystem::path folder_;
  std::filesystem::path documents_;
  Spec spec_;
  std::mutex scratch_mutex_;
  std::vector<std::unique_ptr<Scratch>> scratch_;  ///< that no thread uses now
};

}  // namespace npu_cts::mutants
