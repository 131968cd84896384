// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/history.h"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "framework/base/read_file.h"
#include "framework/record/compressed.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/certificates.h"

namespace npu_cts {
namespace {

/// Returns whether the file at `path` begins as a certificate does. Of a pipe, nothing is taken.
bool is_packed(const std::string& path) {
  constexpr std::streamsize most_read = 1 << 18;  // a whole block of zstd
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;
  std::string start(most_read, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), most_read);
  start.resize(static_cast<std::size_t>(file.gcount()));
  return record::is_compressed(start) && !record::is_compressed_journal(start);
}

}  // namespace

Result<KeptRun> read_kept_run(const std::string& path) {
  if (!is_packed(path)) {  // a journal may stand in parts, which are named
    auto journal = run::read_run(path);
    if (!journal) return journal.diagnostics();
    return KeptRun{.contents = {.journal = std::move(*journal)}, .level = evidence::level_of({})};
  }
  auto bytes = read_file(path, most_certificate_bytes);
  if (!bytes) return bytes.diagnostics();
  const auto sealed = evidence::open_certificate(std::move(*bytes), path);
  if (!sealed) return sealed.diagnostics();
  auto contents = evidence::read_sealed(*sealed);
  if (!contents) return contents.diagnostics();
  const std::string_view level = evidence::level_of(contents->journal.info);
  return KeptRun{.contents = std::move(*contents), .level = level};
}

}  // namespace npu_cts
