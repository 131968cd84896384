// SPDX-License-Identifier: Apache-2.0
#include "framework/record/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "framework/record/rerun.h"

namespace npu_cts::record {
namespace {

/// Returns whether `descriptor` is still the file that stands at `path`: another run may have removed it.
bool is_at(int descriptor, const std::string& path) {
  struct stat held = {};
  struct stat standing = {};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &standing) == 0 && held.st_ino == standing.st_ino &&
         held.st_dev == standing.st_dev;
}

/// Returns what to do about `journal`, which cannot be created.
std::string way_to_create(const std::string& journal) {
  const std::filesystem::path folder = std::filesystem::path(journal).parent_path();
  std::error_code ignored;
  if (folder.empty() || std::filesystem::exists(folder, ignored)) return "use --journal FILE";
  return fmt::format("make its folder first: mkdir -p {}; or use --journal FILE", shell_word(folder.string()));
}

/// Returns why `journal` cannot be created, by the number of the error.
Diagnostic cannot_create(const std::string& journal, int error_number) {
  Diagnostic diagnostic = cannot_write(journal, "create the journal here", error_number);
  diagnostic.hint = way_to_create(journal);
  return diagnostic;
}

}  // namespace

Result<RunLock> RunLock::take(const std::string& journal) {
  std::error_code ignored;
  if (std::filesystem::is_directory(journal, ignored)) return cannot_create(journal, EISDIR);
  const std::string path = follow_links(journal) + ".lock";  // of the file: it may have several names
  for (;;) {
    if (auto foreign = find_foreign_file(path, "lock of a run", [](const std::string&) { return false; }))
      return *std::move(foreign);
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    const int failed = errno;
    if (descriptor < 0) {
      const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
      return is_there ? cannot_write(path, "lock the journal", failed) : cannot_create(journal, failed);
    }
    OutputFile file(descriptor, path);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      Diagnostic diagnostic = cannot_write(path, "lock the journal", errno);
      diagnostic.why = "another run is writing this journal";
      diagnostic.hint = "wait for that run, or name another place with '--journal'";
      return diagnostic;
    }
    if (is_at(descriptor, path)) return RunLock(std::move(file));
  }
}

RunLock::~RunLock() {
  if (file_.descriptor() >= 0) ::unlink(file_.path().c_str());
}

}  // namespace npu_cts::record
