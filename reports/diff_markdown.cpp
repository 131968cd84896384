#include <algorithm>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "reports/diff_forms.h"
#include "reports/diff_pieces.h"
#include "reports/escape.h"

namespace npu_cts {
namespace {

/// Returns the phrase in the page's language.
std::string_view say(Language language, std::string_view en, std::string_view zh) {
  return language == Language::zh ? zh : en;
}

std::string title_of(const Diff& diff, Language language) {
  return fmt::format("# {} {} {}\n\n", markdown_escaped(diff.newer), say(language, "against", "相对"),
                     markdown_escaped(diff.older));
}

std::string row_table(const OpDiff& op, Language language) {
  std::string text = fmt::format("| {} | {} | {} | {} |\n|---|---|---|---|\n", say(language, "product", "产品"),
                                 say(language, "row", "行"), say(language, "calls", "调用"),
                                 say(language, "dtype combinations", "数据类型组合"));
  for (const RowRelation& row : op.rows) {
    const std::string_view how = row.relation != Relation::same ? ""
                                 : row.proved                   ? say(language, " (proved)", "（已证明）")
                                                                : say(language, " (searched)", "（已搜索）");
    text += fmt::format("| {} | {} | {}{} | +{} −{} |\n", markdown_escaped(row.product), markdown_escaped(row.row),
                        phrase_of(row.relation, language), how, row.gained_dtypes, row.lost_dtypes);
  }
  return text + "\n";
}

std::string source_lines(const std::vector<Sentence>& sentences, Language language) {
  std::vector<std::string> texts;
  for (const Sentence& sentence : sentences) texts.push_back(markdown_escaped(source_of(sentence)));
  return texts.empty() ? "" : fmt::format("  - {}: {}\n", say(language, "sentences", "语句"), join(texts, "; "));
}

std::string text_of(const Change& change, Language language) {
  const std::string_view title =
      change.gained ? say(language, "newly accepted", "新接受") : say(language, "no longer accepted", "不再接受");
  std::string text = fmt::format("- **{}**: {}\n", title, markdown_escaped(spots_of(change)));
  const std::string_view before = say(language, "older", "旧版");
  const std::string_view after = say(language, "newer", "新版");
  text += fmt::format("  - {}: {}\n", change.gained ? before : after,
                      markdown_escaped(grounds_of(change.refused, language)));
  if (!change.admitted.empty()) {
    text += fmt::format("  - {}: {}\n", change.gained ? after : before,
                        markdown_escaped(grounds_of(change.admitted, language)));
  }
  text += fmt::format("  - {}: {}\n", say(language, "witness", "见证调用"), markdown_code(witness_of(change)));
  return text + source_lines(sentences_of(change), language);
}

std::string text_of(const FactChange& fact, Language language) {
  const auto said = [&](const std::string& says) {
    return says.empty() ? std::string(say(language, "nothing", "无")) : markdown_code(says);
  };
  return fmt::format("- {}: {} → {}\n", markdown_code(fact.id), said(fact.older), said(fact.newer)) +
         source_lines(fact.sentences, language);
}

std::string section_of(const OpDiff& op, Language language) {
  std::string text = fmt::format("## {}, {}\n\n{}", markdown_escaped(op.op),
                                 markdown_escaped(releases_of(op, language)), row_table(op, language));
  for (const Change& change : op.changes) text += text_of(change, language);
  if (!op.changes.empty()) text += "\n";
  if (op.facts.empty()) return text;
  text += fmt::format("{}:\n\n", say(language, "Facts that no call shows", "调用无法体现的变化"));
  for (const FactChange& fact : op.facts) text += text_of(fact, language);
  return text + "\n";
}

std::string note_of(const Change& change, Language language) {
  std::string text =
      fmt::format("- {}", markdown_escaped(grounds_of(change.gained ? change.admitted : change.refused, language)));
  const bool silent = change.gained && change.admitted.empty();
  if (silent)
    text += std::string(say(language, "no longer required: ", "不再要求：")) +
            markdown_escaped(grounds_of(change.refused, language));
  text += fmt::format(" ({})\n", markdown_escaped(spots_of(change)));
  return text + fmt::format("  {}: {}\n", say(language, "for example", "例如"), markdown_code(witness_of(change)));
}

std::string notes_of(const OpDiff& op, Language language) {
  std::string text = fmt::format("## {}\n\n", markdown_escaped(op.op));
  for (const bool gained : {true, false}) {
    std::string notes;
    for (const Change& change : op.changes) {
      if (change.gained == gained) notes += note_of(change, language);
    }
    const std::string_view title =
        gained ? say(language, "New calls", "新支持") : say(language, "Calls that break", "不兼容变化");
    if (!notes.empty()) text += fmt::format("### {}\n\n{}\n", title, notes);
  }
  std::string facts;
  for (const FactChange& fact : op.facts) {
    const auto said = [](const std::string& says) { return says.empty() ? std::string("–") : markdown_code(says); };
    facts += fmt::format("- {}: {} → {}\n", markdown_code(fact.id), said(fact.older), said(fact.newer));
  }
  if (!facts.empty()) text += fmt::format("### {}\n\n{}\n", say(language, "Other changes", "其他变化"), facts);
  return text;
}

std::string list_of(std::string_view title, const std::vector<StatusChange>& changes) {
  std::string text = fmt::format("## {} ({})\n\n", title, changes.size());
  const auto said = [](const std::optional<Status>& status) {
    return status ? name_of(*status) : std::string_view("not run");
  };
  for (const StatusChange& change : changes) {
    text += fmt::format("- {}: {} → {}{}\n", markdown_code(change.id), said(change.older), said(change.newer),
                        change.reason.empty() ? "" : ": " + markdown_escaped(change.reason));
  }
  return text + (changes.empty() ? "" : "\n");
}

}  // namespace

std::string diff_markdown(const Diff& diff, Language language) {
  std::string text = title_of(diff, language);
  if (is_same(diff)) text += fmt::format("{}\n\n", say(language, "Nothing differs.", "没有差异。"));
  for (const OpDiff& op : diff.operators) text += section_of(op, language);
  return text;
}

std::string diff_notes(const Diff& diff, Language language) {
  std::string text = title_of(diff, language);
  bool any = false;
  for (const OpDiff& op : diff.operators) {
    if (op.changes.empty() && op.facts.empty()) continue;
    any = true;
    text += notes_of(op, language);
  }
  return any ? text : text + fmt::format("{}\n", say(language, "Nothing differs.", "没有差异。"));
}

std::string diff_markdown(const JournalDiff& diff) {
  std::string text = fmt::format("# {} against {}\n\n", markdown_escaped(diff.newer), markdown_escaped(diff.older));
  if (!diff.same_law) text += "The runs are of different laws.\n\n";
  text += fmt::format("{} cases ended alike.\n\n", diff.same);
  return text + list_of("Worse", diff.worse) + list_of("Better", diff.better) + list_of("Added", diff.added) +
         list_of("Dropped", diff.dropped);
}

}  // namespace npu_cts
