// SPDX-License-Identifier: Apache-2.0
#include "reports/findings_text.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"
#include "reports/diff_pieces.h"
#include "reports/finding_weight.h"
#include "reports/matrix_questions.h"

namespace npu_cts::reports {
namespace {

document::Term side(const Spec& spec, const Citations& cited, std::size_t number, Language language) {
  document::Term term{.label = fmt::format("{} {}", pick(language, "statement", "陈述"), number)};
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

std::string verdict_on(const Spec& spec, const OpSpec& op, const Call& call, Language language) {
  const BoundSpec bound = BoundSpec::bind(spec, op, call.target);
  const Judgement judgement = judge(bound, call);
  std::string text(say(judgement.verdict, language));
  for (const Rule* rule : judgement.broken) text += fmt::format("{}{}", pick(language, ", ", "，"), rule->id);
  return text;
}

document::Mark mark_of(Severity severity) {
  switch (severity) {
    case Severity::high:
      return document::Mark::bad;
    case Severity::medium:
      return document::Mark::doubtful;
    case Severity::low:
      return document::Mark::empty;
  }
  std::abort();
}

}  // namespace

std::string finding_reach(const Spec& spec, const Applies& applies, Language language) {
  const std::size_t last = std::min(applies.until, spec.releases.size() - 1);
  const std::size_t first = std::min(applies.since, last);
  std::string text = spec.releases[first];
  if (first == 0 && last + 1 == spec.releases.size()) {
    text = pick(language, "every release", "所有版本");
  } else if (first != last) {
    text += " – " + spec.releases[last];
  }
  return applies.products.empty() ? text
                                  : fmt::format("{}{}{}", text, pick(language, "; ", "；"),
                                                join(applies.products, pick(language, ", ", "、")));
}

document::Section finding_section(const Spec& spec, const OpSpec& op, const Contradiction& one, const Call* witness,
                                  Language language) {
  using namespace document;
  const auto say = [&](std::string_view en, std::string_view zh) { return std::string(pick(language, en, zh)); };
  Terms facts;
  const auto add = [&](std::string label, Line line) { facts.terms.push_back({std::move(label), {std::move(line)}}); };
  const FindingWeight weight = weigh(op, one, language);
  add(say("severity", "严重程度"),
      {badge(mark_of(weight.severity), std::string(npu_cts::reports::say(weight.severity, language)))});
  add(say("effect on users", "对用户的影响"), {plain(weight.effect)});
  add(say("about", "涉及"), {code(one.subject)});
  add(say("releases", "版本"), {plain(finding_reach(spec, one.applies, language))});
  add(say("found by", "类别"), {plain(one.kind)});
  Line basis{plain(std::string(basis_text(one.basis, language)))};
  if (!one.seen_in.empty()) basis.insert(basis.end(), {plain(say(": ", "：")), code(one.seen_in)});
  add(say("basis", "依据"), std::move(basis));
  if (const std::string variants = variants_of(op, one); !variants.empty())
    add(say("numeric variant", "数值变体"), {plain(variants)});
  for (std::size_t i = 0; i < one.statements.size(); ++i)
    facts.terms.push_back(side(spec, one.statements[i], i + 1, language));
  if (witness != nullptr) {
    add(say("witness", "见证调用"), {plain(verdict_on(spec, op, *witness, language) + " "), code(to_text(*witness))});
  } else {
    add(say("witness", "见证调用"), {plain(say("none: no call shows it", "无：任何调用均不能体现"))});
  }
  add(say("read here as", "本规范采用"), {plain(say(one.resolution.en, one.resolution.zh))});
  add(say("proposed fix", "修改建议"), {plain(weight.fix)});
  return {.title = {plain(one.id)},
          .blocks = {{Paragraph{{plain(say(one.text.en, one.text.zh))}}}, {std::move(facts)}},
          .anchor = fmt::format("{}/{}", op.name, one.id)};
}

}  // namespace npu_cts::reports
