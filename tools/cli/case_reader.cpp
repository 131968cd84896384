// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/case_reader.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "framework/run/session/environment.h"

namespace npu_cts {

CaseReader::CaseReader(reports::CaseFile file, const Concluding& how) : file_(std::move(file)), policy_(how.contested) {
  if (!how.expectations) return;
  known_ = std::make_unique<expect::KnownFailureSearch>(*how.expectations, how.day.empty() ? run::today() : how.day);
}

std::optional<CaseReader> CaseReader::make(const std::string& folder, const Concluding& how) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  auto file = reports::CaseFile::make(folder);
  if (!file) return std::nullopt;
  return CaseReader(*std::move(file), how);
}

void CaseReader::take(const record::PlannedCase& planned, std::optional<CaseResult> result) {
  if (result) result = reports::with_contested(*std::move(result), policy_);
  CaseResult* const ended = result ? &*result : nullptr;
  if (known_) known_->take(planned, ended);
  products_.insert(planned.target.product);
  file_.add(planned, ended);
}

std::optional<reports::Report> CaseReader::close(const Spec& spec, const record::Journal& head,
                                                 const record::CoveredScope& scope) {
  auto cases = file_.close();
  if (!cases) return std::nullopt;
  reports::RunToReport run{.head = head, .cases = *std::move(cases), .products = std::move(products_)};
  if (known_) run.known = known_->close(head);
  return reports::build_report(spec, std::move(run), scope);
}

}  // namespace npu_cts
