// SPDX-License-Identifier: Apache-2.0
// Release notes of the spec that is shipped: sentences and names, and nothing that only this project knows.
#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "framework/base/ascii.h"
#include "framework/reader/read_spec.h"
#include "reports/diff_page.h"
#include "reports/document/markdown.h"

namespace npu_cts::reports {
namespace {

/// Returns the words of `text`; '.', '-' and '_' belong to a word, but do not end one.
std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (is_ascii_alphanumeric(c) || std::string_view("._-").find(c) != std::string_view::npos) {
      word += c;
      continue;
    }
    while (!word.empty() && !is_ascii_alphanumeric(word.back())) word.pop_back();
    words.insert(std::exchange(word, ""));
  }
  return words;
}

/// Returns the ids that a user of the operators never reads: of products, rows, rules, statements and pages. A row may
/// have the name of a series ("A2").
std::set<std::string> ids_of(const Spec& spec) {
  std::set<std::string> ids;
  for (const Product& product : spec.products) ids.insert(product.id);
  for (const Statement& statement : spec.statements) {
    ids.insert(statement.id);
    ids.insert(statement.documents.begin(), statement.documents.end());
  }
  for (const OpSpec& op : spec.operators) {
    for (const Row& row : op.rows) ids.insert(row.id);
    for (const Rule& rule : op.rules) ids.insert(rule.id);
    for (const ImplementationDefined& behaviour : op.implementation_defined) ids.insert("numbers." + behaviour.id);
    for (const auto& formula : op.formulas) ids.insert("formula." + formula.id);
  }
  for (const Product& product : spec.products) {
    for (const std::string& word : words_of(product.name.en + " " + product.name.zh)) ids.erase(word);
  }
  return ids;
}

TEST(ReleaseNotes, NameProductsAndSayNoIds) {
  const auto spec = reader::read_spec(NPU_CTS_SOURCE_DIR "/spec");
  ASSERT_TRUE(spec);
  const std::set<std::string> ids = ids_of(*spec);
  for (const Language language : {Language::en, Language::zh}) {
    for (std::size_t i = 1; i < spec->releases.size(); ++i) {
      const diff::Side older{.spec = &*spec, .release = spec->releases[i - 1], .label = spec->releases[i - 1]};
      const diff::Side newer{.spec = &*spec, .release = spec->releases[i], .label = spec->releases[i]};
      const std::string notes = to_markdown(build_release_notes(diff::diff(older, newer), language));
      for (const std::string& word : words_of(notes)) EXPECT_FALSE(ids.contains(word)) << word << " in " << notes;
    }
  }
}

}  // namespace
}  // namespace npu_cts::reports
