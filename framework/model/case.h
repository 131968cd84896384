// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/op_spec.h"

namespace npu_cts {

/// How much of what the spec gives is planned, least first. Each tier has the cases of those before it.
enum class Tier : std::uint8_t {
  smoke,  ///< for each fact of each target, a case that shows it
  fast,   ///< what is planned by default
  full,
};
inline constexpr std::array all_tiers{Tier::smoke, Tier::fast, Tier::full};
std::string_view name_of(Tier tier);
std::optional<Tier> find_tier(std::string_view name);

/// One planned test: a call, what the spec says of it, and what it is there to show.
/// The call's tensors have no values until `fill` makes them from the data set and the id.
struct Case {
  std::string id;      ///< "op/product/release/mode/family/content"
  std::string family;  ///< rows, illegal-dtypes, shapes, negative, boundary, data, example …
  Call call;
  Verdict expected = Verdict::accept;
  std::vector<std::string> covers;  ///< ids of the rules, rows and data sets it is there for
  std::string data_set;             ///< empty: the default fill
  Location at;                      ///< the line of the spec
};

/// Returns the id of the case that makes `call`; `content` is its family and what it is there for.
std::string case_id(const Call& call, const std::string& content);

/// Returns what a case covers that the contested fact `id` is about.
std::string contested_fact(const std::string& id);

}  // namespace npu_cts
