// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/count_cache.h"

#include <elf.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/record/file.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_lines = 32;

/// Returns `words` as a line that shows where it was torn or changed by accident.
std::string sealed(const std::string& words) { return words + " " + sha256_of(words); }

/// Returns whether nobody but this user may write the file.
bool is_own(const std::filesystem::path& file) {
  struct stat status {};
  const bool is_file = ::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return is_file && status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Returns the build id among the notes in `memory`, in hexadecimal digits; empty where it is not there.
std::string find_build_id(std::span<const std::byte> memory) {
  constexpr std::size_t alignment = 4;
  const auto padded = [](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
  ElfW(Nhdr) note{};
  while (memory.size() >= sizeof note) {
    std::memcpy(&note, memory.data(), sizeof note);
    const std::size_t name = sizeof note;
    const std::size_t content = name + padded(note.n_namesz);
    const std::size_t end = content + padded(note.n_descsz);
    if (end > memory.size()) return {};
    const bool is_gnu = note.n_namesz == sizeof "GNU" && std::memcmp(memory.data() + name, "GNU", sizeof "GNU") == 0;
    if (is_gnu && note.n_type == NT_GNU_BUILD_ID) {
      std::string digits;
      for (const std::byte byte : memory.subspan(content, note.n_descsz)) digits += fmt::format("{:02x}", byte);
      return digits;
    }
    memory = memory.subspan(end);
  }
  return {};
}

/// Takes the first object that is loaded, which is the program, and no other.
int read_program_id(dl_phdr_info* object, std::size_t /*size*/, void* id) {
  for (const auto& part : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (part.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): where the loader put it
    const auto* const notes = reinterpret_cast<const std::byte*>(object->dlpi_addr + part.p_vaddr);
    std::string found = find_build_id({notes, part.p_memsz});
    if (!found.empty()) *static_cast<std::string*>(id) = std::move(found);
  }
  return 1;
}

std::optional<std::filesystem::path> folder_in(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing sets it
  if (value == nullptr || *value != '/') return std::nullopt;
  return std::filesystem::path(value);
}

}  // namespace

std::vector<std::string> CountCache::lines() const {
  std::vector<std::string> lines;
  if (!is_own(file_)) return lines;
  std::ifstream file(file_);
  for (std::string line; lines.size() < most_lines && std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::optional<PlanCounts> CountCache::find(const std::string& key) const {
  for (const std::string& line : lines()) {
    const auto words = split(line, ' ');
    if (words.size() != 4 || words[0] != key || sealed(fmt::format("{} {} {}", words[0], words[1], words[2])) != line)
      continue;
    const auto by_default = parse_integer(words[1]);
    const auto all = parse_integer(words[2]);
    if (!by_default || !all || *by_default < 0 || *all < *by_default) continue;
    return PlanCounts{.by_default = static_cast<std::size_t>(*by_default), .all = static_cast<std::size_t>(*all)};
  }
  return std::nullopt;
}

void CountCache::keep(const std::string& key, const PlanCounts& counts) const {
  std::string text = sealed(fmt::format("{} {} {}", key, counts.by_default, counts.all)) + "\n";
  std::vector<std::string> before = lines();
  if (before.size() == most_lines) before.pop_back();
  for (const std::string& line : before) text += line + "\n";
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  static_cast<void>(write_file(file_.string(), text));  // without a cache the next process counts again
}

std::string CountCache::key_of(const std::string& digest, const std::string& program) {
  return sha256_of(digest + " " + program);
}

std::optional<std::filesystem::path> cache_folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets it
  if (const char* const chosen = std::getenv("NPU_CTS_CACHE"); chosen != nullptr && std::strcmp(chosen, "off") == 0)
    return std::nullopt;
  if (auto folder = folder_in("NPU_CTS_CACHE")) return folder;
  if (const auto caches = folder_in("XDG_CACHE_HOME")) return *caches / "npu-cts";
  if (const auto home = folder_in("HOME")) return *home / ".cache" / "npu-cts";
  return std::nullopt;
}

std::string program_id() {
  std::string id;
  ::dl_iterate_phdr(read_program_id, &id);
  return id;
}

}  // namespace npu_cts
