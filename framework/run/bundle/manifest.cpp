// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/manifest.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "framework/base/text.h"
#include "framework/model/storage.h"
#include "framework/run/bundle/json_text.h"
#include "framework/run/message/message_fields.h"

namespace npu_cts::run {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t bundle_version = 1;
constexpr std::size_t most_words = 10000;

/// Returns a folder's name made of the id alone, so that a case has the same files in every bundle.
std::string folder_of(std::string_view id) { return fmt::format("data/{:016x}", stable_hash(id)); }

/// The JSON of one value; a tensor adds its file.
struct ValueWriter : wire::ValueJson<Json> {
  std::string folder;
  std::string key;
  std::vector<BundleFile>& files;

  using wire::ValueJson<Json>::operator();
  Json operator()(const Tensor& tensor) const {
    const StoredTensor stored = store(tensor);
    files.push_back({.path = folder + "/" + key + ".npy", .tensor = tensor});
    return {{"dtype", name_of(tensor.type.dtype)},
            {"shape", tensor.type.shape},
            {"layout", name_of(tensor.type.layout)},
            {"format", name_of(tensor.type.format)},
            {"strides", stored.strides},
            {"offset", stored.offset},
            {"storage", stored.storage.size() / static_cast<std::size_t>(bytes_of(tensor.type.dtype))},
            {"file", files.back().path}};
  }
};

std::vector<std::string> words_of(const JsonItem& list, wire::Reading& reading) {
  std::vector<std::string> words;
  if (list.members > most_words) reading.fail("too many words");
  for_each_member(list, [&](const JsonItem& word) {
    if (word.kind != JsonKind::text) reading.fail("a list of words holds something else");
    words.emplace_back(word.text);
  });
  return words;
}

Coverage coverage_of(const JsonItem& item, wire::Reading& reading) {
  wire::Fields fields(item, reading);
  Coverage covers{.query = fields.take_text("query")};
  for (const auto& [key, option, words] : filter_lists)
    covers.filters.*words = words_of(fields.take(key, JsonKind::list), reading);
  if (find_member(item, "tier") != nullptr) covers.filters.tier = fields.take_word<Tier>("tier");
  fields.finish();
  return covers;
}

Diagnostic bad_manifest(Location at, std::string what) {
  return error_at(Kind::bad_data, std::move(at), std::move(what),
                  "a bundle is judged only where it is just what 'npu-cts export' wrote",
                  "export the bundle again, or take the manifest that was exported");
}

Diagnostic another_bundle_version(const std::string& file, std::int64_t version) {
  return error_at(Kind::bad_data, {.file = file, .line = 1},
                  fmt::format("a bundle of another version: {}, and {} is judged here", version, bundle_version),
                  "another version says the same things in other words",
                  "judge it with the npu-cts that exported it, or export it again with this one");
}

Result<std::vector<ManifestCase>> cases_of(const JsonItem& list, std::string_view text, const std::string& file) {
  std::vector<ManifestCase> cases;
  Diagnostics errors;
  std::set<std::string> seen;
  LineFinder finder(text, file);
  for_each_member(list, [&](const JsonItem& item) {
    const JsonItem* const id = find_member(item, "id");
    if (id == nullptr || id->kind != JsonKind::text)
      return errors.push_back(bad_manifest({.file = file}, "a case without an id"));
    cases.push_back({.id = std::string(id->text), .line = canonical_json(item), .at = finder.next(id->text)});
    if (!seen.insert(cases.back().id).second)
      errors.push_back(
          bad_manifest(cases.back().at, fmt::format("case '{}' stands here twice", escape_control(cases.back().id))));
  });
  if (!errors.empty()) return errors;
  return cases;
}

}  // namespace

BundledCase bundle_case(const std::string& id, const Call& call) {
  BundledCase bundled{.id = id, .line = {}};
  Json arguments = Json::object();
  for (const auto& [key, value] : call.arguments) {
    arguments[key] = std::visit(ValueWriter{{}, folder_of(id), key, bundled.files}, value);
  }
  bundled.line = Json{{"id", id},
                      {"call", call.op},
                      {"product", call.target.product},
                      {"release", call.target.release},
                      {"mode", call.target.mode},
                      {"arguments", std::move(arguments)}}
                     .dump();
  return bundled;
}

std::string manifest_text(const BundleInfo& info, const std::vector<std::string>& signatures,
                          const std::vector<std::string>& cases) {
  const Filters& filters = info.covers.filters;
  Json covers{{"query", info.covers.query}};
  for (const FilterList& list : filter_lists) covers[list.key] = filters.*list.words;
  if (filters.tier != Tier::fast) covers["tier"] = name_of(filters.tier);
  return fmt::format(
      "{{\"bundle\": {},\n\"tool_version\": {},\n\"spec_digest\": {},\n\"covers\": {},\n\"signatures\": [\n{}\n],\n"
      "\"cases\": [\n{}\n]}}\n",
      bundle_version, Json(info.tool_version).dump(), Json(info.spec_digest).dump(), covers.dump(),
      join(signatures, ",\n"), join(cases, ",\n"));
}

Result<Manifest> parse_manifest(std::string_view text, const std::string& file) {
  const JsonText document = parse_json(text, file);
  if (!document.errors.empty()) return document.errors;
  wire::Reading reading;
  wire::Fields fields(document.items.all.front(), reading);
  const std::int64_t version = fields.take_integer("bundle", 1 << 20);
  if (!reading.trouble.empty())
    return bad_manifest({.file = file}, "this is no manifest of a bundle: " + reading.trouble);
  if (version != bundle_version) return another_bundle_version(file, version);
  Manifest manifest{.info = {.tool_version = fields.take_text("tool_version"),
                             .spec_digest = fields.take_text("spec_digest"),
                             .covers = coverage_of(fields.take("covers", JsonKind::object), reading)}};
  fields.take("signatures", JsonKind::list);
  const JsonItem& list = fields.take("cases", JsonKind::list);
  fields.finish();
  if (!reading.trouble.empty())
    return bad_manifest({.file = file}, "this is no manifest of a bundle: " + reading.trouble);
  auto cases = cases_of(list, text, file);
  if (!cases) return cases.diagnostics();
  manifest.cases = std::move(*cases);
  return manifest;
}

}  // namespace npu_cts::run
