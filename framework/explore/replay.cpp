// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/replay.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::explore {
namespace {

/// Gives the tensors of `call` that came without values the default ones.
Call completed(const BoundSpec& bound, const Call& call, const std::string& seed) {
  const auto lacks_values = [](const auto& argument) {
    const auto* const tensor = std::get_if<Tensor>(&argument.second);
    return tensor != nullptr && tensor->values.empty() && numel(tensor->type.shape) > 0;
  };
  if (std::ranges::none_of(call.arguments, lacks_values)) return call;
  Call complete = call;
  const Call filled = with_values(bound, call, {}, seed);
  for (auto& argument : complete.arguments) {
    if (lacks_values(argument)) argument.second = filled.arguments.find(argument.first)->second;
  }
  return complete;
}

/// The call as the spec decides it, or one that the spec leaves open.
DecidedCall decided_or_open(const BoundSpec& bound, const Call& call, const std::string& seed) {
  Call complete = completed(bound, call, seed);
  if (auto decided = decide_call(bound, complete)) return *std::move(decided);
  DecidedCall open{.bound = &bound, .call = std::move(complete), .broken = {}};
  open.planned.expected = Verdict::open;
  return open;
}

/// Returns what the documents leave open of `call`, in words.
std::string why_open(const DecidedCall& call) {
  const Judgement judgement = judge(*call.bound, call.call);
  std::vector<std::string> why;
  for (const BoundRule* const rule : judgement.broken) {
    const bool asks = rule->on_violation == Verdict::open && !rule->question.empty();
    why.push_back(asks ? fmt::format("question '{}'", rule->question) : fmt::format("rule '{}'", rule->id));
  }
  return why.empty() ? "the documents leave it open" : "the documents leave it open: " + join(why, ", ");
}

}  // namespace

TriedStory replay(BoundSpecs& specs, const Bench& bench, const Saved& saved) {
  const auto decide = [&](const Call& call) { return decided_or_open(*specs.find(call), call, saved.name); };
  TriedStory replayed{.call = decide(saved.call)};
  replayed.call.planned.id = saved.name;
  for (const Call& call : saved.before) replayed.before.push_back(decide(call));
  if (replayed.call.planned.expected == Verdict::open) {
    replayed.tried.result.id = saved.name;
    replayed.tried.result.status = Status::skip;
    replayed.tried.result.reason = why_open(replayed.call);
    return replayed;
  }
  Attempt attempt(bench);
  for (const DecidedCall& call : replayed.before) attempt.pass(call);
  replayed.tried = attempt.run(replayed.call);
  return replayed;
}

}  // namespace npu_cts::explore
