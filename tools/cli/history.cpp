#include "tools/cli/history.h"

#include <utility>

#include "framework/base/read_file.h"
#include "framework/run/shards/shards.h"
#include "tools/cli/certificates.h"

namespace npu_cts {
namespace {

constexpr std::string_view zstd_start = "\x28\xB5\x2F\xFD";

}  // namespace

Result<KeptRun> read_kept_run(const std::string& path) {
  auto bytes = read_file(path, most_certificate_bytes);
  if (!bytes || !bytes->starts_with(zstd_start)) {  // a journal may stand in parts, which are named
    auto journal = read_run(path);
    if (!journal) return journal.diagnostics();
    return KeptRun{.contents = {.journal = std::move(*journal), .expectations = {}}, .level = level_of({})};
  }
  const auto sealed = open_certificate(std::move(*bytes), path);
  if (!sealed) return sealed.diagnostics();
  auto contents = read_sealed(*sealed);
  if (!contents) return contents.diagnostics();
  const std::string_view level = level_of(contents->journal.info);
  return KeptRun{.contents = std::move(*contents), .level = level};
}

}  // namespace npu_cts
