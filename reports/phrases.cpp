// SPDX-License-Identifier: Apache-2.0
#include "reports/phrases.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "framework/base/percent.h"
#include "framework/base/text.h"
#include "framework/model/spec.h"

namespace npu_cts::reports {
namespace {

/// Returns what the run was told to leave out all others of.
std::string filters_of(const Report& report, Language language) {
  std::vector<std::string> words;
  for (const FilterList& list : filter_lists)
    std::ranges::copy(report.info.filters.*list.words, std::back_inserter(words));
  if (!report.info.query.empty()) words.push_back(fmt::format("'{}'", report.info.query));
  if (!report.journal.shards.empty())
    words.emplace_back(pick(language, "a part of a run that is shared out (--shard)", "分片运行（--shard）的一部分"));
  return join(words, ", ");
}

std::string with_change(std::string_view said, const Documented& documented, Language language) {
  if (documented.changed_in.empty()) return std::string(said);
  return fmt::format("{}{}{}", said, pick(language, ", changed in ", "，变更于 "), documented.changed_in);
}

}  // namespace

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

std::string scope_text(const Report& report, Language language) {
  const record::CoveredScope& scope = report.scope;
  std::string text =
      fmt::format(fmt::runtime(pick(language, "{0} of {1} cases planned by default ({2} with all releases)",
                                    "默认计划的 {1} 个用例中的 {0} 个（含所有版本共 {2} 个）")),
                  grouped(scope.covered), grouped(scope.by_default), grouped(scope.all));
  if (scope.covered_beyond > 0) {
    text += fmt::format(
        fmt::runtime(pick(language, ", and {} of {} of other releases", "，以及其他版本 {1} 个用例中的 {0} 个")),
        grouped(scope.covered_beyond), grouped(scope.all - scope.by_default));
  }
  text += fmt::format(fmt::runtime(pick(language, ", tier {}", "，测试级别 {}")), name_of(report.info.filters.tier));
  const std::string filters = filters_of(report, language);
  return filters.empty() ? text : fmt::format("{}{}{}", text, pick(language, ": ", "："), filters);
}

std::string strength_text(const Report& report, Language language) {
  if (!report.strength)
    return std::string(pick(language, "not measured for this spec; 'npu-cts strength' measures it",
                            "未按此规格测量，可用 'npu-cts strength' 测量"));
  const MeasuredStrength& one = *report.strength;
  const double percent = percent_of(one.killed, one.killable);
  return language == Language::zh
             ? fmt::format("{} 个错误实现中检出 {} 个（{:.1f} %），级别 {}，{} 按此规格测量", one.killable, one.killed,
                           percent, name_of(one.tier), one.date)
             : fmt::format("{} of {} wrong implementations caught ({:.1f} %), tier {}, measured on {} for this spec",
                           one.killed, one.killable, percent, name_of(one.tier), one.date);
}

std::string part_claimed(const Claim& claim, Language language) {
  if (claim.claimed == claim.documented) return {};
  return fmt::format("{}{}{}", claim.claimed, pick(language, " of ", " / "), claim.documented);
}

std::string labelled(std::string_view label, std::string_view text, Language language) {
  return fmt::format("{}{}{}", label, pick(language, ": ", "："), text);
}

std::string place_of(const Location& at) {
  if (at.file.empty()) return {};
  const std::string path = spec_path(at.file);
  return at.line == 0 ? path : fmt::format("{}:{}", path, at.line);
}

std::string source_of(const CitedStatement& cited) {
  std::vector<std::string> parts{cited.id};
  if (!cited.documents.empty()) parts.push_back(join(cited.documents, ", "));
  if (!cited.place.empty()) parts.push_back(cited.place);
  return join(parts, " · ");
}

std::string_view state_of(const Documented& documented, Language language) {
  if (!documented.state) return say(Word::undocumented, language);
  switch (*documented.state) {
    case SupportState::yes:
      return say(Word::yes, language);
    case SupportState::no:
      return say(Word::no, language);
    case SupportState::open:
      return say(Word::open, language);
  }
  std::abort();
}

std::string_view seen_of(const Tally& tally, Language language) {
  const std::size_t agree = tally.count(Status::pass) + tally.count(Status::weak);
  if (failures(tally) > 0) return pick(language, "wrong", "不符");
  if (tally.planned > 0 && tally.planned == tally.undecided) return pick(language, "not judged", "未判定");
  if (agree == 0) return pick(language, "untested", "未测试");
  if (agree == tally.planned - tally.undecided) return pick(language, "right", "相符");
  return pick(language, "right in part", "部分相符");
}

std::string_view seen_of(const Documented& support, const Tally& tally, Language language) {
  if (support.state != SupportState::no) return seen_of(tally, language);
  if (failures(tally) > 0) return pick(language, "accepts", "接受");
  return tally.count(Status::pass) > 0 ? pick(language, "refuses", "拒绝") : seen_of(tally, language);
}

std::string support_text(const Documented& documented, Language language) {
  return with_change(state_of(documented, language), documented, language);
}

std::string fact_text(const Documented& documented, Language language) {
  if (documented.state == SupportState::yes) return with_change(pick(language, "yes", "有"), documented, language);
  if (documented.state == SupportState::no && !documented.changed_in.empty())
    return language == Language::zh ? documented.changed_in + " 起无" : "not since " + documented.changed_in;
  if (documented.state == SupportState::no) return std::string(pick(language, "no", "无"));
  return support_text(documented, language);
}

std::vector<Status> statuses_in(const Tally& tally) {
  std::vector<Status> statuses;
  for (const Status status : every<Status>) {
    if (status == Status::pass || status == Status::fail || tally.count(status) > 0) statuses.push_back(status);
  }
  return statuses;
}

std::string ending_of(const CaseResult& result, Language language) {
  const std::string_view status = say(result.status, language);
  const std::string_view fault = result.attribution ? say(result.attribution->fault, language) : status;
  return fault == status ? std::string(status) : fmt::format("{} · {}", status, fault);
}

std::string to_text(const VariantChoice& choice) {
  std::vector<std::string> parts;
  for (const auto& [behaviour, variant] : choice) parts.push_back(fmt::format("{} = {}", behaviour, variant));
  return join(parts, ", ");
}

namespace {

/// How many cases failed in one way, to be filled in: one, several, and in Chinese.
struct FailureWords {
  std::string_view one;
  std::string_view several;
  std::string_view chinese;
};

FailureWords words_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::values:
      return {"{} wrong case", "{} wrong cases", "{} 个用例数值错误"};
    case FailureKind::refused:
      return {"{} documented call refused", "{} documented calls refused", "{} 个用例拒绝了文档允许的调用"};
    case FailureKind::accepted:
      return {"{} call accepted that the documents refuse", "{} calls accepted that the documents refuse",
              "{} 个用例接受了文档拒绝的调用"};
    case FailureKind::other:
      return {"{} case failed otherwise", "{} cases failed otherwise", "{} 个用例以其他方式失败"};
  }
  std::abort();
}

/// Returns how many cases failed in one way: "84 wrong cases".
std::string failures_of(FailureKind kind, std::size_t cases, Language language) {
  const FailureWords words = words_of(kind);
  return fmt::format(fmt::runtime(pick(language, cases == 1 ? words.one : words.several, words.chinese)), cases);
}

/// What a result, or results, of cases that pass alone depend on, and what else may be where earlier calls are not
/// known.
struct HistoryWords {
  std::string_view known;
  std::string_view unknown;
};

constexpr HistoryWords one_english{"the result depends on earlier calls",
                                   "the result depends on earlier calls, or is not steady"};
constexpr HistoryWords several_english{"results depend on earlier calls",
                                       "results depend on earlier calls, or are not steady"};
constexpr HistoryWords chinese_history{"结果取决于先前的调用", "结果取决于先前的调用，或不稳定"};

/// Returns how many failed cases pass alone. A few were run again: what the others do is not known.
std::string passes_alone(const OpReport& op, Language language) {
  const bool is_known =
      std::ranges::any_of(op.failing, [](const ListedCase& one) { return one.result.is_behind_known(); });
  const HistoryWords& words = language == Language::zh ? chinese_history : several_english;
  const std::string_view so = is_known ? words.known : words.unknown;
  if (language == Language::zh) return fmt::format("{} 个失败的用例单独重跑时通过：{}", op.passes_alone, so);
  return fmt::format("{} failed {} when run again alone: {}", op.passes_alone,
                     op.passes_alone == 1 ? "case passes" : "cases pass", so);
}

}  // namespace

std::string passes_alone(const CaseResult& result, Language language) {
  const HistoryWords& words = language == Language::zh ? chinese_history : one_english;
  return fmt::format("{}{}", pick(language, "passes when run again alone: ", "单独重跑时通过："),
                     result.is_behind_known() ? words.known : words.unknown);
}

std::string to_text(const Condition& condition, Language language) {
  const auto& from = condition.from;
  std::vector<std::string> says = condition.says;
  std::string from_size;
  if (from && condition.is_exact() && !says.empty()) {
    says.push_back(fmt::format("{} >= {}", from->symbol, from->from));  // what is exact is both together
  } else if (from) {
    from_size = fmt::format("{} {} = {}", say(Word::from_size, language), from->symbol, from->from);
  }
  std::vector<std::string> parts;
  if (!says.empty()) {
    const std::string_view where =
        condition.is_exact() ? pick(language, "exactly where", "当且仅当") : pick(language, "only where", "仅见于");
    parts.push_back(fmt::format("{} {}", where, join(says, pick(language, " and ", " 且 "))));
    if (condition.right > 0)
      parts.back() +=
          fmt::format(fmt::runtime(pick(language, " ({} of {} such cases)", "（{1} 个此类用例中的 {0} 个）")),
                      condition.failed, condition.failed + condition.right);
  }
  if (!from_size.empty()) parts.push_back(std::move(from_size));
  if (from && from->right_at > 0) parts.back() += fmt::format(", {} {}", say(Word::right_at, language), from->right_at);
  return join(parts, pick(language, "; ", "；"));
}

std::string to_text(const Suspicion& suspicion, Language language) {
  std::string text(say(Word::unlike, language));
  if (!suspicion.wrong.empty()) text = fmt::format("{} {}", say(Word::alike, language), suspicion.wrong);
  if (suspicion.condition.is_empty()) return text;
  const bool is_where = !suspicion.condition.says.empty();
  return fmt::format("{}{}{}", text, pick(language, is_where ? "; wrong " : "; ", "；"),
                     to_text(suspicion.condition, language));
}

std::vector<std::string> conditions_of(const OpReport& op, Language language) {
  std::vector<std::string> all;
  if (op.passes_alone > 0) all.push_back(passes_alone(op, language));
  for (const KindOfFailures& one : op.kinds) {
    if (one.condition.is_empty() || (one.kind == FailureKind::values && op.suspicions.size() == 1)) continue;
    all.push_back(fmt::format("{}: {}", failures_of(one.kind, one.cases, language), to_text(one.condition, language)));
  }
  return all;
}

std::string diagnosis_of(const DiagnosisGroup& group, Language language) {
  if (group.suspicion != nullptr) return to_text(*group.suspicion, language);
  return ending_of(group.cases.front()->result, language);
}

std::string heading_of(const DiagnosisGroup& group, Language language) {
  const std::size_t count = group.cases.size();
  return (language == Language::zh ? fmt::format("{} 个用例：", count) : npu_cts::counted(count, "case") + ": ") +
         diagnosis_of(group, language);
}

std::string to_text(const Mismatch& mismatch, Language language) {
  return fmt::format("{}{}: {} {}, {} {}", mismatch.output, npu_cts::to_text(mismatch.index), say(Word::got, language),
                     mismatch.got, say(Word::want, language), mismatch.want);
}

}  // namespace npu_cts::reports
