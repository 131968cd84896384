// SPDX-License-Identifier: Apache-2.0
// How WorkerHost makes one call: the messages of it, and the memory that it shares.

#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/bytes.h"
#include "framework/run/drive/output_places.h"
#include "framework/run/drive/placed_request.h"
#include "framework/run/drive/worker_driver.h"
#include "framework/run/message/attributions.h"
#include "framework/run/watch/process_files.h"

namespace npu_cts::wire {
namespace {

std::vector<std::byte> copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

/// Returns the storage of a tensor that is an argument of `request`.
const std::vector<std::byte>& storage_of(const Request& request, std::string_view key) {
  return std::get<StoredTensor>(request.arguments.find(key)->second).storage;
}

}  // namespace

Attempt WorkerHost::attempt(const Request& request, const Placing& placing) {
  return hello_.transfer == Transfer::inline_bytes ? attempt_inline(request) : attempt_shared(request, placing);
}

Attempt WorkerHost::attempt_inline(const Request& request) {
  std::string body;
  const Run message = run_message(request, [&](const std::string&, const StoredTensor& tensor) {
    const Place place{.offset = body.size(), .bytes = tensor.storage.size()};
    body.append(reinterpret_cast<const char*>(tensor.storage.data()), tensor.storage.size());
    return place;
  });
  if (body.size() > most_body_bytes) return fault(Fault::resource, "the call's tensors are larger than a message");
  const Received received = worker_->ask(message, body);
  const auto* finished = received.is_message ? std::get_if<Finished>(&received.message) : nullptr;
  if (finished == nullptr) return give_up(received);
  Attempt attempt = answered(*finished);
  if (!attempt.completed()) return attempt;
  if (const std::string wrong = wrong_declaration(message, finished->outputs); !wrong.empty()) {
    return fault(Fault::protocol, wrong);
  }
  for (const DeclaredOutput& output : finished->outputs) {
    if (output.at.bytes != bytes_of(message, output)) {
      return fault(Fault::protocol,
                   fmt::format("output '{}' has {} bytes", escape_control(output.name), output.at.bytes));
    }
    const auto* bytes = reinterpret_cast<const std::byte*>(received.body.data()) + output.at.offset;
    attempt.outputs.push_back({.declared = output, .bytes = {bytes, bytes + output.at.bytes}});
  }
  return attempt;
}

Attempt WorkerHost::attempt_shared(const Request& request, const Placing& placing) {
  PlaceAllocator places(placing.flush);
  const SharedMemory& memory = worker_->inputs();
  Run run = run_message(request, [&](const std::string&, const StoredTensor& tensor) {
    const Place place = places.take(tensor.storage.size());
    if (places.is_full()) return Place{};
    memory.fill(place, tensor.storage);
    return place;
  });
  if (places.is_full()) return fault(Fault::resource, "the call's tensors are larger than the shared memory");
  if (hello_.transfer == Transfer::placed) run.placing = placing;
  const Received received = worker_->ask(run);
  Attempt attempt = answered_shared(request, run, received, placing);
  if (!worker_) return attempt;
  const bool sees_pages = attempt.completed() && placing.flush == Flush::end && keeps_mappings(options_);
  const auto mappings = sees_pages ? worker_->mappings() : std::vector<Mapping>{};
  for (const auto& [key, value] : run.arguments) {
    const auto* placed = std::get_if<PlacedTensor>(&value);
    if (placed == nullptr) continue;
    if (sees_pages && !is_read_only(mappings, placed->at)) {
      return fault({.fault = Fault::input_modified,
                    .tensor = key,
                    .detail = fmt::format("argument '{}': its pages are no longer mapped to be read only", key)});
    }
    if (!same_bytes(memory.at(placed->at), storage_of(request, key))) {
      return fault({.fault = Fault::input_modified, .tensor = key, .detail = fmt::format("argument '{}'", key)});
    }
  }
  return attempt;
}

/// What the answer to `run` means, which is the call of `request`, with what it wrote.
Attempt WorkerHost::answered_shared(const Request& request, const Run& run, const Received& received,
                                    const Placing& placing) {
  if (!received.is_message) return give_up(received);
  if (const auto* const prepared = std::get_if<Prepared>(&received.message))
    return proceed(request, run, *prepared, placing);
  const auto* const finished = std::get_if<Finished>(&received.message);
  if (finished == nullptr) return give_up(received);
  if (run.placing && finished->workspace) return take_placed(request, run, *finished, placing);
  if (finished->kind == OutcomeKind::completed)
    return fault(Fault::protocol, "finished before the host sent 'proceed'");
  return answered(*finished);
}

/// Places what `prepared` declares, and has the worker go on.
Attempt WorkerHost::proceed(const Request& request, const Run& run, const Prepared& prepared, const Placing& placing) {
  const OutputPlaces where = place_outputs(run, prepared, placing.flush);
  if (where.trouble) return fault(*where.trouble);
  const SharedMemory& memory = worker_->outputs();
  memory.fill(where.places.workspace, placing.pattern);
  for (std::size_t i = 0; i < where.places.outputs.size(); ++i) {
    const DeclaredOutput& output = prepared.outputs[i];
    if (output.alias.empty()) {
      memory.fill(where.places.outputs[i], placing.pattern);
    } else {
      memory.fill(where.places.outputs[i], storage_of(request, output.alias));
    }
  }
  const Received received = worker_->ask(where.places);
  const auto* finished = received.is_message ? std::get_if<Finished>(&received.message) : nullptr;
  if (finished == nullptr) return give_up(received);
  Attempt attempt = answered(*finished);
  return worker_ ? take_outputs(request, prepared, where.places, std::move(attempt)) : attempt;
}

/// What `finished` means, of a worker that has placed and filled its outputs as `placing` says.
Attempt WorkerHost::take_placed(const Request& request, const Run& run, const Finished& finished,
                                const Placing& placing) {
  Attempt attempt = answered(finished);
  if (!worker_) return attempt;
  const Prepared prepared{.workspace = *finished.workspace, .outputs = finished.outputs};
  const OutputPlaces where = place_outputs(run, prepared, placing.flush);
  if (where.trouble) return fault(*where.trouble);
  return take_outputs(request, prepared, where.places, std::move(attempt));
}

/// Returns `attempt` with what the call wrote at `places`, or the fault in that.
Attempt WorkerHost::take_outputs(const Request& request, const Prepared& prepared, const Proceed& places,
                                 Attempt attempt) {
  const SharedMemory& memory = worker_->outputs();
  if (const auto side = memory.overwritten_end(places.workspace)) {
    return fault(overrun(*side, "", "the workspace"));
  }
  for (std::size_t i = 0; i < places.outputs.size(); ++i) {
    const DeclaredOutput& declared = prepared.outputs[i];
    if (const auto side = memory.overwritten_end(places.outputs[i])) {
      const std::string name = escape_control(declared.name);
      return fault(overrun(*side, name, fmt::format("output '{}'", name)));
    }
    const bool is_refused = attempt.outcome.kind == OutcomeKind::refused;
    if (is_refused && !declared.alias.empty() &&
        !same_bytes(memory.at(places.outputs[i]), storage_of(request, declared.alias))) {
      return fault({.fault = Fault::input_modified,
                    .tensor = declared.alias,
                    .detail = fmt::format("argument '{}', by a refusal", declared.alias)});
    }
    attempt.outputs.push_back({.declared = declared, .bytes = copy_of(memory.at(places.outputs[i]))});
  }
  return attempt;
}

}  // namespace npu_cts::wire
