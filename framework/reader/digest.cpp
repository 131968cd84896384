// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "framework/base/read_file.h"
#include "framework/base/sha256.h"
#include "framework/reader/read_spec.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts::reader {

Result<std::string> digest_of(const std::filesystem::path& spec) {
  Sha256 hash;
  for (const char* const folder : {"", "documents", "ops"}) {
    if (const auto fault = find_unreadable(spec / folder)) return *fault;
    for (const std::filesystem::path& file : files_in(spec / folder, ".yaml")) {
      const Result<std::string> bytes = read_file(file, Limits::bytes);
      if (!bytes) return bytes.diagnostics();
      hash.add(fmt::format("{}/{}\n{}\n{}", folder, file.filename().string(), bytes->size(), *bytes));
    }
  }
  return hash.take();
}

}  // namespace npu_cts::reader
