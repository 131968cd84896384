// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

namespace npu_cts::ascend {

void PrintTo(const ProgramCall& call, std::ostream* out) {
  *out << call.name;
  for (const std::string& argument : call.arguments) *out << " " << argument;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CallsIn, GivesTheLastPartOfANameAndItsArguments) {
  EXPECT_THAT(calls_in("y = lib.fold( x.a, axis = -1 )"), ElementsAre(ProgramCall{"fold", {"x.a", "axis=-1"}}));
}

TEST(CallsIn, GivesAnOuterCallBeforeThoseInsideIt) {
  EXPECT_THAT(calls_in("fold(randn((2, n),), [1, 2])"),
              ElementsAre(ProgramCall{"fold", {"randn((2,n),)", "[1,2]"}}, ProgramCall{"randn", {"(2,n)"}}));
}

TEST(CallsIn, ReadsACallOverSeveralLines) {
  EXPECT_THAT(calls_in("fold(\n    x,  # fold(z)\n    y,\n)"), ElementsAre(ProgramCall{"fold", {"x", "y"}}));
}

TEST(CallsIn, FindsNoneInCommentsTuplesAndWhatIsNotClosed) {
  EXPECT_THAT(calls_in("# fold(x)\n(1, 2)\nfold(x"), IsEmpty());
}

TEST(ClosingBracket, PassesOverBracketsOfAnyKind) {
  EXPECT_EQ(closing_bracket("f([a(b)], {c})d", 1), 13U);
  EXPECT_EQ(closing_bracket("f(a", 1), std::string_view::npos);
}

TEST(ClosingBracket, GivesUpFarAway) {
  const std::string page = "f(" + std::string(10'000, ' ') + ")";
  EXPECT_EQ(closing_bracket(page, 1), std::string_view::npos);
}

TEST(CutAtCommas, LeavesThoseInsideBrackets) {
  EXPECT_THAT(cut_at_commas("a, (b, c), [d, e]"), ElementsAre("a", " (b, c)", " [d, e]"));
  EXPECT_THAT(cut_at_commas(""), ElementsAre(""));
}

struct WrittenArgument {
  std::string_view name, argument;
  ArgumentKind kind;
};
void PrintTo(const WrittenArgument& written, std::ostream* out) { *out << written.argument; }

class KindOfArgument : public testing::TestWithParam<WrittenArgument> {};

TEST_P(KindOfArgument, IsWhatItsWordsSay) { EXPECT_EQ(kind_of_argument(GetParam().argument), GetParam().kind); }

INSTANTIATE_TEST_SUITE_P(Rows, KindOfArgument,
                         testing::Values(WrittenArgument{"Integer", "7", ArgumentKind::integer},
                                         WrittenArgument{"Negative", "-12", ArgumentKind::integer},
                                         WrittenArgument{"Real", "-0.5", ArgumentKind::real},
                                         WrittenArgument{"Truth", "False", ArgumentKind::truth},
                                         WrittenArgument{"Word", "\"rint\"", ArgumentKind::word},
                                         WrittenArgument{"QuotedOtherwise", "'rint'", ArgumentKind::word},
                                         WrittenArgument{"Dtype", "torch.float16", ArgumentKind::dtype},
                                         WrittenArgument{"None", "None", ArgumentKind::none},
                                         WrittenArgument{"Variable", "x1", ArgumentKind::unknown},
                                         WrittenArgument{"OtherOfTorch", "torch.strided", ArgumentKind::unknown},
                                         WrittenArgument{"Sum", "1+1", ArgumentKind::unknown},
                                         WrittenArgument{"Minus", "-", ArgumentKind::unknown},
                                         WrittenArgument{"TwoPoints", "1.2.3", ArgumentKind::unknown},
                                         WrittenArgument{"Nothing", "", ArgumentKind::unknown}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace npu_cts::ascend
