// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/strength_record.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "framework/base/read_file.h"
#include "framework/run/session/find_spec.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_record_bytes = std::size_t{1} << 20;

/// Returns the sums of the operators of `report` in `tier`; nothing where one was not measured.
std::optional<reports::MeasuredStrength> sum_of(const reports::Report& report, const Json& record, Tier tier) {
  reports::MeasuredStrength sum{.tier = tier, .date = record.at("date").get<std::string>()};
  for (const reports::OpReport& op : report.operators) {
    const auto measured = record.at("operators").find(op.name);
    if (measured == record.at("operators").end() || !measured->contains(name_of(tier))) return std::nullopt;
    const Json& score = measured->at(std::string(name_of(tier)));
    sum.killed += score.at("killed").get<std::size_t>();
    sum.killable += score.at("of").get<std::size_t>();
  }
  return sum.killable > 0 ? std::optional(sum) : std::nullopt;
}

}  // namespace

Result<std::vector<reports::MeasuredStrength>> read_strength(const reports::Report& report) {
  const auto path = run::find_record("strength.json");
  if (path.empty()) return std::vector<reports::MeasuredStrength>();
  const auto text = read_file(path, most_record_bytes);
  if (!text) return text.diagnostics();
  try {
    const Json record = Json::parse(*text);
    std::vector<reports::MeasuredStrength> measured;
    if (record.at("spec_digest") != report.info.spec_digest) return measured;
    for (const Tier tier : every<Tier>) {
      if (tier > report.info.filters.tier) break;
      if (auto sum = sum_of(report, record, tier)) measured.push_back(std::move(*sum));
    }
    return measured;
  } catch (const Json::exception& error) {
    return error_at(Kind::bad_data, {.file = path.string()}, error.what(), "the scores on reports come from this file",
                    "write it again: npu-cts strength --record reports/strength.json");
  }
}

}  // namespace npu_cts
