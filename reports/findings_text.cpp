#include "reports/findings_text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"
#include "reports/diff_pieces.h"

namespace npu_cts {
namespace {

/// What would fix the documents, by what is wrong with them. How this spec reads them meanwhile is the resolution.
struct Fix {
  std::string_view kind;
  std::string_view en;
  std::string_view zh;
};

constexpr std::array fixes{
    Fix{"default-breaks-rule", "give the parameter a default that keeps the rule, or none",
        "将默认值改为满足约束的值，或取消默认值"},
    Fix{"dtypes-not-in-rows", "take the dtype out of the parameter's list, or add the row that uses it",
        "从参数说明中删去该类型，或在组合表中补上使用它的一行"},
    Fix{"degenerate-example", "draw the example's data from a wider range, and print what that program prints",
        "扩大示例数据的取值范围，并打印该程序的真实输出"},
    Fix{"documents-disagree",
        "let one of the two statements go, or say for which releases, products and modes each holds",
        "删去其中一处陈述，或写明各自适用的版本、产品与模式"},
    Fix{"dtype-among-formats", "write what the list is about, or take the word out of it",
        "更正列表的名称，或删去不属于它的词"},
    Fix{"stray-mark", "take the mark out of the shape", "删去shape中多余的标记"},
    Fix{"bit-outside-field", "name the bits that the formula writes", "按公式更正所述的位"},
    Fix{"argument-of-other-type", "state the type that the page's programs pass", "按示例所传的值更正参数类型"},
    Fix{"reused-output", "run the program that is shown and print what it prints", "运行所示程序并打印其真实输出"},
    Fix{"code-in-output", "show the line as it is printed", "按实际打印的内容更正该行"},
    Fix{"product-not-in-table", "write the product's name as the page's list has it", "改用本页产品列表中的名称"},
    Fix{"name-of-one-edition", "say it in both editions or in neither", "两种语言的页面同时保留或同时删去"},
    Fix{"example-of-two-kinds", "link an operator that is of the kind the sentence speaks of",
        "改为链接到属于该类的算子"},
    Fix{"code-disagrees", "say on the page what the program does, or make the program do what the page says",
        "在页面中写明实际行为，或使实现与页面一致"},
    Fix{"golden-not-reproduced", "print the output of the program that is shown", "打印所示程序的真实输出"},
};

std::string fix_of(const Contradiction& one, Language language) {
  const auto row = std::ranges::find(fixes, one.kind, &Fix::kind);
  if (row == fixes.end()) return std::string(pick(language, "correct one of the two", "更正其中一处"));
  return std::string(pick(language, row->en, row->zh));
}

/// Returns "6.0.0 – 7.1.0", one release, or every release; then the products, where not all.
std::string reach_of(const Spec& spec, const Applies& applies, Language language) {
  const std::size_t last = std::min(applies.until, spec.releases.size() - 1);
  const std::size_t first = std::min(applies.since, last);
  std::string text = spec.releases[first];
  if (first == 0 && last + 1 == spec.releases.size()) {
    text = pick(language, "every release", "所有版本");
  } else if (first != last) {
    text += " – " + spec.releases[last];
  }
  return applies.products.empty() ? text : text + "; " + join(applies.products, ", ");
}

document::Term side(const Spec& spec, const Citations& cited, std::size_t number, Language language) {
  document::Term term{.label = fmt::format("{} {}", pick(language, "statement", "陈述"), number), .lines = {}};
  if (cited.empty()) {
    term.lines.push_back({document::plain(
        std::string(pick(language, "on no page of this operator: see the basis", "不在本算子页面中，见依据")))});
  }
  for (const std::string& id : cited) {
    const Statement* const statement = find_statement(spec, id);
    term.lines.push_back({document::code(
        statement == nullptr ? id
                             : fmt::format("{} ({}: {})", id, join(statement->documents, ", "), statement->place))});
  }
  return term;
}

/// Returns the numeric variants that the finding leaves the choice of; nothing where it touches none.
std::string variants_of(const OpSpec& op, const Contradiction& one) {
  const auto behaviour = std::ranges::find(op.implementation_defined, one.subject, &ImplementationDefined::id);
  if (behaviour == op.implementation_defined.end()) return "";
  std::vector<std::string> variants;
  for (const Variant& variant : behaviour->variants) variants.push_back(variant.id);
  return fmt::format("{}: {}", behaviour->id, join(variants, ", "));
}

std::string verdict_on(const Spec& spec, const OpSpec& op, const Call& call) {
  const BoundSpec bound = BoundSpec::bind(spec, op, call.target);
  const Judgement judgement = judge(bound, call);
  std::string text(name_of(judgement.verdict));
  for (const Rule* rule : judgement.broken) text += fmt::format(", {}", rule->id);
  return text;
}

}  // namespace

document::Section finding_section(const Spec& spec, const OpSpec& op, const Contradiction& one, const Call* witness,
                                  Language language) {
  using namespace document;
  const auto say = [&](std::string_view en, std::string_view zh) { return std::string(pick(language, en, zh)); };
  Terms facts;
  const auto add = [&](std::string label, Line line) { facts.terms.push_back({std::move(label), {std::move(line)}}); };
  add(say("about", "涉及"), {code(one.subject)});
  add(say("releases", "版本"), {plain(reach_of(spec, one.applies, language))});
  add(say("found by", "类别"), {plain(one.kind)});
  add(say("basis", "依据"), {plain(one.basis)});
  if (const std::string variants = variants_of(op, one); !variants.empty())
    add(say("numeric variant", "数值变体"), {plain(variants)});
  for (std::size_t i = 0; i < one.statements.size(); ++i)
    facts.terms.push_back(side(spec, one.statements[i], i + 1, language));
  if (witness != nullptr) {
    add(say("witness", "见证调用"), {plain(verdict_on(spec, op, *witness) + " "), code(to_text(*witness))});
  } else {
    add(say("witness", "见证调用"), {plain(say("none: no call shows it", "无：任何调用均不能体现"))});
  }
  add(say("read here as", "本规范采用"), {plain(say(one.resolution.en, one.resolution.zh))});
  add(say("proposed fix", "修改建议"), {plain(fix_of(one, language))});
  return {.title = {plain(one.id)},
          .blocks = {{Paragraph{{plain(say(one.text.en, one.text.zh))}}}, {std::move(facts)}},
          .anchor = fmt::format("{}/{}", op.name, one.id)};
}

}  // namespace npu_cts
