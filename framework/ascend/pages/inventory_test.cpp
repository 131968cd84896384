// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/inventory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>

#include "framework/ascend/pages/lint.h"
#include "framework/ascend/pages/spec_page_mismatch.h"
#include "framework/base/sha256.h"

namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Kind lint_kind(std::string_view name) {
  return std::ranges::find(lint_checks(), name, [](const auto& check) { return check.kind.name; })->kind;
}

class Inventory : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
    add_page("fold-1", "# lib.fold\n## Function\nFolds. Gently.\n");
    add_page("fold-2", "# lib.fold\n## Function\nFolds. Quickly.\n");
    spec_.statements = take();
  }

  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& id, const std::string& text) const { std::ofstream(folder_ / (id + ".md")) << text; }

  void add_page(const std::string& id, const std::string& text) {
    write(id, text);
    spec_.documents.push_back({.id = id,
                               .op = "fold",
                               .release = "1",
                               .language = "en",
                               .path = id + ".md",
                               .sha256 = sha256_of(text),
                               .at = {"documents.yaml", static_cast<int>(spec_.documents.size()), 1}});
  }

  [[nodiscard]] std::vector<Statement> take() const {
    auto taken = take_inventory(spec_.documents, folder_, "fld", spec_.statements);
    return taken ? *taken : std::vector<Statement>{};
  }

  [[nodiscard]] findings::Findings found() const {
    return findings::find_all(spec_, std::array{document_engine(folder_)}).value();
  }

  [[nodiscard]] std::vector<Kind> problems() const {
    std::vector<Kind> kinds;
    for (const findings::Finding& one : found()) kinds.push_back(one.kind);
    return kinds;
  }

  std::filesystem::path folder_;
  Spec spec_;
};

TEST_F(Inventory, ListsASharedSentenceOnce) {
  ASSERT_EQ(spec_.statements.size(), 3U);
  EXPECT_THAT(spec_.statements[0].documents, ElementsAre("fold-1", "fold-2"));
  EXPECT_EQ(spec_.statements[0].id, "fld-" + sha256_of("function: Folds").substr(0, 8));
  EXPECT_THAT(spec_.statements[2].documents, ElementsAre("fold-2"));
}

TEST_F(Inventory, HoldsForThePagesItWasTakenFrom) { EXPECT_THAT(problems(), IsEmpty()); }

TEST_F(Inventory, KeepsWhatAPersonDecided) {
  spec_.statements[1].disposition = Disposition::untestable;
  spec_.statements[1].why = "how gently cannot be measured";
  const auto again = take();
  ASSERT_EQ(again.size(), 3U);
  EXPECT_EQ(again[1].disposition, Disposition::untestable);
  EXPECT_THAT(to_yaml("fold", again), HasSubstr("    why: \"how gently cannot be measured\"\n"));
}

TEST(ToYaml, WritesWhatReadsBack) {
  Statement one;
  one.encodes = {{.fact = "y"}, {.fact = "y.dtype"}, {.fact = "x"}};
  one.why = "the word \"gently\"";
  EXPECT_THAT(to_yaml("fold", {one}), HasSubstr("    encodes: [\"y\", y.dtype, x]\n"
                                                "    why: \"the word \\\"gently\\\"\"\n"));
}

TEST_F(Inventory, TakesNoDecisionFromAnotherOperator) {
  spec_.statements[1].id = "oth" + spec_.statements[1].id.substr(3);
  spec_.statements[1].why = "of another page";
  EXPECT_EQ(take()[1].why, "");
}

TEST_F(Inventory, SeesAChangedFile) {
  write("fold-2", "# lib.fold\n\n## Function\n\nFolds. Quickly.\n");
  EXPECT_THAT(problems(), ElementsAre(Kind(kinds::stale_citation)));
}

TEST_F(Inventory, SeesAChangedSentence) {
  write("fold-2", "# lib.fold\n## Function\nFolds. Slowly.\n");
  EXPECT_THAT(problems(), testing::UnorderedElementsAre(Kind(kinds::stale_citation), Kind(kinds::unused_entry),
                                                        Kind(kinds::untraced_statement)));
}

TEST_F(Inventory, SeesASentenceThatLeftOneOfItsPages) {
  write("fold-2", "# lib.fold\n## Function\nQuickly.\n");
  EXPECT_THAT(problems(), ElementsAre(kinds::stale_citation, kinds::stale_citation, kinds::stale_citation));
}

TEST_F(Inventory, SeesASentenceThatIsNotListed) {
  spec_.statements.pop_back();
  const findings::Findings found = this->found();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Kind(kinds::untraced_statement));
  EXPECT_THAT(found[0].what, HasSubstr("function, paragraph 1, sentence 2"));
  EXPECT_EQ(found[0].at, spec_.documents[1].at);
}

TEST_F(Inventory, SeesAnEntryOfNoPage) {
  spec_.statements.push_back({.id = "fld-00000000", .sha256 = "0000000000", .documents = {"fold-1"}});
  EXPECT_THAT(problems(), ElementsAre(Kind(kinds::unused_entry)));
}

TEST_F(Inventory, SeesAnEntryThatNamesAnUnknownPage) {
  spec_.statements[0].documents.emplace_back("fold-9");
  EXPECT_THAT(problems(), ElementsAre(Kind::dangling_citation));
}

TEST_F(Inventory, SeesAPlaceThatIsNotItsOwn) {
  spec_.statements[0].place = "function, paragraph 2";
  EXPECT_THAT(problems(), ElementsAre(Kind(kinds::stale_citation)));
}

TEST_F(Inventory, SeesANameOfAProductThatBeginsWhereNoPageHasIt) {
  spec_.releases = {"0", "1", "2"};
  spec_.documents[1].release = "2";
  Product& product = spec_.products.emplace_back();
  product.aliases.push_back({.name = "Gently", .applies = {.since = 1, .until = 1}});
  EXPECT_THAT(problems(), IsEmpty());
  product.aliases.front().applies.until = 2;
  EXPECT_THAT(problems(), ElementsAre(Kind(kinds::spec_page_mismatch)));
}

TEST_F(Inventory, SeesAPageOfAnotherLanguage) {
  spec_.documents[1].language = "zh";
  EXPECT_THAT(problems(), ElementsAre(Kind(kinds::stale_citation)));
}

TEST_F(Inventory, SeesTheSlipsOfItsPages) {
  spec_.operators.emplace_back().name = "fold";
  spec_.releases = {"1"};
  EXPECT_THAT(problems(), IsEmpty());
  add_page("fold-3", "# lib.fold\n## Function\nFolds by `fold_all`.\n");
  spec_.statements = take();
  EXPECT_THAT(problems(), ElementsAre(lint_kind("name-of-one-edition"), lint_kind("name-of-one-edition")));
}

TEST_F(Inventory, NamesAPageThatCannotBeRead) {
  std::filesystem::remove(folder_ / "fold-1.md");
  EXPECT_THAT(problems(), ElementsAre(Kind::unreadable_file));
  const auto taken = take_inventory(spec_.documents, folder_, "fld", {});
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.diagnostics()[0].kind, Kind::unreadable_file);
}

TEST_F(Inventory, PrintsWhatItFindsAsTheGoldenSays) {
  write("fold-2", "# lib.fold\n## Function\nFolds. Slowly.\n");
  for (std::size_t i = 0; i < spec_.statements.size(); ++i)
    spec_.statements[i].at = {"fold.yaml", static_cast<int>(3 * i + 3), 5};
  std::string printed;
  for (const Diagnostic& diagnostic : findings::to_diagnostics(found())) printed += to_text(diagnostic);
  std::ifstream golden(std::string(NPU_CTS_SOURCE_DIR) + "/framework/ascend/pages/golden/inventory.txt");
  EXPECT_EQ(printed, std::string(std::istreambuf_iterator<char>(golden), {}));
}

TEST_F(Inventory, LeavesOperatorsWithoutAnInventoryAlone) {
  spec_.statements.clear();
  EXPECT_THAT(problems(), IsEmpty());
}

}  // namespace
}  // namespace npu_cts::ascend
