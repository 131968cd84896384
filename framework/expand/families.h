#pragma once

#include <set>
#include <string>

#include "framework/expand/expand.h"
#include "framework/expand/search.h"

namespace npu_cts {

/// Makes the families of cases of one operator for one target, each a member function, all into one plan.
class Families {
 public:
  /// `bound` must outlive it.
  explicit Families(const BoundSpec& bound) : bound_(bound) {}

  /// One refused call where the target is documented as not supported, or is an open question.
  void add_support();

  void add_legal_dtypes();    ///< every combination the spec admits
  void add_illegal_dtypes();  ///< every other combination of the page's universe, and each dtype of no list
  void add_choices();         ///< each shape alternative, layout, format, size and attribute value that is legal
  void add_rules();           ///< both sides of each limit, and each rule broken alone

  /// Each rule broken alone and, where it binds, a legal call at one of its limits; not those in `shown`:
  /// "negative RULE", "boundary RULE".
  void add_rule_witnesses(const std::set<std::string>& shown);
  void add_data();      ///< each data set with each legal combination
  void add_examples();  ///< the documents' own calls

  /// Returns the plan, its cases sorted by id.
  Plan take();

 private:
  struct Naming {
    std::string family;
    std::string content;
    std::vector<std::string> covers;
    Location at;
  };

  void add(const Naming& naming, const Call& call, Verdict expected);
  [[nodiscard]] std::vector<std::string> contested_facts(const Call& call) const;
  void add_rule(const BoundRule& rule);
  bool add_at(const BoundRule& rule, const BoundaryObjective& objective, Reach reach);
  bool add_first(const BoundRule& rule, const std::vector<BoundaryObjective>& objectives);
  void add_foreign_dtypes();

  /// Returns a call with the dtypes of `choice`, which no row admits: made from the legal call that is nearest in its
  /// dtypes, so that nothing but the dtypes is wrong where that can be.
  [[nodiscard]] std::optional<Call> build_illegal(const DTypeChoice& choice) const;
  template <class Change>
  [[nodiscard]] std::optional<FoundCall> find_choice(const std::string& key, const Change& change) const;
  void add_shapes(const Parameter& parameter);
  void add_storage(const Parameter& parameter);
  void add_argument(const Parameter& parameter, const Value& value, const std::string& content);
  void add_arguments(const Parameter& parameter);
  void add_sizes();
  void add_data_set(const Conditional<DataSet>& one);
  void miss(const Naming& naming);
  [[nodiscard]] std::optional<FoundCall> build_legal(CandidateCall candidate) const;

  const BoundSpec& bound_;
  std::vector<FoundCall> bases_;  ///< a legal call for each admitted combination, in the order of the combinations
  std::vector<std::string> base_rows_;
  Plan plan_;
};

}  // namespace npu_cts
