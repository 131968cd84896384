// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "reports/common_traits.h"
#include "reports/traits.h"

namespace npu_cts::reports {

/// A size from which on cases fail.
struct Threshold {
  std::string symbol;  ///< of the spec: "k"
  std::int64_t from = 0;
  std::int64_t right_at = 0;  ///< the largest smaller size that was right, of cases that meet the rest of the condition

  friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// What all cases have that failed in one way, and few have that did not.
struct Condition {
  std::vector<std::string> says = {};  ///< in the language of the rules
  std::optional<Threshold> from = {};
  std::size_t failed = 0;  ///< cases that have it and failed
  std::size_t right = 0;   ///< right ones that have it

  [[nodiscard]] bool is_empty() const { return says.empty() && !from; }
  /// No case has it that did not fail.
  [[nodiscard]] bool is_exact() const { return failed > 0 && right == 0; }
  friend bool operator==(const Condition&, const Condition&) = default;
};

/// A case as conditions see it.
struct CaseTraits {
  std::string stratum;              ///< what it is there for: only cases of one stratum are compared
  std::string content;              ///< the end of its id: cases of one content differ in their target alone
  std::vector<std::size_t> traits;  ///< their numbers
};

/// Finds the condition of cases that failed in one way. It takes all wrong cases, then all right ones, of which it
/// keeps counts alone. Where the condition has a size, it takes the right ones again: which size was still right.
class ConditionSearch {
 public:
  void add_wrong(const CaseTraits& one);

  /// Ends the wrong cases. `traits` has those of the right ones, too.
  void close_wrong(const std::vector<Trait>& traits);
  void add_right(const CaseTraits& one);

  /// Ends the right cases, and chooses at most two claims. Each must be no chance beside the other: of the cases that
  /// are compared, so many that lack it alone were right that all wrong ones have it by chance less than once in 1,000.
  /// Of such conditions it takes the one that fewest right cases have.
  void close_right();

  /// Takes a right case again.
  void look_below(const std::vector<Trait>& traits, const CaseTraits& right);

  [[nodiscard]] const Condition& condition() const { return condition_; }

 private:
  /// Cases that are compared.
  struct Stratum {
    std::size_t wrong = 0;
    std::unordered_map<CommonSet, std::size_t> right = {};  ///< how many of each set of claims
  };
  using Strata = std::map<std::string, Stratum>;

  /// Claims that may be the condition.
  struct Choice {
    std::vector<std::size_t> claims;
    std::size_t right = 0;  ///< how many right cases have them
    double cost = 0;
  };

  [[nodiscard]] std::size_t right_with(const CommonSet& claims) const;
  [[nodiscard]] double chance_of(std::size_t claim, const CommonSet& others) const;
  [[nodiscard]] double chance_of_size(std::size_t claim) const;
  [[nodiscard]] double share_of_contents() const;
  [[nodiscard]] bool is_sharp(std::size_t claim, const CommonSet& others) const;
  [[nodiscard]] bool may_stand_alone(std::size_t claim) const;
  [[nodiscard]] bool are_telling(std::size_t claim, std::size_t other) const;
  [[nodiscard]] std::vector<std::size_t> telling() const;
  [[nodiscard]] Choice choice_of(std::vector<std::size_t> claims) const;
  [[nodiscard]] std::vector<Choice> choices() const;
  void take(const Choice& choice);

  std::size_t wrong_ = 0;
  std::size_t right_ = 0;
  std::vector<std::size_t> wrong_with_;  ///< by number of a trait
  CommonTraits common_;
  Strata by_stratum_;
  Strata by_content_;  ///< of wrong cases
  CommonSet rest_;     ///< of the condition, without its size
  Condition condition_;
};

}  // namespace npu_cts::reports
