// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/session.h"

#include <filesystem>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/model/element.h"
#include "framework/npy/npy.h"
#include "framework/run/session/further_calls.h"
#include "framework/run/session/options.h"
#include "framework/run/session/session_testing.h"

namespace npu_cts::run {
namespace {

using testing_session::legal_case;
using testing_session::spec_of_same;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Gives back x, with `added` to its first byte.
class SameDriver final : public Driver {
 public:
  explicit SameDriver(int added) : added_(added) {}

  Outcome run(Request& request) override {
    const auto& x = std::get<StoredTensor>(request.arguments.find("x")->second);
    Tensor out{.type = x.type, .values = x.storage};
    out.values[0] = static_cast<std::byte>(std::to_integer<int>(out.values[0]) + added_);
    return {.kind = OutcomeKind::completed, .code = 0, .message = "", .outputs = {{.name = "out", .tensor = out}}};
  }

 private:
  int added_;
};

DriverOfCase always(int added) {
  return [added](const Case&) -> Result<std::shared_ptr<Driver>> {
    return std::shared_ptr<Driver>(std::make_shared<SameDriver>(added));
  };
}

Judging judging() {
  return {.oracle = [](const Call& call,
                       const std::vector<VariantChoice>& choices) -> std::vector<std::vector<NamedTensor>> {
            const auto& x = std::get<Tensor>(call.arguments.find("x")->second);
            return {choices.size(), {{.name = "out", .tensor = x}}};
          },
          .matching_mutants = [](const Call&, const Observation&) -> std::vector<std::string> { return {"adds one"}; }};
}

/// Keeps the words of what is written, and takes no more than `most` lines.
class WordSink final : public record::CaseSink {
 public:
  explicit WordSink(std::size_t most = 100) : most_(most) {}

  record::WriteError begin(std::string_view id) override { return write("begin " + std::string(id)); }
  record::WriteError end(const CaseResult& result) override { return write("end " + result.id); }

  std::vector<std::string> lines;

 private:
  record::WriteError write(std::string line) {
    if (lines.size() == most_) return record::cannot_write("journal", "write", 28);
    lines.push_back(std::move(line));
    return std::nullopt;
  }

  std::size_t most_;
};

class SessionOfSame : public testing::Test {
 protected:
  CaseResult run(const DriverOfCase& driver_of, const Case& planned) {
    return Session(spec_, driver_of, judging(), sink_).run(planned);
  }

  const Spec spec_ = spec_of_same();
  record::MemorySink sink_;
};

TEST(JudgeOptions, RefuseABehaviourThatIsPinnedTwice) {
  Spec spec = spec_of_same();
  ImplementationDefined rounding;
  rounding.id = "rounding";
  rounding.variants.resize(2);
  rounding.variants[0].id = "even";
  rounding.variants[1].id = "away";
  spec.operators.front().implementation_defined = {rounding};
  RunOptions options;
  options.numerics = {"rounding=even", "rounding=away"};
  const auto refused = judge_options(spec, options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.diagnostics().front().what, "'rounding' is pinned twice: 'rounding=even' and 'rounding=away'");
  options.numerics.pop_back();
  EXPECT_TRUE(judge_options(spec, options));
}

TEST_F(SessionOfSame, PassesRightValuesAndAsksNoMutant) {
  const CaseResult result = run(always(0), legal_case());
  EXPECT_EQ(result.reason, "");
  EXPECT_THAT(result.matching_mutants, IsEmpty());
  EXPECT_THAT(sink_.results(), ElementsAre(result));
}

TEST_F(SessionOfSame, SaysOfWrongValuesWhichMutantsGiveThem) {
  const CaseResult result = run(always(1), legal_case());
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_THAT(result.matching_mutants, ElementsAre("adds one"));
}

/// Gives back x, and prints.
class TalkingDriver final : public Driver {
 public:
  explicit TalkingDriver(int added) : same_(added) {}

  Outcome run(Request& request) override {
    Outcome outcome = same_.run(request);
    outcome.printed = "hello\n";
    return outcome;
  }

 private:
  SameDriver same_;
};

DriverOfCase talking(int added) {
  return [added](const Case&) -> Result<std::shared_ptr<Driver>> {
    return std::shared_ptr<Driver>(std::make_shared<TalkingDriver>(added));
  };
}

TEST_F(SessionOfSame, KeepsWhatWasPrintedInAFailureOnlyUnlessItIsTold) {
  EXPECT_THAT(run(talking(1), legal_case()).printed, ElementsAre("hello"));
  EXPECT_THAT(run(talking(0), legal_case()).printed, IsEmpty());
  Judging telling = judging();
  telling.keeps_printed = true;
  EXPECT_THAT(Session(spec_, talking(0), telling, sink_).run(legal_case()).printed, ElementsAre("hello"));
}

/// Notes the cases that it is told of.
class ToldDriver final : public Driver {
 public:
  explicit ToldDriver(std::vector<std::string>& told) : told_(told) {}

  void name_next(std::string_view name) override { told_.emplace_back(name); }
  Outcome run(Request& request) override { return same_.run(request); }

 private:
  std::vector<std::string>& told_;
  SameDriver same_{0};
};

TEST_F(SessionOfSame, TellsTheDriverWhichCaseRunsNext) {
  std::vector<std::string> told;
  Judging twice = judging();
  twice.repeat = 2;
  const DriverOfCase telling = [&](const Case&) -> Result<std::shared_ptr<Driver>> {
    return std::shared_ptr<Driver>(std::make_shared<ToldDriver>(told));
  };
  Session(spec_, telling, twice, sink_).run(legal_case());
  EXPECT_THAT(told, ElementsAre(legal_case().id, legal_case().id));
}

TEST_F(SessionOfSame, SaysHowLongACaseTookWhereItHasAClock) {
  EXPECT_EQ(run(always(0), legal_case()).microseconds, 0);
  Judging timed = judging();
  std::int64_t now = 100;
  timed.clock = [&now] { return now += 7; };
  EXPECT_EQ(Session(spec_, always(0), timed, sink_).run(legal_case()).microseconds, 7);
}

TEST_F(SessionOfSame, RunsACaseAsOftenAsItIsToldAndCountsTheWorst) {
  Judging thrice = judging();
  thrice.repeat = 3;
  int runs = 0;
  const DriverOfCase first_is_wrong = [&](const Case&) -> Result<std::shared_ptr<Driver>> {
    return std::shared_ptr<Driver>(std::make_shared<SameDriver>(runs++ == 0 ? 1 : 0));
  };
  const CaseResult result = Session(spec_, first_is_wrong, thrice, sink_).run(legal_case());
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(result.status, Status::fail);
  EXPECT_THAT(result.reason, HasSubstr("(in 1 of 3 runs)"));
  EXPECT_THAT(sink_.results(), SizeIs(1));
}

TEST_F(SessionOfSame, DumpsWhatWasSeenOfAFailure) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "npu_cts_dump";
  std::filesystem::remove_all(folder);
  Judging dumping = judging();
  dumping.on_failure = [&](const EndedCase& ended) { EXPECT_FALSE(dump(folder, ended, dumping.oracle)); };
  Session(spec_, always(0), dumping, sink_).run(legal_case());
  EXPECT_FALSE(std::filesystem::exists(folder)) << "nothing failed";
  Session(spec_, always(1), dumping, sink_).run(legal_case());
  const TensorType row{.dtype = DType::float64, .shape = {4}};
  const auto difference = npy::read_npy(folder / legal_case().id / "out.difference.npy", row);
  ASSERT_TRUE(difference);
  const std::uint64_t one = encode(1.0, DType::float64);
  EXPECT_EQ(bits_at(*difference, 0), one);
  EXPECT_EQ(bits_at(*difference, 1), 0U);
  for (const char* name : {"call.yaml", "arguments.x.npy", "out.got.npy", "out.want.npy", "manifest.json"})
    EXPECT_TRUE(std::filesystem::exists(folder / legal_case().id / name)) << name;
}

/// Gives back the first values that it saw, whatever it gets.
class TableDriver final : public Driver {
 public:
  explicit TableDriver(int& runs) : runs_(runs) {}

  Outcome run(Request& request) override {
    ++runs_;
    Outcome outcome = same_.run(request);
    if (!first_) first_ = outcome;
    return *first_;
  }

 private:
  int& runs_;
  std::optional<Outcome> first_;
  SameDriver same_{0};
};

/// Returns one of the cases that run again with other values.
Case case_asked_again() {
  Case planned = legal_case();
  for (int i = 0; !runs_again(planned); ++i) planned.id = legal_case().id + std::to_string(i);
  return planned;
}

class OtherValues : public SessionOfSame {
 protected:
  CaseResult run_on_table(const Case& planned, const std::string& nonce) {
    runs_ = 0;
    const std::shared_ptr<Driver> table = std::make_shared<TableDriver>(runs_);
    Judging judged = judging();
    if (!nonce.empty()) judged.further_calls = further_calls_of_few(nonce);
    const DriverOfCase driver_of = [&](const Case&) -> Result<std::shared_ptr<Driver>> { return table; };
    return Session(spec_, driver_of, judged, sink_).run(planned);
  }

  int runs_ = 0;
};

TEST_F(OtherValues, ShowThatOnlyThePlannedOnesAreKnown) {
  EXPECT_EQ(run_on_table(case_asked_again(), "").status, Status::pass);
  EXPECT_EQ(runs_, 1);
  const CaseResult found = run_on_table(case_asked_again(), "nonce");
  EXPECT_EQ(found.status, Status::fail);
  EXPECT_EQ(found.nonce, "nonce");
  EXPECT_EQ(found.another, "with other values than the planned ones, with which it passes");
  EXPECT_THAT(found.reason, testing::EndsWith(" (with other values than the planned ones, with which it passes)"));
  EXPECT_EQ(runs_, 2);
}

TEST_F(OtherValues, ComeBehindACallThatLooksLikeThePlannedOne) {
  Case planned = legal_case();
  std::get<Tensor>(planned.call.arguments.find("x")->second).type.shape = {64};
  std::set<std::string> words;
  for (int i = 0; i < 1000; ++i) {
    planned.id = legal_case().id + std::to_string(i);
    if (!runs_again(planned)) continue;
    const CaseResult found = run_on_table(planned, "nonce");
    EXPECT_EQ(found.status, Status::fail);
    EXPECT_EQ(found.nonce, "") << "the planned values show it";
    EXPECT_THAT(found.reason, testing::EndsWith(" (" + found.another + ")"));
    EXPECT_EQ(runs_, 2);
    words.insert(found.another);
  }
  EXPECT_THAT(words, ElementsAre("with its values inside in another order, behind the planned call, which passes",
                                 "with two values of 'x' swapped, behind the planned call, which passes"));
}

/// Supports the first call that it gets and no other.
class FirstCallDriver final : public Driver {
 public:
  Outcome run(Request& request) override {
    if (std::exchange(is_first_, false)) return same_.run(request);
    return {.kind = OutcomeKind::unsupported, .message = "not in the table"};
  }

 private:
  bool is_first_ = true;
  SameDriver same_{0};
};

TEST_F(OtherValues, MayBeUnsupportedInAnotherLayout) {
  const std::shared_ptr<Driver> first = std::make_shared<FirstCallDriver>();
  Judging judged = judging();
  judged.options.unsupported = Policy::allow;
  judged.further_calls = [](const BoundSpec&, const Case&, const Call& call) {
    return std::vector<CallOfCase>{{.call = call, .words = "in another layout", .is_typed_otherwise = true}};
  };
  const DriverOfCase driver_of = [&](const Case&) -> Result<std::shared_ptr<Driver>> { return first; };
  Session session(spec_, driver_of, judged, sink_);
  EXPECT_EQ(session.run(legal_case()).status, Status::pass);
}

TEST_F(OtherValues, AreSupportedAsThePlannedOnesAre) {
  const std::shared_ptr<Driver> first = std::make_shared<FirstCallDriver>();
  Judging judged = judging();
  judged.options.unsupported = Policy::allow;
  judged.further_calls = further_calls_of_few("nonce");
  const DriverOfCase driver_of = [&](const Case&) -> Result<std::shared_ptr<Driver>> { return first; };
  EXPECT_EQ(Session(spec_, driver_of, judged, sink_).run(case_asked_again()).status, Status::fail);
}

TEST_F(OtherValues, AreOfFewSmallCallsThatAreAccepted) {
  Case another = case_asked_again();
  while (runs_again(another)) another.id += "'";
  EXPECT_EQ(run_on_table(another, "nonce").status, Status::pass);
  Case large = case_asked_again();
  std::get<Tensor>(large.call.arguments.find("x")->second).type.shape = {4097};
  EXPECT_EQ(run_on_table(large, "nonce").status, Status::pass);
  Case refused = case_asked_again();
  refused.expected = Verdict::reject;
  run_on_table(refused, "nonce");
  EXPECT_EQ(runs_, 1);
}

TEST_F(SessionOfSame, NeedsNoMutants) {
  Judging without = judging();
  without.matching_mutants = nullptr;
  EXPECT_EQ(Session(spec_, always(1), without, sink_).run(legal_case()).status, Status::fail);
}

TEST_F(SessionOfSame, SkipsWhatTheDocumentsLeaveOpenWithoutADriver) {
  Case open = legal_case();
  open.expected = Verdict::open;
  const DriverOfCase none = [](const Case&) -> Result<std::shared_ptr<Driver>> {
    ADD_FAILURE() << "asked for a driver";
    return Diagnostic{};
  };
  EXPECT_EQ(run(none, open).status, Status::skip);
}

TEST_F(SessionOfSame, ADriverThatDoesNotOpenIsAnErrorOfOurs) {
  const DriverOfCase none = [](const Case&) -> Result<std::shared_ptr<Driver>> {
    Diagnostic diagnostic;
    diagnostic.what = "no chip";
    return diagnostic;
  };
  const CaseResult result = run(none, legal_case());
  EXPECT_EQ(result.status, Status::error);
  EXPECT_THAT(result.reason, HasSubstr("did not open: no chip"));
}

TEST_F(SessionOfSame, ACaseOfNoOperatorIsAnErrorOfOurs) {
  Case stranger = legal_case();
  stranger.call.op = "other";
  EXPECT_EQ(run(always(0), stranger).status, Status::error);
}

TEST_F(SessionOfSame, WritesBeforeAndAfterACase) {
  WordSink sink;
  Session(spec_, always(0), judging(), sink).run(legal_case());
  EXPECT_THAT(sink.lines, ElementsAre("begin " + legal_case().id, "end " + legal_case().id));
}

TEST_F(SessionOfSame, IsBrokenOnceItsSinkTakesNoMore) {
  WordSink sink(3);
  Session session(spec_, always(0), judging(), sink);
  session.run(legal_case());
  EXPECT_FALSE(session.is_broken());
  session.run(legal_case("beta"));
  EXPECT_TRUE(session.is_broken());
}

TEST(OneDriverATarget, IsOpenedForTheFirstCaseOfEach) {
  std::vector<std::string> opened;
  const DriverOfCase driver_of = one_driver_a_target([&](const Target& target) -> Result<std::unique_ptr<Driver>> {
    opened.push_back(target.product);
    return std::unique_ptr<Driver>(std::make_unique<SameDriver>(0));
  });
  for (const char* product : {"alpha", "beta", "alpha"}) EXPECT_TRUE(driver_of(legal_case(product)));
  EXPECT_THAT(opened, ElementsAre("alpha", "beta"));
}

TEST(OneDriverATarget, IsTriedAgainWhereItDidNotOpen) {
  int tries = 0;
  const DriverOfCase driver_of = one_driver_a_target([&](const Target&) -> Result<std::unique_ptr<Driver>> {
    if (++tries == 1) return Diagnostic{};
    return std::unique_ptr<Driver>(std::make_unique<SameDriver>(0));
  });
  EXPECT_FALSE(driver_of(legal_case()));
  EXPECT_TRUE(driver_of(legal_case()));
}

}  // namespace
}  // namespace npu_cts::run
