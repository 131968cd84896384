// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_cache.h"

#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/cache_files.h"
#include "framework/run/session/plan_file.h"

namespace npu_cts::run {
namespace fs = std::filesystem;

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
  const auto bytes = read_sealed(file_of(key), most_bytes);
  return bytes ? plan_of(key, *bytes) : std::nullopt;
}

void PlanCache::keep(const expand::PlanKey& key, const expand::Plan& plan) {
  if (!is_used_) return;
  const auto bytes = to_bytes(key, plan);
  if (!bytes) return;
  write_sealed(file_of(key), *bytes);
  has_kept_ = true;
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
