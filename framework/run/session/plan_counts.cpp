// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_counts.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/run/session/cache_files.h"

namespace npu_cts::run {
namespace {

constexpr std::uintmax_t most_bytes = 8192;  ///< of all files: some hundred counts

/// Returns the file that keeps the counts of a tier of a spec; nothing where this machine or this program keeps none.
std::optional<std::filesystem::path> file_of_counts(const std::string& digest, Tier tier) {
  const auto folder = cache_folder();
  const std::string program = program_id();
  if (!folder || program.empty()) return std::nullopt;
  return *folder / "counted" / sha256_of(fmt::format("{} {} {}", digest, program, name_of(std::max(tier, Tier::fast))));
}

std::optional<PlanCounts> read_counts(const std::filesystem::path& file) {
  const auto bytes = read_sealed(file, most_bytes);
  const auto words = split(bytes.value_or(""), ' ');
  const auto by_default = parse_integer(words.front());
  const auto all = parse_integer(words.back());
  if (words.size() != 2 || !by_default || !all || *by_default < 0 || *all < *by_default) return std::nullopt;
  return PlanCounts{.by_default = static_cast<std::size_t>(*by_default), .all = static_cast<std::size_t>(*all)};
}

void write_counts(const std::filesystem::path& file, const PlanCounts& counts) {
  if (!make_own_folder(file.parent_path())) return;
  write_sealed(file, fmt::format("{} {}", counts.by_default, counts.all));
  drop_oldest(file.parent_path(), most_bytes);
}

}  // namespace

PlannedTargets::PlannedTargets(const Spec& spec, const Filters& filters) {
  for (const OpSpec& op : spec.operators) {
    const auto targets = expand::targets_of(spec, op, filters);
    targets_[op.name].insert(targets.begin(), targets.end());
  }
}

bool PlannedTargets::contains(const std::string& op, const Target& target) const {
  const auto found = targets_.find(op);
  return found != targets_.end() && found->second.contains(target);
}

std::vector<expand::TargetPlan> plan_everything(const Spec& spec, Tier tier, expand::PlanMemory* memory) {
  expand::PlanOptions every;
  every.memory = memory;
  every.filters.tier = std::max(tier, Tier::fast);
  every.filters.releases = {"all"};
  return expand::plan_targets(spec, every);
}

PlanCounts count_cases(const Spec& spec, Tier tier, expand::PlanMemory* memory) {
  return count_cases(spec, plan_everything(spec, tier, memory));
}

PlanCounts count_cases(const Spec& spec, const std::vector<expand::TargetPlan>& everything) {
  const PlannedTargets usual(spec, {});
  PlanCounts counts;
  for (const expand::TargetPlan& plan : everything) {
    const std::size_t cases = plan.shared->cases.size();
    counts.all += cases;
    if (usual.contains(plan.op->name, plan.target)) counts.by_default += cases;
  }
  return counts;
}

std::optional<PlanCounts> recall_counts(const std::string& digest, Tier tier) {
  const auto file = file_of_counts(digest, tier);
  return file ? read_counts(*file) : std::nullopt;
}

PlanCounts remember_counts(const DigestedSpec& spec, Tier tier) {
  const bool is_as_read = spec.digest == spec.read_digest;
  const auto file = is_as_read ? file_of_counts(spec.digest, tier) : std::nullopt;
  if (file) {
    if (const auto known = read_counts(*file)) return *known;
  }
  const PlanCounts counts = count_cases(spec.spec, tier, spec.plans);
  if (file) write_counts(*file, counts);
  return counts;
}

}  // namespace npu_cts::run
