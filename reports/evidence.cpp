// SPDX-License-Identifier: Apache-2.0
#include "reports/evidence.h"

#include <cstdlib>
#include <utility>

namespace npu_cts::reports {
namespace {

constexpr std::size_t shown_cases = 8;  ///< of those that did not fail

}  // namespace

std::size_t failures(const Tally& tally) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < tally.ended.size(); ++i) {
    if (is_failure(static_cast<Status>(i))) sum += tally.ended[i];
  }
  return sum;
}

Tally& operator+=(Tally& sum, const Tally& other) {
  sum.planned += other.planned;
  sum.not_run += other.not_run;
  sum.undecided += other.undecided;
  for (std::size_t i = 0; i < sum.ended.size(); ++i) sum.ended[i] += other.ended[i];
  return sum;
}

void add(Tally& tally, const CaseLine& line) {
  ++tally.planned;
  if (line.result == nullptr) {
    ++tally.not_run;
    return;
  }
  const Status status = line.result->status;
  ++tally.ended[static_cast<std::size_t>(status)];
  const Verdict expected = line.planned->expected;
  const bool is_left_open =
      expected == Verdict::open || expected == Verdict::undefined || expected == Verdict::unchecked;
  if ((is_left_open && status == Status::skip) || status == Status::contested) ++tally.undecided;
}

void EvidenceBook::add(const std::string& key, std::size_t product, const CaseLine& line) {
  auto& entry = entries_.try_emplace(key, products_).first->second.at(product);
  npu_cts::reports::add(entry.tally, line);
  if (line.result != nullptr && is_failure(line.result->status)) {
    entry.failing.push_back(line.planned->id);
  } else if (entry.others.size() < shown_cases) {
    entry.others.push_back(line.planned->id);
  }
}

std::vector<Evidence> EvidenceBook::take(const std::string& key) {
  auto entry = entries_.extract(key);
  return entry.empty() ? std::vector<Evidence>(products_) : std::move(entry.mapped());
}

std::vector<std::string> EvidenceBook::keys() const {
  std::vector<std::string> keys;
  for (const auto& [key, entry] : entries_) keys.push_back(key);
  return keys;
}

}  // namespace npu_cts::reports
