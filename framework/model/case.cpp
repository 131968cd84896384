// SPDX-License-Identifier: Apache-2.0
#include "framework/model/case.h"

#include <algorithm>

#include "framework/base/names.h"

namespace npu_cts {

bool is_run(const Case& planned) {
  return planned.expected == Verdict::accept || planned.expected == Verdict::reject ||
         planned.expected == Verdict::unsupported;
}

// Appended and not formatted: a plan makes some hundred thousand.
std::string content_of(Family family, std::string_view content) {
  std::string text(name_of(family));
  text += '/';
  text += content;
  return text;
}

std::string case_id(const Call& call, const std::string& content) {
  std::string id = call.op;
  for (const std::string* part : {&call.target.product, &call.target.release, &call.target.mode, &content}) {
    id += '/';
    id += *part;
  }
  return id;
}

bool is_for(const Case& planned, ReasonKind kind, std::string_view id) {
  return std::ranges::any_of(planned.covers,
                             [&](const Reason& reason) { return reason.kind == kind && reason.id == id; });
}

}  // namespace npu_cts
