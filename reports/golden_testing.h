// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "reports/document/html_script.h"
#include "reports/document/html_style.h"
#include "reports/render.h"

// What the tests with golden pages share. Not part of the library.
namespace npu_cts::reports::testing_golden {

/// Returns `html` with its script and its style by their names alone: a change of either touches no golden.
inline std::string without_frame(std::string html) {
  const auto replace = [&](std::string_view part, std::string_view name) {
    if (const auto at = html.find(part); at != std::string::npos) html.replace(at, part.size(), name);
  };
  replace(document::html_script, "html_script.h");
  replace(document::html_style, "html_style.h");
  return html;
}

/// Holds `page` against its file in `folder` of reports/golden. With NPU_CTS_BLESS=1 the file is written first.
inline void expect_golden(const Page& page, const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(NPU_CTS_SOURCE_DIR) / "reports/golden" / folder / page.name;
  const std::string text = without_frame(page.text);
  if (std::getenv("NPU_CTS_BLESS") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ifstream in(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text)
      << path << ": if the change is meant, run the test again with NPU_CTS_BLESS=1";
}

}  // namespace npu_cts::reports::testing_golden
