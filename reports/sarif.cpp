#include "reports/sarif.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> level_names{"error", "warning", "note"};

bool is_unreserved(char c) {
  constexpr std::string_view marks = "-._~/!$&'()*+,;=@";
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || marks.find(c) != std::string_view::npos;
}

/// Returns `file` as a reference: relative where it is, else with the scheme `file`. Source: RFC 3986, 2.1 and 4.2.
std::string uri_of(std::string_view file) {
  const std::string path = std::filesystem::path(file).lexically_normal().generic_string();
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (is_unreserved(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

Json text_of(std::string_view text) { return {{"text", escape_control(text)}}; }

Json location_of(const Location& at) {
  Json place{{"artifactLocation", {{"uri", uri_of(at.file)}}}};
  if (at.line > 0) {
    place["region"] = {{"startLine", at.line}};
    if (at.column > 0) place["region"]["startColumn"] = at.column;
  }
  return {{"physicalLocation", std::move(place)}};
}

/// A rule of the log: what the table of kinds and the check's own row say of a kind.
Json descriptor_of(Kind kind, std::span<const KindHelp> help) {
  const KindInfo& info = info_of(kind);
  Json rule{{"id", info.name}, {"shortDescription", text_of(info.title)}};
  const auto found = std::ranges::find(help, kind, &KindHelp::kind);
  if (found == help.end()) return rule;
  rule["fullDescription"] = text_of(fmt::format("{}: {}", info.title, found->why));
  if (!found->mend.empty()) rule["help"] = text_of(found->mend);
  return rule;
}

std::string message_of(const Diagnostic& diagnostic) {
  std::string text = escape_control(diagnostic.what);
  if (!diagnostic.why.empty()) text += "\nwhy: " + escape_control(diagnostic.why);
  if (!diagnostic.mend.empty()) text += "\nmend: " + escape_control(diagnostic.mend);
  return text;
}

/// The diagnostics of one log, numbered where they are equal but for their places.
class Fingerprints {
 public:
  std::string next(const Diagnostic& diagnostic) {
    const std::string key =
        fmt::format("{}\n{}\n{}", info_of(diagnostic.kind).name, uri_of(diagnostic.at.file), diagnostic.what);
    return fmt::format("{:016x}:{}", stable_hash(key), ++seen_[key]);
  }

 private:
  std::map<std::string, int> seen_;
};

Json result_of(const Diagnostic& diagnostic, const std::set<Kind>& kinds, Fingerprints& fingerprints) {
  Json result{{"ruleId", info_of(diagnostic.kind).name},
              {"ruleIndex", std::distance(kinds.begin(), kinds.find(diagnostic.kind))},
              {"level", level_names[static_cast<std::size_t>(diagnostic.level)]},
              {"message", {{"text", message_of(diagnostic)}}}};
  if (!diagnostic.at.file.empty()) result["locations"] = Json::array({location_of(diagnostic.at)});
  for (const Note& note : diagnostic.notes) {
    Json related = note.at.file.empty() ? Json::object() : location_of(note.at);
    related["message"] = text_of(note.text);
    result["relatedLocations"].push_back(std::move(related));
  }
  result["partialFingerprints"] = {{"npuCtsFinding/v1", fingerprints.next(diagnostic)}};
  return result;
}

}  // namespace

std::string to_sarif(std::span<const Diagnostic> found, const SarifOptions& options) {
  std::set<Kind> kinds;
  for (const Diagnostic& diagnostic : found) kinds.insert(diagnostic.kind);
  Json rules = Json::array();
  for (const Kind kind : kinds) rules.push_back(descriptor_of(kind, options.help));
  Json results = Json::array();
  Fingerprints fingerprints;
  for (const Diagnostic& diagnostic : found) results.push_back(result_of(diagnostic, kinds, fingerprints));
  const Json driver{{"name", "npu-cts"}, {"version", options.tool_version}, {"rules", std::move(rules)}};
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

}  // namespace npu_cts
