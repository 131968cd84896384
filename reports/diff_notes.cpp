// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/rule/bound_spec.h"
#include "reports/diff_page.h"
#include "reports/diff_pieces.h"

// Release notes: a comparison as users of the operators read it: names of products and sentences, no ids.
namespace npu_cts::reports {

using namespace document;

namespace {

constexpr std::size_t sources_of_change = 4;  // behind one change

/// Says a thing in the language of the notes.
class Notes {
 public:
  Notes(const diff::Diff& diff, Language language) : diff_(diff), language_(language) {}

  [[nodiscard]] std::string say(std::string_view en, std::string_view zh) const {
    return std::string(pick(language_, en, zh));
  }

  [[nodiscard]] Section section_of(const diff::OpDiff& op) const {
    List gained;
    List lost;
    for (const diff::Change& change : op.changes) (change.gained ? gained : lost).items.push_back(item_of(change));
    List facts;
    for (const diff::FactChange& fact : op.facts) {
      if (concerns_users(fact)) facts.items.push_back(item_of(fact));
    }
    Section section{.title = {plain(op.op)}, .blocks = {}};
    add(section, say("What is new", "新增可用"), std::move(gained));
    add(section, say("What breaks", "不再可用"), std::move(lost));
    add(section, say("Also changed", "其他变化"), std::move(facts));
    return section;
  }

 private:
  /// What is contested or undecided is a matter between the pages and this suite.
  static bool concerns_users(const diff::FactChange& fact) {
    return !fact.id.starts_with("contested.") && !fact.id.starts_with("undecided.");
  }

  /// Returns "x1 int8, scale float32, output_dtype float16": the dtypes of the witness.
  [[nodiscard]] std::string dtypes_of(const diff::Change& change) const {
    std::vector<std::string> parts;
    for (const diff::Given& given : change.given) {
      const auto* const tensor = std::get_if<Tensor>(&given.value);
      const auto* const dtype = std::get_if<DType>(&given.value);
      if (tensor != nullptr) parts.push_back(fmt::format("{} {}", given.name, name_of(tensor->type.dtype)));
      if (dtype != nullptr) parts.push_back(fmt::format("{} {}", given.name, name_of(*dtype)));
    }
    return join(parts, say(", ", "、"));
  }

  [[nodiscard]] std::string reason_of(const diff::Change& change, const diff::Ground& ground) const {
    constexpr std::string_view unknown = ".unknown";
    const auto either = [&](const std::string& gained, const std::string& lost) {
      return change.gained ? gained : lost;
    };
    if (ground.id == rows_rule_id) {
      return either(say("new combination of dtypes: ", "新的数据类型组合："),
                    say("combination of dtypes that is gone: ", "不再支持的数据类型组合：")) +
             dtypes_of(change);
    }
    if (ground.id.ends_with(unknown)) {
      return either(say("new parameter: ", "新参数："), say("parameter that is gone: ", "不再支持的参数：")) +
             ground.id.substr(0, ground.id.size() - unknown.size());
    }
    return either(say("no longer required: ", "不再要求："), say("now required: ", "现在要求：")) +
           pick(ground.text, language_);
  }

  /// Returns what the accepting side says, apart from its rows.
  static std::vector<diff::Ground> admitted_by(const diff::Change& change) {
    std::vector<diff::Ground> grounds;
    for (const diff::Ground& ground : change.admitted) {
      if (!contains(change.where, ground.id, &diff::Spot::row)) grounds.push_back(ground);
    }
    return grounds;
  }

  /// Returns why the call is accepted on one side alone: what that side says instead, or what it does not ask.
  [[nodiscard]] std::vector<std::string> reasons_of(const diff::Change& change) const {
    std::vector<std::string> reasons;
    const std::vector<diff::Ground> admitted = admitted_by(change);
    for (const diff::Ground& ground : admitted) {
      if (ground.id.ends_with(".default"))
        reasons.push_back((change.gained ? "" : say("no longer: ", "不再：")) + pick(ground.text, language_));
    }
    for (const diff::Ground& ground : change.refused) {
      const auto instead = std::ranges::find(admitted, ground.id, &diff::Ground::id);
      if (instead != admitted.end() && instead->text == ground.text) continue;  // it stands, of other values
      std::string reason = change.gained && instead != admitted.end()
                               ? say("now: ", "现在：") + pick(instead->text, language_)
                               : reason_of(change, ground);
      if (!contains(reasons, reason)) reasons.push_back(std::move(reason));
    }
    return reasons;
  }

  /// Returns where the first few sentences behind a change stand: "parameters, item 4 (7.1.0)".
  [[nodiscard]] std::string sources_of(const diff::Change& change) const {
    std::vector<std::string> sources;
    const auto add = [&](const std::string& release, const std::vector<diff::Ground>& grounds) {
      for (const diff::Ground& ground : grounds) {
        for (const diff::Sentence& sentence : ground.sentences) {
          std::string source = sentence.place + say(" (", "（") + release + say(")", "）");
          if (!contains(sources, source)) sources.push_back(std::move(source));
        }
      }
    };
    add(change.gained ? diff_.older : diff_.newer, change.refused);
    add(change.gained ? diff_.newer : diff_.older, admitted_by(change));
    if (sources.size() > sources_of_change) sources.resize(sources_of_change);
    return join(sources, say("; ", "；"));
  }

  [[nodiscard]] Item item_of(const diff::Change& change) const {
    const std::string refused(npu_cts::reports::say(change.refusal, language_));
    const std::string accepted(npu_cts::reports::say(Verdict::accept, language_));
    Item item{.line = {strong(join(reasons_of(change), say("; ", "；"))), plain(say(" ", "")), dim(places_of(change))}};
    item.items.push_back(labelled(say("call", "调用"), {code(witness_of(change))}));
    item.items.push_back(labelled(say("before", "之前"), {plain(change.gained ? refused : accepted)}));
    item.items.push_back(labelled(say("after", "之后"), {plain(change.gained ? accepted : refused)}));
    if (const std::string sources = sources_of(change); !sources.empty())
      item.items.push_back(labelled(say("the pages", "页面"), {plain(sources)}));
    return item;
  }

  /// Returns "axis defaults to 1; before: axis defaults to 0".
  [[nodiscard]] Item item_of(const diff::FactChange& fact) const {
    Line older = said(fact, fact.older, fact.older_text);
    if (fact.newer.empty()) return labelled(say("no longer", "不再"), std::move(older));
    Item item{.line = said(fact, fact.newer, fact.newer_text)};
    if (fact.older.empty()) return item;
    item.line.push_back(plain(say("; before: ", "；之前：")));
    item.line.insert(item.line.end(), older.begin(), older.end());
    return item;
  }

  /// Returns what one side says: a formula beside its sentence, and the expression where there is no sentence.
  [[nodiscard]] Line said(const diff::FactChange& fact, const std::string& says, const Text& text) const {
    const std::string& sentence = pick(text, language_);
    if (sentence.empty()) return {code(says)};
    if (!fact.id.starts_with("formula.")) return {plain(sentence)};
    return {plain(sentence + say(": ", "：")), code(says)};
  }

  [[nodiscard]] std::string name_of_id(const std::string& id) const {
    const auto found = diff_.names.find(id);
    return found == diff_.names.end() ? id : pick(found->second, language_);
  }

  /// Returns "(Atlas A2 series, Atlas A3 series in eager)": the modes of products that do not have all of them.
  [[nodiscard]] std::string places_of(const diff::Change& change) const {
    std::vector<std::string> parts;
    for (const auto& [product, in] : modes_by_product(change)) {
      std::vector<std::string> modes;
      for (const std::string& mode : in) modes.push_back(name_of_id(mode));
      const bool has_all = in.size() == diff_.modes.size();
      parts.push_back(name_of_id(product) + (has_all ? "" : say(" in ", "：") + join(modes, say(" and ", "和"))));
    }
    return say("(", "（") + join(parts, say(", ", "、")) + say(")", "）");
  }

  [[nodiscard]] Item labelled(const std::string& label, Line line) const {
    line.insert(line.begin(), plain(label + say(": ", "：")));
    return {.line = std::move(line)};
  }

  static void add(Section& section, std::string title, List notes) {
    if (notes.items.empty()) return;
    section.blocks.push_back({Section{.title = {plain(std::move(title))}, .blocks = {{std::move(notes)}}}});
  }

  const diff::Diff& diff_;
  Language language_;
};

}  // namespace

PageContent build_release_notes(const diff::Diff& diff, Language language) {
  const Notes notes(diff, language);
  const std::string title =
      fmt::format(fmt::runtime(pick(language, "Changes from {} to {}", "{} 至 {} 的变化")), diff.older, diff.newer);
  PageContent page = page_titled(title, tag_of(language));
  for (const diff::OpDiff& op : diff.operators) {
    Section section = notes.section_of(op);
    if (!section.blocks.empty()) page.blocks.push_back({std::move(section)});
  }
  if (page.blocks.empty())
    page.blocks.push_back({Paragraph{{plain(notes.say("Nothing changes for users.", "对用户没有变化。"))}}});
  return page;
}

}  // namespace npu_cts::reports
