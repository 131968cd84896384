// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

namespace npu_cts::wire {
namespace {

std::vector<Message> samples() {
  const PlacedTensor tensor{.type = {.dtype = DType::float16, .shape = {2, 3}},
                            .strides = {3, 1},
                            .offset = 1,
                            .at = {.offset = 4, .bytes = 14}};
  const DeclaredOutput output{.name = "y", .alias = "x", .dtype = DType::int8, .shape = {4}, .at = {0, 4}};
  return {Hello{.protocol = 1, .name = "toy", .version = "2", .transfer = Transfer::placed, .note = "n"},
          Open{{.product = "p", .release = "r", .mode = "graph_static"}},
          Opened{.trouble = "none"},
          Run{.op = "toy",
              .arguments = {{"a", None{}},
                            {"b", true},
                            {"c", std::int64_t{-7}},
                            {"d", std::string("word")},
                            {"e", DType::bfloat16},
                            {"f", std::vector<std::int64_t>{1, -2}},
                            {"g", tensor}},
              .placing = Placing{.flush = Flush::end, .pattern = std::byte{0x5A}}},
          Prepared{.workspace = 9, .outputs = {output}},
          Proceed{.workspace = {0, 9}, .outputs = {{16, 4}}},
          Finished{.kind = OutcomeKind::refused,
                   .code = -161002,
                   .message = "no",
                   .outputs = {output},
                   .workspace = 0,
                   .heap = 5,
                   .mapped = 6},
          OutOfBoundsAccess{.where = "past", .wrote_to = "x", .tensor = "y", .side = "past_end"},
          Bye{},
          Hello{.protocol = 1, .name = "toy", .version = "2", .files = {"a.py", "b c"}}};
}

std::string header_of(const Message& message) { return encode(message).substr(frame_prefix_bytes); }

TEST(Message, ComesBackAsItWasSent) {
  for (const Message& message : samples()) EXPECT_EQ(decode(header_of(message), 100), (Decoded{message, ""}));
}

TEST(Message, SaysTheSameHoweverItsJsonIsWritten) {
  for (const Message& message : samples()) {
    const auto json = nlohmann::json::parse(header_of(message));
    EXPECT_EQ(decode(json.dump(2), 100), (Decoded{message, ""}));
  }
  const std::string none = R"({"outputs":[],"type":"prepared","workspace":0})";
  EXPECT_EQ(decode(none, 100), (Decoded{Prepared{}, ""}));
  EXPECT_EQ(decode(header_of(Proceed{}), 100), (Decoded{Proceed{}, ""}));
  EXPECT_EQ(decode(header_of(wire::Run{}), 100), (Decoded{wire::Run{}, ""}));
  EXPECT_NE(decode(R"({"code":01,"kind":"completed","message":"","outputs":[],"type":"finished"})", 100).trouble, "");
}

/// What an author of a program copies.
TEST(Message, OfEachKindStandsInTheGuideAsItIsRead) {
  std::ifstream guide(NPU_CTS_SOURCE_DIR "/tools/plugin/README.md");
  std::set<std::string> types;
  for (std::string line; std::getline(guide, line);) {
    if (!line.starts_with('{')) continue;
    EXPECT_EQ(decode(line, 100).trouble, "") << line;
    types.insert(nlohmann::json::parse(line)["type"].get<std::string>());
  }
  EXPECT_THAT(types, testing::ElementsAre("bye", "finished", "hello", "open", "opened", "run"));
}

TEST(Message, MayLeaveOutWhatItsWriterDoesNotCount) {
  const std::string silent = R"({"code":0,"kind":"completed","message":"","outputs":[],"type":"finished"})";
  EXPECT_EQ(decode(silent, 100), (Decoded{Finished{}, ""}));
  EXPECT_EQ(header_of(wire::Run{}), R"({"arguments":{},"op":"","type":"run"})") << "a program of before reads it";
}

TEST(Message, SaysWhatIsWrongWithIt) {
  struct Wrong {
    const char* header;
    const char* trouble;
  };
  for (const auto& [header, trouble] : {
           Wrong{"[]", "the header is not a JSON object"},
           Wrong{R"({"kind":"hello"})", "'type' is missing"},
           Wrong{R"({"type":"good\nbye"})", "no message is called 'good\\x0Abye'"},
           Wrong{R"({"type":"opened"})", "'trouble' is missing"},
           Wrong{R"({"trouble":1,"type":"opened"})", "'trouble' is of a wrong type"},
           Wrong{R"({"list":[1,{}],"type":"bye"})", "'list' is unknown"},
           Wrong{R"({"trouble":"","trouble":"","type":"opened"})", "'trouble' stands twice"},
           Wrong{R"({"arguments":{"a":1,"a":2},"op":"toy","type":"run"})", "'a' stands twice"},
           Wrong{R"({"arguments":{"a":9223372036854775808},"op":"toy","type":"run"})", "'a' is no 64-bit integer"},
           Wrong{R"({"arguments":{"a":[1,"b"]},"op":"toy","type":"run"})", "'a' is no 64-bit integer"},
           Wrong{R"({"arguments":{"a":{"dtype":"int9"}},"op":"toy","type":"run"})", "'dtype' is 'int9'"},
           Wrong{R"({"outputs":[3],"type":"prepared","workspace":0})", "a list or word where an object belongs"},
           Wrong{R"({"outputs":[],"type":"prepared","workspace":-1})",
                 "'workspace' is -1, not 0 to 4611686018427387904"},
           Wrong{R"({"code":0,"heap":-1,"kind":"completed","message":"","outputs":[],"type":"finished"})",
                 "'heap' is -1, not 0 to 4611686018427387904"},
           Wrong{R"({"arguments":{},"op":"toy","placing":{"flush":"end","pattern":256},"type":"run"})",
                 "'pattern' is 256, not 0 to 255"},
           Wrong{R"({"arguments":{},"op":"toy","placing":{"flush":"middle","pattern":1},"type":"run"})",
                 "'flush' is 'middle'"},
           Wrong{R"({"outputs":[[0,101]],"type":"proceed","workspace":[0,0]})",
                 "'outputs' is no place within 100 bytes"},
       }) {
    EXPECT_EQ(decode(header, 100).trouble, trouble) << header;
  }
}

TEST(Message, IsRefusedWhereverItIsCutOff) {
  for (const Message& message : samples()) {
    const std::string header = header_of(message);
    for (std::size_t length = 0; length < header.size(); ++length) {
      EXPECT_NE(decode(header.substr(0, length), 100).trouble, "") << header.substr(0, length);
    }
  }
}

TEST(Message, IsRefusedWithAPlaceOutOfReach) {
  for (const std::size_t which : {3U, 4U, 5U, 6U}) EXPECT_NE(decode(header_of(samples()[which]), 3).trouble, "");
}

/// Next value of a small generator: the same everywhere.
std::uint64_t next(std::uint64_t& state) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return state >> 33U;
}

TEST(Message, ThatWasAlteredAnywhereIsRefusedOrComesBackTheSameWhenSentAgain) {
  constexpr int rounds = 3000;
  std::uint64_t state = 1;
  std::size_t refused = 0;
  for (const Message& message : samples()) {
    for (int round = 0; round < rounds; ++round) {
      std::string header = header_of(message);
      for (std::uint64_t left = next(state) % 3 + 1; left > 0; --left) {
        header[next(state) % header.size()] = static_cast<char>(next(state));
      }
      const Decoded decoded = decode(header, 100);
      if (decoded.trouble.empty()) {
        EXPECT_EQ(decode(header_of(decoded.message), 100), decoded) << header;
      } else {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, samples().size() * rounds / 2);
}

TEST(Message, OfRandomBytesIsRefused) {
  std::uint64_t state = 2;
  for (int round = 0; round < 5000; ++round) {
    std::string bytes(next(state) % 200, '\0');
    for (char& byte : bytes) byte = static_cast<char>(next(state));
    EXPECT_NE(decode(bytes, 100).trouble, "");
  }
}

TEST(FramePrefix, IsRefusedBeyondItsBounds) {
  EXPECT_EQ(read_prefix(std::string("\x05\0\0\0\0\0\0\0", 8)).trouble, "");
  EXPECT_NE(read_prefix(std::string("\0\0\0\0\0\0\0\0", 8)).trouble, "");
  EXPECT_NE(read_prefix(std::string("\x01\0\x20\0\0\0\0\0", 8)).trouble, "");
  EXPECT_NE(read_prefix(std::string("\x05\0\0\0\x01\0\0\x20", 8)).trouble, "");
}

}  // namespace
}  // namespace npu_cts::wire
