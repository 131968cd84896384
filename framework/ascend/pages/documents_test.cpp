// SPDX-License-Identifier: Apache-2.0
// The inventory of the real pages, wherever their folder is. Without it the pages' own tests are skipped, and say so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "framework/ascend/pages/citations.h"
#include "framework/ascend/pages/inventory.h"
#include "framework/ascend/pages/page_facts.h"
#include "framework/base/find.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/golden.h"
#include "framework/reader/read_spec.h"
#include "framework/search/dtype_choices.h"

namespace npu_cts::ascend {
namespace {

namespace fs = std::filesystem;

std::string to_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += npu_cts::to_text(diagnostic);
  return text;
}

const Result<Spec>& spec_under_test() {
  static const Result<Spec> spec = reader::read_spec(fs::path(NPU_CTS_SOURCE_DIR) / "spec");
  return spec;
}

/// NPU_CTS_DOCUMENTS, or the folder that lies beside a checkout of the project.
fs::path documents_folder() {
  if (const char* named = std::getenv("NPU_CTS_DOCUMENTS")) return named;
  return fs::path(NPU_CTS_SOURCE_DIR) / ".." / "shared" / "documents";
}

TEST(Documents, OfWhichOneIsADeviceAreRefusedAtItsLine) {
  ASSERT_TRUE(spec_under_test()) << to_text(spec_under_test().diagnostics());
  Spec spec = *spec_under_test();
  spec.documents.resize(1);
  spec.documents.front().path = "zero";
  const fs::path folder = fs::path(testing::TempDir()) / "npu_cts_endless_page";
  fs::create_directories(folder);
  if (!fs::exists(fs::symlink_status(folder / "zero"))) fs::create_symlink("/dev/zero", folder / "zero");
  const auto refused = take_inventory(spec.documents, folder, "any", {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.diagnostics().front().at, spec.documents.front().at);
  EXPECT_THAT(refused.diagnostics().front().what, testing::HasSubstr("a device"));
}

TEST(Documents, AreTracedByTheSpec) {
  ASSERT_TRUE(spec_under_test()) << to_text(spec_under_test().diagnostics());
  EXPECT_EQ(to_text(findings::to_diagnostics(check_citations(*spec_under_test()))), "");
  EXPECT_FALSE(spec_under_test()->documents.empty());
}

TEST(Documents, HaveEverySentenceInTheInventory) {
  if (!fs::exists(documents_folder())) GTEST_SKIP() << "no documents under " << documents_folder();
  ASSERT_TRUE(spec_under_test()) << to_text(spec_under_test().diagnostics());
  const std::array engines{findings::unasked(findings::written_engine()), findings::unasked(findings::planned_engine()),
                           findings::golden_engine({}), document_engine(documents_folder())};
  EXPECT_EQ(to_text(findings::to_diagnostics(findings::find_all(*spec_under_test(), engines).value())), "");
}

/// Returns the cells that say a dtype, in one order; none of a dtype argument is written in several ways.
std::map<std::string, Cell> comparable(const OpSpec& op, std::map<std::string, Cell> cells) {
  for (auto& [key, cell] : cells) {
    std::ranges::sort(cell.dtypes);
    const Parameter* parameter = find_parameter(op, key);
    if (parameter != nullptr && parameter->kind == ParameterKind::dtype) cell.none = false;
  }
  return cells;
}

/// Returns how many rows of `op` hold on `product` in `release` and are among `facts`; each that is not fails the test.
std::size_t expect_rows(const OpSpec& op, const std::string& product, const std::string& release,
                        const PageFacts& facts) {
  std::size_t found = 0;
  for (const Row& row : op.rows) {
    if (!holds(row.applies, *spec_under_test(), {.product = product, .release = release, .mode = "eager"})) continue;
    const bool is_there = std::ranges::any_of(facts.rows, [&](const PageRow& one) {
      const bool names_it = contains(one.products, product);
      return names_it && comparable(op, one.cells) == comparable(op, row.cells);
    });
    const auto legal = search::legal_dtypes(
        BoundSpec::bind(*spec_under_test(), op, {.product = product, .release = release, .mode = "eager"}));
    const bool is_open = std::ranges::none_of(legal, [&](const auto& choice) { return choice.second == row.id; });
    EXPECT_TRUE(is_there || is_open) << op.name << " row " << row.id << " on " << product;
    found += is_there ? 1 : 0;
  }
  return found;
}

/// Returns whether a table or list of `facts` gives `dtype` for the parameter `name` on `product`.
bool lists(const PageFacts& facts, const std::string& name, DType dtype, const std::string& product) {
  const auto holds_here = [&](const DtypeList& list) {
    return list.products.empty() || contains(list.products, product);
  };
  const auto gives = [&](const DtypeList& list) { return holds_here(list) && contains(list.dtypes, dtype); };
  return std::ranges::any_of(facts.parameters, [&](const PageParameter& one) {
    return one.name == name && std::ranges::any_of(one.dtypes, gives);
  });
}

/// Returns how many dtypes of `op`'s parameters hold on `product` and are listed by `facts`; each that is not fails.
std::size_t expect_dtypes(const OpSpec& op, const std::string& product, const std::string& release,
                          const PageFacts& facts) {
  const Target target{.product = product, .release = release, .mode = "eager"};
  std::size_t found = 0;
  for (const Parameter& parameter : op.parameters) {
    const auto entry = std::ranges::find_if(
        parameter.dtypes, [&](const auto& one) { return holds(one.applies, *spec_under_test(), target); });
    if (entry == parameter.dtypes.end() || !holds(parameter.applies, *spec_under_test(), target)) continue;
    const std::string& name = name_in(parameter, *spec_under_test(), target);
    for (const DType dtype : entry->value) {
      EXPECT_TRUE(lists(facts, name, dtype, product))
          << op.name << ": " << parameter.key << " " << name_of(dtype) << " on " << product;
      ++found;
    }
  }
  return found;
}

TEST(Documents, OfTheNewestReleaseGiveEveryDtypeRowOfTheSpec) {
  if (!fs::exists(documents_folder())) GTEST_SKIP() << "no documents under " << documents_folder();
  ASSERT_TRUE(spec_under_test()) << to_text(spec_under_test().diagnostics());
  for (const OpSpec& op : spec_under_test()->operators) {
    const std::string& newest = spec_under_test()->releases[op.pages.rbegin()->first];
    std::size_t found = 0;
    for (const Document& page : spec_under_test()->documents) {
      if (page.op != op.name || page.release != newest || page.language != "zh") continue;
      std::ifstream file(documents_folder() / page.path, std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      const PageFacts facts = facts_of(read_page(text, form_of(text)), *spec_under_test(), newest);
      for (const PageProduct& product : facts.products) {
        found += expect_rows(op, product.id, newest, facts) + expect_dtypes(op, product.id, newest, facts);
      }
    }
    EXPECT_GT(found, 0U) << op.name;
  }
}

TEST(Documents, EachHaveAnInventory) {
  ASSERT_TRUE(spec_under_test()) << to_text(spec_under_test().diagnostics());
  for (const Document& page : spec_under_test()->documents) {
    const bool traced = std::ranges::any_of(spec_under_test()->statements, [&](const Statement& statement) {
      return contains(statement.documents, page.id);
    });
    EXPECT_TRUE(traced) << page.id;
  }
}

}  // namespace
}  // namespace npu_cts::ascend
