#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/findings/prove/symbolic_call.h"
#include "framework/findings/prove/terms.h"

namespace npu_cts::prove {

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
  Sizes shape(const Expression& node);   ///< defined only where all of it is

  /// Returns why something had no terms since the last call of this, and forgets it.
  std::string take_untranslated() { return std::exchange(untranslated_, {}); }

 private:
  Sizes items(const Expression& node);
  Sizes sizes_of(const Expression& tensor_or_shape);
  Truth equal(const Expression& a, const Expression& b);
  Truth compare(const Expression& node);
  Truth contains(const Expression& set, const Number& value, Type type);
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

}  // namespace npu_cts::prove
