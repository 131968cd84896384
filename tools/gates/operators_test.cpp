// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/operators.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace npu_cts::gates {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Tree = std::vector<SourceFile>;

/// An operator that lacks nothing.
Tree whole() {
  return {{"spec/ops/fold.yaml", {"operator: fold"}},
          {"spec/documents/fold.yaml", {"operator: fold"}},
          {"kernels/common/sweep_testing.h", {}},
          {"kernels/fold/oracle.h", {}},
          {"kernels/fold/oracle.cpp",
           {"#include \"kernels/fold/oracle.h\"", "#include \"kernels/common/oracle_values.h\""}},
          {"kernels/fold/fast.h", {}},
          {"kernels/fold/fast.cpp", {"#include \"kernels/fold/fast.h\"", "#include \"kernels/fold/sizes.h\""}},
          {"kernels/fold/check.h", {}},
          {"kernels/fold/check.cpp", {"#include \"kernels/fold/check.h\"", "#include \"kernels/common/arguments.h\""}},
          {"kernels/fold/mutants.h", {"#include \"kernels/mutant.h\""}},
          {"kernels/fold/mutants.cpp", {"#include \"kernels/common/mutant_values.h\""}},
          {"kernels/fold/oracle_test.cpp", {"#include \"kernels/fold/oracle.h\""}},
          {"kernels/fold/fast_test.cpp", {"#include \"kernels/fold/fast.h\"", "#include \"kernels/fold/check.h\""}},
          {"kernels/fold/equality_test.cpp", {"#include \"kernels/common/sweep_testing.h\""}}};
}

Tree without(std::string_view pattern) {
  Tree tree = whole();
  std::erase_if(tree, [&](const SourceFile& file) { return matches(file.path, pattern); });
  return tree;
}

/// Returns what is found where the file at `path`, new or not, includes `header` too.
std::vector<std::string> with_include(std::string_view path, std::string_view header) {
  Tree tree = whole();
  auto file = std::ranges::find(tree, path, &SourceFile::path);
  if (file == tree.end()) file = tree.insert(tree.end(), {std::string(path), {}});
  file->lines.push_back("#include \"" + std::string(header) + "\"");
  return check_operators(tree);
}

TEST(Operators, OfThisTreeLackNothing) {
  const auto files = read_source_tree(NPU_CTS_SOURCE_DIR);
  ASSERT_FALSE(files.empty());
  EXPECT_THAT(check_operators(files), IsEmpty());
}

TEST(Operators, OneWithAllItsFilesLacksNothing) { EXPECT_THAT(check_operators(whole()), IsEmpty()); }

TEST(Operators, ASpecWithoutAFolderIsNamed) {
  EXPECT_THAT(check_operators(without("kernels/fold/*")),
              ElementsAre(HasSubstr("spec/ops/fold.yaml: no kernel; create kernels/fold with oracle")));
}

TEST(Operators, ASpecWithoutAnInventoryIsNamed) {
  EXPECT_THAT(check_operators(without("spec/documents/*")), ElementsAre(HasSubstr("create spec/documents/fold.yaml")));
}

TEST(Operators, AFolderWithoutASpecIsNamed) {
  EXPECT_THAT(check_operators(without("spec/*")),
              ElementsAre(HasSubstr("kernels/fold: no spec; create spec/ops/fold.yaml")));
}

class MissingFile : public testing::TestWithParam<std::string> {};

TEST_P(MissingFile, IsNamed) {
  EXPECT_THAT(check_operators(without("kernels/fold/" + GetParam())),
              Contains(HasSubstr("kernels/fold: no " + GetParam() + "; create it")));
}

INSTANTIATE_TEST_SUITE_P(Operators, MissingFile,
                         testing::Values("oracle.h", "oracle.cpp", "fast.h", "fast.cpp", "check.h", "check.cpp",
                                         "mutants.h", "mutants.cpp"),
                         [](const auto& row) {
                           std::string name = row.param;
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

TEST(Operators, APartWithoutATestIsNamed) {
  EXPECT_THAT(check_operators(without("*/oracle_test.cpp")),
              ElementsAre(HasSubstr("no test of oracle.h; create oracle_test")));
  EXPECT_THAT(check_operators(without("*/fast_test.cpp")),
              ElementsAre(HasSubstr("no test of fast.h"), HasSubstr("no test of check.h")));
  EXPECT_THAT(check_operators(without("*/equality_test.cpp")), ElementsAre(HasSubstr("create equality_test.cpp")));
}

TEST(Operators, WhatIsLeftToBeWrittenIsNamedWithItsLine) {
  Tree tree = whole();
  tree[0].lines.emplace_back("rules: []  # TO BE WRITTEN: what a call must keep");
  EXPECT_THAT(check_operators(tree), ElementsAre("spec/ops/fold.yaml:2: TO BE WRITTEN: what a call must keep"));
}

TEST(Operators, NoPartIncludesAnother) {
  EXPECT_THAT(with_include("kernels/fold/oracle.cpp", "kernels/fold/fast.h"), ElementsAre(HasSubstr("independently")));
  EXPECT_THAT(with_include("kernels/fold/oracle_steps.cpp", "kernels/fold/sizes.h"),
              ElementsAre(HasSubstr("independently")));
  EXPECT_THAT(with_include("kernels/fold/check.cpp", "kernels/fold/fast.h"), ElementsAre(HasSubstr("independently")));
  EXPECT_THAT(with_include("kernels/fold/fast.cpp", "kernels/common/oracle_values.h"),
              ElementsAre(HasSubstr("independently")));
  EXPECT_THAT(with_include("kernels/fold/mutants.cpp", "kernels/common/elements.h"),
              ElementsAre(HasSubstr("independently")));
  EXPECT_THAT(with_include("kernels/fold/sizes.h", "kernels/fold/check.h"), ElementsAre(HasSubstr("independently")));
}

TEST(Operators, APartIncludesItsOwnPiecesAndATestAllOfThem) {
  EXPECT_THAT(with_include("kernels/fold/oracle.cpp", "kernels/fold/oracle_steps.h"), IsEmpty());
  EXPECT_THAT(with_include("kernels/fold/check.cpp", "kernels/fold/sizes.h"), IsEmpty());
  EXPECT_THAT(with_include("kernels/fold/oracle_test.cpp", "kernels/fold/fast.h"), IsEmpty());
}

TEST(Operators, NoneIncludesAnotherAndCommonIncludesNone) {
  EXPECT_THAT(with_include("kernels/fold/fast.cpp", "kernels/unfold/fast.h"),
              ElementsAre(HasSubstr("no operator knows another")));
  EXPECT_THAT(with_include("kernels/fold/fast_test.cpp", "kernels/unfold/fast.h"),
              ElementsAre(HasSubstr("no operator knows another")));
  EXPECT_THAT(with_include("kernels/common/sweep_testing.h", "kernels/fold/fast.h"),
              ElementsAre(HasSubstr("knows no operator")));
}

}  // namespace
}  // namespace npu_cts::gates
