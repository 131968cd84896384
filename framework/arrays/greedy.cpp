// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/greedy.h"

#include <algorithm>
#include <numeric>

namespace npu_cts::arrays {

struct Greedy::Candidate {
  Literals row;       ///< no_literal where no value is chosen
  Literals set = {};  ///< the chosen ones
  Literals witness;   ///< a legal full row that has them
  std::size_t covers = 0;
};

Literals Greedy::next_row(std::size_t candidates) {
  Candidate best;
  for (std::size_t i = 0; i < candidates; ++i) {
    Literals partial(legality_.space().parameters(), no_literal);
    for (const Literal literal : coverage_.pick_open(random_))
      partial[legality_.space().parameter_of(literal)] = literal;
    Candidate candidate = build(partial);
    if (best.row.empty() || candidate.covers > best.covers) best = std::move(candidate);
  }
  return best.row;
}

Literals Greedy::complete(const Literals& partial) { return build(partial).row; }

Greedy::Candidate Greedy::build(const Literals& partial) {
  Candidate candidate{.row = partial, .witness = *legality_.complete(partial, partial), .covers = 0};
  for (const Literal literal : partial) {
    if (literal == no_literal) continue;
    candidate.set.push_back(literal);
  }
  std::vector<std::size_t> order(partial.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random_.shuffle(order);
  for (const std::size_t parameter : order)
    if (candidate.row[parameter] == no_literal) choose_value(candidate, parameter);
  return candidate;
}

/// Gives `parameter` the legal value that covers most; chance decides between equals.
void Greedy::choose_value(Candidate& candidate, std::size_t parameter) {
  struct Choice {
    std::size_t gain;
    std::size_t chance;
    Literal literal;
  };
  const Space& space = legality_.space();
  std::vector<Choice> choices;
  for (Literal l = space.first(parameter); l < space.end(parameter); ++l)
    choices.push_back({.gain = coverage_.gain(candidate.set, l), .chance = random_.below(1U << 16U), .literal = l});
  std::ranges::sort(choices, std::ranges::greater{}, [](const Choice& c) { return std::pair(c.gain, c.chance); });
  for (const Choice& choice : choices) {
    candidate.row[parameter] = choice.literal;
    if (candidate.witness[parameter] != choice.literal) {
      auto witness = legality_.complete(candidate.row, candidate.witness);
      if (!witness) continue;  // a later choice is legal: the witness has one
      candidate.witness = *std::move(witness);
    }
    candidate.covers += choice.gain;
    candidate.set.insert(std::ranges::upper_bound(candidate.set, choice.literal), choice.literal);
    return;
  }
}

}  // namespace npu_cts::arrays
