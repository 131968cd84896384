// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/process_path.h"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <fmt/format.h>

namespace npu_cts::wire {
namespace {

namespace fs = std::filesystem;

/// The parts of a path that are left to follow, the next one last.
using Parts = std::vector<fs::path>;

void push(Parts& parts, const fs::path& path) {
  const auto first = static_cast<std::ptrdiff_t>(parts.size());
  for (const fs::path& part : path.relative_path()) parts.push_back(part);
  std::reverse(parts.begin() + first, parts.end());
}

/// Returns whether the text of the link is not where it leads to: the link of a descriptor, of a folder that is gone.
bool is_made_up(const fs::path& root, const fs::path& link, const fs::path& target) {
  if (!is_of_processes((root / link.relative_path()).parent_path()) || link.parent_path() == "/proc") return false;
  std::error_code failed;
  return !target.is_absolute() || !fs::equivalent(root / target.relative_path(), root / link.relative_path(), failed);
}

}  // namespace

bool is_of_processes(const fs::path& path) {
  struct statfs status = {};
  return statfs(path.c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

fs::path path_for(pid_t process, int folder, const std::string& written) {
  constexpr int most_links = 40;  // as the system follows
  const std::string home = fmt::format("/proc/{}", process);
  const fs::path root = home + "/root";
  const std::string from = folder == AT_FDCWD ? home + "/cwd" : fmt::format("{}/fd/{}", home, folder);
  Parts parts;
  push(parts, written);
  if (!written.starts_with('/')) push(parts, from);
  fs::path at = "/";
  for (int links = 0; !parts.empty();) {
    const fs::path part = parts.back();
    parts.pop_back();
    if (part.empty() || part == ".") continue;
    const fs::path next = part == ".." ? at.parent_path() : at / part;
    const bool is_self = part == "self" || part == "thread-self";
    std::error_code is_no_link;
    const fs::path target = fs::read_symlink(root / next.relative_path(), is_no_link);
    if (is_self && is_of_processes(root / at.relative_path())) {
      at /= std::to_string(process);
    } else if (is_no_link || part == ".." || ++links > most_links || is_made_up(root, next, target)) {
      at = next;
    } else {
      push(parts, target);
      if (target.is_absolute()) at = "/";
    }
  }
  return root / at.relative_path();
}

}  // namespace npu_cts::wire
