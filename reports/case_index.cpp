// SPDX-License-Identifier: Apache-2.0
#include "reports/case_index.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/record/rerun.h"

namespace npu_cts::reports {
namespace {

/// Returns how a case that ended as `status` stands, as the page's filters have it.
std::string_view mark_of(Status status) {
  if (is_failure(status)) return "bad";
  return status == Status::pass ? "good" : "doubtful";
}

/// Cases by what follows their target in their ids. Most targets have the same, so that little is written.
class Lines {
 public:
  void add(const record::PlannedCase& planned, const CaseResult* result) {
    if (!planned.id.starts_with(targets_.back())) {
      const Target& at = planned.target;
      std::string start = fmt::format("{}/{}/{}/{}/", planned.op, at.product, at.release, at.mode);
      if (!planned.id.starts_with(start)) return;  // of no plan: the page could not name it
      targets_.push_back(std::move(start));
    }
    const std::size_t status = result == nullptr ? every<Status>.size() : static_cast<std::size_t>(result->status);
    std::string& codes = codes_[planned.id.substr(targets_.back().size())];
    codes += fmt::format("{}{}{}", codes.empty() ? "" : " ", targets_.size() - 1, static_cast<char>('a' + status));
  }

  [[nodiscard]] std::string text(Language language) const {
    if (codes_.empty()) return {};
    std::vector<std::string> statuses;
    for (const Status status : every<Status>)
      statuses.push_back(fmt::format("{} {}={}", mark_of(status), name_of(status), say(status, language)));
    statuses.push_back(fmt::format("doubtful not_run={}", say(Word::not_run, language)));
    std::string text = join(targets_, "\t") + "\n" + join(statuses, "\t");
    const std::map<std::string_view, std::string_view> sorted(codes_.begin(), codes_.end());
    for (const auto& [content, codes] : sorted) text += fmt::format("\n{}\t{}", content, codes);
    return text;
  }

 private:
  std::vector<std::string> targets_{"/"};  ///< the first is of none, and no case's
  std::unordered_map<std::string, std::string> codes_;
};

}  // namespace

document::CaseIndex build_case_index(const Report& report, Language language) {
  Lines lines;
  report.cases([&](const record::PlannedCase& one, const CaseResult* result) { lines.add(one, result); });
  document::CaseIndex cases{.title = std::string(say(Word::cases, language)),
                            .again = std::string(say(Word::reproduce, language)),
                            .command = record::rerun_command(
                                report.info, "%id%", {.product = "%product%", .release = "%release%", .mode = ""}),
                            .lines = lines.text(language)};
  for (const Word word : {Word::operator_, Word::product, Word::release, Word::mode, Word::family, Word::status})
    cases.labels.emplace_back(say(word, language));
  return cases;
}

}  // namespace npu_cts::reports
