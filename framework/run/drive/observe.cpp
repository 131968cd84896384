// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "framework/model/bytes.h"
#include "framework/model/storage.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::run {
namespace {

/// Returns whether the arguments that are no tensors are the same.
bool is_unchanged(const Value& given, const StoredValue& seen) {
  const auto is_same = [&](const auto& held) {
    using Held = std::decay_t<decltype(held)>;
    if constexpr (std::is_same_v<Held, Tensor>) {
      return false;
    } else {
      return held == std::get<Held>(seen);
    }
  };
  return given.index() == seen.index() && std::visit(is_same, given);
}

/// The bytes of each tensor as they were given: those of the call where they lie in memory as they are, else a copy.
class Given {
 public:
  explicit Given(const Request& request) {
    for (const auto& [key, value] : request.arguments) {
      const auto* stored = std::get_if<StoredTensor>(&value);
      if (stored != nullptr && !is_plain(stored->type)) copies_.emplace(key, stored->storage);
    }
  }

  [[nodiscard]] bool is_unchanged(const std::string& key, const Tensor& tensor, const StoredTensor& seen) const {
    const auto copy = copies_.find(key);
    return has_form_of(tensor, seen) && same_bytes(seen.storage, copy == copies_.end() ? tensor.values : copy->second);
  }

 private:
  std::map<std::string, std::vector<std::byte>, std::less<>> copies_;
};

/// Returns what was written to `seen`, an argument given as `tensor`; nothing where more than its elements was.
std::optional<Tensor> written_to(const StoredTensor& seen, const Tensor& tensor) {
  if (!has_form_of(tensor, seen)) return std::nullopt;
  Tensor written = load(seen);
  if (!is_plain(seen.type) && !same_bytes(store(written).storage, seen.storage)) return std::nullopt;
  return written;
}

}  // namespace

bool may_write(const OpSpec& op, std::string_view key, const Outcome& outcome) {
  const Parameter* parameter = find_parameter(op, key);
  return outcome.kind == OutcomeKind::completed && parameter != nullptr && parameter->in_place;
}

Observation observe(const OpSpec& op, const Call& call, Driver& driver) {
  Request request = request_of(call);
  const Given before(request);
  Observation seen{.outcome = driver.run(request)};
  for (const auto& [key, value] : call.arguments) {
    const auto after = request.arguments.find(key);
    const auto* tensor = std::get_if<Tensor>(&value);
    const auto* stored = after == request.arguments.end() ? nullptr : std::get_if<StoredTensor>(&after->second);
    if (tensor == nullptr || stored == nullptr) {
      if (after == request.arguments.end() || !is_unchanged(value, after->second)) seen.altered.push_back(key);
    } else if (!may_write(op, key, seen.outcome)) {
      if (!before.is_unchanged(key, *tensor, *stored)) seen.altered.push_back(key);
    } else if (auto written = written_to(*stored, *tensor)) {
      seen.in_place.push_back({.name = key, .tensor = *std::move(written)});
    } else {
      seen.altered.push_back(key);
    }
  }
  return seen;
}

}  // namespace npu_cts::run
