// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/rule/slot_call.h"

// MC/DC over the rules. A rule is a decision: "and", "or", "not", "if" and its `when` over atomic conditions. A
// condition decides a call where the rule would say something else with its opposite, every other condition the same.
// Each condition is to decide both ways: in a legal call, and in one that breaks the rule and nothing else. A false
// condition may be false in several ways (below and above a range, each axis of a shape): each wants a call of its own.
namespace npu_cts::search {

/// An atomic condition of a rule. One that the rule names twice is one condition.
struct Condition {
  ExpressionPtr written;
  ExpressionPtr required;  ///< by the rule, this and the rest
  BoundNode node;
  bool is_guard = false;  ///< only says where another holds, as the domain of "all" does: nothing is asked of it
};

/// A way in which a call shows that a condition decides.
struct ConditionWay {
  std::size_t condition = 0;  ///< its place in the decision
  bool holds = false;         ///< what the condition is there
  bool broken = false;        ///< whether the rule is broken there
  std::string name = {};      ///< part of a case id: "below", "axis0-long"; no two of a rule share it
  ExpressionPtr claim = {};   ///< what is true of the calls that show it; null: see `shows`
  std::function<bool(const SlotCall&)> shows = {};  ///< the claim, or in place of it; empty: any call will do
  bool is_narrow = false;                           ///< a call that shows another way, too, is no case of its own
  bool is_wrapped = false;                          ///< the left side holds after a wrap, of bits or of axes
};

/// The ways of one condition, before their place in a decision is known.
using Ways = std::vector<ConditionWay>;

/// A way in the words of the language: a call shows it where all of `holds` is true and `same` is not.
struct WayQuestion {
  std::vector<ExpressionPtr> holds;
  ExpressionPtr same = {};  ///< the rule says the same with the opposite of the condition
};

/// A rule as a decision over its conditions.
class Decision {
 public:
  /// `bound` and `rule` must outlive it.
  Decision(const BoundSpec& bound, const BoundRule& rule);
  Decision(const Decision&) = delete;  // the ways refer to the conditions
  Decision& operator=(const Decision&) = delete;
  ~Decision() = default;

  [[nodiscard]] const BoundSpec& bound() const { return bound_; }
  [[nodiscard]] const BoundRule& rule() const { return rule_; }
  [[nodiscard]] const std::vector<Condition>& conditions() const { return conditions_; }
  [[nodiscard]] const std::vector<ConditionWay>& ways() const { return ways_; }

  /// Returns the places of those of `ways` that `call` shows: one that breaks the rule and no other, or a legal one.
  [[nodiscard]] std::vector<std::size_t> shown_by(const SlotCall& call, const std::vector<std::size_t>& ways) const;

  /// Returns what `shown_by` asks of a call for the way at `place`; nothing where the language has no words for it.
  [[nodiscard]] std::optional<WayQuestion> question_of(std::size_t place) const;

 private:
  /// A node of the decision: a connective, or a condition.
  struct Part {
    ExprKind kind = ExprKind::boolean;
    std::size_t condition = 0;  ///< of one without children
    std::vector<Part> children = {};
  };

  /// How a condition moves the rule: with it, against it, or now one and now the other.
  enum class Pull : std::uint8_t { with, against, both };

  Part read(const ExpressionPtr& expression, Pull pull);
  Part read_all_of(const Expression& quantifier, Pull pull);
  Part add_condition(const ExpressionPtr& expression, Pull pull);
  void add_ways();
  void add_ways_of(std::size_t place, bool holds, const std::string& mark);
  template <class ValueOf>
  [[nodiscard]] std::optional<bool> with_opposite(const ConditionWay& way, const ValueOf& value_of) const;
  [[nodiscard]] ExpressionPtr written(const Part& part, const ConditionWay* turned) const;
  [[nodiscard]] ExpressionPtr turned_leaf(std::size_t place, const ConditionWay& way) const;
  [[nodiscard]] bool goes_along(const ConditionWay& way, std::size_t place) const;
  static Pull opposite(Pull pull);
  template <class ValueOf>
  static std::optional<bool> value(const Part& part, const ValueOf& value_of);

  const BoundSpec& bound_;
  const BoundRule& rule_;
  std::vector<Condition> conditions_;
  std::vector<Pull> pulls_;  ///< by condition
  Part whole_;
  std::vector<ConditionWay> ways_;
};

/// Returns the ways in which `condition` may be as `holds` says.
Ways ways_of(const BoundSpec& bound, const Condition& condition, bool holds);

/// Returns the ways in which the shape of a tensor may be another than the one `condition` asks for.
Ways ways_of_shape(const BoundSpec& bound, const Condition& condition);

/// Returns the ways in which a comparison of an argument, which does not hold, holds of what few bits keep of it; or,
/// of one that is counted from the end where it is negative, of what is a whole turn below or above. None of other
/// conditions.
Ways wraps_of(const BoundSpec& bound, const Condition& condition);

/// Returns a way that is no case of its own where another shows it.
ConditionWay narrow_way(std::string name, ExpressionPtr claim);

/// Returns `not claim`.
ExpressionPtr negation_of(const ExpressionPtr& claim);

/// Returns what is true of the calls that keep a rule: `not when or require`, or `require` where there is no `when`.
ExpressionPtr claim_kept(const ExpressionPtr& require, const ExpressionPtr& when);

/// Returns whether `condition` says that a tensor has elements.
bool is_nonempty_claim(const Expression& condition);

/// So many bits of an integer may be all that an implementation keeps.
inline constexpr std::array wrapping_bits{8, 16, 32};

/// A tensor that has no more may have an axis that is 65,536 too long: what it costs stays small.
inline constexpr std::int64_t most_elements_that_wrap = std::int64_t{1} << 20;

/// More axes than documents give a tensor, and as many as implementations mostly hold.
inline constexpr std::size_t many_axes = 8;

/// Returns how many axes the tensor at `slot` has at most by its documented shapes; nothing where they do not say.
std::optional<std::size_t> most_axes_of(const BoundSpec& bound, std::size_t slot);

/// Returns words that are nearly the first that the hints have for the parameter at `slot`, their others, and "none",
/// which many interfaces take for nothing.
std::vector<std::string> wrong_words(const BoundSpec& bound, std::size_t slot);

}  // namespace npu_cts::search
