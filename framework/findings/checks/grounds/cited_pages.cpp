// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/checks/grounds/cited_pages.h"

namespace npu_cts::findings {

CitedPages::CitedPages(const Spec& spec, const OpSpec& op) {
  for (const Document& page : spec.documents) {
    if (page.op == op.name) releases_[page.id] = find_release(spec, page.release).value_or(0);
  }
  for (const Statement& one : spec.statements) statements_[one.id] = &one;
  for (const OpenQuestion& question : op.open) {
    if (question.leaves != Leaves::page) continue;
    const std::set<std::size_t> releases = of(question.cite);
    if (releases.size() == 1) lost_.insert(*releases.begin());
  }
}

std::set<std::size_t> CitedPages::of(const std::string& id) const {
  std::set<std::size_t> found;
  const auto one = statements_.find(id);
  if (one == statements_.end()) return found;
  for (const std::string& page : one->second->documents) {
    if (const auto it = releases_.find(page); it != releases_.end()) found.insert(it->second);
  }
  return found;
}

std::set<std::size_t> CitedPages::of(const Citations& cite) const {
  std::set<std::size_t> found;
  for (const std::string& id : cite) found.merge(of(id));
  return found;
}

}  // namespace npu_cts::findings
