// SPDX-License-Identifier: Apache-2.0
#include "reports/common_traits.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace npu_cts::reports {
namespace {

constexpr std::int64_t least_to_tell = 16;  ///< a size: smaller tensors do not hold all that a data set has
constexpr std::array<std::int64_t, 8> block_sizes{2, 4, 8, 16, 32, 64, 128, 256};

/// Returns whether a case has one of such traits of each thing: a value, or none.
bool is_value(const Trait& trait) { return trait.is.starts_with("== ") || trait.is == "is none"; }

class CommonMaker {
 public:
  CommonMaker(const std::vector<Trait>& traits, const std::vector<std::size_t>& wrong_with, std::size_t wrong)
      : traits_(traits), wrong_with_(wrong_with), wrong_(wrong) {
    common_.true_by.resize(traits.size());
  }

  CommonTraits make() && {
    if (wrong_ == 0) return std::move(common_);
    std::map<std::string, std::vector<std::size_t>> values;  // numbers of traits by what they are of
    for (std::size_t i = 0; i < traits_.size(); ++i) {
      if (is_value(traits_[i])) {
        values[traits_[i].of].push_back(i);
      } else if (wrong_with_[i] == wrong_) {
        add({.kind = traits_[i].kind, .of = traits_[i].of, .says = traits_[i].says()}, {i}, [](auto) { return true; });
      }
    }
    for (const auto& [of, among] : values) {
      std::size_t with = 0;
      for (const std::size_t i : among) with += wrong_with_[i];
      if (with == wrong_) add_values(among);
    }
    return std::move(common_);
  }

 private:
  using Numbers = std::vector<std::size_t>;

  /// Adds a claim that those of `among` make true for which `is_true` holds.
  template <class IsTrue>
  void add(CommonTrait claim, const Numbers& among, IsTrue is_true) {
    if (common_.all.size() == most_common) return;
    for (const std::size_t i : among) {
      if (is_true(i)) common_.true_by[i].set(common_.all.size());
    }
    common_.all.push_back(std::move(claim));
  }

  void add_number(CommonTrait common, const Numbers& among, auto is_true) {
    common.is_plain = false;
    add(std::move(common), among, [&](std::size_t i) { return traits_[i].number && is_true(*traits_[i].number); });
  }

  /// Adds what the values of one thing have in common.
  void add_values(const Numbers& among) {
    Numbers seen;
    for (const std::size_t i : among) {
      if (wrong_with_[i] > 0) seen.push_back(i);
    }
    const Trait& first = traits_[seen.front()];
    const bool is_any = first.kind == TraitOf::size && first.number != 1;
    if (seen.size() == 1 && !is_any)
      add({.kind = first.kind, .of = first.of, .says = first.says()}, seen, [](auto) { return true; });
    if (first.kind == TraitOf::size) return add_sizes(seen, among);
    if (seen.size() == 1) return;
    for (const std::size_t i : among) {
      if (wrong_with_[i] > 0 || !traits_[i].is.starts_with('=')) continue;
      add({.kind = first.kind,
           .of = first.of,
           .says = fmt::format("{} !{}", first.of, traits_[i].is.substr(1)),
           .is_plain = false},
          among, [&](std::size_t other) { return other != i; });
    }
    add_range(seen, among);
  }

  void add_range(const Numbers& seen, const Numbers& among) {
    if (!std::ranges::all_of(seen, [&](std::size_t i) { return traits_[i].number.has_value(); })) return;
    const auto number = [&](std::size_t i) { return *traits_[i].number; };
    const auto [least, most] = std::ranges::minmax(seen, {}, number);
    const Trait& first = traits_[least];
    add_number({.kind = first.kind, .of = first.of, .says = fmt::format("{} >= {}", first.of, number(least))}, among,
               [from = number(least)](std::int64_t value) { return value >= from; });
    add_number({.kind = first.kind, .of = first.of, .says = fmt::format("{} <= {}", first.of, number(most))}, among,
               [to = number(most)](std::int64_t value) { return value <= to; });
  }

  void add_sizes(const Numbers& seen, const Numbers& among) {
    const auto number = [&](std::size_t i) { return *traits_[i].number; };
    const std::int64_t least = number(std::ranges::min(seen, {}, number));
    const Trait& first = traits_[seen.front()];
    const auto with = [&](std::string says) {
      return CommonTrait{.kind = first.kind, .of = first.of, .says = std::move(says)};
    };
    if (least >= least_to_tell && common_.all.size() + 1 < most_common) {
      CommonTrait large = with(fmt::format("{} >= {}", first.of, least));
      large.from = least;
      add_number(std::move(large), among, [&](auto value) { return value >= least; });
      add_number(with(""), among, [&](auto value) { return value >= (least + 1) / 2; });
    }
    if (least > 1) add_number(with(first.of + " != 1"), among, [](auto value) { return value != 1; });
    for (const std::int64_t block : block_sizes) {
      if (std::ranges::any_of(seen, [&](std::size_t i) { return number(i) % block == 0; })) continue;
      add_number({.kind = first.kind,
                  .of = first.of,
                  .says = fmt::format("{} % {} != 0", first.of, block),
                  .is_of_blocks = true},
                 among, [&](auto value) { return value % block != 0; });
      return;  // a multiple of a smaller one is wrong
    }
  }

  const std::vector<Trait>& traits_;
  const std::vector<std::size_t>& wrong_with_;
  std::size_t wrong_;
  CommonTraits common_;
};

}  // namespace

CommonSet CommonTraits::of(const std::vector<std::size_t>& traits) const {
  CommonSet set;
  for (const std::size_t trait : traits) set |= true_by[trait];
  return set;
}

CommonTraits common_traits_of(const std::vector<Trait>& traits, const std::vector<std::size_t>& wrong_with,
                              std::size_t wrong) {
  return CommonMaker(traits, wrong_with, wrong).make();
}

}  // namespace npu_cts::reports
