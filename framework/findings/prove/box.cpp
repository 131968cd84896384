// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/symbolic_call.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace npu_cts::findings::prove {
namespace {

constexpr std::int64_t least_limit = 32;                     ///< specs without limits still have sizes
constexpr std::int64_t largest_limit = 1 << 20;              ///< what is larger limits values, not sizes
constexpr std::int64_t most_number = std::int64_t{1} << 33;  ///< more than an implementation may keep
constexpr std::int64_t most_elements = 8;                    ///< twice as many as lists are to have, mostly
constexpr std::int64_t most_rank = 9;                        ///< one more than frameworks have axes for

struct Seen {
  std::int64_t limit = least_limit;
  std::set<std::string> words;
};

void look(const ExpressionPtr& expression, Seen& seen) {
  for_each_node(expression, [&](const Expression& node) {
    if (node.kind == ExprKind::integer && -largest_limit <= node.integer && node.integer <= largest_limit) {
      seen.limit = std::max(seen.limit, std::abs(node.integer));
    }
    if (node.kind == ExprKind::word) seen.words.insert(node.name);
  });
}

}  // namespace

Box box_of(const OpSpec& op) {
  Seen seen;
  for (const Symbol& symbol : op.symbols) look(symbol.value, seen);
  for (const Rule& rule : op.rules) {
    if (rule.on_data) continue;
    look(rule.when, seen);
    look(rule.require, seen);
  }
  for (const Parameter& parameter : op.parameters) {
    for (const ShapeAlternative& way : parameter.shapes) {
      look(way.shape, seen);
      look(way.when, seen);
    }
    for (const auto& entry : parameter.defaults) {
      if (const auto* word = std::get_if<std::string>(&entry.value.value)) seen.words.insert(*word);
    }
  }
  for (const Layout layout : every<Layout>) {
    seen.words.emplace(name_of(layout));
  }
  for (const Format format : every<Format>) seen.words.emplace(name_of(format));
  seen.words.insert("another");
  return {.most_size = 2 * seen.limit,
          .most_number = most_number,
          .most_rank = most_rank,
          .most_elements = most_elements,
          .words = {seen.words.begin(), seen.words.end()}};
}

}  // namespace npu_cts::findings::prove
