// SPDX-License-Identifier: Apache-2.0
#include "reports/sarif.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/ascii.h"
#include "framework/base/text.h"
#include "framework/model/spec.h"

namespace npu_cts::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* fingerprint = "npuCtsFinding/v1";
constexpr std::array<std::string_view, 3> level_names{"error", "warning", "note"};

bool is_unreserved(char c) {
  constexpr std::string_view marks = "-._~/!$&'()*+,;=@";
  return is_ascii_alphanumeric(c) || marks.find(c) != std::string_view::npos;
}

/// Returns `file` as a relative reference: one that is not relative is named as seen from the spec, since a code host
/// knows no folder of this machine. Source: RFC 3986, 2.1 and 4.2.
std::string uri_of(std::string_view file) {
  const std::string near = file.starts_with('/') ? spec_path(file) : std::string(file);
  const std::string path = std::filesystem::path(near).lexically_normal().generic_string();
  std::string uri;
  for (const char c : path) {
    if (is_unreserved(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

Json message_of(std::string_view text) { return {{"text", escape_control(text)}}; }

Json location_of(const Location& at) {
  Json place{{"artifactLocation", {{"uri", uri_of(at.file)}}}};
  if (at.line > 0) {
    place["region"] = {{"startLine", at.line}};
    if (at.column > 0) place["region"]["startColumn"] = at.column;
  }
  return {{"physicalLocation", std::move(place)}};
}

/// A rule of the log: the row of a kind.
Json descriptor_of(const KindInfo& row) {
  Json rule{{"id", row.name}, {"shortDescription", message_of(row.title)}};
  if (!row.why.empty()) rule["fullDescription"] = message_of(fmt::format("{}: {}", row.title, row.why));
  if (!row.hint.empty()) rule["help"] = message_of(row.hint);
  return rule;
}

/// The rules of one log: of the kinds that found something, then of the words that are no kind's name.
class Rules {
 public:
  Rules(std::span<const Diagnostic> found, const SarifOptions& options) {
    std::set<std::string, std::less<>> wanted;
    for (const Diagnostic& diagnostic : found) wanted.emplace(info_of(diagnostic.kind).name);
    for (const DeclaredFinding& declared : options.declared) wanted.insert(declared.rule);
    for (const Kind& kind : options.kinds) {
      const KindInfo& row = info_of(kind);
      if (wanted.erase(std::string(row.name)) > 0) add(row.name, descriptor_of(row));
    }
    for (const std::string& name : wanted) add(name, {{"id", name}, {"shortDescription", message_of(no_kind)}});
  }

  [[nodiscard]] const Json& descriptors() const { return descriptors_; }
  [[nodiscard]] std::size_t index_of(std::string_view name) const { return indices_.find(name)->second; }

 private:
  static constexpr std::string_view no_kind = "a contradiction that the spec records and no check finds";

  void add(std::string_view name, Json descriptor) {
    indices_.emplace(name, indices_.size());
    descriptors_.push_back(std::move(descriptor));
  }

  Json descriptors_ = Json::array();
  std::map<std::string, std::size_t, std::less<>> indices_;
};

std::string message_of(const Diagnostic& diagnostic) {
  std::string text = escape_control(diagnostic.what);
  if (!diagnostic.why.empty()) text += "\nwhy: " + escape_control(diagnostic.why);
  if (!diagnostic.hint.empty()) text += "\nhint: " + escape_control(diagnostic.hint);
  return text;
}

/// The results of one log, numbered where they are equal but for their places.
class Fingerprints {
 public:
  std::string next(std::string_view rule, const Location& at, std::string_view what) {
    const std::string key = fmt::format("{}\n{}\n{}", rule, uri_of(at.file), what);
    return fmt::format("{:016x}:{}", stable_hash(key), ++seen_[key]);
  }

 private:
  std::map<std::string, int> seen_;
};

Json result_of(const Diagnostic& diagnostic, const Rules& rules, Fingerprints& fingerprints) {
  const std::string_view rule = info_of(diagnostic.kind).name;
  Json result{{"ruleId", rule},
              {"ruleIndex", rules.index_of(rule)},
              {"level", level_names[static_cast<std::size_t>(diagnostic.level)]},
              {"message", {{"text", message_of(diagnostic)}}}};
  if (!diagnostic.at.file.empty()) result["locations"] = Json::array({location_of(diagnostic.at)});
  for (const Note& note : diagnostic.notes) {
    Json related = note.at.file.empty() ? Json::object() : location_of(note.at);
    related["message"] = message_of(note.text);
    result["relatedLocations"].push_back(std::move(related));
  }
  result["partialFingerprints"] = {{fingerprint, fingerprints.next(rule, diagnostic.at, diagnostic.what)}};
  return result;
}

/// A finding that the spec declares is no news: it is suppressed where it is declared, for the reason given there.
Json result_of(const DeclaredFinding& declared, const Rules& rules, Fingerprints& fingerprints) {
  const Json suppression{{"kind", "inSource"},
                         {"status", "accepted"},
                         {"location", location_of(declared.at)},
                         {"justification", escape_control(declared.resolution)}};
  return {{"ruleId", declared.rule},
          {"ruleIndex", rules.index_of(declared.rule)},
          {"level", "warning"},
          {"message", message_of(declared.what)},
          {"locations", Json::array({location_of(declared.at)})},
          {"partialFingerprints", {{fingerprint, fingerprints.next(declared.rule, declared.at, declared.what)}}},
          {"suppressions", Json::array({suppression})}};
}

}  // namespace

std::string to_sarif(std::span<const Diagnostic> found, const SarifOptions& options) {
  const Rules rules(found, options);
  Json results = Json::array();
  Fingerprints fingerprints;
  for (const Diagnostic& diagnostic : found) results.push_back(result_of(diagnostic, rules, fingerprints));
  for (const DeclaredFinding& declared : options.declared) results.push_back(result_of(declared, rules, fingerprints));
  const Json driver{{"name", "npu-cts"}, {"version", options.tool_version}, {"rules", rules.descriptors()}};
  const Json invocation{{"executionSuccessful", true}, {"exitCode", options.exit_code}};
  const Json run{{"tool", {{"driver", driver}}},
                 {"invocations", Json::array({invocation})},
                 {"columnKind", "unicodeCodePoints"},
                 {"results", std::move(results)}};
  const Json log{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace npu_cts::reports
