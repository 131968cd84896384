// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_scope.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/rule/bound_spec.h"

namespace npu_cts::reports {
namespace {

bool is_supported(const SupportCell* cell) { return cell != nullptr && cell->state != SupportState::no; }

}  // namespace

MatrixScope::MatrixScope(const Spec& spec, const OpSpec& op, Language language)
    : spec_(spec), op_(op), language_(language) {
  for (const auto& [release, documents] : op.pages) releases_.push_back(release);
  if (releases_.empty()) return;
  for (const Product& product : spec.products) {
    if (supports(product, releases_.back())) products_.push_back(&product);
  }
}

bool MatrixScope::supports(const Product& product, std::size_t release) const {
  return std::ranges::any_of(spec_.modes.all, [&](const Mode& mode) {
    return is_supported(find_support(spec_, op_, {product.id, spec_.releases[release], mode.id}));
  });
}

std::string MatrixScope::say(std::string_view en, std::string_view zh) const {
  return std::string(pick(language_, en, zh));
}

Target MatrixScope::newest_target(const Product& product) const {
  Target target{product.id, spec_.releases[releases_.back()], {}};
  for (const Mode& mode : spec_.modes.all) {
    target.mode = mode.id;
    if (is_supported(find_support(spec_, op_, target))) return target;
  }
  target.mode = spec_.modes.all.front().id;
  return target;
}

bool MatrixScope::is_current(const Applies& applies) const {
  if (releases_.empty() || !in_release(applies, releases_.back())) return false;
  return applies.products.empty() || std::ranges::any_of(products_, [&](const Product* product) {
           return contains(applies.products, product->id);
         });
}

std::string MatrixScope::since(std::size_t release) const {
  return language_ == Language::zh ? spec_.releases[release] + " 起" : "since " + spec_.releases[release];
}

std::string MatrixScope::releases_note(const Applies& applies) const {
  const auto first = std::ranges::lower_bound(releases_, applies.since);
  const auto behind = std::ranges::upper_bound(releases_, applies.until);
  if (first == releases_.end() || behind == releases_.begin() || behind <= first) return {};
  const bool starts = first != releases_.begin();
  const bool stops = behind != releases_.end();
  const std::string& last = spec_.releases[*(behind - 1)];
  if (starts && stops) {
    if (first == behind - 1) return say("only ", "仅 ") + last;
    return spec_.releases[*first] + say(" to ", " 至 ") + last;
  }
  if (starts) return since(*first);
  return stops ? say("until ", "至 ") + last : "";
}

std::string MatrixScope::modes_note(const Applies& applies) const {
  if (applies.modes.empty() || applies.modes.size() == spec_.modes.all.size()) return {};
  const auto group = std::ranges::find(spec_.modes.groups, applies.modes, &ModeGroup::modes);
  if (group != spec_.modes.groups.end()) return pick(group->name, language_);
  std::vector<std::string> names;
  for (const std::string& mode : applies.modes) names.push_back(pick(find_mode(spec_, mode)->name, language_));
  return listed(names);
}

std::string MatrixScope::note(const Applies& applies) const {
  std::vector<const Product*> named;
  for (const Product& product : spec_.products) {
    if (contains(applies.products, product.id)) named.push_back(&product);
  }
  const bool all = std::ranges::all_of(
      products_, [&](const Product* product) { return applies.products.empty() || contains(named, product); });
  std::vector<std::string> parts;
  for (std::string part : {all ? std::string() : names(named), releases_note(applies), modes_note(applies)}) {
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return separated(parts);
}

std::string MatrixScope::with_note(const std::string& text, const std::string& note) const {
  if (note.empty()) return text;
  return language_ == Language::zh ? fmt::format("{}（{}）", text, note) : fmt::format("{} ({})", text, note);
}

std::string MatrixScope::sentence(std::string text) const {
  if (language_ == Language::zh) return text + "。";
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text + ".";
}

std::string MatrixScope::names(const std::vector<const Product*>& products) const {
  std::vector<std::string> parts;
  for (const Product* product : products) parts.push_back(pick(product->name, language_));
  return listed(parts);
}

std::string MatrixScope::listed(const std::vector<std::string>& parts) const { return join(parts, say(", ", "、")); }
std::string MatrixScope::separated(const std::vector<std::string>& parts) const { return join(parts, say("; ", "；")); }

}  // namespace npu_cts::reports
