#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/op_spec.h"

namespace npu_cts {

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
