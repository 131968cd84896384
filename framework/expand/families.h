// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "framework/expand/choices/choice_array.h"
#include "framework/expand/expand.h"
#include "framework/search/conditions/sweep.h"
#include "framework/search/search.h"

namespace npu_cts::expand {

/// Whether a plan wants cases whose content ("family/…") begins so.
using ContentFilter = std::function<bool(std::string_view)>;

/// Calls that are a step from others have so many elements at most.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 22;

/// How often a rule is broken beside a choice: once in each of its ways, or once.
enum class Broken : std::uint8_t { in_each_way, once };

/// Makes the families of cases of one operator for one supported target, each a member function, all into one plan.
class Families {
 public:
  /// Looks for the legal calls that every family starts from. `bound` must outlive it.
  explicit Families(const BoundSpec& bound, Tier tier = Tier::fast, ContentFilter wants = {});

  void add_legal_dtypes();        ///< every combination the spec admits
  void add_illegal_dtypes();      ///< every other combination of the page's universe
  void add_foreign_dtypes();      ///< each dtype of no list, beside the dtypes of each row, and in two tensors
  void add_choices();             ///< each shape alternative, layout, format, size and attribute value that is legal
  void add_rules();               ///< both sides of each limit, and each rule broken alone
  void add_mistaken_arguments();  ///< numbers kept in few bits or without their sign, and two tensors' wrong ranks

  void add_conditions();  ///< each condition of each rule deciding alone, in each way (after add_rules)

  /// Each rule broken alone and, where it binds, a legal call at one of its limits; not those in `shown`:
  /// "negative RULE", "boundary RULE".
  void add_rule_witnesses(const std::set<std::string>& shown);

  /// The calls of each data set of `at`, also of those of users and of the tier full, and of what each group of sizes
  /// begins with; not of those in `shown`: "data SET", "users SET", "size-pairs SET". `at` is the same target, or one
  /// with the same search (same_search_key). The calls get the first one's target.
  void add_data_witnesses(const BoundSpec& at, const std::set<std::string>& shown);

  /// Each data set of `at` with each legal combination, and what users call there, as above. In the tier full each data
  /// set also meets each choice that it leaves open.
  void add_data(const BoundSpec& at);

  /// The documents' own calls at `target`, as above.
  void add_examples(const Target& target);

  void add_pairs();  ///< every two choices that can meet; in the tier full every three, and rules broken beside two

  /// The choices that meet in each group of sizes of `at`, as above.
  void add_size_pairs(const BoundSpec& at);

  /// Returns what add_conditions was to show, and has not.
  [[nodiscard]] const std::deque<search::AskedRule>& asked() const { return conditions_.asked(); }

  /// Returns what was planned since the last time, cases sorted by id.
  Plan take();

 private:
  struct Naming {
    Family family;
    std::string content = {};
    std::vector<Reason> covers = {};
    Location at = {};
    std::string data_set = {};
  };

  /// A combination of dtypes that the spec admits.
  struct Combination {
    search::DTypeChoice dtypes;
    std::string row;  ///< its id; empty: there are no rows
  };

  /// A call that rules on dtypes refuse.
  struct Refused {
    SlotArguments arguments;
    Judgement judgement;
  };

  /// The call of a data set at the target of the search. Others that share the search get it with their own target.
  struct DataCall {
    Naming naming;
    Call call;
    Verdict verdict;
  };

  /// The calls of a group of sizes, likewise, and what meets in them.
  struct SizeCalls {
    std::vector<DataCall> calls;
    std::optional<ChoiceCoverage> met;
  };

  [[nodiscard]] bool wants(const std::string& content) const { return !wants_ || wants_(content); }
  void add(Naming naming, Call call, Verdict expected);
  void add(Naming naming, SlotArguments arguments, Verdict expected);
  void miss(const Naming& naming);
  [[nodiscard]] Naming naming_of(const Combination& combination) const;
  std::optional<Refused> build_illegal(const search::DTypeChoice& choice);
  std::optional<Refused> build_any(const search::CandidateCall& start);
  void add_foreign_dtypes(const BoundRule& rule, std::size_t slot, const search::CandidateCall& candidate,
                          const std::string& beside);
  [[nodiscard]] std::map<std::string, search::DTypeChoice> first_of_rows() const;
  void add_foreign_dtypes_of_row(std::size_t slot, const Combination& first);
  void add_rule(const BoundRule& rule);
  void add_counted(const BoundRule& rule);
  void add_counted(const BoundRule& rule, std::size_t slot, const std::optional<Value>& argument, std::int64_t count);
  void add_foreign_dtypes_of_two();
  void add_foreign_dtypes_of_two(std::size_t one, std::size_t other);
  template <class Use>
  void for_each_two_alike(const Use& use);
  bool add_of_two(search::MutationStep& first, search::MutationStep& second, const std::string& name, Family family,
                  std::size_t least);
  void add_views_of_two(std::size_t one, std::size_t other);
  void add_ranks_of_two(std::size_t one, std::size_t other);
  void add_mistaken_whole(std::size_t slot, const std::optional<Value>& usual);
  void add_given(std::size_t slot, const std::string& name, const Value& value, std::size_t least);
  bool add_refused(const std::string& name, const SlotCall& call, Family family, std::size_t least);
  bool add_at(const BoundRule& rule, const search::BoundaryObjective& objective, search::Reach reach);
  bool add_first(const BoundRule& rule, const std::vector<search::BoundaryObjective>& objectives);
  [[nodiscard]] std::vector<const search::FoundCall*> varied_bases() const;
  std::vector<DataCall> calls_of(const Conditional<DataSet>& one);
  std::optional<DataCall> call_of(const Conditional<DataSet>& one, std::size_t base);
  [[nodiscard]] std::vector<DataCall> calls_beside_choices(const Conditional<DataSet>& one);
  std::optional<Verdict> build_with(const Conditional<DataSet>& one, const search::CandidateCall& candidate);
  std::vector<ArrayBase> array_bases(const Conditional<DataSet>* set);
  std::vector<ArrayBase> bases_of(const BoundSizeGroup& group);
  [[nodiscard]] ChoiceCoverage count_choices(Family family, const ChoiceArray& array,
                                             const std::vector<ArrayCall>& calls, std::size_t strength) const;
  [[nodiscard]] std::vector<DataCall> cases_of(std::span<const ArrayCall> calls, const Naming& start) const;
  [[nodiscard]] std::vector<search::MutationStep> steps_to_refusals(const search::FoundCall& start);
  /// Returns the values of choices that a call keeps when a step is taken, its base first.
  using CellsBeside = std::function<std::vector<arrays::Cell>(const ArrayCall&, const search::MutationStep&)>;

  [[nodiscard]] std::vector<const BoundRule*> in_order(std::vector<const BoundRule*> rules) const;
  void add_refused(std::span<const BoundRule* const> rules, Naming naming);
  void add_refused(std::span<const BoundRule* const> rules, std::string_view word, const std::string& how);
  void add_refused_among(const std::vector<ArrayCall>& calls);
  void add_refused_beside(const std::vector<ArrayCall>& calls, const CellsBeside& cells_beside, Broken broken);
  void add_refused_beside(const ChoiceArray& array, const std::vector<ArrayCall>& calls, Broken broken);
  void add_beside_dtypes();
  void add_refused_beside_sizes();
  void add_all_pairs(const std::vector<arrays::Parameter>& parameters, const std::vector<ArrayCall>& few,
                     std::vector<ArrayBase>& joint);
  [[nodiscard]] bool wants_beside() const;
  [[nodiscard]] bool wants_refused(std::string_view word) const;
  void add_limits_beside(const std::vector<ArrayCall>& calls, const CellsBeside& cells_beside, std::size_t usual = 0);
  void add_limits_beside(const ChoiceArray& array, const std::vector<ArrayCall>& calls, std::size_t usual = 0);
  std::vector<ArrayCall> calls_of(const std::vector<ArrayBase>& bases, std::size_t axes, bool smallest);
  void add_limits_beside_bases(const ChoiceArray& array, const std::vector<ArrayCall>& more);
  [[nodiscard]] bool wants_limits_beside() const;
  [[nodiscard]] bool wants_triples() const;
  void add_array(Family family, const ChoiceArray& array, const std::vector<ArrayCall>& calls, std::size_t known);
  void add_joint(ArrayBase base, const std::vector<ChoiceAxis>& axes);
  void add_calls(Family family, std::span<const ArrayCall> calls);
  SizeCalls calls_of(const BoundSizeGroup& group);

  template <class Change>
  std::optional<search::FoundCall> find_choice(std::size_t place, const Change& change);
  std::optional<search::FoundCall> find_shape(std::size_t slot, std::size_t alternative);
  void add_shapes(std::size_t slot);
  std::optional<search::FoundCall> find_storage(std::size_t slot, Format format, Layout layout);
  std::vector<Layout> add_storage(std::size_t slot);
  void add_storage(std::size_t slot, search::FoundCall found);
  void add_inside_storage();
  void add_storage_in_other_shape(std::size_t slot, Layout layout);
  void add_arguments(std::size_t slot);
  void add_argument(std::size_t slot, const std::optional<Value>& value);
  void add_none(std::size_t slot);
  static Naming naming_of_value(const Parameter& parameter, std::string_view value);
  void add_sizes();
  void add_choice(const Naming& naming, std::size_t place, search::FoundCall found);
  void find_choices();

  const BoundSpec& bound_;
  Tier tier_;
  ContentFilter wants_;  ///< empty: everything
  search::Search search_;
  search::ConditionSweep conditions_;  ///< of the rules that add_rules has looked at
  std::vector<std::pair<std::size_t, search::FoundCall>>
      choices_;  ///< what add_choices found, and the place that was chosen
  bool has_choices_ = false;
  std::map<search::DTypeChoice, std::string> legal_;  ///< what legal_dtypes returns
  std::vector<search::FoundCall> bases_;   ///< a legal call for each combination that has one, in their order
  std::vector<Combination> combinations_;  ///< of the bases
  std::vector<Combination> not_found_;     ///< those without a legal call
  std::map<const DataSet*, std::vector<DataCall>> data_calls_;  ///< of those that a target has asked for
  std::map<const SizeGroup*, SizeCalls> size_calls_;            ///< likewise
  Plan plan_;
};

/// Returns the place of what the whole of `op` says.
Location start_of(const OpSpec& op);

/// Returns refused calls of a target that is documented as not supported, or is an open question: calls that are legal
/// at the first target of the release that has one, with each dtype that is legal there, no more than `most`; in the
/// tier full also with each choice.
Plan refused_calls(const BoundSpec& bound, Tier tier, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace npu_cts::expand
