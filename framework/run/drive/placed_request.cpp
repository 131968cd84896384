// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/placed_request.h"

#include <cstring>

namespace npu_cts::wire {

Run run_message(const Request& request,
                const std::function<Place(const std::string& key, const StoredTensor&)>& place) {
  const auto placed = [&](const std::string& key, const StoredTensor& held) {
    return PlacedTensor{.type = held.type, .strides = held.strides, .offset = held.offset, .at = place(key, held)};
  };
  return {.op = request.op, .arguments = map_tensors(request.arguments, placed)};
}

Request request_of(const Run& run, std::string_view memory) {
  const auto stored = [&](const std::string&, const PlacedTensor& held) {
    StoredTensor tensor{.type = held.type, .strides = held.strides, .offset = held.offset};
    tensor.storage.resize(held.at.bytes);
    if (held.at.bytes > 0) std::memcpy(tensor.storage.data(), memory.data() + held.at.offset, held.at.bytes);
    return tensor;
  };
  return {.op = run.op, .arguments = map_tensors(run.arguments, stored)};
}

}  // namespace npu_cts::wire
