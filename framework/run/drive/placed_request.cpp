#include "framework/run/drive/placed_request.h"

#include <cstring>

namespace npu_cts::wire {

Run run_message(const Request& request,
                const std::function<Place(const std::string& key, const StoredTensor&)>& place) {
  Run run{.op = request.op, .arguments = {}};
  for (const auto& entry : request.arguments) {
    const std::string& key = entry.first;
    PlacedValue placed = std::visit(
        [&](const auto& held) -> PlacedValue {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, StoredTensor>) {
            return PlacedTensor{
                .type = held.type, .strides = held.strides, .offset = held.offset, .at = place(key, held)};
          } else {
            return held;
          }
        },
        entry.second);
    run.arguments.emplace(key, std::move(placed));
  }
  return run;
}

Request request_of(const Run& run, std::string_view memory) {
  Request request{.op = run.op, .arguments = {}};
  for (const auto& [key, value] : run.arguments) {
    StoredValue stored = std::visit(
        [&](const auto& held) -> StoredValue {
          if constexpr (std::is_same_v<std::decay_t<decltype(held)>, PlacedTensor>) {
            StoredTensor tensor{.type = held.type, .strides = held.strides, .offset = held.offset, .storage = {}};
            tensor.storage.resize(held.at.bytes);
            if (held.at.bytes > 0) std::memcpy(tensor.storage.data(), memory.data() + held.at.offset, held.at.bytes);
            return tensor;
          } else {
            return held;
          }
        },
        value);
    request.arguments.emplace(key, std::move(stored));
  }
  return request;
}

}  // namespace npu_cts::wire
