#include "tools/cli/no_match.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/expand.h"
#include "framework/run/session/exit_code.h"

namespace npu_cts {
namespace {

constexpr std::size_t release_part = 2;  ///< of an id: operator/product/release/mode/…

/// Returns whether a plan without --release has cases of `release`.
bool is_default(const Spec& spec, const std::string& release) {
  return std::ranges::any_of(spec.operators, [&](const OpSpec& op) {
    const auto targets = targets_of(spec, op, {});
    return std::ranges::find(targets, release, &Target::release) != targets.end();
  });
}

std::string fix_of(const Spec& spec, const RunOptions& options) {
  const auto parts = split(options.query, '/');
  if (options.releases.empty() && parts.size() > release_part && find_release(spec, parts[release_part]) &&
      !is_default(spec, parts[release_part])) {
    return fmt::format(
        "add '--release {}': without it each operator's newest release is planned, and those of the "
        "original documents",
        parts[release_part]);
  }
  return "'npu-cts list' shows the ids that are planned, with '--release all' those of every release";
}

}  // namespace

int complain_of_no_match(const Spec& spec, const RunOptions& options, std::string_view outcome) {
  const std::string query = options.query.empty() ? "" : fmt::format(" '{}'", escape_control(options.query));
  fmt::print(stderr, "npu-cts: {}: no case matches{}\n  hint: {}\n", outcome, query, fix_of(spec, options));
  return exit_nothing_ran;
}

}  // namespace npu_cts
