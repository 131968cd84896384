// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "reports/diff_forms.h"
#include "reports/value_json.h"

namespace npu_cts::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the witness in the shape of a call file.
Json call_of(const diff::Change& change) {
  Json json{{"call", change.witness.op},
            {"product", change.witness.target.product},
            {"release", change.witness.target.release},
            {"mode", change.witness.target.mode}};
  for (const Group group : {Group::constructor, Group::variables, Group::arguments}) {
    Json map = Json::object();
    for (const diff::Given& given : change.given) {
      if (given.group == group) map[given.name] = json_of(given.value);
    }
    if (!map.empty() || group == Group::arguments) json[std::string(name_of(group))] = std::move(map);
  }
  return json;
}

Json list_of(const std::vector<diff::Sentence>& sentences) {
  Json list = Json::array();
  for (const diff::Sentence& sentence : sentences)
    list.push_back({{"id", sentence.id}, {"documents", sentence.documents}, {"place", sentence.place}});
  return list;
}

Json list_of(const std::vector<diff::Ground>& grounds) {
  Json list = Json::array();
  for (const diff::Ground& ground : grounds) {
    list.push_back(
        {{"id", ground.id}, {"en", ground.text.en}, {"zh", ground.text.zh}, {"sentences", list_of(ground.sentences)}});
  }
  return list;
}

Json json_of(const diff::Change& change) {
  Json where = Json::array();
  for (const diff::Spot& spot : change.where)
    where.push_back({{"product", spot.product}, {"mode", spot.mode}, {"row", spot.row}});
  return {{"accepted", change.gained ? "newer" : "older"},
          {"on_violation", name_of(change.refusal)},
          {"where", std::move(where)},
          {"refused", list_of(change.refused)},
          {"admitted", list_of(change.admitted)},
          {"witness", call_of(change)}};
}

Json json_of(const diff::OpDiff& op) {
  Json json{{"operator", op.op}, {"older", op.older}, {"newer", op.newer}};
  json["rows"] = Json::array();
  for (const diff::RowRelation& row : op.rows) {
    json["rows"].push_back({{"product", row.product},
                            {"row", row.row},
                            {"accepts", name_of(row.relation)},
                            {"proved", row.proved},
                            {"gained_dtypes", row.gained_dtypes},
                            {"lost_dtypes", row.lost_dtypes}});
  }
  json["changes"] = Json::array();
  for (const diff::Change& change : op.changes) json["changes"].push_back(json_of(change));
  json["facts"] = Json::array();
  for (const diff::FactChange& fact : op.facts) {
    json["facts"].push_back({{"id", fact.id},
                             {"older", fact.older},
                             {"newer", fact.newer},
                             {"where", fact.where},
                             {"sentences", list_of(fact.sentences)}});
  }
  return json;
}

Json list_of(const std::vector<diff::StatusChange>& changes) {
  const auto said = [](const std::optional<Status>& status) { return status ? Json(name_of(*status)) : Json(nullptr); };
  Json list = Json::array();
  for (const diff::StatusChange& change : changes) {
    list.push_back(
        {{"id", change.id}, {"older", said(change.older)}, {"newer", said(change.newer)}, {"reason", change.reason}});
    list.back()["causes"] = Json::array();
    for (const record::Cause cause : change.causes) list.back()["causes"].push_back(name_of(cause));
  }
  return list;
}

Json list_of(const std::vector<diff::RunChange>& changes) {
  Json list = Json::array();
  for (const diff::RunChange& one : changes)
    list.push_back({{"cause", name_of(one.cause)}, {"what", one.what}, {"older", one.older}, {"newer", one.newer}});
  return list;
}

Json list_of(const std::vector<diff::NewlyFailing>& rules) {
  Json list = Json::array();
  for (const diff::NewlyFailing& one : rules) list.push_back({{"rule", one.rule}, {"cases", one.cases}});
  return list;
}

std::string dump(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace

std::string diff_json(const diff::Diff& diff) {
  Json json{{"older", diff.older}, {"newer", diff.newer}, {"same", diff::is_same(diff)}, {"operators", Json::array()}};
  for (const diff::OpDiff& op : diff.operators) json["operators"].push_back(json_of(op));
  return dump(json);
}

std::string diff_json(const diff::JournalDiff& diff) {
  return dump({{"older", diff.older},
               {"newer", diff.newer},
               {"same", diff::is_same(diff)},
               {"same_spec", diff.same_spec},
               {"changes", list_of(diff.changes)},
               {"newly_failing", list_of(diff.newly_failing)},
               {"alike", diff.same},
               {"worse", list_of(diff.worse)},
               {"better", list_of(diff.better)},
               {"added", list_of(diff.added)},
               {"dropped", list_of(diff.dropped)}});
}

}  // namespace npu_cts::reports
