// SPDX-License-Identifier: Apache-2.0
// Replays the malformed files of golden/: each `fail_READER_FACT.yaml` must print exactly what stands in its `.txt`.
// With NPU_CTS_BLESS=1 the `.txt` files are written instead; read the difference before you commit it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/reader/read_call.h"
#include "framework/reader/read_spec.h"
#include "framework/reader/reader_testing.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::reader {
namespace {

namespace fs = std::filesystem;

const fs::path golden = fs::path(NPU_CTS_SOURCE_DIR) / "framework/reader/golden";

const Spec& spec_under_test() {
  static const Result<Spec> spec = read_spec(golden / "spec");
  return spec.value();
}

template <class T>
Diagnostics faults(const Result<T>& result) {
  return result ? Diagnostics{} : result.diagnostics();
}

using Reader = std::function<Diagnostics(const std::string& text, const std::string& file)>;

/// Returns what is wrong where an inventory meets the facts of the operators.
Diagnostics faults_of_inventory(const std::string& text, const std::string& file) {
  Spec spec = spec_under_test();
  spec.statements = read_statements(text, file, spec).value();
  return ground(spec);
}

const std::map<std::string, Reader> readers{
    {"op", [](const auto& text, const auto& file) { return faults(read_op_spec(text, file, spec_under_test())); }},
    {"call", [](const auto& text, const auto& file) { return faults(read_call(text, file, spec_under_test())); }},
    {"releases", [](const auto& text, const auto& file) { return faults(read_releases(text, file)); }},
    {"modes", [](const auto& text, const auto& file) { return faults(read_modes(text, file)); }},
    {"dtypes", [](const auto& text, const auto& file) { return faults(read_dtypes(text, file)); }},
    {"products",
     [](const auto& text, const auto& file) { return faults(read_products(text, file, spec_under_test())); }},
    {"documents",
     [](const auto& text, const auto& file) { return faults(read_documents(text, file, spec_under_test())); }},
    {"ground", &faults_of_inventory},
    {"statements",
     [](const auto& text, const auto& file) { return faults(read_statements(text, file, spec_under_test())); }},
};

/// Returns what the reader of `path` prints about it, with `path` as its bare name.
std::string printed(const fs::path& path) {
  const std::string text = read_file(path, Limits::bytes).value();
  const Reader& reader = readers.at(split(path.stem().string(), '_')[1]);
  std::string all;
  for (Diagnostic& diagnostic : reader(text, path.string())) {
    diagnostic.at.file = fs::path(diagnostic.at.file).filename().string();
    for (Note& note : diagnostic.notes) note.at.file = fs::path(note.at.file).filename().string();
    all += to_text(diagnostic, text);
  }
  return all;
}

void expect_golden(const fs::path& path, const std::string& got) {
  if (std::getenv("NPU_CTS_BLESS") != nullptr) {
    std::ofstream(path, std::ios::binary) << got;
    return;
  }
  const Result<std::string> want = read_file(path, Limits::bytes);
  ASSERT_TRUE(want) << "no " << path << "; run with NPU_CTS_BLESS=1";
  EXPECT_EQ(got, *want);
}

class Golden : public testing::TestWithParam<fs::path> {};

TEST_P(Golden, PrintsItsMessage) {
  const std::string got = printed(GetParam());
  ASSERT_NE(got, "") << "the file has no fault";
  expect_golden(fs::path(GetParam()).replace_extension(".txt"), got);
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(files_in(golden, ".yaml")),
                         [](const auto& file) { return file.param.stem().string(); });

TEST(GoldenFolder, HasNoMessageWithoutAFile) {
  for (const fs::directory_entry& entry : fs::directory_iterator(golden)) {
    const bool generated = entry.path().stem().string().starts_with("made_");
    if (entry.path().extension() != ".txt" || generated) continue;
    EXPECT_TRUE(fs::exists(fs::path(entry.path()).replace_extension(".yaml"))) << entry.path();
  }
}

TEST(GoldenFolder, HasASpecWithoutFaults) {
  const Result<Spec> spec = read_spec(golden / "spec");
  for (const Diagnostic& d : faults(spec)) ADD_FAILURE() << to_text(d);
}

/// Inputs too large to keep.
struct Made {
  std::string_view name;
  std::string text;
};
void PrintTo(const Made& row, std::ostream* out) { *out << row.name; }

class MadeGolden : public testing::TestWithParam<Made> {};

TEST_P(MadeGolden, PrintsItsMessage) {
  std::string all;
  for (const Diagnostic& diagnostic : read_tree(GetParam().text, "made.yaml").found) all += to_text(diagnostic);
  expect_golden(golden / (std::string(GetParam().name) + ".txt"), all);
}

INSTANTIATE_TEST_SUITE_P(Texts, MadeGolden,
                         testing::Values(Made{"made_large_file", std::string(std::size_t{10} << 20U, 'x')},
                                         Made{"made_long_scalar", "a: " + std::string(Limits::scalar_bytes + 1, 'x')},
                                         Made{"made_many_nodes", repeat("- 1\n", Limits::nodes + 1)},
                                         Made{"made_deep_brackets", repeat("[", 100'000)},
                                         Made{"made_deep_blocks", repeat("- ", 100'000) + "1"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace npu_cts::reader
