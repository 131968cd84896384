// The inventory of the real pages, wherever their folder is. Without it the pages' own tests are skipped, and say so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "framework/page/citations.h"
#include "framework/page/inventory.h"
#include "framework/reader/read_spec.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

std::string to_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += npu_cts::to_text(diagnostic);
  return text;
}

const Result<Spec>& law() {
  static const Result<Spec> spec = read_spec(fs::path(NPU_CTS_SOURCE_DIR) / "spec");
  return spec;
}

/// NPU_CTS_DOCUMENTS, or the folder that lies beside a checkout of the project.
fs::path documents_folder() {
  if (const char* named = std::getenv("NPU_CTS_DOCUMENTS")) return named;
  return fs::path(NPU_CTS_SOURCE_DIR) / ".." / "shared" / "documents";
}

TEST(Documents, AreTracedByTheLaw) {
  ASSERT_TRUE(law()) << to_text(law().diagnostics());
  EXPECT_EQ(to_text(check_citations(*law())), "");
  EXPECT_FALSE(law()->documents.empty());
}

TEST(Documents, HaveEverySentenceInTheInventory) {
  if (!fs::exists(documents_folder())) GTEST_SKIP() << "no documents under " << documents_folder();
  ASSERT_TRUE(law()) << to_text(law().diagnostics());
  EXPECT_EQ(to_text(check_inventory(*law(), documents_folder())), "");
}

TEST(Documents, EachHaveAnInventory) {
  ASSERT_TRUE(law()) << to_text(law().diagnostics());
  for (const Document& page : law()->documents) {
    const bool traced = std::ranges::any_of(law()->statements, [&](const Statement& statement) {
      return std::ranges::find(statement.documents, page.id) != statement.documents.end();
    });
    EXPECT_TRUE(traced) << page.id;
  }
}

}  // namespace
}  // namespace npu_cts
