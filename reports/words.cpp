// SPDX-License-Identifier: Apache-2.0
#include "reports/words.h"

#include <array>
#include <cstdlib>

namespace npu_cts::reports {
namespace {

struct Phrase {
  std::string_view en;
  std::string_view zh;
};
struct WordRow {
  Word word;
  Phrase phrase;
};

constexpr std::array word_table{
    WordRow{Word::report_title, {"Conformance report", "一致性报告"}},
    WordRow{Word::driver, {"Implementation", "被测实现"}},
    WordRow{Word::spec, {"Specification", "规格"}},
    WordRow{Word::query, {"Query", "查询"}},
    WordRow{Word::tier, {"Tier", "测试级别"}},
    WordRow{Word::tool, {"Tool", "工具"}},
    WordRow{Word::totals, {"Totals", "总计"}},
    WordRow{Word::planned, {"planned", "计划"}},
    WordRow{Word::not_run, {"not run", "未运行"}},
    WordRow{Word::cases_not_run, {"Cases not run", "未运行用例"}},
    WordRow{Word::unfinished, {"The run did not finish.", "运行未完成。"}},
    WordRow{Word::operator_, {"Operator", "算子"}},
    WordRow{Word::product, {"Product", "产品"}},
    WordRow{Word::release, {"Release", "版本"}},
    WordRow{Word::mode, {"Mode", "模式"}},
    WordRow{Word::support, {"Support matrix", "支持矩阵"}},
    WordRow{Word::rows, {"Rows of dtypes", "数据类型组合表"}},
    WordRow{Word::combinations, {"Dtype combinations", "数据类型组合"}},
    WordRow{Word::rules, {"Rules", "约束规则"}},
    WordRow{Word::data_sets, {"Data sets", "数据集"}},
    WordRow{Word::families, {"Families of cases", "用例族"}},
    WordRow{Word::others, {"Other grounds for cases", "其他用例依据"}},
    WordRow{Word::variants, {"Numeric variants", "数值变体"}},
    WordRow{Word::failing, {"Failing cases", "失败用例"}},
    WordRow{Word::weak, {"Weak cases", "弱证据用例"}},
    WordRow{Word::open_questions, {"Open questions", "未决问题"}},
    WordRow{Word::contradictions, {"Contradictions of the documents", "文档自相矛盾之处"}},
    WordRow{Word::id, {"Id", "编号"}},
    WordRow{Word::text, {"What it says", "内容"}},
    WordRow{Word::place, {"Place", "位置"}},
    WordRow{Word::source, {"Source", "出处"}},
    WordRow{Word::on_violation, {"If broken", "违反时"}},
    WordRow{Word::holds, {"Holds for", "适用范围"}},
    WordRow{Word::first_mismatch, {"First mismatch", "首个不一致"}},
    WordRow{Word::reproduce, {"Run again", "复现命令"}},
    WordRow{Word::cases, {"Cases", "用例"}},
    WordRow{Word::more, {"more", "更多"}},
    WordRow{Word::conclusion, {"Conclusion", "结论"}},
    WordRow{Word::fits, {"Follows", "符合变体"}},
    WordRow{Word::disagreeing,
            {"a mixture: no one variant explains these cases", "混用变体：没有一个变体能解释以下用例"}},
    WordRow{Word::undocumented, {"not documented", "无文档"}},
    WordRow{Word::yes, {"yes", "支持"}},
    WordRow{Word::no, {"no", "不支持"}},
    WordRow{Word::open, {"open", "未决"}},
    WordRow{Word::got, {"got", "实际"}},
    WordRow{Word::want, {"want", "期望"}},
    WordRow{Word::found, {"Found elsewhere", "其他证据"}},
    WordRow{Word::resolution, {"Resolution", "处理结论"}},
    WordRow{Word::basis, {"Basis", "依据"}},
    WordRow{Word::none, {"none", "无"}},
    WordRow{Word::matrix_title, {"Support matrix", "支持矩阵"}},
    WordRow{Word::parameters, {"Parameters", "参数"}},
    WordRow{Word::parameter, {"Parameter", "参数"}},
    WordRow{Word::kind, {"Kind", "类别"}},
    WordRow{Word::dtypes, {"Dtypes", "数据类型"}},
    WordRow{Word::formats, {"Formats", "数据格式"}},
    WordRow{Word::layouts, {"Layouts", "内存布局"}},
    WordRow{Word::default_, {"Default", "默认值"}},
    WordRow{Word::required, {"required", "必选"}},
    WordRow{Word::optional, {"optional", "可选"}},
    WordRow{Word::unusable, {"documented, unusable", "文档所列，不可用"}},
    WordRow{Word::derived, {"derived", "推导"}},
    WordRow{Word::newest, {"newest release", "最新版本"}},
    WordRow{Word::shapes, {"Shapes", "形状"}},
    WordRow{Word::dtype, {"Dtype", "数据类型"}},
    WordRow{Word::shape, {"Shape", "形状"}},
    WordRow{Word::placing, {"Layout and format", "内存排布与格式"}},
    WordRow{Word::first_values, {"First values", "前几个值"}},
    WordRow{Word::all_cases, {"every case is in report.csv", "全部用例见 report.csv"}},
    WordRow{Word::pinned, {"the cases touch no implementation-defined behaviour", "用例未涉及实现定义行为"}},
    WordRow{Word::meaning, {"Meaning", "含义"}},
    WordRow{Word::signature, {"Signature", "函数原型"}},
    WordRow{Word::output, {"Output", "输出"}},
    WordRow{Word::outputs, {"Outputs", "输出"}},
    WordRow{Word::in_place, {"In place of", "原地写入"}},
    WordRow{Word::alike, {"the values of an implementation that", "数值与如下错误实现一致："}},
    WordRow{Word::unlike, {"like no mistake that is known here", "与已知错误均不相似"}},
    WordRow{Word::from_size, {"seen from", "出现条件"}},
    WordRow{Word::right_at, {"still right at", "仍正确于"}},
    WordRow{Word::claimed, {"Documented calls claimed", "声明支持的文档调用"}},
    WordRow{Word::judged_by, {"Judged by", "判定选项"}},
    WordRow{Word::faults, {"What was done wrong", "问题分类"}},
    WordRow{Word::contested, {"Contested refusals", "有争议的拒绝"}},
    WordRow{Word::evidence, {"Evidence", "证据"}},
    WordRow{Word::strength, {"Strength of the cases", "用例强度"}},
    WordRow{Word::choices_that_meet, {"Choices that meet in a call", "调用中相遇的选择"}},
    WordRow{Word::accepted, {"Accepted", "接受"}},
    WordRow{Word::refused, {"Refused", "拒绝"}},
    WordRow{Word::fault, {"Fault", "问题"}},
    WordRow{Word::backend_file, {"Backend file", "实现文件"}},
    WordRow{Word::self_declared, {"self-declared: the journal is not signed", "自行声明：记录未经签名"}},
    WordRow{Word::where_and_when, {"Where and when", "运行环境"}},
    WordRow{Word::command, {"Command", "命令"}},
    WordRow{Word::host, {"Host", "主机"}},
    WordRow{Word::time, {"Time", "时间"}},
    WordRow{Word::attempt, {"Attempt", "尝试次数"}},
    WordRow{Word::known_failures, {"Known failures", "已知失败"}},
    WordRow{Word::entry, {"Entry", "条目"}},
    WordRow{Word::reason, {"Reason", "原因"}},
    WordRow{Word::owner, {"Owner", "负责人"}},
    WordRow{Word::expires, {"Holds up to", "有效期至"}},
    WordRow{Word::waived, {"waived", "已豁免"}},
    WordRow{Word::new_failures, {"New failures", "新增失败"}},
    WordRow{Word::gone_failures, {"Gone: they no longer fail", "已消失：不再失败"}},
    WordRow{Word::problems, {"Problems of the list", "清单的问题"}},
    WordRow{Word::family, {"Family", "用例族"}},
    WordRow{Word::status, {"Status", "状态"}},
};

constexpr std::array<Phrase, 7> conclusions{
    Phrase{"conforms", "符合"},
    Phrase{"conforms in its scope", "在其范围内符合"},
    Phrase{"conforms in what it claims", "所声明的部分符合"},
    Phrase{"passes with waivers", "带豁免通过"},
    Phrase{"does not conform", "不符合"},
    Phrase{"incomplete: no conclusion", "未完成：无结论"},
    Phrase{"nothing ran: no conclusion", "未运行：无结论"},
};

constexpr std::array<Phrase, every<Status>.size()> statuses{
    Phrase{"pass", "通过"},      Phrase{"weak", "弱证据"},      Phrase{"expected fail", "预期失败"},
    Phrase{"skip", "跳过"},      Phrase{"contested", "有争议"}, Phrase{"unexpected pass", "意外通过"},
    Phrase{"fail", "失败"},      Phrase{"crash", "崩溃"},       Phrase{"timeout", "超时"},
    Phrase{"error", "工具错误"},
};

constexpr std::array<std::string_view, every<Fault>.size()> faults_zh{
    "数值不一致", "接受了非法调用", "拒绝了合法调用", "错误码不符", "越界访问", "修改了输入", "输出未写",
    "结果不确定", "崩溃",           "超时",           "自行退出",   "资源",     "协议"};

constexpr bool in_order() {
  for (std::size_t i = 0; i < word_table.size(); ++i) {
    if (word_table[i].word != static_cast<Word>(i)) return false;
  }
  return word_table.size() == static_cast<std::size_t>(Word::status) + 1;
}
static_assert(in_order(), "the table of words is in the order of the enumeration and complete");

std::string_view choose(const Phrase& phrase, Language language) { return pick(language, phrase.en, phrase.zh); }

}  // namespace

std::string_view say(Word word, Language language) {
  return choose(word_table[static_cast<std::size_t>(word)].phrase, language);
}

Language language_of(std::string_view tag) { return tag == "zh" ? Language::zh : Language::en; }

std::string_view tag_of(Language language) { return pick(language, "en", "zh"); }

std::string_view pick(Language language, std::string_view en, std::string_view zh) {
  return language == Language::zh ? zh : en;
}

const std::string& pick(const Text& text, Language language) {
  const std::string& first = language == Language::zh ? text.zh : text.en;
  if (!first.empty()) return first;
  return language == Language::zh ? text.en : text.zh;
}

std::string_view say(Conclusion conclusion, Language language) {
  return choose(conclusions[static_cast<std::size_t>(conclusion)], language);
}

std::string_view say(Status status, Language language) {
  return choose(statuses[static_cast<std::size_t>(status)], language);
}

std::string_view say(Fault fault, Language language) {
  return language == Language::zh ? faults_zh[static_cast<std::size_t>(fault)] : words_of(fault);
}

std::string_view say(Verdict verdict, Language language) {
  switch (verdict) {
    case Verdict::accept:
      return pick(language, "accepted", "接受");
    case Verdict::open:
      return pick(language, "open", "未决");
    case Verdict::nondeterministic:
      return pick(language, "results vary", "结果不确定");
    case Verdict::unchecked:
      return pick(language, "not checked", "不检查");
    case Verdict::undefined:
      return pick(language, "undefined", "结果未定义");
    case Verdict::unsupported:
      return pick(language, "not supported", "不支持");
    case Verdict::reject:
      return pick(language, "refused", "报错");
  }
  std::abort();
}

}  // namespace npu_cts::reports
