// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/open_driver.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/drive/worker_driver.h"
#include "framework/run/session/backend_files.h"
#include "framework/run/session/find_spec.h"

namespace npu_cts::run {
namespace {

/// The worker stands beside the program that runs.
std::string worker_path() { return (std::filesystem::path(program_path()).parent_path() / "npu-cts-worker").string(); }

/// A library without a folder is one of this folder, as it was meant, not one of the system's.
std::string library_path(std::string_view name) { return std::filesystem::absolute(name).string(); }

bool is_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

/// Returns the words that start the package npu_cts of Python: that of the installation or of the tree that was built;
/// else the one that a Python has as a wheel, the Python beside this program first. NPU_CTS_PYTHON names another.
std::vector<std::string> python_words() {
  const std::filesystem::path here = std::filesystem::path(program_path()).parent_path();
  const char* named = std::getenv("NPU_CTS_PYTHON");
  const std::string python = named == nullptr ? "python3" : named;
  std::error_code ignored;
  const std::filesystem::path package =
      find_above_program({"share/npu-cts/python/npu_cts", "tools/python/npu_cts"}, is_folder);
  if (!package.empty()) return {python, "-B", package.string()};
  const std::filesystem::path beside = here / "python3";
  const bool is_beside = named == nullptr && std::filesystem::exists(beside, ignored);
  return {is_beside ? beside.string() : python, "-m", "npu_cts"};
}

/// Returns what is started for "exec:PROGRAM [ARGUMENT…]" or "python:FILE [ARGUMENT…]".
std::vector<std::string> program_words(std::string_view name) {
  if (name.starts_with(exec_prefix)) return split(name.substr(exec_prefix.size()), ' ');
  std::vector<std::string> words = python_words();
  for (std::string& word : split(name.substr(python_prefix.size()), ' ')) words.push_back(std::move(word));
  return words;
}

/// Returns the files that `name` names: the library; of a program, the words of `command` that are files.
std::vector<std::string> files_of(std::string_view name, const std::vector<std::string>& command) {
  if (name.starts_with(plugin_prefix)) return {std::string(name.substr(plugin_prefix.size()))};
  std::vector<std::string> files;
  for (const std::string& word : command) {
    std::error_code ignored;
    const std::string file = files.empty() ? find_program(word) : word;
    if (std::filesystem::is_regular_file(file, ignored)) files.push_back(file);
  }
  return files;
}

wire::WorkerOptions options_of(std::string_view name, const DriverLimits& limits) {
  wire::WorkerOptions options;
  if (name.starts_with(plugin_prefix)) {
    options.command = {worker_path(), library_path(name.substr(plugin_prefix.size()))};
    const char* const programs = std::getenv("NPU_CTS_PROGRAMS");
    if (programs == nullptr || std::string_view(programs) != "allow") options.programs = wire::Programs::refused;
  } else {
    options.command = program_words(name);
  }
  options.timeout = std::chrono::milliseconds(1000 * limits.timeout_seconds.value_or(30));
  options.memory_bytes = limits.memory_mib.value_or(4096) << 20U;
  options.cpu_seconds = limits.cpu_seconds.value_or(3600);
  options.soak_after = [part = limits.part](std::string_view op) { return soaked_after(op, part); };
  return options;
}

/// Returns why a worker did not start. Where a limit of memory was given, the hint names it: a library that finds no
/// room to be loaded looks like a broken one.
Diagnostics with_memory(Diagnostics errors, const std::optional<std::uint64_t>& memory_mib) {
  if (memory_mib) {
    std::string& hint = errors.front().hint;
    hint = fmt::format("raise '--memory', which is {} MiB here, or {}", *memory_mib, hint);
  }
  return errors;
}

}  // namespace

std::size_t soaked_after(std::string_view op, const record::Shard& part) {
  constexpr std::size_t in_all_parts = 512;  // a run of a thousand cases, of which most are refused, has fewer
  return record::is_part(part, op) ? in_all_parts / part.count : SIZE_MAX;
}

bool names_worker(std::string_view name) {
  return name.starts_with(plugin_prefix) || name.starts_with(exec_prefix) || name.starts_with(python_prefix);
}

Result<NamedDriver> find_worker_driver(std::string_view name, const DriverLimits& limits) {
  const wire::WorkerOptions options = options_of(name, limits);
  const auto host = std::make_shared<wire::WorkerHost>(options);
  const auto hello = host->start();
  if (!hello) return with_memory(hello.diagnostics(), limits.memory_mib);
  std::string version = fmt::format("{} {}", hello->name, hello->version);
  if (!hello->note.empty()) version += fmt::format(" ({})", hello->note);
  version += fmt::format(" ({})", host->containment());
  std::vector<std::string> files = files_of(name, options.command);
  files.insert(files.end(), hello->files.begin(), hello->files.end());
  return NamedDriver{.name = std::string(name),
                     .version = escape_control(version),
                     .open = [host](const Target& target) -> Result<std::unique_ptr<Driver>> {
                       return wire::open_worker_driver(host, target);
                     },
                     .files = std::move(files)};
}

}  // namespace npu_cts::run
