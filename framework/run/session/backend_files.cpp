// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/backend_files.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "framework/base/sha256.h"
#include "framework/base/text.h"

namespace npu_cts::run {
namespace {

constexpr std::string_view usual_path = "/bin:/usr/bin";  // of execvp, where there is no PATH

bool may_start(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

Diagnostic cannot_hash(const std::string& path) {
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(path, ignored);
  return error_at(Kind::unreadable_file, {.file = path}, is_file ? "cannot read the file" : "this is no file",
                  "a journal records the hash of each file of the implementation",
                  is_file ? "give the right to read it to the user who runs the suite"
                          : "name files alone in 'files' of 'hello', by their whole paths");
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  for (const std::string& folder : split(path == nullptr ? usual_path : path, ':')) {
    const auto file = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (may_start(file)) return file.string();
  }
  return name;
}

Result<std::vector<BackendFile>> backend_files(const std::vector<std::string>& paths) {
  std::vector<BackendFile> files;
  Diagnostics errors;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {  // a pipe would be waited for, and a device has no end
      errors.push_back(cannot_hash(path));
      continue;
    }
    std::ifstream file(path, std::ios::binary);
    Sha256 hash;
    std::uint64_t bytes = 0;
    std::array<char, 1U << 16U> buffer{};
    do {
      file.read(buffer.data(), buffer.size());
      hash.add({buffer.data(), static_cast<std::size_t>(file.gcount())});
      bytes += static_cast<std::uint64_t>(file.gcount());
    } while (file);
    if (!file.eof()) errors.push_back(cannot_hash(path));
    files.push_back({.path = path, .sha256 = hash.take(), .bytes = bytes});
  }
  if (!errors.empty()) return errors;
  return files;
}

std::optional<Diagnostic> find_changed(const std::vector<BackendFile>& files) {
  for (const BackendFile& file : files) {
    const auto now = backend_files({file.path});
    if (now && now->front() == file) continue;
    return error_at(Kind::wrong_usage, {.file = file.path}, "the file changed while the run was using it",
                    "a journal says by its hash which implementation gave the answers, and there were two",
                    "run the cases again, and leave the file as it is meanwhile");
  }
  return std::nullopt;
}

}  // namespace npu_cts::run
