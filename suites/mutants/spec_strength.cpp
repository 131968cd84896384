// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_strength.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include "framework/base/side_by_side.h"
#include "framework/base/text.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::mutants {
namespace {

bool is_survivor(const ExaminedMutant& one) { return one.verdict.by == SpecGate::none; }

std::size_t examined_in(const ClassScore& score) {
  std::size_t count = 0;
  for (const auto& [gate, killed] : score.by_gate) count += killed;
  return count;
}

std::size_t count_of(const ClassScore& score, SpecGate gate) {
  const auto it = score.by_gate.find(gate);
  return it == score.by_gate.end() ? 0 : it->second;
}

std::string line_of(std::string_view name, const ClassScore& score) {
  std::string text = fmt::format("  {:<14} {:>6} {:>9}", name, score.known, examined_in(score));
  for (const SpecGate gate : every<SpecGate>) text += fmt::format(" {:>9}", count_of(score, gate));
  return text + fmt::format(" {:>9}\n", score.at_its_line);
}

ClassScore sum_of(const SpecStrength& strength) {
  ClassScore sum;
  for (const auto& [in, score] : strength.classes) {
    sum.known += score.known;
    sum.at_its_line += score.at_its_line;
    for (const auto& [gate, count] : score.by_gate) sum.by_gate[gate] += count;
  }
  return sum;
}

}  // namespace

Result<SpecStrength> measure_spec(const SpecStrengthOptions& options) {
  const auto spec = reader::read_spec(options.spec);
  if (!spec) return spec.diagnostics();
  const auto trees = read_trees(options.spec);
  if (!trees) return trees.diagnostics();
  SpecGates gates(options.spec, options.documents);
  if (Diagnostics unsound = gates.find_unsound(); !unsound.empty()) return unsound;
  SpecStrength strength{.seed = options.seed, .has_pages = !options.documents.empty()};
  std::vector<SpecMutant> all;
  for (const SpecTree& tree : *trees)
    std::ranges::move(mutants_of(tree.root, tree.file, spec->releases), std::back_inserter(all));
  const auto is_asked = [&](const SpecMutant& one) { return admits(options.classes, name_of(one.in)); };
  for (const SpecMutant& one : all) {
    if (is_asked(one)) ++strength.classes[one.in].known;
  }
  for (SpecMutant& one : sample(all, options.seed, options.count)) {
    if (is_asked(one)) strength.examined.push_back({.mutant = std::move(one), .verdict = {}});
  }
  const auto ask = [&](std::size_t i) {
    ExaminedMutant& one = strength.examined[i];
    one.verdict = gates.ask(one.mutant, std::ranges::find(*trees, one.mutant.file, &SpecTree::file)->root);
  };
  side_by_side(strength.examined.size(), ask, options.jobs);
  for (const ExaminedMutant& one : strength.examined) {
    ClassScore& score = strength.classes[one.mutant.in];
    ++score.by_gate[one.verdict.by];
    if (one.verdict.at_its_line) ++score.at_its_line;
  }
  return strength;
}

std::string to_text(const SpecStrength& strength) {
  std::string text =
      fmt::format("seed {}{}\n  {:<14} {:>6} {:>9}", strength.seed,
                  strength.has_pages ? "" : ", pages not asked: no folder of documents", "class", "known", "examined");
  for (const SpecGate gate : every<SpecGate>) text += fmt::format(" {:>9}", name_of(gate));
  text += fmt::format(" {:>9}\n", "at line");
  for (const auto& [in, score] : strength.classes) text += line_of(name_of(in), score);
  text += line_of("all", sum_of(strength));
  for (const ExaminedMutant& one : strength.examined) {
    if (is_survivor(one))
      text += fmt::format("  survives: {}:{} [{}] {}\n", one.mutant.file, one.mutant.line, name_of(one.mutant.in),
                          escape_control(one.mutant.what));
  }
  return text;
}

std::string to_json(const SpecStrength& strength) {
  nlohmann::ordered_json json{{"seed", strength.seed}, {"pages", strength.has_pages}};
  for (const auto& [in, score] : strength.classes) {
    auto& one = json["classes"][std::string(name_of(in))] = {{"known", score.known}, {"examined", examined_in(score)}};
    for (const SpecGate gate : every<SpecGate>) one[std::string(name_of(gate))] = count_of(score, gate);
    one["at_its_line"] = score.at_its_line;
  }
  for (const ExaminedMutant& one : strength.examined) {
    json["mutants"].push_back({{"class", name_of(one.mutant.in)},
                               {"file", one.mutant.file},
                               {"line", one.mutant.line},
                               {"what", one.mutant.what},
                               {"by", name_of(one.verdict.by)},
                               {"says", one.verdict.says}});
  }
  return json.dump(2) + "\n";
}

}  // namespace npu_cts::mutants
