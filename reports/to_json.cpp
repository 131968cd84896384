// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/json_items.h"
#include "framework/model/spec.h"
#include "framework/record/rerun.h"
#include "reports/evidence.h"
#include "reports/phrases.h"
#include "reports/render.h"
#include "reports/value_json.h"

namespace npu_cts::reports {
namespace {

using Json = nlohmann::ordered_json;
using reports::json_of;

Json json_of(const Claim& claim) { return {{"documented", claim.documented}, {"claimed", claim.claimed}}; }

Json json_of(const Location& at) { return {{"file", spec_path(at.file)}, {"line", at.line}}; }

Json json_of(const Documented& documented) {
  return {{"state", state_of(documented, Language::en)},
          {"question", documented.question},
          {"changed_in", documented.changed_in}};
}

Json json_of(const Tally& tally) {
  Json json{{"planned", tally.planned}};
  for (std::size_t i = 0; i < tally.ended.size(); ++i)
    json[std::string(name_of(static_cast<Status>(i)))] = tally.ended[i];
  json["not_run"] = tally.not_run;
  return json;
}

Json json_of(const Evidence& evidence) { return {{"tally", json_of(evidence.tally)}, {"failing", evidence.failing}}; }

Json json_of(const CitedStatement& cited) {
  return {{"statement", cited.id}, {"documents", cited.documents}, {"place", cited.place}};
}

Json json_of(const Fact& fact, const Report& report, const std::vector<std::string>& columns) {
  Json json{{"id", fact.id}, {"text", json_of(fact.text)}};
  if (!fact.expression.empty()) json["expression"] = fact.expression;
  if (fact.phase) json["phase"] = name_of(*fact.phase);
  if (fact.on_violation) json["on_violation"] = name_of(*fact.on_violation);
  if (fact.on_violation) json["derived"] = fact.derived;
  for (std::size_t i = 0; i < fact.cells.size(); ++i) json["dtypes"][columns[i]] = fact.cells[i];
  json["holds"] = fact.holds;
  json["at"] = json_of(fact.at);
  json["cite"] = Json::array();
  for (const CitedStatement& cited : fact.cite) json["cite"].push_back(json_of(cited));
  json["products"] = Json::object();
  for (std::size_t i = 0; i < fact.evidence.size(); ++i) {
    Json& product = json["products"][report.products[i].id] = json_of(fact.evidence[i]);
    if (!fact.documented.empty() && fact.documented[i].state) product["documented"] = json_of(fact.documented[i]);
  }
  return json;
}

Json json_of(const std::vector<Fact>& facts, const Report& report, const std::vector<std::string>& columns = {}) {
  Json json = Json::array();
  for (const Fact& fact : facts) json.push_back(json_of(fact, report, columns));
  return json;
}

Json json_of(const Attribution& attribution) {
  Json json{{"is", name_of(attribution.fault)}, {"tensor", attribution.tensor}};
  json["side"] = attribution.side ? Json(name_of(*attribution.side)) : Json();
  json["signal"] = attribution.signal;
  json["code"] = attribution.code ? Json(*attribution.code) : Json();
  json["detail"] = attribution.detail;
  return json;
}

Json json_of(const ListedCase& finding) {
  Json json{{"id", finding.planned.id},
            {"status", name_of(finding.result.status)},
            {"expected", name_of(finding.planned.expected)},
            {"reason", finding.result.reason},
            {"because", finding.planned.covers},
            {"at", json_of(finding.planned.at)},
            {"reproduce", finding.reproducer}};
  for (const ArgumentLine& one : finding.arguments) {
    json["arguments"].push_back({{"name", one.name},
                                 {"dtype", one.dtype},
                                 {"shape", one.shape},
                                 {"placing", one.placing},
                                 {"values", one.values}});
  }
  if (!finding.snippet.empty()) json["snippet"] = finding.snippet;
  if (!finding.result.matching_mutants.empty()) json["resembles"] = finding.result.matching_mutants;
  if (const auto& mismatch = finding.result.mismatch) {
    json["mismatch"] = {
        {"output", mismatch->output}, {"index", mismatch->index}, {"got", mismatch->got}, {"want", mismatch->want}};
  }
  if (!finding.result.behind.empty()) json["behind"] = finding.result.behind;
  if (!finding.result.another.empty()) json["another"] = finding.result.another;
  if (!finding.result.nonce.empty()) json["nonce"] = finding.result.nonce;
  if (finding.result.attribution) json["fault"] = json_of(*finding.result.attribution);
  return json;
}

void add_condition(const Condition& condition, Json& json) {
  if (condition.is_empty()) return;
  json["only_where"] = condition.says;
  json["is_exact"] = condition.is_exact();
  if (const auto& from = condition.from)
    json["from"] = {{"symbol", from->symbol}, {"size", from->from}, {"right_at", from->right_at}};
}

Json json_of(const std::vector<Suspicion>& suspicions) {
  Json json = Json::array();
  for (const Suspicion& one : suspicions) {
    json.push_back({{"wrong", one.wrong}, {"cases", one.cases}, {"first", one.first}});
    add_condition(one.condition, json.back());
  }
  return json;
}

Json json_of(const std::vector<KindOfFailures>& kinds) {
  Json json = Json::array();
  for (const KindOfFailures& one : kinds) {
    json.push_back({{"kind", name_of(one.kind)}, {"cases", one.cases}});
    add_condition(one.condition, json.back());
  }
  return json;
}

Json json_of(const std::vector<ListedCase>& findings) {
  Json json = Json::array();
  for (const ListedCase& finding : findings) json.push_back(json_of(finding));
  return json;
}

Json support_of(const OpReport& op, const Report& report) {
  Json json = Json::array();
  for (const SupportLine& line : op.support) {
    Json products = Json::object();
    for (std::size_t i = 0; i < line.documented.size(); ++i) {
      Json& product = products[report.products[i].id] = json_of(line.documented[i]);
      product["tally"] = json_of(line.evidence[i].tally);
    }
    json.push_back({{"release", line.release}, {"mode", line.mode}, {"products", std::move(products)}});
  }
  return json;
}

Json variants_of(const OpReport& op) {
  Json json = Json::object();
  for (const ProductVariants& one : op.variants) {
    json[one.product] = {
        {"cases", one.variants.cases}, {"fits", Json::array()}, {"disagreeing", one.variants.disagreeing}};
    for (const VariantChoice& choice : one.variants.fits) {
      Json variants = Json::object();
      for (const auto& [behaviour, variant] : choice) variants[behaviour] = variant;
      json[one.product]["fits"].push_back(std::move(variants));
    }
  }
  return json;
}

Json open_of(const OpReport& op) {
  Json json = Json::array();
  for (const OpenQuestion& open : op.open) {
    json.push_back(
        {{"id", open.id}, {"question", json_of(open.question)}, {"found", open.found}, {"at", json_of(open.at)}});
  }
  return json;
}

Json contested_of(const OpReport& op) {
  Json json = Json::array();
  for (const ContestedLine& one : op.contested) {
    json.push_back({{"id", one.fact.id},
                    {"rule", one.fact.subject},
                    {"by", one.fact.by},
                    {"where", one.fact.where},
                    {"says", json_of(one.fact.says)},
                    {"accepted", one.accepted},
                    {"refused", one.refused},
                    {"at", json_of(one.fact.at)}});
  }
  return json;
}

Json contradictions_of(const OpReport& op) {
  Json json = Json::array();
  for (const Contradiction& one : op.contradictions) {
    json.push_back({{"id", one.id},
                    {"kind", one.kind},
                    {"subject", one.subject},
                    {"text", json_of(one.text)},
                    {"resolution", json_of(one.resolution)},
                    {"basis", one.basis},
                    {"at", json_of(one.at)}});
  }
  return json;
}

Json json_of(const OpReport& op, const Report& report) {
  Json products = Json::object();
  for (std::size_t i = 0; i < op.product_tallies.size(); ++i)
    products[report.products[i].id] = json_of(op.product_tallies[i]);
  return {{"name", op.name},
          {"conclusion", name_of(op.conclusion)},
          {"claim", json_of(op.claim)},
          {"tally", json_of(op.tally)},
          {"products", std::move(products)},
          {"support", support_of(op, report)},
          {"rows", json_of(op.rows, report, op.row_columns)},
          {"rules", json_of(op.rules, report)},
          {"data_sets", json_of(op.data_sets, report)},
          {"families", json_of(op.families, report)},
          {"others", json_of(op.others, report)},
          {"variants", variants_of(op)},
          {"failure_kinds", json_of(op.kinds)},
          {"suspicions", json_of(op.suspicions)},
          {"failing", json_of(op.failing)},
          {"weak", json_of(op.weak)},
          {"open", open_of(op)},
          {"contested", contested_of(op)},
          {"contradictions", contradictions_of(op)}};
}

Json faults_of(const Report& report) {
  Json json = Json::object();
  for (const FaultCount& count : report.faults) {
    Json& products = json[std::string(name_of(count.fault))];
    for (std::size_t i = 0; i < count.products.size(); ++i) products[report.products[i].id] = count.products[i];
  }
  return json;
}

std::string json_text(const Json& json) { return json.dump(2, ' ', true, Json::error_handler_t::replace); }

/// Returns `id` as JSON: nearly always as it is.
std::string quoted(const std::string& id) { return is_plain_text(id) ? "\"" + id + "\"" : json_text(id); }

/// Adds the status of every case, in the order of ids: as text, for there are many.
void add_cases(PageText& text, const Report& report) {
  std::string_view before = "[\n";
  report.cases([&](const record::PlannedCase& planned, const CaseResult* result) {
    text.add(std::exchange(before, ",\n"));
    text.add("    {\n      \"id\": ");
    text.add(quoted(planned.id));
    text.add(",\n      \"status\": \"");
    text.add(result == nullptr ? "not_run" : name_of(result->status));
    if (result != nullptr && result->attribution)
      text.add(fmt::format("\",\n      \"fault\": \"{}", name_of(result->attribution->fault)));
    text.add("\"\n    }");
  });
  text.add(report.tally.planned == 0 ? "[]" : "\n  ]");
}

Json scope_of(const Report& report) {
  const record::CoveredScope& scope = report.scope;
  Json json{{"text", scope_text(report, Language::en)},
            {"is_whole", record::is_whole(scope)},
            {"covered", scope.covered},
            {"not_covered", scope.by_default - scope.covered},
            {"planned_by_default", scope.by_default},
            {"covered_of_other_releases", scope.covered_beyond},
            {"with_all_releases", scope.all},
            {"choices", Json::array()},
            {"parts", Json::array()}};
  for (const ChoiceCoverage& one : scope.choices) {
    json["choices"].push_back({{"op", one.op},
                               {"family", name_of(one.family)},
                               {"met", one.met},
                               {"missed", one.missed},
                               {"infeasible", one.infeasible}});
  }
  for (const record::Shard& shard : report.journal.shards)
    json["parts"].push_back({{"index", shard.index}, {"count", shard.count}});
  return json;
}

Json backend_of(const Report& report) {
  Json json = Json::array();
  for (const BackendFile& file : report.info.backend)
    json.push_back({{"path", file.path}, {"sha256", file.sha256}, {"bytes", file.bytes}});
  return json;
}

Json environments_of(const Report& report) {
  Json json = Json::array();
  for (const record::Environment& one : report.journal.environments) {
    json.push_back({{"arguments", one.arguments},
                    {"host", one.host},
                    {"cpu", one.cpu},
                    {"kernel", one.kernel},
                    {"started", one.started},
                    {"ended", one.ended},
                    {"attempt", one.attempt}});
  }
  return json;
}

Json known_failures_of(const expect::KnownFailures& known) {
  Json entries = Json::array();
  for (const expect::Waiver& waiver : known.waivers) {
    const expect::Expectation& entry = waiver.entry;
    entries.push_back({{"at", json_of(entry.at)},
                       {"status", name_of(entry.status)},
                       {"diagnosis", entry.diagnosis},
                       {"reason", entry.reason},
                       {"link", entry.link},
                       {"owner", entry.owner},
                       {"expires", entry.expires.text},
                       {"waived", waiver.waived}});
  }
  Json problems = Json::array();
  for (const Diagnostic& one : known.problems)
    problems.push_back({{"at", json_of(one.at)}, {"what", one.what}, {"why", one.why}, {"hint", one.hint}});
  return {{"file", spec_path(known.file)},
          {"entries", std::move(entries)},
          {"new", known.new_ones},
          {"gone", known.gone},
          {"problems", std::move(problems)}};
}

/// Returns the document with null in place of its cases.
Json frame_of(const Report& report) {
  Json json{{"report", 1},
            {"scope", scope_of(report)},
            {"evidence", "self-declared"},
            {"strength", strength_json(report)},
            {"run",
             {{"driver", report.info.driver},
              {"driver_version", report.info.driver_version},
              {"spec_digest", report.info.spec_digest},
              {"query", report.info.query},
              {"tier", name_of(report.info.filters.tier)},
              {"tool_version", report.info.tool_version},
              {"unsupported", name_of(report.info.unsupported)},
              {"extensions", name_of(report.info.extensions)},
              {"numerics", report.info.numerics},
              {"ops", report.info.filters.ops},
              {"products", report.info.filters.products},
              {"releases", report.info.filters.releases},
              {"modes", report.info.filters.modes},
              {"tool_commit", report.info.tool_commit},
              {"backend", backend_of(report)},
              {"reproduce", record::run_command(report.info)}}},
            {"finished", report.finished},
            {"conclusion", name_of(report.conclusion)},
            {"claim", json_of(report.claim)},
            {"tally", json_of(report.tally)},
            {"faults", faults_of(report)},
            {"operators", Json::array()}};
  for (const OpReport& op : report.operators) json["operators"].push_back(json_of(op, report));
  if (report.known) json["known_failures"] = known_failures_of(*report.known);
  json["cases"] = nullptr;
  if (!report.journal.environments.empty()) json["environments"] = environments_of(report);
  return json;
}

}  // namespace

void write_json(const Report& report, const TakeText& take) {
  constexpr std::string_view here = "\n  \"cases\": null";  // nothing within the document is indented as little
  const std::string frame = json_text(frame_of(report));
  const std::size_t at = frame.find(here) + here.size() - 4;
  PageText text("report.json", take);
  text.add(frame.substr(0, at));
  add_cases(text, report);
  text.add(frame.substr(at + 4));
  text.add("\n");
}

}  // namespace npu_cts::reports
