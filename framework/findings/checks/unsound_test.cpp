// SPDX-License-Identifier: Apache-2.0
// The unsound corpus: the real spec, readable after every edit, and wrong. Each edit is made at every place that has
// what it edits, and is found by its check, at the line of the edit or of what it touches.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/findings/checks/check.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::findings {
namespace {

namespace fs = std::filesystem;

const Spec& spec_under_test() {
  static const Result<Spec> spec = reader::read_spec(fs::path(NPU_CTS_SOURCE_DIR) / "spec");
  return spec.value();
}

using Lines = std::vector<std::string>;

/// The lines of one entry of a list at the top of a spec: its first, and the one after its last.
struct Entry {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Returns how far `line` is indented where it begins an entry of a list, and whether of a fact, not of a block of
/// them.
std::optional<std::pair<std::size_t, bool>> entry_at(const std::string& line) {
  const std::size_t dash = line.find_first_not_of(' ');
  if (dash == std::string::npos || !line.substr(dash).starts_with("- ")) return std::nullopt;
  const std::string word = line.substr(line.find_first_not_of('{', dash + 2));
  const bool is_fact = word.starts_with("id: ") || word.starts_with("key: ") || word.starts_with("state: ");
  return std::pair(dash, is_fact);
}

/// Returns the entries of the list under `section`, those of its blocks too.
std::vector<Entry> entries_of(const Lines& lines, std::string_view section) {
  std::vector<Entry> entries;
  std::optional<std::size_t> open;  // the indentation of the entry that goes on
  auto at = static_cast<std::size_t>(std::ranges::find(lines, std::string(section) + ":") - lines.begin());
  for (++at; at < lines.size() && (lines[at].empty() || lines[at][0] == ' ' || lines[at][0] == '#'); ++at) {
    const auto entry = entry_at(lines[at]);
    if (entry && (!open || entry->first <= *open)) {
      open = entry->second ? std::optional(entry->first) : std::nullopt;
      if (entry->second) entries.push_back({.begin = at, .end = at});
    }
    if (open && !lines[at].empty()) entries.back().end = at + 1;
  }
  return entries;
}

/// One edited spec, and where its fault is: lines from 1, both inside. 0: anywhere in the file.
struct Unsound {
  Lines lines;
  std::size_t first = 0;
  std::size_t last = 0;
};

using Edits = std::vector<Unsound>;

/// Returns the word after `key: ` in `line`, up to a comma or brace.
std::string word_after(const std::string& line, const std::string& key) {
  const std::size_t at = line.find(key + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + key.size() + 2;
  return line.substr(begin, line.find_first_of(",}", begin) - begin);
}

/// Every entry of `section` once more, under another id.
Edits doubled(const Lines& lines, std::string_view section) {
  Edits edits;
  for (const Entry& entry : entries_of(lines, section)) {
    Lines copy(lines.begin() + static_cast<std::ptrdiff_t>(entry.begin),
               lines.begin() + static_cast<std::ptrdiff_t>(entry.end));
    const std::string id = word_after(copy.front(), "id");
    copy.front().replace(copy.front().find(id), id.size(), "once-more");
    Unsound edit{.lines = lines, .first = entry.begin + 1, .last = entry.end + copy.size()};
    edit.lines.insert(edit.lines.begin() + static_cast<std::ptrdiff_t>(entry.end), copy.begin(), copy.end());
    edits.push_back(std::move(edit));
  }
  return edits;
}

Edits doubled_rules(const Lines& lines) { return doubled(lines, "rules"); }
Edits doubled_rows(const Lines& lines) { return doubled(lines, "rows"); }

/// Every line between `section` and its end that `change` changes.
Edits changed_lines(const Lines& lines, std::string_view section, const std::function<bool(std::string&)>& change) {
  Edits edits;
  for (const Entry& entry : entries_of(lines, section)) {
    for (std::size_t at = entry.begin; at < entry.end; ++at) {
      Unsound edit{.lines = lines, .first = entry.begin + 1, .last = entry.end};
      if (change(edit.lines[at])) edits.push_back(std::move(edit));
    }
  }
  return edits;
}

bool replace_first(std::string& line, std::string_view from, std::string_view to) {
  const std::size_t at = line.find(from);
  if (at != std::string::npos) line.replace(at, from.size(), to);
  return at != std::string::npos;
}

Edits answered_support(const Lines& lines) {
  return changed_lines(lines, "support",
                       [](std::string& line) { return replace_first(line, "state: open", "state: supported"); });
}

Edits huge_examples(const Lines& lines) {
  return changed_lines(lines, "examples", [](std::string& line) {
    const std::size_t at = line.find("shape: [");
    if (at == std::string::npos) return false;
    line.replace(at, line.find(']', at) - at, "shape: [2199023255552");
    return true;
  });
}

/// Returns the kind of the contradiction that is `entry`: its own, or that of the block around it.
std::string kind_of(const Lines& lines, const Entry& entry) {
  for (std::size_t at = entry.begin; at < entry.end; ++at) {
    if (const std::string kind = word_after(lines[at], "kind"); !kind.empty()) return kind;
  }
  for (std::size_t at = entry.begin; at > 0; --at) {
    if (lines[at].starts_with("  - kind: ")) return word_after(lines[at], "kind");
  }
  return "";
}

/// The name of a contradiction's subject, spelt otherwise: what was declared is found, and what is declared is not.
Edits misnamed_contradictions(const Lines& lines) {
  Edits edits;
  for (const Entry& entry : entries_of(lines, "contradictions")) {
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(entry.begin);
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(entry.end);
    const std::string kind = kind_of(lines, entry);
    const bool is_written = std::ranges::any_of(
        written_checks(), [&](const Check<Spec, OpSpec>& check) { return kind == check.kind.name; });
    const bool is_made_by_calls = std::any_of(
        begin, end, [](const std::string& line) { return line.find("rejected_claim:") != std::string::npos; });
    if (!is_written || is_made_by_calls) continue;
    for (std::size_t at = entry.begin; at < entry.end; ++at) {
      Unsound edit{.lines = lines, .first = entry.begin + 1, .last = entry.end};
      const std::string subject = word_after(lines[at], "subject");
      if (subject.empty() || !replace_first(edit.lines[at], "subject: " + subject, "subject: nobody")) continue;
      edits.push_back(std::move(edit));
    }
  }
  return edits;
}

/// A contradiction of no kind, or a block of them.
Edits unknown_kinds(const Lines& lines) {
  Edits edits;
  const auto section = std::ranges::find(lines, "contradictions:");
  for (auto at = static_cast<std::size_t>(section - lines.begin()); at < lines.size(); ++at) {
    Unsound edit{.lines = lines, .first = at + 1, .last = lines.size()};
    if (replace_first(edit.lines[at], "kind: ", "kind: not-")) edits.push_back(std::move(edit));
  }
  return edits;
}

/// A parameter that the signature loses: what stands from a comma before a default to the next comma.
Edits shorter_signatures(const Lines& lines) {
  Edits edits;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::size_t begin = lines[at].find("value: \"(");
    const std::size_t arrow = lines[at].rfind(')');
    if (begin == std::string::npos || arrow == std::string::npos) continue;
    for (std::size_t comma = lines[at].find(", ", begin); comma < arrow; comma = lines[at].find(", ", comma + 1)) {
      const std::size_t next = std::min(lines[at].find(", ", comma + 1), lines[at].find(')', comma));
      const std::string part = lines[at].substr(comma, next - comma);
      if (part.find('*') != std::string::npos || part.find('(') != std::string::npos) continue;
      Unsound edit{.lines = lines, .first = at + 1, .last = at + 1};
      edit.lines[at].erase(comma, next - comma);
      edits.push_back(std::move(edit));
    }
  }
  return edits;
}

/// An implementation-defined behaviour with its first variant alone.
Edits lonely_variants(const Lines& lines) {
  Edits edits;
  for (const Entry& entry : entries_of(lines, "implementation_defined")) {
    Unsound edit{.lines = lines, .first = entry.begin + 1, .last = entry.end};
    std::size_t variants = 0;
    for (std::size_t at = entry.begin; at < entry.end; ++at) {
      if (lines[at].starts_with("      - ")) ++variants;
      if (lines[at].starts_with("      ") && variants > 1) edit.lines[at] = "";  // a variant may go on
    }
    if (variants > 1) edits.push_back(std::move(edit));
  }
  return edits;
}

/// A question that nothing raises.
Edits idle_questions(const Lines& lines) {
  const auto open = std::ranges::find(lines, "open:");
  if (open == lines.end()) return {};
  const auto at = static_cast<std::size_t>(open - lines.begin()) + 1;
  Unsound edit{.lines = lines, .first = at + 1, .last = at + 1};
  edit.lines.insert(edit.lines.begin() + static_cast<std::ptrdiff_t>(at),
                    "  - {id: idle, question: {en: is it so, zh: 是否}, found: so it is said}");
  return {edit};
}

/// A binding rule that has a question.
Edits binding_questions(const Lines& lines) {
  return changed_lines(lines, "rules", [](std::string& line) {
    return replace_first(line, "on_violation: open", "on_violation: reject");
  });
}

/// A rule that refuses nothing certain, under an id that no statement names.
Edits undisposed_rules(const Lines& lines) {
  Edits edits;
  for (const Entry& entry : entries_of(lines, "rules")) {
    Unsound edit{.lines = lines, .first = entry.begin + 1, .last = entry.end};
    bool leaves_open = false;
    for (std::size_t at = entry.begin; at < entry.end; ++at) {
      for (const std::string_view word :
           {"on_violation: unchecked", "on_violation: undefined", "on_violation: nondeterministic"})
        leaves_open = leaves_open || lines[at].find(word) != std::string::npos;
    }
    replace_first(edit.lines[entry.begin], "id: ", "id: no-");
    if (leaves_open) edits.push_back(std::move(edit));
  }
  return edits;
}

/// A text whose Chinese has a number that the English lacks.
Edits other_numbers(const Lines& lines) {
  Edits edits;
  for (const std::string_view section : {"rules", "open", "contradictions"}) {
    for (Unsound& edit : changed_lines(lines, section, [](std::string& line) {
           return line.find("zh: ") != std::string::npos && line.find("en: ") != std::string::npos &&
                  line.find("zh: \"") == std::string::npos && replace_first(line, "zh: ", "zh: 共 4711 项之");
         }))
      edits.push_back(std::move(edit));
  }
  return edits;
}

/// A symbol that is never used.
Edits idle_symbols(const Lines& lines) {
  const auto symbols = std::ranges::find(lines, "symbols:");
  if (symbols == lines.end()) return {};
  const auto at = static_cast<std::size_t>(symbols - lines.begin()) + 1;
  Unsound edit{.lines = lines, .first = at + 1, .last = at + 1};
  edit.lines.insert(edit.lines.begin() + static_cast<std::ptrdiff_t>(at), "  nobody_says: \"4\"");
  return {edit};
}

/// A dtype that is listed for a column of the rows, and in none of them.
Edits wider_lists(const Lines& lines) {
  if (!contains(lines, "rows:")) return {};
  return changed_lines(lines, "parameters", [](std::string& line) {
    return line.find("dtypes: [{values: [") != std::string::npos &&
           replace_first(line, "values: [", "values: [float64, ");
  });
}

/// Returns `line` with one name in its rejected claim changed, once for each; nothing where it holds no claim.
Lines claims_of_others(const std::string& line) {
  constexpr auto names = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"x2", "x1"}, {"int8", "int32"}, {"float32", "float16"}});
  Lines changed;
  const std::size_t claim = line.find("rejected_claim: \"");
  if (claim == std::string::npos) return changed;
  const std::size_t end = line.find('"', line.find('"', claim) + 1);
  for (const auto& [from, to] : names) {
    for (std::size_t at = line.find(from, claim); at < end; at = line.find(from, at + 1))
      changed.emplace_back(line).replace(at, from.size(), to);
  }
  return changed;
}

/// A rejected claim about another parameter or another dtype, whose name differs by its digits alone.
Edits claims_of_others(const Lines& lines) {
  Edits edits;
  for (const Entry& entry : entries_of(lines, "contradictions")) {
    for (std::size_t at = entry.begin; at < entry.end; ++at) {
      for (std::string& line : claims_of_others(lines[at])) {
        edits.push_back({.lines = lines, .first = entry.begin + 1, .last = entry.end});
        edits.back().lines[at] = std::move(line);
      }
    }
  }
  return edits;
}

struct EditKind {
  std::string_view name;
  std::string_view kind;
  Edits (*edits)(const Lines& lines);
};
void PrintTo(const EditKind& edit, std::ostream* out) { *out << edit.name; }

const std::vector<EditKind> kinds{
    {"DoubledRules", "duplicate-rule", doubled_rules},
    {"DoubledRows", "subsumed-row", doubled_rows},
    {"AnsweredSupport", "question-on-promise", answered_support},
    {"HugeExamples", "size-overflow", huge_examples},
    {"MisnamedContradictions", "contradiction-not-found", misnamed_contradictions},
    {"UnknownKinds", "contradiction-not-found", unknown_kinds},
    {"ShorterSignatures", "signature-mismatch", shorter_signatures},
    {"LonelyModels", "single-variant", lonely_variants},
    {"IdleQuestions", "unused-question", idle_questions},
    {"BindingQuestions", "question-on-promise", binding_questions},
    {"UndisposedRules", "undisposed-behaviour", undisposed_rules},
    {"OtherNumbers", "translation-mismatch", other_numbers},
    {"IdleSymbols", "unused-symbol", idle_symbols},
    {"WiderLists", "dtypes-not-in-rows", wider_lists},
    {"ClaimsOfOthers", "contradiction-off-subject", claims_of_others},
};

Lines lines_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns what the check of `kind` says of the spec; all that the written checks do where none has it.
Diagnostics said_of(const Spec& spec, std::string_view kind) {
  for (const auto& check : written_checks()) {
    if (check.kind.name == kind) return to_diagnostics(run_checks(std::span(&check, 1), spec, spec.operators.front()));
  }
  return to_diagnostics(find_all(spec, std::array{written_engine()}).value());
}

/// Returns why the edit is not found as it should be; empty where it is.
std::string missed(const OpSpec& op, const Unsound& edit, std::string_view kind) {
  Spec spec = spec_under_test();
  const auto read = reader::read_op_spec(join(edit.lines, "\n") + "\n", op.file, spec);
  if (!read) return "not readable: " + to_text(read.diagnostics().front());
  spec.operators = {*read};
  reader::ground(spec);
  std::string said;
  for (const Diagnostic& one : said_of(spec, kind)) {
    const auto line = static_cast<std::size_t>(one.at.line);
    if (info_of(one.kind).name == kind && edit.first <= line && line <= edit.last) return "";
    said += to_text(one);
  }
  return "not found at " + std::to_string(edit.first) + "-" + std::to_string(edit.last) + "; said: " + said;
}

class UnsoundSpecs : public testing::TestWithParam<EditKind> {};

TEST_P(UnsoundSpecs, AreFoundAtTheirLine) {
  std::size_t edits = 0;
  for (const OpSpec& op : spec_under_test().operators) {
    for (const Unsound& edit : GetParam().edits(lines_of(op.file))) {
      const std::string why = missed(op, edit, GetParam().kind);
      EXPECT_EQ(why, "") << fs::path(op.file).filename() << ", edit " << edits;
      ++edits;
    }
  }
  EXPECT_GT(edits, 0U);
}

INSTANTIATE_TEST_SUITE_P(Spec, UnsoundSpecs, testing::ValuesIn(kinds),
                         [](const auto& edit) { return std::string(edit.param.name); });

TEST(UnsoundSpecs, AreAtLeastOneHundred) {
  std::size_t edits = 0;
  for (const OpSpec& op : spec_under_test().operators) {
    const Lines lines = lines_of(op.file);
    for (const EditKind& kind : kinds) edits += kind.edits(lines).size();
  }
  EXPECT_GE(edits, 100U);
  RecordProperty("edits", std::to_string(edits));
}

}  // namespace
}  // namespace npu_cts::findings
