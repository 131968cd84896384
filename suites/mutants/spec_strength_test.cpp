// SPDX-License-Identifier: Apache-2.0
// Changed facts of the spec, a fixed few of each class. Of some classes a gate must notice all.

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "framework/base/find.h"
#include "framework/base/names_testing.h"
#include "framework/findings/checks/check.h"
#include "suites/mutants/condition_edits.h"
#include "suites/mutants/spec_strength.h"
#include "suites/spec_under_test.h"

namespace npu_cts::mutants {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;

/// Classes of which every mutant of the sample is noticed or proved equal: always, and where the pages are there.
constexpr std::array<std::string_view, 12> killed{"rule", "shape",  "number",   "variant", "product", "support",
                                                  "row",  "output", "question", "text",    "symbol",  "rule-when"};
constexpr std::array<std::string_view, 9> killed_with_pages{"framework", "example", "signature", "flag",       "list",
                                                            "formula",   "default", "name",      "disposition"};

const fs::path spec_folder = fs::path(NPU_CTS_SOURCE_DIR) / "spec";

/// Returns the folder of the vendors' pages, NPU_CTS_DOCUMENTS or beside the checkout; empty where there is none.
fs::path documents_folder() {
  const char* const named = std::getenv("NPU_CTS_DOCUMENTS");
  fs::path folder = named != nullptr ? fs::path(named) : fs::path(NPU_CTS_SOURCE_DIR) / ".." / "shared" / "documents";
  return fs::is_directory(folder) ? folder : fs::path();
}

bool same_places(const reader::Node& a, const reader::Node& b) {
  const auto same_entry = [](const reader::Entry& x, const reader::Entry& y) {
    return x.key.text == y.key.text && same_places(x.value, y.value);
  };
  return a.at.line == b.at.line && a.kind == b.kind && a.text == b.text &&
         std::ranges::equal(a.items, b.items, same_places) && std::ranges::equal(a.entries, b.entries, same_entry);
}

TEST(ConditionsNear, ChangeANumberAComparisonOrAPart) {
  EXPECT_THAT(conditions_near("at(x1, 0) <= 8"), ElementsAre("at(x1, 1) <= 8", "at(x1, 0) <= 9", "at(x1, 0) < 8"));
  EXPECT_THAT(conditions_near("a and all(d in b: c and e)"),
              ElementsAre("all(d in b: c and e)", "a", "a and all(d in b:e)", "a and all(d in b: c)"));
}

TEST(SpecTrees, ReadBackWithEveryNodeOnItsLine) {
  const auto trees = read_trees(spec_folder);
  ASSERT_TRUE(trees);
  for (const SpecTree& tree : *trees) {
    const reader::Tree again = reader::read_tree(to_yaml(tree.root), tree.file);
    ASSERT_TRUE(again.root && again.found.empty()) << tree.file;
    EXPECT_TRUE(same_places(tree.root, *again.root)) << tree.file;
  }
}

TEST(SpecMutants, AreOfEveryClassAndDifferFromTheSpec) {
  const auto trees = read_trees(spec_folder);
  ASSERT_TRUE(trees);
  std::set<FactClass> seen;
  for (const SpecTree& tree : *trees) {
    const auto mutants = mutants_of(tree.root, tree.file, spec_under_test().releases);
    for (const SpecMutant& one : sample(mutants, 1, 5)) {
      seen.insert(one.in);
      EXPECT_NE(to_yaml(edited(tree.root, one.edit)), to_yaml(tree.root)) << one;
    }
  }
  EXPECT_EQ(seen.size(), every<FactClass>.size());
}

TEST(SpecMutants, OfAnUnsoundSpecAreNotCounted) {
  SpecStrengthOptions options;
  options.spec = spec_folder;
  options.documents = spec_folder;  // it holds no page: the gate would notice every mutant
  const auto strength = measure_spec(options);
  ASSERT_FALSE(strength);
  EXPECT_THAT(strength.diagnostics().front().what, testing::HasSubstr("cannot read page"));
}

/// A changed fact, and the gate that notices it.
struct Noticed {
  FactClass in;
  std::string_view what;
  SpecGate by;
};

constexpr std::array noticed{
    // a product, an undecided case, or a repeated entry
    Noticed{FactClass::rule_when, "when: 'group_sizes is given' left out", SpecGate::reference},
    Noticed{FactClass::rule_when, "when: 'dtype(scale) == int64' left out", SpecGate::reference},
    Noticed{FactClass::rule_when, "when: 'rank(indices) == 2' -> 'rank(indices) == 3'", SpecGate::reference},
    Noticed{FactClass::rule_kind, "on_violation: 'nondeterministic' left out", SpecGate::reference},
    // rules, claims and texts
    Noticed{FactClass::rule_when,
            "when: 'out in {int8, float16} and pertoken_scale is none' -> 'pertoken_scale is none'", SpecGate::check},
    Noticed{FactClass::question, "why: 'dtype-arguments' -> 'group-sizes'", SpecGate::check},
    Noticed{FactClass::contradiction, "subject: 'output_dtype' -> 'x2.nz.transposed'", SpecGate::check},
    Noticed{FactClass::contradiction, "rejected_claim: 'n == last(x2)' -> 'n != last(x2)'", SpecGate::check},
    Noticed{FactClass::number, "text: 0 -> 1 in 'round_mode is 0 or 1'", SpecGate::check},
    // formulas of groups and of bits, and two features at once
    Noticed{FactClass::variant,
            "formula: 'out = sum(x1 @ x2 * scale + offset) * pertoken_scale' -> 'out = sum(x1 @ x2 * scale - offset) * "
            "pertoken_scale'",
            SpecGate::reference},
    Noticed{FactClass::formula, "when: 'round_mode == 1' left out", SpecGate::reference},
    Noticed{FactClass::variant, "when: 'out == int8 and (offset is given or dtype(scale) == int64)' -> 'out == int8'",
            SpecGate::reference},
    // what the solver shows
    Noticed{FactClass::variant, "formula: 'out = clip(out, -65504, 65504)' -> 'out = clip(out, -65504, 65505)'",
            SpecGate::equal},
    Noticed{FactClass::symbol,
            "k: 'if(rank(offset) == 0, 1, last(offset))' -> 'if(rank(offset) == 0, 2, last(offset))'", SpecGate::equal},
};

TEST(SpecGates, NoticeWhatFewCallsShow) {
  const auto trees = read_trees(spec_folder);
  ASSERT_TRUE(trees);
  SpecGates gates(spec_folder, {});
  std::set<std::string_view> asked;
  for (const SpecTree& tree : *trees) {
    for (const SpecMutant& one : mutants_of(tree.root, tree.file, spec_under_test().releases)) {
      const auto is_it = [&](const Noticed& row) { return row.in == one.in && row.what == one.what; };
      const auto* const row = std::ranges::find_if(noticed, is_it);
      if (row == noticed.end() || !asked.insert(row->what).second) continue;
      EXPECT_EQ(gates.ask(one, tree.root).by, row->by) << one;
    }
  }
  EXPECT_EQ(asked.size(), noticed.size());
}

TEST(SpecMutants, OfSomeClassesAreAllNoticed) {
  SpecStrengthOptions options;
  options.spec = spec_folder;
  options.documents = documents_folder();
  options.count = 3;
  const auto strength = measure_spec(options);
  ASSERT_TRUE(strength);
  const auto is_in = [](const auto& classes, FactClass in) { return contains(classes, name_of(in)); };
  for (const ExaminedMutant& one : strength->examined) {
    const FactClass in = one.mutant.in;
    const bool must_be_killed = is_in(killed, in) || (strength->has_pages && is_in(killed_with_pages, in));
    EXPECT_FALSE(must_be_killed && one.verdict.by == SpecGate::none) << one.mutant;
  }
  RecordProperty("pages", strength->has_pages ? "asked" : "not asked: there is no folder of them");
}

TEST(SpecMutants, HaveTheirClassesNamedInTheOrderOfTheirValues) {
  std::vector<std::string> words = enumerators_of<FactClass>();
  std::ranges::replace(words, "default_value", "default");  // a keyword
  EXPECT_EQ(names_as_words<FactClass>(), words);
}

}  // namespace
}  // namespace npu_cts::mutants
