// SPDX-License-Identifier: Apache-2.0
// The operators' pages against the vendor's: nothing of the newest pages' constraints may be absent.

#include "reports/matrix.h"
#include "framework/base/find.h"
#include "reports/matrix_formulas.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "framework/ascend/reading/read_page.h"
#include "framework/base/text.h"
#include "framework/expression/print_expression.h"
#include "framework/reader/read_spec.h"
#include "reports/document/escape.h"
#include "reports/document/markdown.h"
#include "reports/matrix_data.h"
#include "reports/render.h"
#include "reports/spec_testing.h"

namespace npu_cts::reports {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// NPU_CTS_DOCUMENTS, or the folder that lies beside a checkout of the project.
std::filesystem::path documents_folder() {
  if (const char* named = std::getenv("NPU_CTS_DOCUMENTS")) return named;
  return std::filesystem::path(NPU_CTS_SOURCE_DIR) / ".." / "shared" / "documents";
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the Markdown of the page of `op`.
std::string page_of(const std::string& op, Language language) {
  for (const MatrixPage& page : build_matrix(spec_under_test(), {}, {.language = language})) {
    if (page.name == op) return to_markdown(page.content);
  }
  return {};
}

/// Returns what the page shows of the fact that the inventory calls `name`; "" where it needs to show nothing, as of a
/// contradiction or of a fact that only other releases have.
std::string shown_of(const OpSpec& op, const std::string& name, Language language) {
  const std::string fact = name.substr(0, name.find('@'));
  const std::vector<std::string> parts = split(fact, '.');
  const auto rule = std::ranges::find(op.rules, fact, &Rule::id);
  if (rule != op.rules.end())
    return rule->applies.until < spec_under_test().releases.size()
               ? ""
               : document::markdown_escaped(language == Language::zh ? rule->text.zh : rule->text.en);
  const bool is_elsewhere =
      parts.front() == "contradictions" || parts.front() == "contested" || parts.front() == "signatures";
  if (is_elsewhere) return "";
  if (parts.front() == "rows" || parts.front() == "open" || parts.front() == "examples")
    return parts.size() > 1 ? document::markdown_code(fact.substr(parts.front().size() + 1)) : "";
  if (contains(op.implementation_defined, parts.front(), &ImplementationDefined::id))
    return parts.size() > 1 ? document::markdown_code(parts[1]) : document::markdown_code(parts[0]);
  const Parameter* const parameter = find_parameter(op, parts.front());
  if (parameter == nullptr)
    return parts.front() == "support" ? "√" : "**" + document::markdown_escaped(parts.front()) + "**";
  if (parts.size() == 3 && parts[1] == "shapes") {
    const auto shape = std::ranges::find(parameter->shapes, parts[2], &ShapeAlternative::id);
    const bool is_old = shape == parameter->shapes.end() || shape->applies.until < spec_under_test().releases.size();
    return is_old ? "" : document::markdown_code(to_text(*shape->shape));
  }
  return "**" + document::markdown_escaped(parameter->names.empty() ? parameter->key : parameter->names.back().value) +
         "**";
}

class NewestPage : public testing::TestWithParam<Document> {};

TEST_P(NewestPage, LosesNothingOfItsConstraints) {
  const Document& document = GetParam();
  const std::filesystem::path file = documents_folder() / document.path;
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  const std::string text = bytes_of(file);
  const Language language = language_of(document.language);
  const std::string page = page_of(document.op, language);
  std::size_t shown = 0;
  for (const ascend::PageStatement& said : ascend::read_page(text, ascend::form_of(text))) {
    if (said.section != "constraints") continue;
    const auto statement = std::ranges::find(spec_under_test().statements, said.sha256, &Statement::sha256);
    ASSERT_NE(statement, spec_under_test().statements.end()) << said.place;
    if (statement->disposition != Disposition::encoded && statement->disposition != Disposition::open) {
      EXPECT_THAT(page, HasSubstr("| " + document::markdown_code(statement->place) + " |")) << said.place;
    }
    for (const Grounded& grounded : statement->encodes) {
      const std::string want = shown_of(*find_operator(spec_under_test(), document.op), grounded.fact, language);
      EXPECT_THAT(page, HasSubstr(want)) << said.place << ": " << grounded.fact;
      shown += want.empty() ? 0 : 1;
    }
  }
  EXPECT_GE(shown, 3U);
}

std::vector<Document> newest_pages() {
  std::vector<Document> newest;
  for (const Document& document : spec_under_test().documents) {
    if (document.release == spec_under_test().releases.back()) newest.push_back(document);
  }
  return newest;
}

INSTANTIATE_TEST_SUITE_P(Pages, NewestPage, testing::ValuesIn(newest_pages()), [](const auto& row) {
  std::string name = row.param.id;
  std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
  return name;
});

TEST(MatrixPage, ShowsEveryRuleOfTheNewestRelease) {
  for (const OpSpec& op : spec_under_test().operators) {
    const std::string page = page_of(op.name, Language::en);
    for (const Rule& rule : op.rules) {
      const bool is_old = rule.applies.until < spec_under_test().releases.size();
      EXPECT_TRUE(is_old || page.find("| " + document::markdown_code(rule.id)) != std::string::npos)
          << op.name << ": " << rule.id;
    }
  }
}

TEST(MatrixPage, ShowsEveryFormulaAndNumericModel) {
  for (const OpSpec& op : spec_under_test().operators) {
    const std::string page = page_of(op.name, Language::en);
    EXPECT_THAT(op.formulas, Not(IsEmpty())) << op.name;
    for (const ResultFormula& one : op.formulas)
      EXPECT_THAT(page, HasSubstr(document::markdown_code(one.formula))) << op.name;
    for (const ImplementationDefined& behaviour : op.implementation_defined) {
      for (const Variant& variant : behaviour.variants)
        EXPECT_THAT(page, HasSubstr(variant.formula.empty() ? "" : document::markdown_code(variant.formula)))
            << op.name << ": " << behaviour.id;
    }
  }
}

/// Returns the ASCII marks of `text` that stand behind a Chinese character, outside of code: they should be full-width.
std::vector<std::string> narrow_marks(const std::string& text) {
  std::vector<std::string> marks;
  bool in_code = false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '`') in_code = !in_code;
    const bool is_mark = std::string_view(",;:?!(").find(text[i]) != std::string_view::npos;
    const bool after_chinese = (static_cast<unsigned char>(text[i - 1]) & 0x80U) != 0;
    if (!in_code && is_mark && after_chinese) marks.push_back(text.substr(i < 30 ? 0 : i - 30, 40));
  }
  return marks;
}

/// Returns every text of the pages that show `shown`, in English.
std::string texts_of(const Shown& shown) {
  Spec spec = spec_under_test();
  narrow(spec, shown);
  std::string texts;
  for (const Page& page : render_matrix(spec, {}, shown)) texts += page.text;
  return texts;
}

TEST(MatrixPage, ShowsOneProductInEveryForm) {
  const Shown shown{.products = {spec_under_test().products.front().id}};
  const std::string texts = texts_of(shown);
  for (const Product& product : spec_under_test().products) {
    const bool is_shown = product.id == shown.products.front();
    EXPECT_EQ(texts.find("| " + product.name.en + " |") != std::string::npos, is_shown) << "Markdown: " << product.id;
    EXPECT_EQ(texts.find("\"product\": \"" + product.id) != std::string::npos, is_shown) << "JSON: " << product.id;
  }
  EXPECT_THAT(texts, HasSubstr("--out DIR --product " + shown.products.front()));
}

TEST(MatrixPage, ShowsOneReleaseInEveryForm) {
  const Spec& spec = spec_under_test();
  const std::string texts = texts_of({.releases = {spec.releases.front()}});
  EXPECT_THAT(texts, HasSubstr("Release " + spec.releases.front() + " · "));
  EXPECT_THAT(texts, Not(HasSubstr("supported (since ")));
  EXPECT_THAT(texts, Not(HasSubstr("Earlier Releases")));
  for (std::size_t i = 1; i < spec.releases.size(); ++i) {
    EXPECT_THAT(texts, Not(HasSubstr("\"release\": \"" + spec.releases[i]))) << "JSON";
    EXPECT_THAT(texts, Not(HasSubstr("\"since\": \"" + spec.releases[i]))) << "JSON";
  }
  EXPECT_THAT(texts, Not(HasSubstr("," + spec.releases.back() + ",,"))) << "CSV";
}

/// Returns what stands in `html` between each `mark` and the next '"'.
std::set<std::string> marked(const std::string& html, std::string_view mark) {
  std::set<std::string> found;
  for (std::size_t at = html.find(mark); at != std::string::npos; at = html.find(mark, at)) {
    at += mark.size();
    found.insert(html.substr(at, html.find('"', at) - at));
  }
  return found;
}

/// Returns the links within the pages that show `shown` which lead nowhere.
std::vector<std::string> dead_links(const Shown& shown) {
  Spec spec = spec_under_test();
  narrow(spec, shown);
  std::vector<std::string> dead;
  std::size_t alive = 0;
  for (const Page& page : render_matrix(spec, {}, shown)) {
    if (!page.name.ends_with(".html")) continue;
    const auto ids = marked(page.text, " id=\"");
    for (const std::string& link : marked(page.text, " href=\"#")) {
      if (ids.contains(link)) ++alive;
      if (!ids.contains(link)) dead.push_back(page.name + "#" + link);
    }
  }
  EXPECT_GT(alive, 20U);
  return dead;
}

TEST(MatrixPage, HasNoLinkThatLeadsNowhere) {
  const Spec& spec = spec_under_test();
  EXPECT_THAT(dead_links({}), IsEmpty());
  for (const std::string& release : spec.releases) EXPECT_THAT(dead_links({.releases = {release}}), IsEmpty());
  for (const Product& product : spec.products) EXPECT_THAT(dead_links({.products = {product.id}}), IsEmpty());
}

TEST(MatrixPage, ExplainsTheSignsOfItsFormulas) {
  OpSpec op;
  op.formulas.resize(1);
  op.formulas[0].formula = "out = round(x @ roundabout)";
  std::vector<std::string_view> signs;
  for (const FormulaSign* const one : signs_in_formulas(op)) signs.push_back(one->sign);
  EXPECT_THAT(signs, testing::ElementsAre("@", "round"));
  op.implementation_defined.resize(1);
  op.implementation_defined[0].variants = {{.formula = "y << 2"}};
  EXPECT_EQ(signs_in_formulas(op).back()->sign, "<<");
}

TEST(MatrixPage, UsesFullWidthMarksInChinese) {
  for (const OpSpec& op : spec_under_test().operators)
    EXPECT_THAT(narrow_marks(page_of(op.name, Language::zh)), IsEmpty()) << op.name;
}

TEST(MatrixJson, KeepsThePublishedSchema) {
  using Adapter = valijson::adapters::NlohmannJsonAdapter;
  const auto text = nlohmann::json::parse(bytes_of(NPU_CTS_SOURCE_DIR "/reports/operators.schema.json"));
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(text), schema);
  const auto json = nlohmann::json::parse(matrix_json(spec_under_test()));
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, Adapter(json), &results);
  for (const auto& fault : results) ADD_FAILURE() << fault.context.back() << fault.description;
  EXPECT_EQ(json.at("operators").size(), spec_under_test().operators.size());
}

}  // namespace
}  // namespace npu_cts::reports
