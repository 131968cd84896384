// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_cache.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/cache_files.h"
#include "framework/run/session/plan_file.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t seal_size = 64;

/// Returns what a file called `name` begins with where `bytes` follow, so that it shows where it was torn or changed.
std::string seal_of(const fs::path& name, std::string_view bytes) {
  Sha256 hash;
  hash.add(name.native());
  hash.add(bytes);
  return hash.take();
}

/// Returns whether `file` is called as a plan, or as one that is being written.
bool is_of_cache(const fs::path& file) { return is_sha256(file.stem().native()); }

}  // namespace

PlanCache::PlanCache(fs::path folder, PlanOrigin origin)
    : folder_(std::move(folder)),
      origin_(std::move(origin)),
      is_used_(make_own_folder(folder_) && is_own_folder(folder_)) {}

PlanCache::~PlanCache() {
  if (has_kept_) drop_oldest(folder_, most_bytes);
}

fs::path PlanCache::file_of(const expand::PlanKey& key) const {
  return folder_ / sha256_of(fmt::format("{} {} {} {} {}", origin_.digest, origin_.program, name_of(key.tier),
                                         key.op.name, key.same_spec));
}

std::optional<expand::Plan> PlanCache::find(const expand::PlanKey& key) const {
  if (!is_used_) return std::nullopt;
  const fs::path file = file_of(key);
  const auto sealed = read_own(file, most_bytes);
  if (!sealed || sealed->size() < seal_size) return std::nullopt;
  const std::string_view bytes = std::string_view(*sealed).substr(seal_size);
  if (!sealed->starts_with(seal_of(file.filename(), bytes))) return std::nullopt;
  return plan_of(key, bytes);
}

void PlanCache::keep(const expand::PlanKey& key, const expand::Plan& plan) {
  if (!is_used_) return;
  const auto bytes = to_bytes(key, plan);
  if (!bytes) return;
  const fs::path file = file_of(key);
  write_own(file, seal_of(file.filename(), *bytes) + *bytes);
  has_kept_ = true;
}

void drop_oldest(const fs::path& folder, std::uintmax_t most) {
  std::error_code failed;
  std::vector<std::tuple<fs::file_time_type, fs::path, std::uintmax_t>> files;
  std::uintmax_t sum = 0;
  for (auto entry = fs::directory_iterator(folder, failed); !failed && entry != fs::directory_iterator();
       entry.increment(failed)) {
    std::error_code gone;
    const auto size = entry->file_size(gone);
    const auto written = entry->last_write_time(gone);
    if (gone || !is_of_cache(entry->path())) continue;
    files.emplace_back(written, entry->path(), size);
    sum += size;
  }
  std::ranges::sort(files);
  for (const auto& [written, file, size] : files) {
    if (sum <= most) return;
    fs::remove(file, failed);
    sum -= size;
  }
}

Result<SpecWithPlans> read_spec_with_plans(const fs::path& folder) {
  const auto before = reader::digest_of(folder);
  auto spec = reader::read_spec(folder);
  if (!spec) return spec.diagnostics();
  SpecWithPlans read{.spec = *std::move(spec)};
  const auto after = reader::digest_of(folder);
  if (before && after && *before == *after) read.digest = *after;
  const auto caches = cache_folder();
  PlanOrigin origin{.digest = read.digest, .program = program_id()};
  if (caches && !origin.digest.empty() && !origin.program.empty())
    read.plans = std::make_unique<PlanCache>(*caches / "plans", std::move(origin));
  return read;
}

}  // namespace npu_cts::run
