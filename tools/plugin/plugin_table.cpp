#include "tools/plugin/plugin_table.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

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

}  // namespace npu_cts::wire
