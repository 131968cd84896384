// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/functions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/expression/print_expression.h"
#include "framework/rule/rule_testing.h"

// Each function of the language, as functions.h says a person would write it. That it has a term for the prover is
// asked in framework/findings/prove.
namespace npu_cts {
namespace {

using namespace testing_rule;

class EveryFunction : public testing::TestWithParam<Function> {
 protected:
  static Scope names() {
    Scope names = scope();
    names.symbols = {
        {"a", Type::integer}, {"b", Type::integer}, {"n", Type::integer}, {"s", Type::shape}, {"t", Type::shape}};
    return names;
  }

  /// x is an int32 vector of one element; a, b, n, s and t come from its size.
  static Computed value(const ExpressionPtr& tree) {
    OpSpec op = invented();
    op.symbols = {{.name = "a", .value = parse("last(x)")},
                  {.name = "b", .value = parse("last(x)")},
                  {.name = "n", .value = parse("last(x)")},
                  {.name = "s", .value = parse("shape(x)")},
                  {.name = "t", .value = parse("shape(x)")}};
    Tensor x = tensor(DType::int32, {1});
    x.values.resize(sizeof(std::int32_t));
    return value_of(tree, op, call({{"x", x}}));
  }
};

TEST_P(EveryFunction, HasAValueAndASentenceInBothLanguages) {
  const Function& function = GetParam();
  const auto tree = parse_expression(function.use, place(), names());
  ASSERT_TRUE(tree) << to_text(tree.diagnostics().front());
  EXPECT_EQ((*tree)->kind, function.kind);
  // a set is no value: its members are asked for
  const bool is_set = (*tree)->type == Type::set;
  const auto asked = is_set ? parse_expression(fmt::format("0 in {}", function.use), place(), names()) : tree;
  ASSERT_TRUE(asked) << to_text(asked.diagnostics().front());
  EXPECT_NE(value(*asked), Computed());
  const std::string notation = to_text(**tree);
  EXPECT_EQ(notation, function.use);
  for (const Language language : {Language::en, Language::zh}) {
    EXPECT_EQ(to_sentence(**tree, language).find(std::string(function.name) + "("), std::string::npos)
        << to_sentence(**tree, language);
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, EveryFunction, testing::ValuesIn(all_functions().begin(), all_functions().end()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace npu_cts
