#pragma once

#include <string>
#include <variant>
#include <vector>

#include "framework/expand/draft.h"

namespace npu_cts {

/// One step away from a draft: another choice of something the law leaves free, or an edit that leaves the law.
struct Move {
  enum class Kind : std::uint8_t { alternative, symbol, argument, omit, layout, format, edit };
  Kind kind = Kind::edit;
  std::string name;       ///< the parameter or symbol it touches
  std::size_t place = 0;  ///< of that name in a SlotSet
  std::variant<std::string, Value, Layout, Format, Edit> to;
};

/// Returns whether `a` and `b` choose the same thing, so that one undoes the other.
bool are_of_one_choice(const Move& a, const Move& b);

/// Changes `draft` by `move`.
void apply(const Move& move, Draft& draft);

/// Returns every move worth trying from a draft that builds `call`: law-abiding choices first, in an order that
/// depends on names alone. Sizes and attribute values come from the hints and from the integers in the rules, each with
/// its neighbours.
std::vector<Move> moves_from(const BoundSpec& bound, const Call& call);

/// Returns the integers that stand in the rules, sorted: the candidates for limits.
std::vector<std::int64_t> integers_in(const BoundSpec& bound);

}  // namespace npu_cts
