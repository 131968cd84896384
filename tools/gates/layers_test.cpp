// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/layers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace npu_cts::gates {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

struct IncludeCase {
  std::string_view name;
  std::string path;
  std::string line;
  std::vector<std::string> want;
};

void PrintTo(const IncludeCase& row, std::ostream* out) { *out << row.name; }

class LayersRule : public testing::TestWithParam<IncludeCase> {};

TEST_P(LayersRule, Holds) {
  const std::array<std::string, 6> rules_text{
      "low ->",    "high -> low", "top -> high/open.h", "test low/*_test.cpp -> high", "<yaml-cpp/ -> high/*",
      "# a remark"};
  const std::array files{SourceFile{.path = GetParam().path, .lines = {GetParam().line}}};
  EXPECT_EQ(check_layers(read_layers(rules_text), files), GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(
    Layers, LayersRule,
    testing::Values(IncludeCase{"ARoomMayUseItself", "low/a.cpp", "#include \"low/b.h\"", {}},
                    IncludeCase{"ARoomMayUseWhatIsListed", "high/a.cpp", "#include \"low/b.h\"", {}},
                    IncludeCase{"NoRoomMayLookUp",
                                "low/a.h",
                                "  #include \"high/b.h\"",
                                {"low/a.h:1: low may not include high/b.h"}},
                    IncludeCase{"AnUnlistedNeighbourIsForbidden",
                                "top/a.h",
                                "#include \"high/closed.h\"",
                                {"top/a.h:1: top may not include high/closed.h"}},
                    IncludeCase{"ASingleHeaderCanBeListed", "top/a.h", "#include \"high/open.h\"", {}},
                    IncludeCase{"TestsMayUseMore", "low/a_test.cpp", "#include \"high/b.h\"", {}},
                    IncludeCase{"LibrariesBelongToTheirRoom",
                                "low/a.cpp",
                                "#include <yaml-cpp/yaml.h>",
                                {"low/a.cpp:1: <yaml-cpp/yaml.h> is not for this file"}},
                    IncludeCase{"TheOwnerMayUseItsLibrary", "high/a.cpp", "#include <yaml-cpp/yaml.h>", {}},
                    IncludeCase{"AnUnknownLibraryIsForbidden",
                                "low/a.cpp",
                                "#include <boost/any.hpp>",
                                {"low/a.cpp:1: <boost/any.hpp> is of no library that tools/layers.txt lists"}},
                    IncludeCase{"TheStandardLibraryIsFree", "low/a.cpp", "#include <vector>", {}},
                    IncludeCase{"AFileOutsideEveryRoomIsForbidden",
                                "lower/a.cpp",
                                "#include \"low/b.h\"",
                                {"lower/a.cpp:1: the file is in no module of tools/layers.txt"}}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Layers, SeveralOnTheLeftHaveTheSame) {
  const std::array<std::string, 4> rules_text{"low wide ->", "high higher -> low", "test low/* wide/* -> high",
                                              "<zlib <zstd -> low/*"};
  const Layers layers = read_layers(rules_text);
  const auto why = [&](std::string path, std::string line) {
    const std::array files{SourceFile{.path = std::move(path), .lines = {std::move(line)}}};
    return check_layers(layers, files);
  };
  for (const char* path : {"high/a.h", "higher/a.h"}) EXPECT_THAT(why(path, "#include \"low/b.h\""), IsEmpty());
  for (const char* path : {"low/a.h", "wide/a.h"}) EXPECT_THAT(why(path, "#include \"high/b.h\""), IsEmpty());
  for (const char* path : {"low/a.h", "wide/a.h"}) EXPECT_THAT(why(path, "#include \"higher/b.h\""), SizeIs(1));
  for (const char* line : {"#include <zlib/a.h>", "#include <zstd/a.h>"}) {
    EXPECT_THAT(why("low/a.h", line), IsEmpty());
    EXPECT_THAT(why("wide/a.h", line), SizeIs(1));
  }
}

TEST(Layers, AnUnreadableLineIsABreach) {
  for (const std::string line : {"low may use high", "-> high", "test -> high", "tests low/* -> high",
                                 "low <zlib -> high", "<zlib low -> high", "test <zlib -> high"})
    EXPECT_THAT(check_layers(read_layers(std::array{line}), {}), ElementsAre("layers: cannot read '" + line + "'"));
}

TEST(Layers, ANameThatHasALineIsInNoOther) {
  const std::array<std::string, 2> rules_text{"low high ->", "high -> low"};
  EXPECT_THAT(check_layers(read_layers(rules_text), {}), ElementsAre("layers: cannot read 'high -> low'"));
}

TEST(Layers, APermissionThatNothingNeedsIsNamed) {
  const std::array<std::string, 5> rules_text{"low ->", "high -> low top", "top -> low", "test high/* -> low closed",
                                              "<zlib -> high/* low/*"};
  const std::array files{SourceFile{.path = "high/a_test.cpp", .lines = {"#include \"low/b.h\"", "#include <zlib.h>"}},
                         SourceFile{.path = "low/a.cpp", .lines = {"#include \"low/b.h\""}}};
  EXPECT_THAT(find_unused_permissions(read_layers(rules_text), files),
              ElementsAre("high -> top", "top -> low", "high/* -> low", "high/* -> closed", "zlib -> low/*"));
}

TEST(Layers, EveryIncludeOfTheTreeIsAllowed) {
  const auto files = read_source_tree(NPU_CTS_SOURCE_DIR);
  const auto rules_text = std::ranges::find(files, "tools/layers.txt", &SourceFile::path);
  ASSERT_NE(rules_text, files.end());
  const Layers layers = read_layers(rules_text->lines);
  EXPECT_THAT(layers.modules, SizeIs(testing::Ge(10U)));
  EXPECT_THAT(check_layers(layers, files), IsEmpty());
  EXPECT_THAT(find_unused_permissions(layers, files), IsEmpty());
}

}  // namespace
}  // namespace npu_cts::gates
