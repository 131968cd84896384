// SPDX-License-Identifier: Apache-2.0
// The reference kernels behind the protocol, with inline tensors: `--driver exec:reference_program`. The same backend
// through a third attachment must get the same verdicts.

#include <string>

#include <unistd.h>

#include "framework/run/drive/placed_request.h"
#include "framework/run/message/message.h"
#include "kernels/kernel.h"

namespace npu_cts::wire {
namespace {

constexpr int channel = 3;

void send(const Message& message, std::string_view body = {}) {
  const std::string frame = encode(message, body);
  for (std::size_t at = 0; at < frame.size();) {
    const ssize_t sent = write(channel, frame.data() + at, frame.size() - at);
    if (sent <= 0) _exit(1);
    at += static_cast<std::size_t>(sent);
  }
}

std::string read_bytes(std::size_t count) {
  std::string text(count, '\0');
  for (std::size_t at = 0; at < count;) {
    const ssize_t got = read(channel, text.data() + at, count - at);
    if (got <= 0) _exit(0);
    at += static_cast<std::size_t>(got);
  }
  return text;
}

void append(std::string& body, const std::vector<std::byte>& bytes) {
  body.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void answer(const Target& target, const Run& run, std::string_view memory) {
  Request request = request_of(run, memory);
  const kernels::Kernel* kernel = kernels::find_kernel(request.op);
  if (kernel == nullptr) return send(Finished{.kind = OutcomeKind::unsupported, .code = 0});
  if (const auto refusal = kernel->check(target, request)) {
    return send(
        Finished{.kind = OutcomeKind::refused, .code = 0, .message = refusal->parameter + ": " + refusal->reason});
  }
  const auto types = kernel->outputs(target, request);
  const auto outputs = kernel->run(target, request);
  Finished finished;
  std::string body;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto aliased = request.arguments.find(types[i].alias);
    const std::size_t offset = body.size();
    append(body, aliased == request.arguments.end() ? outputs[i].tensor.values
                                                    : std::get<StoredTensor>(aliased->second).storage);
    finished.outputs.push_back({.name = outputs[i].name,
                                .alias = types[i].alias,
                                .dtype = outputs[i].tensor.type.dtype,
                                .shape = outputs[i].tensor.type.shape,
                                .at = {.offset = offset, .bytes = body.size() - offset}});
  }
  send(finished, body);
}

int serve() {
  send(Hello{.protocol = protocol_version, .name = "reference", .version = "1", .transfer = Transfer::inline_bytes});
  Target target;
  for (;;) {
    const FrameSizes sizes = read_prefix(read_bytes(frame_prefix_bytes));
    if (!sizes.trouble.empty()) return 1;
    const Decoded decoded = decode(read_bytes(sizes.header), sizes.body);
    if (!decoded.trouble.empty()) return 1;
    const std::string body = read_bytes(sizes.body);
    if (const auto* open = std::get_if<Open>(&decoded.message)) {
      target = open->target;
      send(Opened{});
    }
    if (const auto* run = std::get_if<Run>(&decoded.message)) answer(target, *run, body);
    if (std::holds_alternative<Bye>(decoded.message)) return 0;
  }
}

}  // namespace
}  // namespace npu_cts::wire

int main() { return npu_cts::wire::serve(); }
