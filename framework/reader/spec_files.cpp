// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/spec_files.h"

#include <algorithm>
#include <system_error>

namespace npu_cts::reader {

std::vector<std::filesystem::path> yaml_files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  std::filesystem::directory_iterator entries(folder, error);
  while (!error && entries != std::filesystem::directory_iterator()) {
    if (entries->path().extension() == ".yaml") files.push_back(entries->path());
    entries.increment(error);
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace npu_cts::reader
