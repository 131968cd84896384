// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/read_file.h"
#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "suites/mutants/strength.h"

namespace npu_cts::mutants {
namespace {

using Json = nlohmann::ordered_json;

std::string scores_text(const KillMatrix& matrix, Tier last) {
  std::string text;
  for (const Tier tier : every<Tier>) {
    if (tier > last) break;
    const Score all = score_of(matrix, tier);
    text += fmt::format("  {:<6} {:>5.1f} %  {} of {} killed", name_of(tier), percent(all), all.killed, all.killable);
    for (const WrongIn in : every<WrongIn>) {
      const Score score = score_of(matrix, tier, in);
      text += fmt::format("{} {} {}/{}", in == WrongIn::values ? ":" : ",", name_of(in), score.killed, score.killable);
    }
    text += "\n";
  }
  return text;
}

std::string families_text(const KillMatrix& matrix, Tier tier) {
  std::string text = fmt::format("  {:<16} {:>7} {:>6} {:>6} {:>9}", "family", "cases", "kills", "alone", "its loss");
  text += matrix.idle ? fmt::format(" {:>6}\n", "idle") : "\n";
  for (const FamilyStrength& one : families_of(matrix, tier)) {
    text += fmt::format("  {:<16} {:>7} {:>6} {:>6} {:>7.1f} %", one.family, one.cases, one.kills, one.alone.size(),
                        loss_of(matrix, one));
    text += one.idle ? fmt::format(" {:>6}\n", *one.idle) : "\n";
  }
  return text;
}

std::string survivors_text(const KillMatrix& matrix, Tier tier) {
  std::string text;
  for (const WrongImplementation* one : survivors_of(matrix, tier))
    text += fmt::format("  survives: {} ({}): {}\n", one->name, name_of(one->in), one->wrong);
  return text;
}

Json to_json(const Score& score) {
  return {{"killed", score.killed}, {"killable", score.killable}, {"percent", percent(score)}};
}

Json scores_json(const KillMatrix& matrix, Tier last) {
  Json json = Json::object();
  for (const Tier tier : every<Tier>) {
    if (tier > last) break;
    Json& scores = json[std::string(name_of(tier))] = to_json(score_of(matrix, tier));
    for (const WrongIn in : every<WrongIn>) scores[std::string(name_of(in))] = to_json(score_of(matrix, tier, in));
    scores["needed_cases"] = needed_cases(matrix, tier);
  }
  return json;
}

Json families_json(const KillMatrix& matrix, Tier tier) {
  Json json = Json::array();
  for (const FamilyStrength& one : families_of(matrix, tier)) {
    Json& family = json.emplace_back(Json{{"family", one.family}, {"cases", one.cases}, {"kills", one.kills}});
    if (one.idle) family["idle"] = *one.idle;
    family["loss"] = loss_of(matrix, one);
    family["alone"] = one.alone;
  }
  return json;
}

Json to_json(const WrongImplementation& one) {
  Json json{{"name", one.name}, {"in", name_of(one.in)}, {"wrong", one.wrong}};
  if (!one.harmless.empty()) json["harmless"] = one.harmless;
  json["killed_by"] = Json::object();
  for (const auto& [family, kill] : one.killed_by)
    json["killed_by"][family] = {{"tier", name_of(kill.tier)}, {"case", kill.case_id}};
  return json;
}

MachinePart machine_part(const Json& json) {
  const auto number = [&](const char* key) { return json.at(key).get<std::size_t>(); };
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  const std::size_t equivalent = number("equivalent");
  return {.name = text("part"),
          .date = text("date"),
          .sources = json.at("sources").get<std::map<std::string, std::string>>(),
          .changed = std::nullopt,
          .mutants = number("mutants"),
          .tried = number("tried"),
          .equivalent = equivalent,
          .score = {.killed = number("killed"), .killable = number("tried") - equivalent},
          .command = text("command")};
}

/// Returns how many of `sources` are not as they were measured in the tree `root`; nothing where it has none of them.
std::optional<std::size_t> count_changed(const std::map<std::string, std::string>& sources,
                                         const std::filesystem::path& root) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::size_t found = 0;
  std::size_t same = 0;
  for (const auto& [name, hash] : sources) {
    const auto text = read_file(root / name, most_bytes);
    if (!text) continue;
    ++found;
    if (sha256_of(*text) == hash) ++same;
  }
  return found == 0 ? std::nullopt : std::optional(sources.size() - same);
}

}  // namespace

Result<std::vector<MachinePart>> read_machine_parts(const std::string& text, const std::string& file) {
  try {
    std::vector<MachinePart> parts;
    const auto root = std::filesystem::path(file).parent_path().parent_path();
    for (const Json& json : Json::parse(text)) {
      parts.push_back(machine_part(json));
      parts.back().changed = count_changed(parts.back().sources, root);
    }
    return parts;
  } catch (const Json::exception& error) {
    return error_at(Kind::bad_data, {.file = file}, error.what(), "the page of 'npu-cts strength' has a table of it",
                    "write it again: tools/mutation/run.py BUILD --record " + file);
  }
}

std::string to_text(const Strength& strength) {
  std::string text;
  for (const KillMatrix& matrix : strength.operators) {
    text += fmt::format("{}: {}\n", matrix.op, counted(matrix.wrong.size(), "wrong implementation"));
    text += scores_text(matrix, strength.tier) + families_text(matrix, strength.tier);
    text += fmt::format("  {} of them give this matrix; {} left out as too large\n",
                        counted(needed_cases(matrix, strength.tier), "case"), matrix.too_large);
    text += survivors_text(matrix, strength.tier);
  }
  text += fmt::format("release {}, spec {}", strength.release, strength.spec_digest);
  if (!strength.without.empty()) text += ", without " + join(strength.without, ", ");
  return text + (strength.date.empty() ? "\n" : ", " + strength.date + "\n");
}

std::string to_json(const Strength& strength) {
  Json json{{"spec_digest", strength.spec_digest}, {"release", strength.release}};
  if (!strength.date.empty()) json["date"] = strength.date;
  json["tier"] = name_of(strength.tier);
  json["without"] = strength.without;
  json["operators"] = Json::array();
  for (const KillMatrix& matrix : strength.operators) {
    Json& op = json["operators"].emplace_back(Json{{"op", matrix.op}});
    op["scores"] = scores_json(matrix, strength.tier);
    op["families"] = families_json(matrix, strength.tier);
    op["too_large"] = matrix.too_large;
    op["survivors"] = Json::array();
    for (const WrongImplementation* one : survivors_of(matrix, strength.tier)) op["survivors"].push_back(one->name);
    op["wrong"] = Json::array();
    for (const WrongImplementation& one : matrix.wrong) op["wrong"].push_back(to_json(one));
  }
  return json.dump(1) + "\n";
}

std::string to_record(const Strength& strength) {
  Json json{{"spec_digest", strength.spec_digest}, {"release", strength.release}, {"date", strength.date}};
  for (const KillMatrix& matrix : strength.operators) {
    for (const Tier tier : every<Tier>) {
      if (tier > strength.tier) break;
      const Score score = score_of(matrix, tier);
      json["operators"][matrix.op][std::string(name_of(tier))] = {{"killed", score.killed}, {"of", score.killable}};
    }
  }
  return json.dump(1) + "\n";
}

}  // namespace npu_cts::mutants
