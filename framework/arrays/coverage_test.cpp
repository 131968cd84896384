// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "framework/arrays/arrays_testing.h"

namespace npu_cts::arrays {
namespace {

using namespace testing_arrays;

/// Counts as a Coverage does, but each tuple by itself.
class Counted {
 public:
  Counted(const Space& space, std::size_t strength) : space_(space), strength_(strength) { add_tuples_of({}, 0); }

  void exclude(const Literals& part) {
    std::erase_if(rows_with_, [&](const auto& entry) { return std::ranges::includes(entry.first, part); });
  }

  /// Adds `by` to the number of rows that have each tuple of `row`.
  void add(const Literals& row, int by) {
    for (auto& [tuple, rows] : rows_with_)
      if (std::ranges::includes(row, tuple)) rows += by;
  }

  [[nodiscard]] bool is_open(const Literals& tuple) const {
    return rows_with_.contains(tuple) && rows_with_.at(tuple) == 0;
  }

  [[nodiscard]] std::size_t open() const { return with(0, {}, {}); }

  /// Returns how many tuples that `rows` rows have lie in `row` and have all of `needed`.
  [[nodiscard]] std::size_t with(int rows, const Literals& row, const Literals& needed) const {
    std::size_t count = 0;
    for (const auto& [tuple, found] : rows_with_)
      count +=
          found == rows && (row.empty() || std::ranges::includes(row, tuple)) && std::ranges::includes(tuple, needed);
    return count;
  }

 private:
  void add_tuples_of(const Literals& begun, std::size_t parameter) {
    if (begun.size() == strength_) {
      rows_with_[begun] = 0;
      return;
    }
    for (std::size_t p = parameter; p < space_.parameters(); ++p) {
      for (Literal literal = space_.first(p); literal < space_.end(p); ++literal) {
        Literals more = begun;
        more.push_back(literal);
        add_tuples_of(more, p + 1);
      }
    }
  }

  const Space& space_;
  std::size_t strength_;
  std::map<Literals, int> rows_with_;
};

struct Setting {
  std::string name;
  std::vector<std::size_t> levels;
  std::size_t strength;
};

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

class CoverageOfRows : public testing::TestWithParam<Setting> {
 protected:
  /// Returns a row that does not contain the excluded pair.
  Literals row() {
    Literals literals;
    do {
      literals.clear();
      for (std::size_t p = 0; p < space_.parameters(); ++p) literals.push_back(some_of(p));
    } while (std::ranges::includes(literals, excluded_));
    return literals;
  }

  Literal some_of(std::size_t parameter) {
    return static_cast<Literal>(space_.first(parameter) + random_.below(model_.parameters[parameter].values.size()));
  }

  void exclude() {
    coverage_.exclude(excluded_);
    counted_.exclude(excluded_);
  }

  void add(const Literals& literals) {
    coverage_.add(literals);
    counted_.add(literals, 1);
  }

  Model model_ = model_of(GetParam().levels);
  Space space_{model_};
  Literals excluded_{space_.first(0), static_cast<Literal>(space_.end(1) - 1)};
  Coverage coverage_{space_, GetParam().strength};
  Counted counted_{space_, GetParam().strength};
  Random random_{1};
};

TEST_P(CoverageOfRows, HasEveryTupleOpenAtFirst) {
  EXPECT_EQ(coverage_.open(), counted_.open());
  exclude();
  EXPECT_EQ(coverage_.open(), counted_.open());
}

TEST_P(CoverageOfRows, CountsATupleUntilItsLastRowIsGone) {
  exclude();
  std::vector<Literals> rows;
  for (int i = 0; i < 12; ++i) rows.push_back(row());
  rows.push_back(rows.front());
  for (const Literals& one : rows) {
    add(one);
    ASSERT_EQ(coverage_.open(), counted_.open());
  }
  for (const Literals& one : rows) {
    ASSERT_EQ(coverage_.only_in(one), counted_.with(1, one, {}));
    coverage_.remove(one);
    counted_.add(one, -1);
    ASSERT_EQ(coverage_.open(), counted_.open());
  }
}

TEST_P(CoverageOfRows, SaysWhatALiteralWouldCover) {
  exclude();
  add(row());
  for (int i = 0; i < 20; ++i) {
    Literals set = row();
    const std::size_t p = random_.below(set.size());
    EXPECT_EQ(coverage_.gain(set, set[p]), counted_.with(0, set, {set[p]}));
    Literals part = set;
    part.erase(part.begin() + static_cast<std::ptrdiff_t>((p + 1) % set.size()));
    EXPECT_EQ(coverage_.gain(part, set[p]), counted_.with(0, part, {set[p]}));
  }
}

TEST_P(CoverageOfRows, SaysWhatAChangeOfOneCellIsWorth) {
  exclude();
  std::vector<Literals> rows{row(), row(), row()};
  for (const Literals& one : rows) add(one);
  for (int i = 0; i < 40; ++i) {
    Literals& one = rows[random_.below(rows.size())];
    const Literals wanted = row();
    const std::size_t p = random_.below(wanted.size());
    Literals changed = one;
    changed[p] = wanted[p];
    if (changed[p] == one[p] || std::ranges::includes(changed, excluded_)) continue;
    const auto before = static_cast<std::ptrdiff_t>(coverage_.open());
    const std::ptrdiff_t score = coverage_.score(one, changed[p]);
    counted_.add(one, -1);
    counted_.add(changed, 1);
    coverage_.change(one, changed[p]);
    EXPECT_EQ(one, changed);
    ASSERT_EQ(coverage_.open(), counted_.open());
    EXPECT_EQ(score, before - static_cast<std::ptrdiff_t>(coverage_.open()));
  }
}

TEST_P(CoverageOfRows, PicksTuplesThatAreOpen) {
  exclude();
  std::vector<Literals> rows;
  for (int i = 0; i < 4; ++i) add(rows.emplace_back(row()));
  for (int i = 0; i < 30; ++i) {
    const Literals picked = coverage_.pick_open(random_);
    ASSERT_TRUE(counted_.is_open(picked)) << testing::PrintToString(picked);
    Literals& one = rows[random_.below(rows.size())];
    coverage_.remove(one);
    counted_.add(one, -1);
    add(one = row());
  }
}

INSTANTIATE_TEST_SUITE_P(Each, CoverageOfRows,
                         testing::Values(Setting{"Pairs", {2, 3, 2, 4}, 2}, Setting{"PairsOverAWord", {40, 3, 50}, 2},
                                         Setting{"Triples", {3, 2, 4, 2, 3}, 3},
                                         Setting{"TriplesOverAWord", {30, 2, 30, 9}, 3},
                                         Setting{"Fours", {2, 3, 2, 3, 2, 2}, 4}),
                         [](const auto& row) { return row.param.name; });

TEST(Coverage, FindsTheOpenTupleWhenItIsTheLast) {
  const Model model = model_of({3, 3});
  const Space space(model);
  for (Literal left = 0; left < 9; ++left) {
    Coverage coverage(space, 2);
    const Literals last{static_cast<Literal>(left / 3), static_cast<Literal>(3 + left % 3)};
    for (Literal a = 0; a < 3; ++a)
      for (Literal b = 3; b < 6; ++b)
        if (const Literals row{a, b}; row != last) coverage.add(row);
    Random random(left);
    EXPECT_EQ(coverage.open(), 1U);
    EXPECT_EQ(coverage.pick_open(random), last);
  }
}

TEST(Coverage, StillPicksOpenTuplesAfterThousandsOfChanges) {
  const Model model = model_of({2, 2, 2});
  const Space space(model);
  Coverage coverage(space, 2);
  Literals row{0, 2, 4};
  coverage.add(row);
  Random random(3);
  for (int i = 0; i < 4000; ++i) {
    const std::size_t p = random.below(3);
    coverage.change(row, static_cast<Literal>(2 * p + random.below(2)));
    const Literals picked = coverage.pick_open(random);
    ASSERT_FALSE(std::ranges::includes(row, picked));
    ASSERT_EQ(coverage.open(), 9U);
  }
}

TEST(Coverage, TakesMoreMemoryForMoreTuples) {
  const Model small = model_of({10, 10});
  const Model large = model_of({10, 10, 10});
  EXPECT_LT(Coverage::bytes(Space(small), 2), Coverage::bytes(Space(large), 2));
  EXPECT_LT(Coverage::bytes(Space(large), 2), Coverage::bytes(Space(large), 3));
  EXPECT_GE(Coverage::bytes(Space(small), 2), 190 * sizeof(std::uint16_t));  // C(20, 2) counts
}

}  // namespace
}  // namespace npu_cts::arrays
