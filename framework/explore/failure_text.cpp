// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/failure_text.h"

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/reader/write_call.h"

namespace npu_cts::explore {
namespace {

std::string rules_text(const DecidedCall& call) {
  std::string text;
  for (const std::string& id : call.broken) {
    const BoundRule* const rule = call.bound->find_rule(id);
    if (rule == nullptr) continue;
    text += fmt::format("  rule: {}: {} ({}:{})\n", id, rule->text.en, rule->at.file, rule->at.line);
  }
  return text;
}

std::string call_text(const DecidedCall& call) {
  std::string text;
  for (const std::string& line : split(reader::write_call(call.bound->spec(), call.bound->op(), call.call), '\n')) {
    if (!line.empty()) text += fmt::format("    {}\n", line);
  }
  return text;
}

}  // namespace

std::string failure_text(const TriedStory& story, const std::vector<std::string>& matching_mutants) {
  const CaseResult& result = story.tried.result;
  std::string text = fmt::format("{}: {}\n", name_of(result.status), result.reason);
  if (result.attribution) text += fmt::format("  fault: {}\n", words_of(result.attribution->fault));
  text += rules_text(story.call);
  if (result.mismatch) {
    for (const std::string& line : result.mismatch->details) text += fmt::format("  {}\n", line);
  }
  for (const std::string& wrong : matching_mutants) text += fmt::format("  like: an implementation that {}\n", wrong);
  if (!story.before.empty())
    text += fmt::format("  behind: {} in the same worker\n", counted(story.before.size(), "call"));
  if (!story.fails_again) text += "  again: a second run did not fail\n";
  return text + "  call:\n" + call_text(story.call);
}

}  // namespace npu_cts::explore
