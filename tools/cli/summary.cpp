#include "tools/cli/summary.h"

#include <cstdlib>

#include <fmt/format.h>

#include "framework/run/session/exit_code.h"
#include "reports/phrases.h"

namespace npu_cts {

int exit_of(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::conforms:
    case Conclusion::conforms_in_part:
      return exit_conforms;
    case Conclusion::fails:
    case Conclusion::incomplete:
      return exit_failed;
    case Conclusion::nothing_ran:
      return exit_nothing_ran;
  }
  std::abort();
}

std::string summary_of(const Report& report, const Journal& journal, const std::string& path) {
  constexpr std::size_t most_shown = 20;
  std::string text;
  std::size_t shown = 0;
  for (const CaseResult& result : journal.results) {
    if (!is_failure(result.status)) continue;
    if (++shown <= most_shown) text += fmt::format("{}: {}: {}\n", name_of(result.status), result.id, result.reason);
  }
  if (shown > most_shown) text += fmt::format("and {} more: see the report\n", shown - most_shown);
  for (const OpReport& op : report.operators) {
    text += fmt::format("{:<24} {:>7} cases  {:>7} pass  {:>5} weak  {:>5} skip  {:>5} contested  {:>5} failed  {:>5} not run  {}\n",
                        op.name, op.tally.planned, op.tally.count(Status::pass), op.tally.count(Status::weak),
                        op.tally.count(Status::skip), op.tally.count(Status::contested), failures(op.tally), op.tally.not_run, name_of(op.conclusion));
    if (const std::string part = part_claimed(op.claim); !part.empty())
      text += fmt::format("  claims {} documented calls\n", part);
    for (const Suspicion& one : op.suspicions) {
      text +=
          fmt::format("  {} wrong {}: {}\n", one.cases, one.cases == 1 ? "case" : "cases", to_text(one, Language::en));
    }
  }
  return text + fmt::format("{} cases on '{}': {}; journal: {}\n", report.tally.planned, journal.info.driver,
                            name_of(report.conclusion), path);
}

}  // namespace npu_cts
