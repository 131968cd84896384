// SPDX-License-Identifier: Apache-2.0
// One changed character in a rule or in its condition, one conjunct less, or one changed dtype in a row, must turn a
// gate red: either the reader finds it, or a case planned from the changed spec disagrees with the hand-written
// argument checks, and says which rule or row it is there for.

#include <gmock/gmock.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/reader/read_spec.h"
#include "framework/rule/judge_call.h"
#include "kernels/kernel.h"
#include "suites/cross_check.h"
#include "suites/mutants/spec_comparison.h"
#include "suites/spec_under_test.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

/// Rules whose first conjunct can be lost: no call was found that shows it.
constexpr std::array survivors{std::pair{"npu_quant_matmul", "groups.complete"}};

/// One place of the spec, spoilt.
struct Change {
  friend std::ostream& operator<<(std::ostream& out, const Change& change) {
    return out << change.op << " " << change.subject << " " << change.part;
  }

  std::string op;
  std::string subject;  ///< the id of the rule or row
  std::string part;     ///< "require", "when", "require_dropped", "when_dropped" or "cells"
  std::size_t line = 0;
  std::string before;
  std::string after;
};

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// Returns `character` spoilt, or itself where it says nothing by itself.
char spoilt(char character) {
  switch (character) {
    case '<':
      return '>';
    case '>':
      return '<';
    case '+':
      return '-';
    case '-':
      return '+';
    case '9':
      return '8';
    default:
      return character >= '0' && character <= '8' ? static_cast<char>(character + 1) : character;
  }
}

/// Returns `line` with one character of the expression that begins at `start`, up to its closing quote, spoilt: which,
/// the rule's id decides. An expression without such a character has "==" and "!=" exchanged.
std::string spoil_expression(const std::string& line, std::size_t start, const std::string& id) {
  std::vector<std::size_t> places;
  const std::size_t end = line.find('"', start);
  for (std::size_t i = start; i < end; ++i) {
    const bool in_name = i > 0 && std::isalnum(static_cast<unsigned char>(line[i - 1])) != 0;
    if (spoilt(line[i]) != line[i] && !in_name) places.push_back(i);
  }
  std::string changed = line;
  if (!places.empty()) {
    const std::size_t place = places[stable_hash(id) % places.size()];
    changed[place] = spoilt(line[place]);
  } else if (const auto equal = line.find("==", start); equal < end) {
    changed[equal] = '!';
  } else if (const auto unequal = line.find("!=", start); unequal < end) {
    changed[unequal] = '=';
  }
  return changed;
}

/// Returns `line` without the first conjunct of the expression that begins at `start`; itself where that has one part.
std::string drop_conjunct(const std::string& line, std::size_t start) {
  constexpr std::string_view conjunction = " and ";
  int depth = 0;
  for (std::size_t i = start; i < line.size() && line[i] != '"'; ++i) {
    if (line[i] == '(' || line[i] == '[' || line[i] == '{') ++depth;
    if (line[i] == ')' || line[i] == ']' || line[i] == '}') --depth;
    if (depth == 0 && line.compare(i, conjunction.size(), conjunction) == 0)
      return std::string(line).erase(start, i + conjunction.size() - start);
  }
  return line;
}

/// Returns `line` with one dtype of a row's cells exchanged for another.
std::string spoil_cells(const std::string& line) {
  for (const auto& [from, to] : {std::pair{"float32", "float16"}, {"int32", "float32"}, {"int8", "int32"}}) {
    const auto place = line.find(from);
    if (place != std::string::npos) return std::string(line).replace(place, std::string_view(from).size(), to);
  }
  return line;
}

/// Returns a change for each rule that refuses calls by more than their values, and for each row.
std::vector<Change> changes_of(const OpSpec& op) {
  const auto lines = lines_of(op.file);
  std::vector<Change> changes;
  const auto add = [&](const std::string& id, std::string_view part, std::size_t line, const std::string& after) {
    if (after != lines[line]) changes.push_back({op.name, id, std::string(part), line, lines[line], after});
  };
  const auto add_spoilt = [&](const Rule& rule, std::string_view part, std::size_t line) {
    const std::string key = fmt::format("{}: \"", part);
    const auto place = lines[line].find(key);
    if (place == std::string::npos) return;
    const std::size_t start = place + key.size();
    add(rule.id, part, line, spoil_expression(lines[line], start, rule.id));
    add(rule.id, fmt::format("{}_dropped", part), line, drop_conjunct(lines[line], start));
  };
  const auto line_with = [&](std::size_t from, std::string_view key) {
    std::size_t line = from;
    while (line + 1 < lines.size() && lines[line].find(key) == std::string::npos) ++line;
    return line;
  };
  for (const Rule& rule : op.rules) {
    if (rule.on_violation != Verdict::reject || rule.on_data) continue;
    const std::size_t first = static_cast<std::size_t>(rule.at.line) - 1;
    const std::size_t last = line_with(first, "require: ");
    add_spoilt(rule, "require", last);
    for (std::size_t line = first; rule.when && line <= last; ++line) add_spoilt(rule, "when", line);
  }
  for (const Row& row : op.rows) {
    const std::size_t line = line_with(static_cast<std::size_t>(row.at.line) - 1, "cells: ");
    add(row.id, "cells", line, spoil_cells(lines[line]));
  }
  return changes;
}

std::vector<Change> all_changes() {
  std::vector<Change> changes;
  for (const OpSpec& op : spec_under_test().operators) std::ranges::move(changes_of(op), std::back_inserter(changes));
  return changes;
}

/// Returns the spec with `change` made, or what its reader says.
Result<Spec> read_changed(const Change& change) {
  const fs::path folder =
      fs::temp_directory_path() /
      fmt::format("npu-cts-spec-{:016x}-{}", stable_hash(change.op + change.subject + change.part), getpid());
  fs::remove_all(folder);
  fs::copy(fs::path(NPU_CTS_SOURCE_DIR) / "spec", folder, fs::copy_options::recursive);
  const fs::path file = folder / "ops" / (change.op + ".yaml");
  auto lines = lines_of(file);
  lines[change.line] = change.after;
  std::ofstream(file) << fmt::format("{}\n", fmt::join(lines, "\n"));
  auto spec = reader::read_spec(folder);
  fs::remove_all(folder);
  return spec;
}

bool is_row_of(const OpSpec& op, const std::string& id) { return contains(op.rows, id, &Row::id); }

/// Returns targets that the rule or row speaks of: of each mode the newest, then the oldest of all.
std::vector<Target> targets_of_change(const Spec& spec, const OpSpec& op, const Change& change) {
  const auto rule = std::ranges::find(op.rules, change.subject, &Rule::id);
  const auto row = std::ranges::find(op.rows, change.subject, &Row::id);
  std::vector<Target> targets;
  for (const Target& target : expand::targets_of(spec, op, {.releases = {"all"}})) {
    const SupportCell* support = find_support(spec, op, target);
    const bool applies =
        rule != op.rules.end() ? holds(rule->applies, spec, target) : holds(row->applies, spec, target);
    if (support != nullptr && support->state == SupportState::yes && applies) targets.push_back(target);
  }
  std::ranges::reverse(targets);
  std::vector<Target> chosen;
  for (const Target& target : targets) {
    const bool is_known = contains(chosen, target.mode, &Target::mode);
    if (!is_known || target == targets.back()) chosen.push_back(target);
  }
  return chosen;
}

/// Returns what notices the change: "reader", "generator, for …", a call on which the checks differ, the id of a case
/// that names it, or a drawn call; empty where nothing does.
std::string noticed_by(const Change& change) {
  const auto spec = read_changed(change);
  if (!spec) return "reader";
  const OpSpec& op = *find_operator(*spec, change.op);
  const auto targets = targets_of_change(*spec, op, change);
  const bool is_row = is_row_of(op, change.subject);
  for (const Target& target : targets) {
    const BoundSpec bound = BoundSpec::bind(*spec, op, target);
    const expand::Plan plan = expand::expand(bound, Tier::fast);
    const auto names_it = [&](const Case& planned) {
      return std::ranges::any_of(planned.covers, [&](const Reason& why) {
        return why.id == change.subject || (is_row && why.id == rows_rule_id);
      });
    };
    if (auto id = mutants::differing_case(plan, target, names_it); !id.empty()) return id;
    if (const auto differ = compare_with_checks(bound).first) {
      return fmt::format("a call the spec {}, the checks: {}", name_of(differ->spec), differ->refusal);
    }
    const expand::Plan before = expand::expand(
        BoundSpec::bind(spec_under_test(), *find_operator(spec_under_test(), op.name), target), Tier::fast);
    if (const auto missed = mutants::newly_missed(plan, before); !missed.empty()) return "generator, for " + missed;
  }
  return mutants::first_difference(spec_under_test(), *spec);
}

class ChangedSpec : public testing::TestWithParam<Change> {};

bool is_survivor(const Change& change) {
  const auto is_it = [&](const auto& one) { return change.op == one.first && change.subject == one.second; };
  return change.part == "require_dropped" && std::ranges::any_of(survivors, is_it);
}

TEST_P(ChangedSpec, IsNoticedAndNamed) {
  const Change& change = GetParam();
  const std::string by = noticed_by(change);
  if (is_survivor(change)) {
    EXPECT_EQ(by, "") << "take " << change << " out of the survivors";
    return;
  }
  EXPECT_FALSE(by.empty()) << change << ":\n" << change.before << "\n" << change.after;
}

TEST(ChangedSpecs, CoverRulesAndRowsOfEveryOperator) {
  for (const OpSpec& op : spec_under_test().operators) {
    const auto changes = changes_of(op);
    const auto is_of_rule = [](const Change& change) { return change.part != "cells"; };
    EXPECT_TRUE(std::ranges::any_of(changes, is_of_rule)) << op.name;
    EXPECT_TRUE(op.rows.empty() || contains(changes, "cells", &Change::part)) << op.name;
  }
}

std::string name_of_change(const testing::TestParamInfo<Change>& change) {
  std::string name = change.param.op + "_" + change.param.subject + "_" + change.param.part;
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Spec, ChangedSpec, testing::ValuesIn(all_changes()), name_of_change);

}  // namespace
}  // namespace npu_cts
