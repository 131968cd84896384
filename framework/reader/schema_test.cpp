// SPDX-License-Identifier: Apache-2.0
// spec/schema.json is for editors; the reader's table of forms decides. Here the two are held equal.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "framework/base/read_file.h"
#include "framework/reader/forms.h"
#include "framework/reader/read_value.h"

namespace npu_cts::reader {
namespace {

using Keys = std::set<std::string>;

const nlohmann::json& schema() {
  static const auto text = read_file(std::filesystem::path(NPU_CTS_SOURCE_DIR) / "spec/schema.json", Limits::bytes);
  static const nlohmann::json parsed = nlohmann::json::parse(text.value());
  return parsed;
}

/// The forms of operator files; the others are not in the schema.
bool is_in_schema(Form form) { return form <= Form::fill || form == Form::tensor; }

Keys words(std::string_view list) {
  const auto keys = keys_in(list);
  return {keys.begin(), keys.end()};
}

TEST(Schema, HasTheFormsOfOperatorFiles) {
  Keys want{"block"};  // of facts that share keys: blocks.h
  for (const MapForm& form : all_forms()) {
    if (is_in_schema(form.form)) want.insert(std::string(form.name));
  }
  Keys got;
  for (const auto& [name, definition] : schema()["definitions"].items()) got.insert(name);
  EXPECT_EQ(got, want);
  EXPECT_EQ(schema()["$ref"], "#/definitions/operator");
}

TEST(Schema, HasTheKeysOfEveryForm) {
  for (const MapForm& form : all_forms()) {
    if (!is_in_schema(form.form)) continue;
    const nlohmann::json& definition = schema()["definitions"][std::string(form.name)];
    Keys required;
    if (definition.contains("required")) required = definition["required"].get<Keys>();
    EXPECT_EQ(required, words(form.required)) << form.name;
    Keys keys;
    for (const auto& [key, value] : definition["properties"].items()) keys.insert(key);
    Keys want = words(form.required);
    want.merge(words(form.optional));
    EXPECT_EQ(keys, want) << form.name;
    EXPECT_EQ(definition["additionalProperties"], false) << form.name;
  }
}

TEST(Schema, HasTheWordsOfEveryClosedSet) {
  const nlohmann::json& definitions = schema()["definitions"];
  const auto enumeration = [](const nlohmann::json& node) { return node["enum"].get<std::vector<std::string>>(); };
  EXPECT_EQ(enumeration(definitions["formats"]["properties"]["values"]["items"]), words_of<Format>("format").known);
  EXPECT_EQ(enumeration(definitions["layouts"]["properties"]["values"]["items"]), words_of<Layout>("layout").known);
  const nlohmann::json& choices = definitions["data_set"]["properties"];
  EXPECT_EQ(enumeration(choices["layouts"]["additionalProperties"]), words_of<Layout>("layout").known);
  EXPECT_EQ(enumeration(choices["formats"]["additionalProperties"]), words_of<Format>("format").known);
  EXPECT_EQ(enumeration(definitions["rule"]["properties"]["on_violation"]), words_of<Verdict>("verdict").known);
  EXPECT_EQ(enumeration(definitions["rule"]["properties"]["phase"]), words_of<Phase>("phase").known);
  EXPECT_EQ(enumeration(definitions["parameter"]["properties"]["kind"]), words_of<ParameterKind>("kind").known);
  EXPECT_EQ(enumeration(definitions["parameter"]["properties"]["group"]), words_of<Group>("group").known);
}

TEST(Forms, TheTableFollowsTheEnumerationAndNamesNoKeyTwice) {
  for (const MapForm& form : all_forms()) {
    EXPECT_EQ(&info_of(form.form), &form) << form.name;
    const auto required = keys_in(form.required);
    const auto optional = keys_in(form.optional);
    Keys keys(required.begin(), required.end());
    keys.insert(optional.begin(), optional.end());
    EXPECT_EQ(keys.size(), required.size() + optional.size()) << form.name;
  }
}

}  // namespace
}  // namespace npu_cts::reader
