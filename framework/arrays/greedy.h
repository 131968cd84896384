// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "framework/arrays/coverage.h"
#include "framework/arrays/legality.h"
#include "framework/arrays/random.h"

namespace npu_cts::arrays {

/// Builds rows one after another, each as the best of some candidates.
class Greedy {
 public:
  Greedy(const Legality& legality, Coverage& coverage, Random& random)
      : legality_(legality), coverage_(coverage), random_(random) {}

  /// Returns the best of `candidates` legal rows around open tuples, of which there must be some.
  Literals next_row(std::size_t candidates);

  /// Returns `partial`, which a legal row contains, with the values that cover most.
  Literals complete(const Literals& partial);

 private:
  struct Candidate;

  Candidate build(const Literals& partial);
  void choose_value(Candidate& candidate, std::size_t parameter);

  const Legality& legality_;
  Coverage& coverage_;
  Random& random_;
};

struct ImproveOptions {
  std::uint64_t steps = 0;
  std::size_t least = 0;             ///< rows that no array can do without
  std::vector<Literals> seeds = {};  ///< what the first rows must keep; no_literal where anything may stand
};

/// Takes a row away, covers again what is open by changing cells of the others, and so on until `steps` are used.
/// Returns the smallest array found. `coverage` is that of `rows`.
std::vector<Literals> improve(std::vector<Literals> rows, const Legality& legality, Coverage& coverage, Random& random,
                              const ImproveOptions& options);

}  // namespace npu_cts::arrays
