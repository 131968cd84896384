// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "framework/base/result.h"
#include "suites/mutants/spec_gates.h"

namespace npu_cts::mutants {

struct SpecStrengthOptions {
  std::filesystem::path spec;
  std::filesystem::path documents;  ///< empty: pages are not asked
  std::uint64_t seed = 1;
  std::size_t count = 20;            ///< mutants of each class
  std::vector<std::string> classes;  ///< empty: all
  std::size_t jobs = 0;              ///< threads; 0: one a core
};

/// A mutant, and what became of it.
struct ExaminedMutant {
  SpecMutant mutant;
  SpecVerdict verdict;
};

/// What became of the mutants of one class.
struct ClassScore {
  std::size_t known = 0;                    ///< mutants there are
  std::map<SpecGate, std::size_t> by_gate;  ///< of those that were examined
  std::size_t at_its_line = 0;              ///< killed by a message at the line of the change
};

struct SpecStrength {
  std::uint64_t seed = 1;
  bool has_pages = false;
  std::map<FactClass, ClassScore> classes = {};
  std::vector<ExaminedMutant> examined = {};  ///< in the order of their files and lines
};

/// Returns what the gates notice of a sample of the mutants of a spec. The same whatever the jobs.
/// Errors: those of reading the spec, and what the gates say of the spec as it is.
Result<SpecStrength> measure_spec(const SpecStrengthOptions& options);

/// Returns the table of classes and gates, then the survivors by line.
std::string to_text(const SpecStrength& strength);

/// Returns the same as JSON, with every mutant.
std::string to_json(const SpecStrength& strength);

}  // namespace npu_cts::mutants
