// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "framework/base/result.h"
#include "framework/expand/expand.h"

namespace npu_cts::run {

/// What the plans of a cache hold for.
struct PlanOrigin {
  std::string digest;   ///< of the spec
  std::string program;  ///< see program_id
};

/// Plans that were made before, a file for each key, in a folder of this user. A file holds for one spec, program, tier
/// and group of targets. One that is cut short or changed is not used, and neither is a file or a folder that somebody
/// else may write. A cheat with the user's rights may still write it, so no certificate may depend on it.
class PlanCache final : public expand::PlanMemory {
 public:
  PlanCache(std::filesystem::path folder, PlanOrigin origin);

  /// Removes the files that were written first, where there are too many bytes.
  ~PlanCache() override;

  [[nodiscard]] std::optional<expand::Plan> find(const expand::PlanKey& key) const override;
  void keep(const expand::PlanKey& key, const expand::Plan& plan) override;

  [[nodiscard]] std::filesystem::path file_of(const expand::PlanKey& key) const;

  static constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20U;

 private:
  std::filesystem::path folder_;
  PlanOrigin origin_;
  bool is_used_;  ///< the folder is one that only this user may write
  std::atomic<bool> has_kept_ = false;
};

/// A spec, and the plans of it that were made before: null where none may be remembered.
struct SpecWithPlans {
  Spec spec;
  std::string digest = {};  ///< of the files as they were read; empty: one changed meanwhile
  std::unique_ptr<PlanCache> plans = nullptr;
};

/// Returns the spec in `folder`, with the plans of this program in cache_folder. None are used where a file of the spec
/// changes while it is read. Errors: see read_spec.
Result<SpecWithPlans> read_spec_with_plans(const std::filesystem::path& folder);

}  // namespace npu_cts::run
