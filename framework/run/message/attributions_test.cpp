// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/attributions.h"

#include <gtest/gtest.h>

namespace npu_cts::wire {
namespace {

TEST(KindOf, AFaultIsHowTheCallEnded) {
  EXPECT_EQ(kind_of(Fault::crash), OutcomeKind::crashed);
  EXPECT_EQ(kind_of(Fault::exited), OutcomeKind::crashed);
  EXPECT_EQ(kind_of(Fault::timeout), OutcomeKind::timed_out);
  for (const Fault fault : {Fault::out_of_bounds, Fault::input_modified, Fault::unwritten_output,
                            Fault::nondeterministic, Fault::resource, Fault::protocol})
    EXPECT_EQ(kind_of(fault), OutcomeKind::failed) << name_of(fault);
}

TEST(WordsOf, AnAttributionHaveItsDetailWhereItHasOne) {
  EXPECT_EQ(words_of(npu_cts::attribution_of(Fault::out_of_bounds, "past y")), "out of bounds: past y");
  EXPECT_EQ(words_of(npu_cts::attribution_of(Fault::timeout, "")), "timeout");
}

TEST(AttributionOf, AnAccessOutOfBoundsNamesTensorAndEnd) {
  const Attribution got =
      attribution_of(OutOfBoundsAccess{.where = "read past\x01", .wrote_to = "", .tensor = "y", .side = "past_end"});
  EXPECT_EQ(got.fault, Fault::out_of_bounds);
  EXPECT_EQ(got.tensor, "y");
  EXPECT_EQ(got.side, TensorEnd::past_end);
  EXPECT_EQ(got.detail, "read past\\x01");
}

TEST(AttributionOf, AWriteToAnInputIsOfThatInput) {
  const Attribution got = attribution_of(OutOfBoundsAccess{.where = "w", .wrote_to = "x\n", .tensor = "y", .side = ""});
  EXPECT_EQ(got.fault, Fault::input_modified);
  EXPECT_EQ(got.tensor, "x\\x0A");
  EXPECT_FALSE(got.side);
  EXPECT_EQ(got.detail, "argument 'x\\x0A'");
}

TEST(AttributionOf, AnUnknownSideIsNone) {
  EXPECT_FALSE(attribution_of(OutOfBoundsAccess{.where = "", .wrote_to = "", .tensor = "", .side = "left"}).side);
}

TEST(AttributionOf, AFailureIsTheWorkersOwnWord) {
  const auto of = [](OutcomeKind kind, std::string message) {
    return attribution_of(Finished{.kind = kind, .code = 0, .message = std::move(message)});
  };
  EXPECT_EQ(of(OutcomeKind::failed, "resource: no memory"), npu_cts::attribution_of(Fault::resource, "no memory"));
  EXPECT_EQ(of(OutcomeKind::failed, "protocol: \x02"), npu_cts::attribution_of(Fault::protocol, "\\x02"));
  EXPECT_FALSE(of(OutcomeKind::failed, "internal: resource: no memory")) << "an implementation's words";
  EXPECT_FALSE(of(OutcomeKind::failed, "crash: no")) << "no worker says so of itself";
  EXPECT_FALSE(of(OutcomeKind::failed, "resource"));
  EXPECT_FALSE(of(OutcomeKind::refused, "resource: no memory"));
}

TEST(Overrun, SaysTheSideInWords) {
  const Attribution before = overrun(TensorEnd::before_start, "y", "output 'y'");
  EXPECT_EQ(before.detail, "wrote before the start of output 'y'");
  EXPECT_EQ(before.side, TensorEnd::before_start);
  EXPECT_EQ(before.tensor, "y");
  const Attribution past = overrun(TensorEnd::past_end, "", "the workspace");
  EXPECT_EQ(words_of(past), "out of bounds: wrote past the end of the workspace");
  EXPECT_EQ(past.side, TensorEnd::past_end);
}

}  // namespace
}  // namespace npu_cts::wire
