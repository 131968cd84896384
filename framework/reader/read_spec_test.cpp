// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/read_spec.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

namespace npu_cts::reader {
namespace {

namespace fs = std::filesystem;

const fs::path spec_folder = fs::path(NPU_CTS_SOURCE_DIR) / "spec";

template <class T>
std::string why(const Result<T>& result) {
  std::string text;
  if (result) return text;
  for (const Diagnostic& d : result.diagnostics()) text += to_text(d);
  return text;
}

/// A folder of the spec that a test may spoil.
class SpecFolder : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    dir_ = fs::path(testing::TempDir()) / ("read_spec_" + name);
    fs::remove_all(dir_);
    fs::create_directories(dir_ / "ops");
    for (const char* file : {"releases.yaml", "modes.yaml", "dtypes.yaml", "products.yaml"})
      fs::copy_file(spec_folder / file, dir_ / file);
    write("ops/mirror.yaml", mirror);
  }
  void TearDown() override { fs::remove_all(dir_); }

  void write(const std::string& name, const std::string& text) {
    fs::create_directories((dir_ / name).parent_path());
    std::ofstream(dir_ / name) << text;
  }

  static constexpr const char* mirror = R"yaml(operator: mirror
form: function
text: {en: turns x around, zh: 翻转}
pages: {"7.1.0": [m-1]}
signatures: [{value: "(x) -> Tensor"}]
parameters:
  - {key: x, kind: tensor, text: {en: x, zh: x}}
outputs:
  - name: out
    dtype: [{value: "dtype(x)"
}]
    shape: [{value: "shape(x)"}]
support: [{state: supported}]
)yaml";

  fs::path dir_;
};

TEST(ReadSpec, ReadsTheSpec) {
  const Result<Spec> spec = read_spec(spec_folder);
  ASSERT_TRUE(spec) << why(spec);
  EXPECT_FALSE(spec->operators.empty());
  EXPECT_EQ(spec->releases.front(), "6.0.rc1");
  EXPECT_FALSE(spec->products.empty());
}

TEST(ReadSpec, ReadsWhatADataSetChooses) {
  const Result<Spec> spec = read_spec(fs::path(NPU_CTS_SOURCE_DIR) / "framework/reader/golden/spec");
  ASSERT_TRUE(spec) << why(spec);
  const auto& sets = find_operator(*spec, "mirror")->hints.data;
  ASSERT_EQ(sets.size(), 2U);
  EXPECT_TRUE(sets[0].layouts.empty() && sets[0].formats.empty() && sets[0].shapes.empty());
  EXPECT_EQ(sets[1].layouts, (std::map<std::string, Layout>{{"x", Layout::transposed}}));
  EXPECT_EQ(sets[1].formats, (std::map<std::string, Format>{{"x", Format::nchw}}));
  EXPECT_EQ(sets[1].shapes, (std::map<std::string, std::string>{{"x", "any"}}));
}

TEST(ReadSpec, GivesNoNameToTwoProductsOfOneRelease) {
  const Result<Spec> spec = read_spec(spec_folder);
  ASSERT_TRUE(spec) << why(spec);
  std::set<std::string> names;
  for (const Product& product : spec->products) {
    for (const Alias& alias : product.aliases) EXPECT_TRUE(names.insert(alias.name).second) << alias.name;
  }
}

TEST(ReadSpec, ReadsTheModesInTheirOrderAndTheirGroups) {
  const Result<Spec> spec = read_spec(spec_folder);
  ASSERT_TRUE(spec) << why(spec);
  EXPECT_EQ(mode_words(*spec), (std::vector<std::string>{"eager", "graph_static", "graph_dynamic", "graph"}));
  EXPECT_EQ(modes_of(*spec, "graph"), (std::vector<std::string>{"graph_static", "graph_dynamic"}));
  EXPECT_EQ(modes_of(*spec, "eager"), std::vector<std::string>{"eager"});
  EXPECT_TRUE(modes_of(*spec, "eagre").empty());
  EXPECT_TRUE(find_mode(*spec, "graph_dynamic")->is_dynamic);
  EXPECT_FALSE(find_mode(*spec, "eager")->is_compiled);
}

TEST_F(SpecFolder, TakesTheModesThatItsFileNames) {
  write("modes.yaml", "modes: [{id: call, name: {en: call, zh: 调用}}]\n");
  ASSERT_TRUE(read_spec(dir_)) << why(read_spec(dir_));
  std::string other = mirror;
  other.replace(other.find("supported}"), 9, "supported, modes: [eager]");
  write("ops/mirror.yaml", other);
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  EXPECT_NE(why(spec).find("unknown mode 'eager'"), std::string::npos) << why(spec);
  EXPECT_NE(why(spec).find("known here: call"), std::string::npos) << why(spec);
}

TEST_F(SpecFolder, NeedsItsModes) {
  fs::remove(dir_ / "modes.yaml");
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.diagnostics()[0].kind, Kind::unreadable_file);
}

TEST(ReadDtypes, ListsTheDtypesOfTheModel) {
  std::ifstream file(spec_folder / "dtypes.yaml");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Result<std::vector<DType>> dtypes = read_dtypes(text, "dtypes.yaml");
  ASSERT_TRUE(dtypes) << why(dtypes);
  ASSERT_EQ(dtypes->size(), dtype_table.size());
  for (std::size_t i = 0; i < dtype_table.size(); ++i) EXPECT_EQ((*dtypes)[i], dtype_table[i].dtype);
}

TEST(ReadDtypes, RefusesASizeThatTheProgramDoesNotComputeWith) {
  const auto read = read_dtypes("dtypes: [{name: int8, bits: 16, kind: signed}]", "d");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.diagnostics().size(), 1U);
  EXPECT_NE(why(read).find("d:1:29: error: 'bits' of int8 is 8"), std::string::npos) << why(read);
}

TEST_F(SpecFolder, ReadsWithoutDocuments) {
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_TRUE(spec) << why(spec);
  ASSERT_NE(find_operator(*spec, "mirror"), nullptr);
  EXPECT_EQ(find_operator(*spec, "mirror")->pages.begin()->first, 3U);
}

TEST_F(SpecFolder, HoldsTheInventoryAgainstTheFacts) {
  write("documents.yaml", "documents: [{id: m-1, op: mirror, release: \"7.1.0\", language: zh, path: m, sha256: \"" +
                              std::string(64, 'a') + "\"}]\n");
  const std::string entry = "operator: mirror\nstatements:\n  - {id: m-aa, sha256: \"" + std::string(64, 'b') +
                            "\", documents: [m-1], place: p, disposition: encoded,\n     encodes: [";
  write("documents/mirror.yaml", entry + "x]}\n");
  const Result<Spec> grounded = read_spec(dir_);
  ASSERT_TRUE(grounded) << why(grounded);
  EXPECT_EQ(find_operator(*grounded, "mirror")->parameters[0].cite, Citations{"m-aa"});
  write("documents/mirror.yaml", entry + "z]}\n");
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  ASSERT_EQ(spec.diagnostics().size(), 1U) << why(spec);
  EXPECT_EQ(spec.diagnostics()[0].kind, Kind::dangling_citation);
  EXPECT_EQ(fs::path(spec.diagnostics()[0].at.file), dir_ / "documents/mirror.yaml");
  EXPECT_EQ(spec.diagnostics()[0].at.line, 4);
}

TEST_F(SpecFolder, SaysOfAMisspeltKeyNotThatTheRightOneIsMissingToo) {
  std::string misspelt = mirror;
  misspelt.replace(misspelt.find("kind:"), 4, "kimd");
  write("ops/mirror.yaml", misspelt);
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  ASSERT_EQ(spec.diagnostics().size(), 1U) << why(spec);
  EXPECT_EQ(spec.diagnostics()[0].kind, Kind::unknown_key);
  EXPECT_EQ(spec.diagnostics()[0].hint, "write 'kind'");
}

TEST_F(SpecFolder, ReportsTheFaultsOfEveryFile) {
  write("ops/b.yaml", "operator: b\n");
  write("ops/c.yaml", "[\n");
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  std::set<std::string> files;
  for (const Diagnostic& d : spec.diagnostics()) files.insert(fs::path(d.at.file).filename().string());
  EXPECT_EQ(files, (std::set<std::string>{"b.yaml", "c.yaml"}));
}

struct Folder {
  std::string_view name;
  void (*spoil)(const fs::path& dir);
  Kind kind;
  std::string_view place;
  std::string_view what;
};
void PrintTo(const Folder& row, std::ostream* out) { *out << row.name; }

class SpoiltFolder : public SpecFolder, public testing::WithParamInterface<Folder> {};

TEST_P(SpoiltFolder, IsSaidWithItsPlace) {
  const Folder& row = GetParam();
  row.spoil(dir_);
  for (const Result<Spec>& spec : {read_spec(dir_), read_operators(dir_, {"mirror"})}) {
    ASSERT_FALSE(spec);
    ASSERT_EQ(spec.diagnostics().size(), 1U) << why(spec);
    EXPECT_EQ(spec.diagnostics()[0].kind, row.kind);
    EXPECT_EQ(spec.diagnostics()[0].at, (Location{(dir_ / row.place).string(), 0, 0}));
    EXPECT_EQ(spec.diagnostics()[0].what, row.what);
  }
}

INSTANTIATE_TEST_SUITE_P(
    ReadSpec, SpoiltFolder,
    testing::Values(Folder{"NoFolder", [](const fs::path& dir) { fs::remove_all(dir / "ops"); }, Kind::unreadable_file,
                           "ops", "cannot read the folder: No such file or directory"},
                    Folder{"AFileInItsPlace",
                           [](const fs::path& dir) {
                             fs::remove_all(dir / "ops");
                             fs::copy_file(dir / "modes.yaml", dir / "ops");
                           },
                           Kind::unreadable_file, "ops", "cannot read the folder: Not a directory"},
                    Folder{"NoOperator", [](const fs::path& dir) { fs::remove(dir / "ops/mirror.yaml"); },
                           Kind::missing_key, "ops", "the spec has no operator"},
                    Folder{"AnotherEnding",
                           [](const fs::path& dir) { fs::rename(dir / "ops/mirror.yaml", dir / "ops/mirror.yml"); },
                           Kind::unreadable_file, "ops/mirror.yml", "its name does not end in '.yaml'"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(SpecFolder, AsksAnInventoryForItsEndingToo) {
  write("documents/mirror.yml", "");
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.diagnostics()[0].at.file, (dir_ / "documents/mirror.yml").string());
}

TEST_F(SpecFolder, LeavesTheFilesOfAnEditorAside) {
  write("ops/.mirror.yaml.swp", "");
  write("ops/mirror.yaml~", "");
  EXPECT_TRUE(read_spec(dir_)) << why(read_spec(dir_));
}

TEST_F(SpecFolder, RefusesTwoOperatorsOfOneName) {
  write("ops/again.yaml", mirror);
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.diagnostics()[0].kind, Kind::duplicate_id);
  EXPECT_EQ(spec.diagnostics()[0].at, (Location{(dir_ / "ops/mirror.yaml").string(), 1, 1}));
}

TEST_F(SpecFolder, SortsOperatorsByTheirNames) {
  std::string turn = mirror;
  write("ops/z.yaml", turn.replace(turn.find("mirror"), 6, "aside"));
  for (const Result<Spec>& spec : {read_spec(dir_), read_operators(dir_, {"mirror", "aside"})}) {
    ASSERT_TRUE(spec) << why(spec);
    ASSERT_EQ(spec->operators.size(), 2U);
    EXPECT_EQ(spec->operators[0].name, "aside");
  }
}

TEST_F(SpecFolder, ReadsFilesInTheOrderOfTheirNames) {
  for (int i = 40; i > 10; --i) write("ops/o" + std::to_string(i) + ".yaml", "[\n");
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.diagnostics().size(), 30U);
  EXPECT_TRUE(std::ranges::is_sorted(spec.diagnostics(), {}, [](const Diagnostic& d) { return d.at.file; }));
}

TEST(ReadModes, OrdersTheModesOfAGroupAsTheFileDoes) {
  const auto modes = read_modes(
      "modes: [{id: a, name: {en: a, zh: a}}, {id: b, name: {en: b, zh: b}}]\n"
      "groups: [{id: g, name: {en: g, zh: g}, modes: [b, a]}]\n",
      "m");
  ASSERT_TRUE(modes) << why(modes);
  EXPECT_EQ(modes->groups[0].modes, (std::vector<std::string>{"a", "b"}));
}

TEST(ReadDocuments, KeepsTheirPlaces) {
  const Result<Spec> spec = read_spec(spec_folder);
  ASSERT_TRUE(spec) << why(spec);
  for (const Document& document : spec->documents) ASSERT_GT(document.at.line, 0) << document.id;
  for (const Statement& statement : spec->statements) ASSERT_GT(statement.at.line, 0) << statement.id;
}

TEST_F(SpecFolder, ReadsTheOperatorsThatAreAskedForAndNoOther) {
  write("ops/broken.yaml", "[\n");
  const Result<Spec> spec = read_operators(dir_, {"mirror"});
  ASSERT_TRUE(spec) << why(spec);
  ASSERT_EQ(spec->operators.size(), 1U);
  EXPECT_EQ(spec->operators[0].name, "mirror");
  EXPECT_FALSE(read_operators(dir_, {"mirror", "broken"}));
}

TEST(ReadOperators, ReadsThePagesToo) {
  const Result<Spec> spec = read_operators(fs::path(NPU_CTS_SOURCE_DIR) / "framework/reader/golden/spec", {"mirror"});
  ASSERT_TRUE(spec) << why(spec);
  EXPECT_FALSE(spec->documents.empty());
}

TEST_F(SpecFolder, FindsAnOperatorInAFileOfAnotherName) {
  fs::rename(dir_ / "ops/mirror.yaml", dir_ / "ops/other.yaml");
  std::string turn = mirror;
  write("ops/aside.yaml", turn.replace(turn.find("mirror"), 6, "turn"));
  const Result<Spec> spec = read_operators(dir_, {"mirror"});
  ASSERT_TRUE(spec) << why(spec);
  ASSERT_EQ(spec->operators.size(), 1U);
  EXPECT_EQ(spec->operators[0].name, "mirror");
}

TEST_F(SpecFolder, NeedsItsVocabularies) {
  for (const char* file : {"products.yaml", "dtypes.yaml", "releases.yaml"}) {
    fs::remove(dir_ / file);
    const Result<Spec> spec = read_spec(dir_);
    ASSERT_FALSE(spec);
    EXPECT_EQ(spec.diagnostics().size(), 1U) << "what uses the words is not read: " << why(spec);
    EXPECT_EQ(spec.diagnostics()[0].kind, Kind::unreadable_file);
    EXPECT_EQ(spec.diagnostics()[0].at.file, (dir_ / file).string());
    write(file, std::string(file) == "releases.yaml" ? "releases: [\"1\"]\n" : "x: 1\n");
    EXPECT_FALSE(read_spec(dir_));
    fs::copy_file(spec_folder / file, dir_ / file, fs::copy_options::overwrite_existing);
  }
}

TEST_F(SpecFolder, RefusesAFolderInAFilesPlace) {
  fs::remove(dir_ / "products.yaml");
  fs::create_directory(dir_ / "products.yaml");
  const Result<Spec> spec = read_spec(dir_);
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.diagnostics()[0].kind, Kind::unreadable_file);
}

TEST_F(SpecFolder, DigestFollowsNamesAndContents) {
  const std::string before = digest_of(dir_).value();
  EXPECT_EQ(before.size(), 64U);
  EXPECT_EQ(digest_of(dir_).value(), before);
  write("notes.txt", "no spec");
  EXPECT_EQ(digest_of(dir_).value(), before);
  fs::rename(dir_ / "ops/mirror.yaml", dir_ / "ops/other.yaml");
  const std::string renamed = digest_of(dir_).value();
  EXPECT_NE(renamed, before);
  write("ops/other.yaml", std::string(mirror) + "# more\n");
  const std::string longer = digest_of(dir_).value();
  EXPECT_NE(longer, renamed);
  write("ops/other.yaml", std::string(mirror) + "# mode\n");
  EXPECT_NE(digest_of(dir_).value(), longer) << "as many bytes, but others";
}

TEST_F(SpecFolder, DigestFailsWhereAFileCannotBeRead) {
  fs::create_directory(dir_ / "ops/folder.yaml");
  const auto digest = digest_of(dir_);
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.diagnostics()[0].kind, Kind::unreadable_file);
}

TEST_F(SpecFolder, DigestFailsWhereAFolderCannotBeRead) {
  fs::remove_all(dir_ / "documents");
  EXPECT_TRUE(digest_of(dir_)) << "inventories may be missing";
  write("documents", "no folder");
  const auto digest = digest_of(dir_);
  ASSERT_FALSE(digest);
  EXPECT_EQ(digest.diagnostics()[0].kind, Kind::unreadable_file);
}

}  // namespace
}  // namespace npu_cts::reader
