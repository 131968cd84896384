// SPDX-License-Identifier: Apache-2.0
#include "reports/traits.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/base/names.h"
#include "framework/base/sort.h"

namespace npu_cts::reports {
namespace {

constexpr std::string_view is_equal = " == ";
constexpr std::size_t most_shared = 2;
constexpr double one_trait_in = 1000;  ///< many traits are asked: one of them is shared by chance soon

/// The traits of one argument.
struct TraitsOf {
  const std::string& key;
  std::vector<Trait>& traits;

  void operator()(const Tensor& tensor) const {
    const TensorType& type = tensor.type;
    add("dtype({})", name_of(type.dtype));
    add("rank({})", std::to_string(type.shape.size()));
    add("layout({})", name_of(type.layout));
    add("format({})", name_of(type.format));
    if (type.storage_offset > 0) traits.push_back({key, fmt::format("storage_offset({}) > 0", key)});
  }
  void operator()(None /*none*/) const { traits.push_back({key, key + " is none"}); }
  template <class Plain>
  void operator()(const Plain& plain) const {
    add("{}", PlainText{}(plain));
  }

 private:
  void add(std::string_view left, std::string_view right) const {
    traits.push_back({key, fmt::format("{}{}{}", fmt::format(fmt::runtime(left), key), is_equal, right)});
  }
};

/// A trait, and the share of right calls that have it.
struct Shared {
  double share = 0;
  Trait trait;
};

/// Of two traits with one share that which says less stands first: an argument is given, before what its only dtype is.
std::pair<double, bool> order_of(const Shared& one) { return {one.share, !one.trait.says.ends_with(" none")}; }

}  // namespace

bool is_no_chance(std::size_t wrong, std::size_t right, std::size_t right_apart, double times) {
  double chance = times;
  for (std::size_t i = 0; i < wrong && chance >= 1; ++i)
    chance *= static_cast<double>(wrong + right - i) / static_cast<double>(wrong + right + right_apart - i);
  return chance < 1;
}

std::vector<Trait> traits_of(const OpSpec& op, const Call& call) {
  const Value none;
  std::vector<Trait> traits;
  for (const Parameter& parameter : op.parameters) {
    const auto argument = call.arguments.find(parameter.key);
    const Value& value = argument == call.arguments.end() ? none : argument->second;
    if (parameter.optional && !std::holds_alternative<None>(value))
      traits.push_back({parameter.key, parameter.key + " is not none"});
    std::visit(TraitsOf{.key = parameter.key, .traits = traits}, value);
  }
  return traits;
}

void TraitCounts::add_right(const std::vector<Trait>& traits) {
  ++right_calls_;
  for (const Trait& trait : traits) ++right_[trait];
}

void TraitCounts::add_wrong(const std::vector<Trait>& traits) {
  ++wrong_calls_;
  for (const Trait& trait : traits) ++wrong_[trait];
}

std::vector<std::string> TraitCounts::shared() const {
  if (wrong_calls_ < fewest_wrong) return {};
  std::vector<Shared> all;
  const auto ask = [&](Trait trait, std::size_t right) {
    if (!is_no_chance(wrong_calls_, right, right_calls_ - right, one_trait_in)) return;
    all.push_back({.share = static_cast<double>(right) / static_cast<double>(right_calls_), .trait = std::move(trait)});
  };
  for (const auto& [trait, count] : wrong_) {
    const auto right = right_.find(trait);
    if (count == wrong_calls_) ask(trait, right == right_.end() ? 0 : right->second);
  }
  for (const auto& [trait, count] : right_) {
    const std::size_t sign = trait.says.find(is_equal);
    if (sign == std::string::npos || wrong_.contains(trait)) continue;
    const auto value = trait.says.substr(sign + is_equal.size());
    ask({trait.key, fmt::format("{} != {}", trait.says.substr(0, sign), value)}, right_calls_ - count);
  }
  sort_stably(all, {}, order_of);
  std::vector<std::string> says;
  std::set<std::string> keys;
  for (const Shared& one : all) {
    if (says.size() < most_shared && keys.insert(one.trait.key).second) says.push_back(one.trait.says);
  }
  return says;
}

}  // namespace npu_cts::reports
