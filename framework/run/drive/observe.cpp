// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include "framework/model/storage.h"
#include "framework/run/drive/driver.h"

namespace npu_cts {
namespace {

bool may_write(const OpSpec& op, std::string_view key, const Outcome& outcome) {
  const Parameter* parameter = find_parameter(op, key);
  return outcome.kind == OutcomeKind::completed && parameter != nullptr && parameter->in_place;
}

/// Returns whether `stored` is what its own logical values look like in memory: nothing written between the elements.
bool has_clean_gaps(const StoredTensor& stored) { return store(load(stored)) == stored; }

}  // namespace

Observation observe(const OpSpec& op, const Call& call, Driver& driver) {
  const Request before = request_of(call);
  Request request = before;
  Observation seen{.outcome = driver.run(request), .altered = {}, .in_place = {}};
  for (const auto& [key, value] : before.arguments) {
    const auto after = request.arguments.find(key);
    if (after == request.arguments.end() || after->second.index() != value.index()) {
      seen.altered.push_back(key);
      continue;
    }
    const auto* stored = std::get_if<StoredTensor>(&after->second);
    if (stored == nullptr || !may_write(op, key, seen.outcome)) {
      if (after->second != value) seen.altered.push_back(key);
      continue;
    }
    const bool same_form = stored->type == std::get<StoredTensor>(value).type &&
                           stored->storage.size() == std::get<StoredTensor>(value).storage.size();
    if (!same_form || !has_clean_gaps(*stored)) {
      seen.altered.push_back(key);
      continue;
    }
    seen.in_place.push_back({.name = key, .tensor = load(*stored)});
  }
  return seen;
}

}  // namespace npu_cts
