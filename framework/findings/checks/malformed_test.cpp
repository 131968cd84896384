// SPDX-License-Identifier: Apache-2.0
// The malformed corpus: five edits at every key of every file of the base. None may be accepted, and malformed.golden
// holds the first message of each. With NPU_CTS_BLESS=1 it is written instead; read the difference.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "framework/reader/read_spec.h"

namespace npu_cts::findings {
namespace {

namespace fs = std::filesystem;

const fs::path own_folder = fs::path(NPU_CTS_SOURCE_DIR) / "framework/findings/checks";

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// What is put in place of the ':' of a key.
struct Edit {
  std::string_view name;
  std::string_view colon;
};

constexpr std::array edits{
    Edit{"misspelt", "q:"}, Edit{"anchor", ": &a"}, Edit{"alias", ": *a"}, Edit{"tag", ": !t"}, Edit{"colon lost", ""},
};

constexpr std::array<std::string_view, 7> files{"releases.yaml", "modes.yaml",     "dtypes.yaml",
                                                "products.yaml", "documents.yaml", "documents/blend.yaml",
                                                "ops/blend.yaml"};

/// Returns where the keys of `text` end, comments left out, and the sizes that hints try: any name is a symbol there.
std::vector<std::size_t> colons_of(const std::string& text) {
  std::vector<std::size_t> colons;
  bool comment = false;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] == '\n') comment = false;
    if (text[at] == '#' || std::string_view(text).substr(at).starts_with("\n  symbols: {n: [")) comment = true;
    if (!comment && text[at] == ':' && (text[at + 1] == ' ' || text[at + 1] == '\n')) colons.push_back(at);
  }
  return colons;
}

struct Transcript {
  std::string text;
  std::string accepted;  ///< the edits that were read without a word
  int edits = 0;
};

/// Returns the first line of the first message about the spec in `folder`, or nothing where it is accepted.
std::string first_message(const fs::path& folder) {
  const Result<Spec> spec = reader::read_spec(folder);
  if (spec) return "";
  Diagnostic first = spec.diagnostics().front();
  first.at.file = fs::path(first.at.file).filename();
  const std::string text = to_text(first);
  return text.substr(0, text.find('\n') + 1);
}

void replay(const fs::path& folder, std::string_view file, Transcript& transcript) {
  const std::string text = read(folder / file);
  for (const std::size_t at : colons_of(text)) {
    for (const Edit& edit : edits) {
      std::string edited = text;
      edited.replace(at, 1, edit.colon);
      write(folder / file, edited);
      const std::string said = first_message(folder);
      const std::string name = fmt::format("{}, byte {}, {}", file, at, edit.name);
      if (said.empty()) transcript.accepted += fmt::format("{}\n", name);
      transcript.text += fmt::format("{}: {}", name, said);
      ++transcript.edits;
    }
  }
  write(folder / file, text);
}

TEST(MalformedSpecs, AreAllRefusedWithTheirMessages) {
  const fs::path folder = fs::path(testing::TempDir()) / "malformed_laws";
  fs::remove_all(folder);
  fs::copy(own_folder / "base", folder, fs::copy_options::recursive);
  ASSERT_EQ(first_message(folder), "");
  Transcript transcript;
  for (const std::string_view file : files) replay(folder, file, transcript);
  fs::remove_all(folder);
  EXPECT_EQ(transcript.accepted, "");
  EXPECT_GE(transcript.edits, 400);
  if (std::getenv("NPU_CTS_BLESS") != nullptr) write(own_folder / "malformed.golden", transcript.text);
  EXPECT_EQ(transcript.text, read(own_folder / "malformed.golden"));
}

}  // namespace
}  // namespace npu_cts::findings
