// SPDX-License-Identifier: Apache-2.0
// faulty_program NAME: a worker that speaks the protocol wrongly, as NAME says; with any other name, rightly: y = x
// + 1.

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "framework/run/drive/placed_request.h"
#include "framework/run/message/message.h"
#include "framework/run/watch/guarded_memory.h"
#include "framework/run/watch/watched_calls.h"

namespace npu_cts::faults {
using namespace wire;  // NOLINT(google-build-using-namespace)
namespace {

constexpr int channel = 3;

void send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = write(channel, bytes.data(), bytes.size());
    if (sent <= 0) _exit(9);
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string frame_of(std::string_view header) {
  std::string frame(frame_prefix_bytes, '\0');
  for (unsigned i = 0; i < 4; ++i) frame[i] = static_cast<char>((header.size() >> (8U * i)) & 0xFFU);
  return frame.append(header);
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

/// Sends a beginning that is wrong as `fault` says. Returns false where it does not.
bool misbegin(std::string_view fault) {
  const Transfer transfer = fault == "shared" ? Transfer::shared_memory : Transfer::inline_bytes;
  const std::string hello = encode(Hello{.protocol = 1, .name = "toy", .version = "1", .transfer = transfer});
  if (fault == "silent") _exit(0);
  if (fault == "prints-only") {
    std::fwrite(hello.data(), 1, hello.size(), stdout);
    return false;
  }
  if (fault == "garbage") send(std::string(64, '\xEE'));
  if (fault == "half-prefix") send(hello.substr(0, 3));
  if (fault == "half-header") send(hello.substr(0, 20));
  if (fault == "no-json") send(frame_of("{\"type\": hello"));
  if (fault == "json-list") send(frame_of("[1, 2]"));
  if (fault == "empty-frame") send(frame_of(""));
  if (fault == "unknown-message") send(frame_of(R"({"type":"howdy"})"));
  if (fault == "other-protocol") send(encode(Hello{.protocol = 2, .name = "toy", .version = "1", .transfer = {}}));
  if (fault == "missing-field")
    send(frame_of(R"({"type":"hello","protocol":1,"name":"toy","tensors":"inline","note":""})"));
  if (fault == "wrong-type")
    send(frame_of(R"({"type":"hello","protocol":1,"name":7,"version":"1","tensors":"inline","note":""})"));
  if (fault == "unknown-field") {
    send(frame_of(R"({"type":"hello","protocol":1,"name":"","version":"1","tensors":"inline","note":"","extra":1})"));
  }
  if (fault == "wrong-order") send(encode(Opened{}));

  if (!fault.starts_with("answer") && fault != "right" && fault != "shared" && fault != "never-opens") return false;
  send(hello);
  return true;
}

/// Sends what begins as a message of the largest size, and goes on without end, as fast as the runner reads.
[[noreturn]] void flood() {
  const int much = 1 << 26;
  setsockopt(channel, SOL_SOCKET, SO_SNDBUFFORCE, &much, sizeof much);
  std::string frame = frame_of(std::string(8, ' '));
  frame[7] = 0x10;  // of the body's length
  send(frame);
  const auto write_on = [] {
    for (const std::string zeros(1 << 20, '\0');;) send(zeros);
  };
  std::thread(write_on).detach();
  write_on();
  _exit(9);
}

/// Answers a call wrongly, as `fault` says. Returns whether it did.
bool misanswer(std::string_view fault) {
  if (fault == "answer-garbage") send(std::string(64, '\xEE'));
  if (fault == "answer-flood") flood();
  if (fault == "answer-long")
    send(encode(Finished{.kind = OutcomeKind::refused, .code = 0, .message = std::string(500'000, 'x')}));
  if (fault == "answer-long-fault") {
    const std::string message = "resource: " + std::string(500'000, 'x');
    send(encode(Finished{.kind = OutcomeKind::failed, .code = 0, .message = message}));
  }
  if (fault == "answer-long-name") {
    const std::string name(500'000, 'x');
    send(encode(Finished{.kind = OutcomeKind::completed, .code = 0, .outputs = {{name, "", DType::int8, {1}, {}}}}));
  }
  if (fault == "answer-half") {
    send(encode(Finished{}).substr(0, 30));
    _exit(0);
  }
  const std::string output = R"({"name":"y","alias":"","dtype":"int8","shape":[100],"at":)";
  const std::string finished = R"({"type":"finished","kind":"completed","code":0,"message":"","outputs":[)";
  if (fault == "answer-far-place") send(frame_of(finished + output + "[5,100]}]}"));
  if (fault == "answer-short") {
    send(encode(Finished{.kind = {}, .code = 0, .outputs = {{"y", "", DType::int8, {100}, {0, 3}}}}, "abc"));
  }
  if (fault == "answer-deep") send(frame_of(std::string(100000, '[') + std::string(100000, ']')));
  if (fault == "answer-hello") send(encode(Hello{.protocol = 1, .name = "toy", .version = "1", .transfer = {}}));
  if (fault == "answer-many") {
    std::string many = finished;
    for (int i = 0; i < 1000; ++i) many += (i == 0 ? "" : ",") + output + "[0,0]}";
    send(frame_of(many + "]}"));
  }
  return fault != "right";
}

void answer(const Run& run, std::string body, std::string_view fault) {
  const auto trigger = run.arguments.find("fault");
  const bool is_twice = trigger != run.arguments.end() && fault == "answer-twice";
  if (trigger != run.arguments.end() && !is_twice && misanswer(fault)) return;
  for (char& byte : body) byte = static_cast<char>(byte + 1);
  const Place at{.offset = 0, .bytes = body.size()};
  const std::string answer =
      encode(Finished{.kind = OutcomeKind::completed,
                      .code = 0,
                      .outputs = {{"y", "", DType::int8, {static_cast<std::int64_t>(body.size())}, at}}},
             body);
  send(is_twice ? answer + answer : answer);
}

std::byte* map(int memory) {
  constexpr int both = PROT_READ | PROT_WRITE;
  void* const mapped = mmap(nullptr, shared_bytes, memory == 4 ? PROT_READ : both, MAP_SHARED, memory, 0);
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
}

/// Answers a call in shared memory, rightly: asks for the place of y, and writes there.
void answer_shared(const Run& run) {
  static const std::byte* const inputs = map(4);
  static std::byte* const outputs = map(5);
  const Place x = std::get<PlacedTensor>(run.arguments.at("x")).at;
  send(encode(Prepared{.outputs = {{"y", "", DType::int8, {static_cast<std::int64_t>(x.bytes)}, {}}}}));
  const FrameSizes sizes = read_prefix(read_bytes(frame_prefix_bytes));
  const Decoded decoded = decode(read_bytes(sizes.header), shared_bytes);
  const Place y = std::get<Proceed>(decoded.message).outputs.front();
  for (std::size_t i = 0; i < x.bytes; ++i)
    outputs[y.offset + i] = static_cast<std::byte>(std::to_integer<int>(inputs[x.offset + i]) + 1);
  send(encode(Finished{}));
}

}  // namespace

int serve(std::string_view fault) {
  if (!misbegin(fault)) return 0;
  for (;;) {
    const FrameSizes sizes = read_prefix(read_bytes(frame_prefix_bytes));
    if (!sizes.trouble.empty()) return 1;
    const std::string header = read_bytes(sizes.header);
    const bool is_shared = fault == "shared";
    const Decoded decoded = decode(header, is_shared ? shared_bytes : sizes.body);
    if (!decoded.trouble.empty()) return 1;
    std::string body = read_bytes(sizes.body);
    if (std::holds_alternative<Open>(decoded.message) && fault != "never-opens") send(encode(Opened{}));
    if (const auto* run = std::get_if<Run>(&decoded.message))
      is_shared ? answer_shared(*run) : answer(*run, std::move(body), fault);
    if (!std::holds_alternative<Bye>(decoded.message)) continue;
    if (fault == "answer-at-rest") rest_until_asked(channel);  // as one that had not rested when it was told to end
    return 0;
  }
}

}  // namespace npu_cts::faults

int main(int argc, char** argv) { return npu_cts::faults::serve(argc > 1 ? argv[1] : ""); }
