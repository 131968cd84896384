#include <nlohmann/json.hpp>

#include "framework/model/names.h"
#include "framework/record/journal_keys.h"
#include "framework/record/journal_line.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const BackendFile& file) { return {{"path", file.path}, {"sha256", file.sha256}, {"bytes", file.bytes}}; }

Json json_of(const Shard& shard) { return {{"index", shard.index}, {"count", shard.count}}; }

Json json_of(const Environment& environment) {
  return {{"arguments", environment.arguments}, {"host", environment.host},       {"cpu", environment.cpu},
          {"kernel", environment.kernel},       {"started", environment.started}, {"ended", environment.ended},
          {"attempt", environment.attempt}};
}

template <class T>
Json json_of(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(json_of(value));
  return json;
}

Json json_of(const RunLine& line) {
  const RunInfo& info = line.info;
  Json json{{"journal", journal_version},
            {"run",
             {{"driver", info.driver},
              {"driver_version", info.driver_version},
              {"spec_digest", info.spec_digest},
              {"query", info.query},
              {"tool_version", info.tool_version},
              {"unsupported", name_of(info.unsupported)},
              {"extensions", name_of(info.extensions)},
              {"numerics", info.numerics},
              {"ops", info.ops},
              {"products", info.products},
              {"releases", info.releases},
              {"modes", info.modes},
              {"tier", name_of(info.tier)},
              {"tool_commit", info.tool_commit},
              {"backend", json_of(info.backend)}}}};
  for (const auto& [key, list] : selection_fields) {
    if (!(info.selection.*list).empty()) json["run"][key] = info.selection.*list;
  }
  if (!info.challenge.empty()) json["run"]["challenge"] = info.challenge;
  if (!line.shards.empty()) json["shards"] = json_of(line.shards);
  if (!line.environments.empty()) json["environments"] = json_of(line.environments);
  return json;
}

Json json_of(const PlannedCase& planned) {
  return {{"planned",
           {{"id", planned.id},
            {"op", planned.op},
            {"product", planned.target.product},
            {"release", planned.target.release},
            {"mode", name_of(planned.target.mode)},
            {"family", planned.family},
            {"expected", name_of(planned.expected)},
            {"because", planned.covers},
            {"file", planned.at.file},
            {"line", planned.at.line}}}};
}

Json json_of(const BeginLine& begin) { return {{"begin", begin.id}}; }

Json json_of(const Attribution& attribution) {
  Json json{{"is", name_of(attribution.fault)}};
  if (!attribution.tensor.empty()) json["tensor"] = attribution.tensor;
  if (attribution.side) json["side"] = name_of(*attribution.side);
  if (!attribution.signal.empty()) json["signal"] = attribution.signal;
  if (attribution.code) json["code"] = *attribution.code;
  if (!attribution.detail.empty()) json["detail"] = attribution.detail;
  return json;
}

Json json_of(const CaseResult& result) {
  Json end{{"id", result.id},
           {"status", name_of(result.status)},
           {"reason", result.reason},
           {"outcome", name_of(result.outcome)}};
  if (result.mismatch) {
    end["mismatch"] = {{"output", result.mismatch->output},
                       {"index", result.mismatch->index},
                       {"got", result.mismatch->got},
                       {"want", result.mismatch->want}};
    if (!result.mismatch->pattern.empty()) {
      end["mismatch"]["pattern"] = result.mismatch->pattern;
      end["mismatch"]["details"] = result.mismatch->details;
    }
  }
  Json agrees = Json::array();
  for (const VariantChoice& choice : result.agrees) {
    Json one = Json::object();
    for (const auto& [behaviour, variant] : choice) one[behaviour] = variant;
    agrees.push_back(std::move(one));
  }
  if (!agrees.empty()) end["agrees"] = std::move(agrees);
  if (!result.sizes.empty()) end["sizes"] = result.sizes;
  if (!result.matching_mutants.empty()) end["resembles"] = result.matching_mutants;
  if (result.attribution) end["fault"] = json_of(*result.attribution);
  if (!result.printed.empty()) end["printed"] = result.printed;
  if (result.microseconds > 0) end["microseconds"] = result.microseconds;
  if (!result.outputs.empty()) end["outputs"] = result.outputs;
  return {{"end", std::move(end)}};
}

Json json_of(const DoneLine& done) { return {{"done", {{"planned", done.planned}, {"ended", done.ended}}}}; }

}  // namespace

std::string to_text(const JournalLine& line) {
  const Json json = std::visit([](const auto& value) { return json_of(value); }, line);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace npu_cts
