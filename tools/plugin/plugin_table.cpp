// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/plugin_table.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>

#include <dlfcn.h>
#include <link.h>

#include <fmt/format.h>

#include "framework/base/read_file.h"

namespace npu_cts::wire {
namespace {

constexpr std::uint32_t step = 1000;
constexpr std::size_t least_bytes = offsetof(npu_cts_plugin, close);  // minor 0 ended there

std::string version_text(std::uint32_t abi) { return fmt::format("{}.{}", abi / step, abi % step); }

std::string why_not(const npu_cts_plugin& table) {
  if (table.abi / step != NPU_CTS_ABI_MAJOR) {
    return fmt::format("it speaks ABI {}, this is {}: rebuild it with this npu_cts_plugin.h", version_text(table.abi),
                       version_text(NPU_CTS_ABI));
  }
  if (table.struct_size < least_bytes || table.struct_size > 16 * sizeof(npu_cts_plugin)) {
    return fmt::format("its table says {} bytes, ABI {} has {}", table.struct_size, version_text(NPU_CTS_ABI),
                       sizeof(npu_cts_plugin));
  }
  return {};
}

std::string null_member(const npu_cts_plugin& table) {
  if (table.name == nullptr) return "name";
  if (table.version == nullptr) return "version";
  if (table.prepare == nullptr) return "prepare";
  if (table.run == nullptr) return "run";
  return {};
}

}  // namespace

PluginTable read_plugin_table(const npu_cts_plugin* table) {
  PluginTable read;
  if (table == nullptr) {
    read.trouble = "npu_cts_plugin_query returned null";
    return read;
  }
  npu_cts_plugin head = {};
  std::memcpy(&head, table, offsetof(npu_cts_plugin, name));
  read.trouble = why_not(head);
  if (!read.trouble.empty()) return read;
  const auto known = std::min<std::size_t>(head.struct_size, sizeof read.functions);
  std::memcpy(&read.functions, table, known);
  if (const std::string member = null_member(read.functions); !member.empty()) {
    read.trouble = fmt::format("'{}' of its table is null", member);
  }
  if (head.abi % step == 0 || known < sizeof read.functions) {
    read.functions.close = nullptr;
    read.note = fmt::format("speaks ABI {}, this is {}: 'close' is not called", version_text(head.abi),
                            version_text(NPU_CTS_ABI));
  } else if (head.abi > NPU_CTS_ABI) {
    read.note = fmt::format("speaks ABI {}, this is {}: what is newer is not used", version_text(head.abi),
                            version_text(NPU_CTS_ABI));
  }
  return read;
}

namespace {

PluginTable unusable(std::string trouble, std::string_view hint) {
  return {.trouble = std::move(trouble), .hint = std::string(hint)};
}

/// Returns the paths of the libraries that this process has loaded and that are still there.
std::set<std::string> loaded_libraries() {
  std::set<std::string> paths;
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* found) {
        std::error_code failed;  // the program and what the system brings along have no path
        const bool is_path = std::strchr(library->dlpi_name, '/') != nullptr;
        if (is_path && std::filesystem::is_regular_file(library->dlpi_name, failed))
          static_cast<std::set<std::string>*>(found)->insert(std::filesystem::absolute(library->dlpi_name).string());
        return 0;
      },
      &paths);
  return paths;
}

/// Returns what helps against an error of the loader's.
std::string hint_of(std::string_view error, const std::string& path) {
  if (error.find("undefined symbol") != std::string_view::npos)
    return "link the library that has the symbol, or the file that defines it";
  if (error.find("cannot open shared object file") != std::string_view::npos)
    return fmt::format("'ldd {}' shows which library is not found; name its folder in LD_LIBRARY_PATH", path);
  return fmt::format("'file {}' says what it is; a plugin is a shared library for this machine", path);
}

}  // namespace

PluginTable load_plugin(const std::string& path) {
  constexpr std::string_view by_path = "name the library by its path, as in build/my_plugin.so";
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) return unusable(fmt::format("there is no file '{}'", path), by_path);
  if (!std::filesystem::is_regular_file(status))  // the loader would wait for a pipe
    return unusable(fmt::format("'{}' is {}", path, words_of(status.type())), by_path);
  std::set<std::string> before = loaded_libraries();
  before.insert(path);
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const error = dlerror();
    const std::string_view text = error == nullptr ? "it cannot be loaded" : error;
    return unusable(std::string(text), hint_of(text, path));
  }
  auto* const query = reinterpret_cast<decltype(&npu_cts_plugin_query)>(dlsym(handle, "npu_cts_plugin_query"));
  if (query == nullptr)
    return unusable("it does not export npu_cts_plugin_query",
                    "include npu_cts_plugin.h in the file that defines it; C++ needs the header's extern \"C\"");
  PluginTable table = read_plugin_table(query(NPU_CTS_ABI));
  std::ranges::set_difference(loaded_libraries(), before, std::back_inserter(table.libraries));
  return table;
}

}  // namespace npu_cts::wire
