// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/statement.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/evidence/key.h"

namespace npu_cts::evidence {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view payload_type = "application/vnd.in-toto+json";

Json digest_of_bytes(const std::string& sha256) { return {{"sha256", sha256}}; }

Json resource(std::string_view name, const std::string& sha256) {
  return {{"name", name}, {"digest", digest_of_bytes(sha256)}};
}

/// What was tested: the backend's files; of a driver that is built in, the suite itself.
Json subject_of(const Facts& facts) {
  Json subject = Json::array();
  for (const BackendFile& file : facts.run.info.backend) subject.push_back(resource(file.path, file.sha256));
  if (subject.empty()) subject.push_back(resource(facts.run.info.driver, facts.run.info.tool_digest));
  return subject;
}

Json json_of(const record::Environment& environment) {
  return {{"arguments", environment.arguments}, {"host", environment.host},       {"cpu", environment.cpu},
          {"kernel", environment.kernel},       {"started", environment.started}, {"ended", environment.ended},
          {"attempt", environment.attempt}};
}

Json scope_of(const Facts& facts) {
  const record::CoveredScope& scope = facts.verdict.scope;
  const RunInfo& info = facts.run.info;
  return {{"covered", scope.covered},
          {"byDefault", scope.by_default},
          {"coveredBeyond", scope.covered_beyond},
          {"all", scope.all},
          {"query", info.query},
          {"operators", info.filters.ops},
          {"products", info.filters.products},
          {"releases", info.filters.releases},
          {"modes", info.filters.modes},
          {"tier", name_of(info.filters.tier)},
          {"unsupported", name_of(info.unsupported)},
          {"extensions", name_of(info.extensions)},
          {"numerics", info.numerics}};
}

Json json_of(const Strength& strength, const std::string& spec_digest) {
  Json tiers = Json::object();
  for (const KillScore& one : strength.scores) tiers[one.tier] = {{"killed", one.killed}, {"of", one.killable}};
  return {{"spec", digest_of_bytes(spec_digest)}, {"day", strength.day}, {"tiers", std::move(tiers)}};
}

std::string result_of(const std::string& conclusion) {
  if (conclusion == "conforms") return "PASSED";
  return conclusion == "fails" || conclusion == "nothing_ran" || conclusion == "incomplete" ? "FAILED" : "WARNED";
}

/// Returns whether more than `most` lists and objects stand inside each other in the JSON `text`.
bool is_deep(std::string_view text, int most) {
  int depth = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"') is_text = !is_text;
    if (is_text && letter == '\\') ++i;  // what follows ends no text
    if (is_text) continue;
    if (letter == '{' || letter == '[') ++depth;
    if (letter == '}' || letter == ']') --depth;
    if (depth > most) return true;
  }
  return false;
}

}  // namespace

std::string_view level_of(const RunInfo& info) { return info.challenge.empty() ? "self-declared" : "challenged"; }

std::map<std::string_view, const CaseResult*> results_by_id(const record::Journal& journal) {
  std::map<std::string_view, const CaseResult*> results;
  for (const CaseResult& result : journal.results) results.emplace(result.id, &result);
  return results;
}

void RecordsTree::add(std::string_view planned, std::string_view result) {
  hash_.add(std::string_view("\0", 1));
  hash_.add(planned);
  if (!result.empty()) {
    hash_.add("\n");
    hash_.add(result);
  }
  nodes_.push_back({.leaves = 1, .hash = hash_.take()});
  while (nodes_.size() > 1 && nodes_[nodes_.size() - 2].leaves == nodes_.back().leaves) join_last();
}

std::string RecordsTree::root() {
  if (nodes_.empty()) return sha256_of("");
  while (nodes_.size() > 1) join_last();
  return nodes_.front().hash;
}

void RecordsTree::join_last() {
  const Node right = std::move(nodes_.back());
  nodes_.pop_back();
  Node& left = nodes_.back();
  hash_.add("\x01");
  hash_.add(left.hash);
  hash_.add(right.hash);
  left = {.leaves = left.leaves + right.leaves, .hash = hash_.take()};
}

std::string statement_of(const Facts& facts) {
  const RunInfo& info = facts.run.info;
  Json environments = Json::array();
  for (const record::Environment& one : facts.run.environments) environments.push_back(json_of(one));
  Json npu_cts{{"format", 1},
               {"level", level_of(info)},
               {"challenge", info.challenge},
               {"tool", {{"version", info.tool_version}, {"commit", info.tool_commit}}},
               {"driver", {{"name", info.driver}, {"version", info.driver_version}}},
               {"conclusion", facts.verdict.conclusion},
               {"scope", scope_of(facts)},
               {"tally", facts.verdict.tally},
               {"records", {{"count", facts.records.count}, {"root", facts.records.root}}},
               {"journal", digest_of_bytes(facts.records.digest)},
               {"environments", std::move(environments)}};
  if (facts.expectations_digest) {
    npu_cts["expectations"] = digest_of_bytes(*facts.expectations_digest);
    npu_cts["expectations"]["waived"] = facts.verdict.waived;
    npu_cts["expectations"]["day"] = facts.day;
  }
  if (facts.verdict.strength) npu_cts["killScore"] = json_of(*facts.verdict.strength, info.spec_digest);
  const Json statement{{"_type", "https://in-toto.io/Statement/v1"},
                       {"subject", subject_of(facts)},
                       {"predicateType", "https://in-toto.io/attestation/test-result/v0.1"},
                       {"predicate",
                        {{"result", result_of(facts.verdict.conclusion)},
                         {"configuration", Json::array({resource("spec", info.spec_digest),
                                                        resource("spec/documents.yaml", facts.documents_digest),
                                                        resource("npu-cts-suite", facts.run.info.tool_digest)})},
                         {"npuCts", std::move(npu_cts)}}}};
  return statement.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Strength> stated_strength(const std::string& statement) {
  try {
    const Json stated = Json::parse(statement).at(Json::json_pointer("/predicate/npuCts/killScore"));
    Strength strength{.day = stated.at("day").get<std::string>()};
    for (const auto& [tier, score] : stated.at("tiers").items()) {
      strength.scores.push_back({.tier = tier,
                                 .killed = score.at("killed").get<std::size_t>(),
                                 .killable = score.at("of").get<std::size_t>()});
    }
    return strength;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<std::string> find_malformed(std::string_view statement) {
  constexpr std::size_t most_bytes = std::size_t{4} << 20U;  // twice what a command line may have
  constexpr int most_depth = 16;
  if (statement.size() > most_bytes) return fmt::format("its statement has more than {} bytes", most_bytes);
  if (is_deep(statement, most_depth)) return fmt::format("its statement nests deeper than {} levels", most_depth);
  if (!Json::accept(statement)) return "its statement is no JSON";
  return std::nullopt;
}

std::optional<std::string> find_difference(const StatementPart& part, const std::string& stated,
                                           const std::string& derived) {
  const Json one = Json::parse(stated, nullptr, false);
  const Json other = Json::parse(derived, nullptr, false);
  const Json::json_pointer pointer{std::string(part.pointer)};
  const bool is_there = one.is_structured() && one.contains(pointer);
  if (is_there == other.contains(pointer) && (!is_there || one[pointer] == other[pointer])) return std::nullopt;
  const auto shown = [&](const Json& json, bool has) {
    constexpr std::size_t most = 160;
    std::string text = has ? json[pointer].dump(-1, ' ', false, Json::error_handler_t::replace) : "nothing";
    if (text.size() > most) text = text.substr(0, most) + "…";
    return escape_control(text);
  };
  return fmt::format("{}: it states {}, its journal gives {}", part.what, shown(one, is_there),
                     shown(other, other.contains(pointer)));
}

std::string sealed(std::string_view payload) {
  return fmt::format("DSSEv1 {} {} {} {}", payload_type.size(), payload_type, payload.size(), payload);
}

std::string to_text(const Envelope& envelope) {
  const Json json{{"payloadType", payload_type},
                  {"payload", to_base64(envelope.payload)},
                  {"signatures", Json::array({{{"sig", to_base64(envelope.signature)}}})}};
  return json.dump() + "\n";
}

std::optional<Envelope> read_envelope(std::string_view text) {
  const std::string form = to_text(Envelope{});  // of which each text has its place between two quotes
  constexpr std::string_view empty = "\"\"";
  const std::size_t first = form.find(empty) + 1;
  const std::size_t second = form.rfind(empty) + 1;
  const std::string_view between = std::string_view(form).substr(first, second - first);
  const std::string_view last = std::string_view(form).substr(second);
  const std::string_view whole = text;
  const std::size_t at = text.find(between, first);
  if (at == std::string_view::npos || at + between.size() + last.size() > text.size()) return std::nullopt;
  const auto payload = from_base64(text.substr(first, at - first));
  text.remove_prefix(at + between.size());
  const auto signature = from_base64(text.substr(0, text.size() - last.size()));
  if (!payload || !signature) return std::nullopt;
  Envelope envelope{.payload = *payload, .signature = *signature};
  if (to_text(envelope) != whole) return std::nullopt;
  return envelope;
}

}  // namespace npu_cts::evidence
