// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/findings/prove/symbolic_call.h"
#include "framework/findings/prove/terms.h"

namespace npu_cts::findings::prove {

/// A rule in terms: kept, broken, or neither where a part it needs is missing.
struct RuleTerms {
  z3::expr kept;
  z3::expr broken;
  std::string untranslated;  ///< why it could not be put into terms; empty: it could
};

/// Puts expressions into terms over one symbolic call, node by node as framework/rule evaluates them. What has no terms
/// is not defined, and `untranslated` says what it was.
class Translator {
 public:
  Translator(const Terms& terms, const OpSpec& op, const SymbolicCall& call) : terms_(terms), op_(op), call_(call) {}

  RuleTerms rule(const Rule& rule);
  Truth boolean(const Expression& node);
  Number integer(const Expression& node);
  Number coded(const Expression& node);  ///< a dtype or a word
  Number number(const Expression& node) { return node.type == Type::integer ? integer(node) : coded(node); }
  Sizes shape(const Expression& node);  ///< defined only where all of it is

  /// Returns why something had no terms since the last call of this, and forgets it.
  std::string take_untranslated() { return std::exchange(untranslated_, {}); }

 private:
  struct Values;
  struct Claims;
  template <typename Value>
  using Row = std::pair<ExprKind, Value (*)(Translator&, const Expression&)>;

  /// Returns the term of `node` by its row, or `nothing` where it has none.
  template <typename Value, std::size_t N>
  Value look_up(const Row<Value> (&rows)[N], const Expression& node, std::string_view what,
                Value (Terms::*nothing)() const) {
    const auto* const row = std::ranges::find(rows, node.kind, &Row<Value>::first);
    if (row != std::end(rows)) return row->second(*this, node);
    give_up(std::string(what) + " of an operation that has no terms");
    return (terms_.*nothing)();
  }

  template <typename Value>
  Value choose(const Expression& node, Value (Translator::*branch)(const Expression&)) {
    return terms_.choose(boolean(*node.children[0]), (this->*branch)(*node.children[1]),
                         (this->*branch)(*node.children[2]));
  }

  template <typename Words>
  Number fact(const Expression& node, Number SymbolicArgument::*of, const Words& words) const;

  Sizes items(const Expression& node);
  Sizes sizes_of(const Expression& tensor_or_shape);
  Sizes sizes_of_argument(const Expression& parameter) const;
  Sizes symbol_sizes(const Expression& node);
  Sizes literal(const Expression& node);
  Number variable(const Expression& node) const;
  Number code_of(const Expression& parameter) const;
  Number symbol(const Expression& node);
  Number minus(const Number& value) const;
  Number length(const Expression& node);
  Number item(const Expression& node, const Number& axis);
  Number word(const Expression& node);
  z3::expr is_given(const Expression& parameter) const;
  Truth equal(const Expression& a, const Expression& b);
  Truth compare(const Expression& node);
  Truth contains(const Expression& set, const Number& value);
  Truth member_of(const Expression& node);
  Truth connective(const Expression& node);
  Truth quantify(const Expression& node);
  Truth unrolled(const Expression& node, const std::vector<Number>& members);
  Truth quantified(const Expression& node);
  Number bytes(const Expression& node);
  Number numel(const Expression& node);
  Number chain(const Expression& node, Number (Terms::*step)(const Number&, const Number&) const);
  const Expression* definition(const Expression& symbol) const;
  void give_up(std::string what);

  const Terms& terms_;
  const OpSpec& op_;
  const SymbolicCall& call_;
  std::vector<std::pair<std::string_view, Number>> variables_;
  std::map<std::string, Sizes, std::less<>> shapes_;
  std::map<std::string, Number, std::less<>> numbers_;
  std::string untranslated_;
  int fresh_ = 0;
};

}  // namespace npu_cts::findings::prove
