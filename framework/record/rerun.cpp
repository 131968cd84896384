// SPDX-License-Identifier: Apache-2.0
#include "framework/record/rerun.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts::record {
namespace {

bool needs_no_quotes(char c) {
  return is_ascii_alphanumeric(c) || std::string_view("._-/:@%+=,").find(c) != std::string_view::npos;
}

std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (auto end = text.find('\''); end != std::string_view::npos; end = text.find('\'')) {
    word.append(text.substr(0, end)).append("'\\''");
    text.remove_prefix(end + 1);
  }
  return word.append(text).append("'");
}

/// Returns the command that runs the cases of `words` again; `options` follow their driver.
std::string rerun_of(const RunInfo& info, std::string_view words, const Target& target, std::string_view options) {
  const std::string policies = policies_of(info);
  return fmt::format("npu-cts run {} --driver {} --product {} --release {}{}{}{}", words, shell_word(info.driver),
                     shell_word(target.product), shell_word(target.release), options, policies.empty() ? "" : " ",
                     policies);
}

}  // namespace

std::string shell_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, needs_no_quotes) ? std::string(text) : in_quotes(text);
}

std::string policies_of(const RunInfo& info) {
  std::vector<std::string> words;
  if (info.unsupported != Policy::reject) words.push_back(fmt::format("--unsupported {}", name_of(info.unsupported)));
  if (info.extensions != Policy::reject) words.push_back(fmt::format("--extensions {}", name_of(info.extensions)));
  for (const std::string& pinned : info.numerics) words.push_back("--numerics " + shell_word(pinned));
  if (info.filters.tier == Tier::full) words.emplace_back("--tier full");
  if (!info.challenge.empty()) words.push_back("--challenge=" + info.challenge);
  return join(words, " ");
}

std::string rerun_command(const RunInfo& info, std::string_view case_id, const Target& target) {
  return rerun_of(info, in_quotes(case_id), target, "");
}

RunInfo with_values_of(RunInfo info, const CaseResult& result) {
  if (!result.nonce.empty()) info.challenge = result.nonce;
  return info;
}

std::string rerun_command(const RunInfo& info, const PlannedCase& planned, const CaseResult* result) {
  if (result == nullptr || (result->behind.empty() && result->nonce.empty()))
    return rerun_command(info, planned.id, planned.target);
  if (result->behind.empty()) return rerun_command(with_values_of(info, *result), planned.id, planned.target);
  std::string words;
  if (result->is_behind_known()) {
    for (const std::string& id : result->behind) words += in_quotes(id) + " ";
    words += in_quotes(planned.id);
  } else {
    words = in_quotes(planned.op + "/*");
  }
  return rerun_of(info, words, planned.target, " --jobs 1");
}

std::string calls_command(const RunInfo& info, std::string_view folder) {
  const std::string policies = policies_of(info);
  return fmt::format("npu-cts run --calls {} --driver {}{}{}", shell_word(folder), shell_word(info.driver),
                     policies.empty() ? "" : " ", policies);
}

std::string run_command(const RunInfo& info) {
  std::vector<std::string> words{"npu-cts run"};
  const auto add = [&](std::string_view option, const std::vector<std::string>& values) {
    for (const std::string& value : values) words.push_back(fmt::format("{} {}", option, shell_word(value)));
  };
  const bool is_one = info.selection == Selection{};  // then the query says it all
  for (const std::string& query : info.selection.queries) words.push_back(shell_word(query));
  if (is_one && !info.query.empty()) words.push_back(shell_word(info.query));
  add("--exclude", info.selection.excluded);
  add("--family", info.selection.families);
  add("--rule", info.selection.rules);
  if (!info.selection.listed.empty()) words.emplace_back("--from FILE");
  add("--driver", {info.driver});
  for (const FilterList& list : filter_lists) add(list.option, info.filters.*list.words);
  if (info.filters.tier == Tier::smoke) words.emplace_back("--tier smoke");
  if (const std::string policies = policies_of(info); !policies.empty()) words.push_back(policies);
  return join(words, " ");
}

std::vector<std::string> values_of_option(const std::vector<std::string>& arguments, std::string_view option) {
  const std::string joined = std::string(option) + "=";
  std::vector<std::string> values;
  for (auto word = arguments.begin(); word != arguments.end(); ++word) {
    if (word->starts_with(joined)) values.push_back(word->substr(joined.size()));
    if (*word == option && std::next(word) != arguments.end()) values.push_back(*std::next(word));
  }
  return values;
}

std::string kept_options(const std::vector<std::string>& arguments) {
  std::string kept;
  for (const std::string_view option : {"--spec", "--timeout", "--memory", "--cpu", "--repeat", "--shuffle"}) {
    for (const std::string& value : values_of_option(arguments, option))
      kept += fmt::format(" {} {}", option, shell_word(value));
  }
  return kept;
}

}  // namespace npu_cts::record
