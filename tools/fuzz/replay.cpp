// SPDX-License-Identifier: Apache-2.0
// Gives every file below the folders (or files) of the command line to the target, in the order of their names: the
// corpus as a plain test, with any compiler. Ends with 1 where there is nothing to replay.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tools/fuzz/property.h"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& root) {
  if (fs::is_regular_file(root)) return {root};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

void replay(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  std::printf("%s: %zu bytes\n", file.string().c_str(), input.size());
  std::fflush(stdout);  // the last line names the guilty file
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

}  // namespace

int main(int count, char** words) {
  std::size_t replayed = 0;
  for (const char* root : std::span(words, static_cast<std::size_t>(count)).subspan(1)) {
    const std::vector<fs::path> files = files_below(root);
    std::ranges::for_each(files, &replay);
    replayed += files.size();
  }
  std::printf("%zu inputs replayed\n", replayed);
  return replayed == 0 ? 1 : 0;
}
