// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/arrays/random.h"
#include "framework/expand/choices/choice_walk.h"

namespace npu_cts::expand {

/// A legal call of an array: what it chooses, and that in words.
struct ArrayCall {
  arrays::Row row = {};
  std::string name;
  search::FoundCall found = {};
};

/// What a call that is there for one value has of the other axes: a value of each, or of some what the base has.
enum class Others : std::uint8_t { changed, mixed };

/// Finds few legal calls that together have every values of `strength` choices that can meet. The first parameter of
/// its model is the base, the others are the axes; the value 0 of an axis is what the base has. A call has a value
/// where that is in use (choice_walk.h).
class ChoiceArray {
 public:
  using Allows = ChoiceWalk::Allows;

  /// `search` must outlive it. Legal calls that `allows` does not take are left alone. Values of `axes` that no base
  /// can take are dropped.
  ChoiceArray(search::Search& search, std::vector<ArrayBase> bases, std::vector<ChoiceAxis> axes, Allows allows);

  /// Returns a base for each value that was dropped and that a legal call has beside one or two others: such as two
  /// shapes that are legal only together. One call serves for all the values it is found for.
  std::vector<ArrayBase> joint_bases();

  /// Returns the legal calls whose axes all have values of one name, equal sizes, each from the first base that
  /// takes them.
  std::vector<ArrayCall> equals();

  /// Returns the calls of an array of `strength`, `seeds` first. They are calls of this array, or of one whose values
  /// are the first of this one's.
  std::vector<ArrayCall> cover(std::size_t strength, const std::vector<ArrayCall>& seeds);

  /// Returns `seeds`, as of cover, and calls from each base that together have every value that it can take: of each
  /// axis one in a call, from different parts of the lists, so that large sizes meet small ones.
  std::vector<ArrayCall> each(const std::vector<ArrayCall>& seeds, Others others = Others::changed);

  /// Returns the values of choices that `call` keeps when `step` is taken: its base first, then the value that this
  /// was found for, then those it took of axes.
  [[nodiscard]] std::vector<arrays::Cell> cells_beside(const ArrayCall& call, const search::MutationStep& step) const;

  /// Returns the base and the axes as the parameters of the rows of the calls.
  [[nodiscard]] std::vector<arrays::Parameter> parameters() const;

  /// Returns what the rows of the calls are of; its constraints are what no call was found for, once cover has looked.
  [[nodiscard]] arrays::Model model() const;

 private:
  [[nodiscard]] ChoiceWalk walk_from(std::size_t base) {
    return {search_.builder(), bases_, static_cast<arrays::Value>(base), axes_, allows_};
  }
  std::vector<std::uint8_t> values_taken_by(std::size_t base);
  void drop_what_no_base_takes();
  [[nodiscard]] std::vector<search::CandidateCall> starts_at(const ArrayBase& base, const search::MutationStep& step);
  std::optional<ArrayBase> find_joint_base(const search::MutationStep& step, const std::string& name,
                                           const std::vector<search::MutationStep>& others);
  void find_pairs();
  void find_pairs_from(std::size_t base);
  void find_what_is_idle_by_itself(std::size_t shapes);
  [[nodiscard]] std::size_t literal(const arrays::Cell& cell) const { return first_[cell.parameter] + cell.value; }
  [[nodiscard]] bool can_meet(const arrays::Cell& a, const arrays::Cell& b) const;
  void set_can_meet(const arrays::Cell& a, const arrays::Cell& b, bool can);
  std::optional<ArrayCall> build(const arrays::Row& row);
  std::optional<ArrayCall> find(const arrays::Tuple& tuple, const arrays::Row& wish);
  std::vector<ArrayCall> find_missing(const std::vector<arrays::Row>& illegal, std::size_t strength,
                                      std::vector<ArrayCall> calls);
  [[nodiscard]] arrays::Row row_of_values(std::size_t row) const;
  void mix(arrays::Random& random, arrays::Row& wish) const;
  void note(const arrays::Row& row);
  [[nodiscard]] ArrayCall call_of(arrays::Row row, search::FoundCall found);

  search::Search& search_;
  std::vector<ArrayBase> bases_;
  std::vector<ChoiceAxis> axes_;
  std::vector<ChoiceAxis> dropped_;  ///< what no base takes alone
  Allows allows_;
  std::vector<std::vector<std::uint8_t>> takes_;  ///< by base and literal of an axis
  std::vector<std::size_t> first_;                ///< by parameter: its first literal
  std::size_t literals_ = 0;
  std::vector<std::uint8_t> can_meet_;    ///< by two literals
  std::vector<arrays::Tuple> not_found_;  ///< larger combinations that no call was found for
};

}  // namespace npu_cts::expand
