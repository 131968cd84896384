// SPDX-License-Identifier: Apache-2.0
#include "framework/record/run_fields.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::record {
namespace {

/// What is named stands there as it was named. What came with it may lie elsewhere on another machine: it is known by
/// its name alone, and its hash.
std::string text_of(const std::vector<BackendFile>& files) {
  std::vector<std::string> words;
  for (const BackendFile& file : files) {
    const std::filesystem::path path(file.path);
    words.push_back(fmt::format("{} {}", (path.is_absolute() ? path.filename() : path).string(), file.sha256));
  }
  return join(words, ", ");
}

constexpr std::array fields{
    RunField{Cause::backend, "driver", [](const RunInfo& info) { return info.driver; }},
    RunField{Cause::backend, "driver_version", [](const RunInfo& info) { return info.driver_version; }},
    RunField{Cause::spec, "spec_digest", [](const RunInfo& info) { return info.spec_digest; }},
    RunField{Cause::scope, "query", [](const RunInfo& info) { return info.query; }},
    RunField{Cause::suite, "tool_version", [](const RunInfo& info) { return info.tool_version; }},
    RunField{Cause::policy, "unsupported", [](const RunInfo& info) { return std::string(name_of(info.unsupported)); }},
    RunField{Cause::policy, "extensions", [](const RunInfo& info) { return std::string(name_of(info.extensions)); }},
    RunField{Cause::policy, "numerics", [](const RunInfo& info) { return join(info.numerics, ", "); }},
    RunField{Cause::scope, "ops", [](const RunInfo& info) { return join(info.filters.ops, ", "); }},
    RunField{Cause::scope, "products", [](const RunInfo& info) { return join(info.filters.products, ", "); }},
    RunField{Cause::scope, "releases", [](const RunInfo& info) { return join(info.filters.releases, ", "); }},
    RunField{Cause::scope, "modes", [](const RunInfo& info) { return join(info.filters.modes, ", "); }},
    RunField{Cause::suite, "tool_commit", [](const RunInfo& info) { return info.tool_commit; }},
    RunField{Cause::suite, "tool_digest", [](const RunInfo& info) { return info.tool_digest; }},
    RunField{Cause::backend, "backend", [](const RunInfo& info) { return text_of(info.backend); }},
    RunField{Cause::scope, "tier", [](const RunInfo& info) { return std::string(name_of(info.filters.tier)); }},
    RunField{Cause::data, "challenge", [](const RunInfo& info) { return info.challenge; }},
};

}  // namespace

std::span<const RunField> run_fields() { return fields; }

std::vector<std::string> backend_digests(const RunInfo& info) {
  std::vector<std::string> digests;
  for (const BackendFile& file : info.backend) digests.push_back(file.sha256);
  std::ranges::sort(digests);
  return digests;
}

}  // namespace npu_cts::record
