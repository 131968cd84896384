// SPDX-License-Identifier: Apache-2.0
#include "suites/gtest_bridge.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts {
namespace {

std::string output_text(const CaseResult& result) {
  std::string text;
  for (const std::string& line : result.printed) text += fmt::format("  | {}\n", line);
  return text;
}

/// The property of a test that holds what the implementation printed.
constexpr const char* output_property = "output";

/// Keeps what the implementation printed with the test; a result holds that only where it is asked for.
void keep_output(const CaseResult& result) {
  if (!result.printed.empty()) testing::Test::RecordProperty(output_property, output_text(result));
}

/// What all tests of a run share. Each keeps one pointer to it: there may be a million of them.
struct SharedRun {
  const run::CaseList& cases;
  run::Session& session;
  const RunInfo& info;
  run::FailureLimit& limit;
};

class CaseTest : public testing::Test {
 public:
  CaseTest(Case planned, const SharedRun& shared) : planned_(std::move(planned)), run_(shared) {}

  void TestBody() override {
    if (run_.session.is_broken()) GTEST_SKIP() << "the journal cannot be written";
    if (run_.limit.is_reached()) GTEST_SKIP() << "enough cases have failed";
    const CaseResult result = run_.session.run(planned_);
    switch (result.status) {
      case Status::pass:
      case Status::weak:
      case Status::expected_fail:
        return keep_output(result);
      case Status::skip:
      case Status::contested:
        keep_output(result);
        GTEST_SKIP() << result.reason;
      case Status::unexpected_pass:
      case Status::fail:
      case Status::crash:
      case Status::timeout:
      case Status::error:
        run_.limit.add_failure();
        ADD_FAILURE_AT(planned_.at.file.c_str(), planned_.at.line)
            << failure_text(run_.session.spec(), planned_, result, run_.info);
        return;
    }
  }

 private:
  Case planned_;
  const SharedRun& run_;
};

class FailurePrinter final : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& part) override {
    if (!part.failed()) return;
    fmt::print("{}:{}: {}", part.file_name() == nullptr ? "?" : part.file_name(), part.line_number(), part.message());
  }
};

class OutputPrinter final : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& test) override {
    const testing::TestResult& result = *test.result();
    for (int i = 0; i < result.test_property_count(); ++i) {
      const testing::TestProperty& property = result.GetTestProperty(i);
      if (std::string_view(property.key()) == output_property) fmt::print("{}", property.value());
    }
  }
};

/// "OPERATOR/PRODUCT" and the rest.
std::pair<std::string, std::string> split_id(const std::string& id) {
  const auto second = id.find('/', id.find('/') + 1);
  return {id.substr(0, second), id.substr(second + 1)};
}

}  // namespace

std::string failure_text(const Spec& spec, const Case& planned, const CaseResult& result, const RunInfo& info) {
  std::string text = fmt::format("{}: {}\n  case: {}\n", name_of(result.status), result.reason, planned.id);
  const OpSpec* op = find_operator(spec, planned.call.op);
  if (op != nullptr) {
    const BoundSpec bound = BoundSpec::bind(spec, *op, planned.call.target);
    for (const BoundRule& rule : bound.rules()) {
      if (!is_for(planned, ReasonKind::rule, rule.id)) continue;
      text += fmt::format("  rule: {}: {} ({}:{})\n", rule.id, rule.text.en, rule.at.file, rule.at.line);
      if (!rule.cite.empty()) text += fmt::format("  source: {}\n", join(rule.cite, ", "));
    }
  }
  if (result.mismatch) {
    for (const std::string& line : result.mismatch->details) text += fmt::format("  {}\n", line);
  }
  for (const std::string& wrong : result.matching_mutants)
    text += fmt::format("  like:  an implementation that {}\n", wrong);
  text += output_text(result);
  return text + fmt::format("  again: {}\n", record::rerun_command(record::with_values_of(info, result), planned.id,
                                                                   planned.call.target));
}

void print_failures_only(Failures failures) {
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  if (failures == Failures::printed) listeners.Append(new FailurePrinter);  // GoogleTest owns it
}

void print_output_of_cases() { testing::UnitTest::GetInstance()->listeners().Append(new OutputPrinter); }

void register_cases(const run::CaseList& cases, run::Session& session, const RunInfo& info, run::FailureLimit& limit) {
  static std::deque<SharedRun> runs;  // GoogleTest never forgets a test
  const SharedRun& shared =
      runs.emplace_back(SharedRun{.cases = cases, .session = session, .info = info, .limit = limit});
  for (std::size_t place = 0; place < cases.size(); ++place) {
    const Case planned = cases.head(place);
    const auto [suite, name] = split_id(planned.id);
    testing::RegisterTest(
        suite.c_str(), name.c_str(), nullptr, nullptr, planned.at.file.c_str(), planned.at.line,
        [&shared, place]() -> testing::Test* { return new CaseTest(shared.cases.at(place), shared); });
  }
}

}  // namespace npu_cts
