// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/names.h"
#include "framework/model/call.h"
#include "framework/model/family.h"
#include "framework/model/op_spec.h"
#include "framework/model/reason.h"

namespace npu_cts {

/// How much of what the spec gives is planned, least first. Each tier has the cases of those before it.
enum class Tier : std::uint8_t {
  smoke,  ///< for each fact of each target, a case that shows it
  fast,   ///< what is planned by default
  full,
};
constexpr auto names_of(Tier) { return name_list("smoke", "fast", "full"); }

/// Which part of what the spec gives is planned, in the words of the command line. Empty lists mean: every operator,
/// product and mode; by default the newest release and the releases of the original documents.
struct Filters {
  std::vector<std::string> ops = {};
  std::vector<std::string> products = {};
  std::vector<std::string> releases = {};  ///< "all" means every release
  std::vector<std::string> modes = {};
  Tier tier = Tier::fast;

  friend bool operator==(const Filters&, const Filters&) = default;
};

/// A list of filters: its key in journals and bundles, and the option that adds to it.
struct FilterList {
  const char* key;
  const char* option;
  std::vector<std::string> Filters::*words;
};
inline constexpr std::array filter_lists{
    FilterList{"ops", "--op", &Filters::ops}, FilterList{"products", "--product", &Filters::products},
    FilterList{"releases", "--release", &Filters::releases}, FilterList{"modes", "--mode", &Filters::modes}};

/// One planned test: a call, what the spec says of it, and what it is there to show.
/// The call's tensors have no values until `fill` makes them from the data set and the id.
struct Case {
  std::string id = {};  ///< "op/product/release/mode/family/content"
  Family family = Family::rows;
  std::string content = {};  ///< which of its family it is: the end of the id
  Call call;
  Verdict expected = Verdict::accept;
  std::vector<Reason> covers = {};  ///< what it is there for
  std::string data_set = {};        ///< empty: the default fill
  Location at = {};                 ///< the line of the spec
};

/// Returns whether a case is run at all: the documents say what shall happen.
bool is_run(const Case& planned);

/// Returns "family/content": the part of an id behind the target.
std::string content_of(Family family, std::string_view content);

/// Returns the id of the case that makes `call`; `content` is its family and what it is there for.
std::string case_id(const Call& call, const std::string& content);

/// Returns whether `planned` is there for what `id` names.
bool is_for(const Case& planned, ReasonKind kind, std::string_view id);

}  // namespace npu_cts
