// SPDX-License-Identifier: Apache-2.0
#include "reports/documented.h"

#include <functional>
#include <utility>

#include "framework/base/find.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::reports {
namespace {

/// Returns the release since which the pages of `op` say what they say in `release`, where `same` tells whether those
/// of two releases say the same. Empty: no earlier page says another thing.
std::string changed_in(const OpSpec& op, const Spec& spec, std::size_t release,
                       const std::function<bool(std::size_t, std::size_t)>& same) {
  std::size_t since = release;
  for (auto page = op.pages.upper_bound(release); page != op.pages.begin();) {
    --page;
    if (!same(page->first, release)) return spec.releases[since];
    since = page->first;
  }
  return {};
}

/// Returns the wording that holds on `product` in `release`; null where none does.
const Wording* wording_at(std::span<const Wording> wordings, std::string_view product, std::size_t release) {
  return find_where(wordings, [&](const Wording& one) {
    const Applies& applies = *one.applies;
    return in_release(applies, release) && admits(applies.products, product);
  });
}

SupportState state_of(const Wording* wording) {
  if (wording == nullptr) return SupportState::no;
  return wording->on_violation == Verdict::open ? SupportState::open : SupportState::yes;
}

}  // namespace

Documented documented_fact(std::string_view product, std::span<const Wording> wordings, const OpSpec& op,
                           const Spec& spec, std::size_t release) {
  const auto at = [&](std::size_t page) { return wording_at(wordings, product, page); };
  const Wording* now = at(release);
  return {.state = state_of(now),
          .question = std::string(now == nullptr ? std::string_view() : now->question),
          .changed_in = changed_in(op, spec, release, [&](std::size_t a, std::size_t b) { return at(a) == at(b); })};
}

Documented documented_support(const Target& target, std::size_t release, const OpSpec& op, const Spec& spec) {
  const auto at = [&](std::size_t page) {
    return find_support(spec, op, {target.product, spec.releases[page], target.mode});
  };
  const auto same = [&](std::size_t a, std::size_t b) {
    const SupportCell* one = at(a);
    const SupportCell* other = at(b);
    return one == other || (one != nullptr && other != nullptr && one->state == other->state);
  };
  const SupportCell* cell = at(release);
  Documented documented;
  documented.changed_in = changed_in(op, spec, release, same);
  if (documented.changed_in != spec.releases[release])
    documented.changed_in.clear();  // the line of that release says so
  if (cell == nullptr) return documented;
  documented.state = cell->state;
  documented.question = cell->question;
  return documented;
}

}  // namespace npu_cts::reports
