#include "suites/session.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/rule/judge_call.h"
#include "suites/reference_driver.h"
#include "suites/run_info.h"
#include "suites/suspects.h"

namespace npu_cts {
namespace {

CaseResult ours(const Case& planned, std::string reason) {
  return {.id = planned.id,
          .status = Status::error,
          .reason = std::move(reason),
          .outcome = OutcomeKind::failed,
          .mismatch = std::nullopt,
          .agrees = {}};
}

/// Returns the rule that the values of an accepted call break: a fault of the generator's, not of the implementation's.
std::optional<std::string> broken_by_values(const BoundSpec& bound, const Call& call) {
  const Judgement judgement = judge_rules(bound, call);
  if (judgement.broken.empty()) return std::nullopt;
  return judgement.broken.front()->id;
}

}  // namespace

std::vector<Case> select(std::vector<Case> all, std::string_view query, const Shard& shard) {
  std::erase_if(all, [&](const Case& planned) {
    return !matches(query, planned.id) || stable_hash(planned.id) % shard.count != shard.index;
  });
  return all;
}

Session::Session(const Spec& spec, NamedDriver driver, JudgeOptions options, JournalWriter journal)
    : spec_(spec),
      specs_(spec),
      driver_(std::move(driver)),
      options_(std::move(options)),
      journal_(std::move(journal)),
      oracle_(kernel_oracle()) {}

CaseResult Session::run(const Case& planned) {
  if (auto error = journal_.begin(planned.id); error && !error_) error_ = error;
  CaseResult result = run_open(planned);
  if (auto error = journal_.end(result); error && !error_) error_ = error;
  return result;
}

CaseResult Session::run_open(const Case& planned) {
  const BoundSpec* const bound = specs_.find(planned.call);
  if (bound == nullptr) return ours(planned, "the law has no such operator");
  const bool is_run = planned.expected == Verdict::accept || planned.expected == Verdict::reject ||
                      planned.expected == Verdict::unsupported;
  if (!is_run) {
    return {.id = planned.id,
            .status = Status::skip,
            .reason = fmt::format("the documents leave it {}", name_of(planned.expected)),
            .outcome = OutcomeKind::completed,
            .mismatch = std::nullopt,
            .agrees = {}};
  }
  auto& driver = open_[planned.call.target];
  if (!driver) {
    auto opened = driver_.open(planned.call.target);
    if (!opened) return ours(planned, "the driver did not open: " + opened.diagnostics().front().what);
    driver = std::move(*opened);
  }
  const Call call = fill(*bound, planned);
  if (planned.expected == Verdict::accept) {
    if (const auto rule = broken_by_values(*bound, call))
      return ours(planned, fmt::format("the case's own values break '{}'", *rule));
  }
  const Observation seen = observe(bound->op(), call, *driver);
  CaseResult result = judge_case(*bound, planned, call, seen, oracle_, options_);
  if (result.mismatch) result.resembles = suspects_of(call, seen);
  return result;
}

RunInfo Session::info() const {
  RunInfo info;
  info.driver = driver_.name;
  return run_info(std::move(info), options_);
}

WriteError Session::finish() {
  auto error = journal_.finish();
  return error_ ? error_ : error;
}

}  // namespace npu_cts
