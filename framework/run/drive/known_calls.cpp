// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/known_calls.h"

#include <algorithm>
#include <array>
#include <variant>

namespace npu_cts::wire {
namespace {

constexpr std::size_t most_bytes = 65536;                        ///< of the tensors of a call that is kept
constexpr std::size_t most_in_turns = 4096;                      ///< of one that takes turns with others
constexpr std::size_t small_bytes = 512;                         ///< of a call that runs thousands of times
constexpr std::array<std::size_t, 4> kept_at{1, 32, 256, 1024};  ///< the how manieth completed calls are kept

std::size_t bytes_in(const Request& request, const std::vector<RawOutput>& outputs) {
  std::size_t bytes = 0;
  for (const auto& [key, value] : request.arguments) {
    if (const auto* tensor = std::get_if<StoredTensor>(&value)) bytes += tensor->storage.size();
  }
  for (const RawOutput& output : outputs) bytes += output.bytes.size();
  return bytes;
}

}  // namespace

void KnownCalls::note(std::string_view name, const Target& target, const Request& request,
                      const std::vector<RawOutput>& outputs) {
  ++noted_;
  const std::size_t bytes = bytes_in(request, outputs);
  if (makes_room(target, request, bytes))
    last_small_.push_back({.name = std::string(name), .target = target, .request = request, .outputs = outputs});
  Count& count = counts_[request.op];
  ++count.completed;
  if (count.kept == kept_at.size() || count.completed < kept_at[count.kept]) return;
  if (bytes > most_bytes) return;
  ++count.kept;
  kept_.push_back({.name = std::string(name), .target = target, .request = request, .outputs = outputs});
}

bool KnownCalls::makes_room(const Target& target, const Request& request, std::size_t bytes) {
  constexpr std::size_t most = 3;
  if (bytes > most_in_turns) return false;
  std::erase_if(last_small_,
                [&](const KnownCall& call) { return call.target != target || call.request.op != request.op; });
  const auto is_of_its_size = [&](const KnownCall& call) { return bytes_in(call.request, call.outputs) == bytes; };
  if (std::ranges::any_of(last_small_, is_of_its_size)) return false;
  if (last_small_.size() == most) last_small_.erase(last_small_.begin());
  return true;
}

std::optional<KnownCall> KnownCalls::find_due(std::string_view op) {
  if (noted_ % calls != 0) return std::nullopt;
  const auto is_of_another = [&](const KnownCall& call) { return call.request.op != op; };
  const bool prefers_another = std::ranges::any_of(kept_, is_of_another);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    last_ = (last_ + 1) % kept_.size();
    if (!prefers_another || is_of_another(kept_[last_])) return kept_[last_];
  }
  return std::nullopt;
}

void RefusedCalls::note(std::string_view name, const Target& target, const Request& request) {
  constexpr std::size_t most_kept = 16;
  if (bytes_in(request, {}) > most_bytes) return;
  const bool is_elsewhere =
      !kept_.empty() && (kept_.front().target != target || kept_.front().request.op != request.op);
  if (is_elsewhere || kept_.size() == most_kept) kept_.clear();
  kept_.push_back({.name = std::string(name), .target = target, .request = request, .outputs = {}});
}

const KnownCall* RefusedCalls::find_due(const Target& target, std::string_view op) {
  if (kept_.empty() || kept_.front().target != target || kept_.front().request.op != op) return nullptr;
  if (++asked_ % calls != 0) return nullptr;
  return &kept_[asked_ / calls % kept_.size()];
}

bool SoakedCalls::choose(const Request& request, const std::vector<RawOutput>& outputs, std::size_t after) {
  const std::size_t completed = ++completed_[request.op];
  const bool is_small = bytes_in(request, outputs) * after <= small_bytes * completed;  // the later, the larger
  const auto holds_any = [](const RawOutput& output) { return !output.bytes.empty(); };
  if (completed < after || !is_small || !std::ranges::any_of(outputs, holds_any)) return false;
  return chosen_.insert(request.op).second;
}

}  // namespace npu_cts::wire
