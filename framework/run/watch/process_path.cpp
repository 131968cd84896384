// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/process_path.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/uio.h>
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

/// Returns whether the text of the link `at` is not where it leads to: the link of a descriptor, of a folder that is
/// gone.
bool is_made_up(const fs::path& root, const fs::path& at, const fs::path& target) {
  if (!is_of_processes(at.parent_path()) || at.parent_path() == root / "proc") return false;
  std::error_code failed;
  return !target.is_absolute() || !fs::equivalent(root / target.relative_path(), at, failed);
}

}  // namespace

fs::path in_real_folder(const fs::path& path) {
  std::error_code failed;
  const fs::path folder = fs::canonical(path.parent_path(), failed);
  return failed ? path : folder / path.filename();
}

bool is_of_processes(const fs::path& path) {
  struct statfs status = {};
  return statfs(path.c_str(), &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

fs::path path_for(pid_t process, int folder, const std::string& written) {
  constexpr int most_links = 40;  // as the system follows
  const fs::path home = fmt::format("/proc/{}", process);
  const fs::path root = home / "root";
  Parts parts;
  push(parts, written);
  fs::path at = root;
  if (!written.starts_with('/')) at = folder == AT_FDCWD ? home / "cwd" : home / "fd" / std::to_string(folder);
  int plain = 0;  // parts at its end that are no links
  for (int links = 0; !parts.empty();) {
    const fs::path part = parts.back();
    parts.pop_back();
    std::error_code failed;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (plain > 0) {
        at = at.parent_path();
        --plain;
      } else if (!fs::equivalent(at, root, failed)) {
        at /= part;  // what is above is not in its text
      }
      continue;
    }
    if ((part == "self" || part == "thread-self") && is_of_processes(at)) {
      at = home;
      plain = 0;
      continue;
    }
    at /= part;
    const fs::path target = fs::read_symlink(at, failed);
    if (failed || ++links > most_links || is_made_up(root, at, target)) {
      plain = failed ? plain + 1 : 0;
      continue;
    }
    push(parts, target);
    at = target.is_absolute() ? root : at.parent_path();
    if (target.is_absolute()) plain = 0;
  }
  return at;
}

std::optional<std::string> text_at(pid_t process, std::uint64_t address) {
  std::string text;
  std::array<char, 256> piece{};
  while (text.size() < PATH_MAX) {
    const std::size_t bytes = piece.size() - address % piece.size();  // never across the end of a page
    const iovec here{.iov_base = piece.data(), .iov_len = bytes};
    const iovec there{.iov_base = reinterpret_cast<void*>(address), .iov_len = bytes};  // NOLINT: another's address
    const ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
    if (got <= 0) return std::nullopt;
    const std::size_t length = strnlen(piece.data(), static_cast<std::size_t>(got));
    text.append(piece.data(), length);
    if (length < static_cast<std::size_t>(got)) return text;
    address += static_cast<std::uint64_t>(got);
  }
  return text;
}

}  // namespace npu_cts::wire
