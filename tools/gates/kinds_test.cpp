// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tools/engines.h"
#include "tools/gates/source_tree.h"

namespace npu_cts::gates {
namespace {

/// Returns the kinds that end an error, warning or info line of a golden.
std::set<std::string> printed_kinds() {
  const std::regex message(R"((error|warning|info): .*\[([a-z][a-z0-9-]*)\] *$)");
  std::set<std::string> kinds;
  for (const SourceFile& file : read_source_tree(NPU_CTS_SOURCE_DIR)) {
    if (!matches(file.path, "*golden*")) continue;
    for (const std::string& line : file.lines) {
      if (std::smatch found; std::regex_search(line, found, message)) kinds.insert(found[2]);
    }
  }
  return kinds;
}

std::set<std::string> registered_kinds() {
  std::set<std::string> kinds;
  for (const Kind& kind : registry_of(engines_for({}))) kinds.emplace(info_of(kind).name);
  return kinds;
}

std::set<std::string> without(std::set<std::string> from, const std::set<std::string>& gone) {
  std::erase_if(from, [&](const std::string& kind) { return gone.contains(kind); });
  return from;
}

TEST(Kinds, EachHasOneRowWithATitle) {
  std::set<std::string_view> names;
  for (const Kind& kind : registry_of(engines_for({}))) {
    EXPECT_TRUE(names.insert(info_of(kind).name).second) << info_of(kind).name;
    EXPECT_FALSE(info_of(kind).title.empty()) << info_of(kind).name;
  }
}

TEST(Kinds, EachIsPrintedBySomeGolden) {
  EXPECT_THAT(without(registered_kinds(), printed_kinds()), testing::IsEmpty());
}

TEST(Kinds, NoGoldenPrintsAnUnknownOne) {
  EXPECT_THAT(without(printed_kinds(), registered_kinds()), testing::IsEmpty());
}

}  // namespace
}  // namespace npu_cts::gates
