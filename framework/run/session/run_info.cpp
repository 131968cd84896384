#include "framework/run/session/run_info.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/run/session/selection.h"

namespace npu_cts {
namespace {

/// What two runs of one kind have in common, by the name that a journal gives it.
struct RunField {
  std::string_view name;
  std::string (*value)(const RunInfo& info);
};

constexpr std::array run_fields{
    RunField{"driver", [](const RunInfo& info) { return info.driver; }},
    RunField{"driver_version", [](const RunInfo& info) { return info.driver_version; }},
    RunField{"spec_digest", [](const RunInfo& info) { return info.spec_digest; }},
    RunField{"query", [](const RunInfo& info) { return info.query; }},
    RunField{"tool_version", [](const RunInfo& info) { return info.tool_version; }},
    RunField{"unsupported", [](const RunInfo& info) { return std::string(name_of(info.unsupported)); }},
    RunField{"extensions", [](const RunInfo& info) { return std::string(name_of(info.extensions)); }},
    RunField{"numerics", [](const RunInfo& info) { return join(info.numerics, ", "); }},
};

}  // namespace

RunInfo run_info(RunInfo run, const JudgeOptions& options) {
  run.unsupported = options.unsupported;
  run.extensions = options.extensions;
  for (const auto& [behaviour, variant] : options.pinned)
    run.numerics.push_back(fmt::format("{}={}", behaviour, variant));
  return run;
}

Result<RunInfo> info_of(const NamedDriver& driver, const RunOptions& options, const JudgeOptions& judge) {
  const auto digest = digest_of(options.spec);
  if (!digest) return digest.diagnostics();
  return run_info({.driver = driver.name,
                   .driver_version = driver.version,
                   .spec_digest = *digest,
                   .query = query_text(options),
                   .tool_version = NPU_CTS_VERSION},
                  judge);
}

std::optional<std::string> find_other_run(const Journal& earlier, const RunInfo& info, const std::vector<Case>& cases) {
  for (const RunField& field : run_fields) {
    const std::string was = field.value(earlier.info);
    const std::string is = field.value(info);
    if (was != is) {
      return fmt::format("another '{}': '{}', not '{}'", field.name, escape_control(was), escape_control(is));
    }
  }
  std::set<std::string_view> planned;
  for (const PlannedCase& one : earlier.planned) planned.insert(one.id);
  const bool same_cases = planned.size() == cases.size() &&
                          std::ranges::all_of(cases, [&](const Case& one) { return planned.contains(one.id); });
  if (same_cases) return std::nullopt;
  return "other cases";
}

Diagnostic other_run(const std::string& path, const std::string& difference) {
  return {.kind = Kind::wrong_usage,
          .at = {.file = path, .line = 0, .column = 0},
          .what = fmt::format("the run to go on with has {}", difference),
          .why = "a report speaks of one run: the same cases of the same spec on the same implementation, judged alike",
          .hint = "give the options of that run again, or leave '--resume' out to begin anew",
          .notes = {}};
}

}  // namespace npu_cts
