// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/known_calls.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace npu_cts::wire {
namespace {

/// Notes `count` calls of `op`, and returns which calls were due meanwhile.
std::set<std::string> due_in(KnownCalls& known, const std::string& op, std::size_t count, std::size_t bytes = 1) {
  std::set<std::string> due;
  const std::vector<RawOutput> outputs{{.bytes = std::vector<std::byte>(bytes)}};
  for (std::size_t i = 0; i < count; ++i) {
    known.note(op + std::to_string(i), {}, {.op = op}, outputs);
    if (const auto call = known.find_due(op)) due.insert(call->name);
  }
  return due;
}

TEST(KnownCalls, AreNotDueInFewCalls) {
  KnownCalls known;
  EXPECT_TRUE(due_in(known, "add", KnownCalls::calls - 1).empty());
}

TEST(KnownCalls, AreEarlyAndLateOnesOfAnOperatorByItself) {
  KnownCalls known;
  EXPECT_EQ(due_in(known, "add", 4096), (std::set<std::string>{"add0", "add31", "add255", "add1023"}));
}

TEST(KnownCalls, AreOfAnotherOperatorWhereThereIsOne) {
  KnownCalls known;
  due_in(known, "add", KnownCalls::calls);
  EXPECT_EQ(due_in(known, "scale", 2 * KnownCalls::calls), (std::set<std::string>{"add0", "add31"}));
}

TEST(KnownCalls, AreSmall) {
  KnownCalls known;
  EXPECT_TRUE(due_in(known, "add", 4096, 1 << 20).empty());
}

TEST(KnownCalls, KeepTheLastSmallOnesOfEachSizeAtOneTarget) {
  KnownCalls known;
  const auto note = [&](const std::string& name, const std::string& product, std::size_t bytes) {
    const Target target{.product = product, .release = "r", .mode = "eager"};
    known.note(name, target, {.op = "add"}, {{.bytes = std::vector<std::byte>(bytes)}});
  };
  const auto names = [&] {
    std::vector<std::string> all;
    for (const KnownCall& call : known.last_small()) all.push_back(call.name);
    return all;
  };
  for (std::size_t bytes = 1; bytes < 6; ++bytes) note(std::to_string(bytes), "p", bytes);
  EXPECT_EQ(names(), (std::vector<std::string>{"3", "4", "5"}));
  note("again", "p", 5);
  note("large", "p", 1 << 20);
  EXPECT_EQ(names(), (std::vector<std::string>{"3", "4", "5"}));
  note("elsewhere", "q", 9);
  EXPECT_EQ(names(), std::vector<std::string>{"elsewhere"});
}

Target at(std::string product) { return {.product = std::move(product), .release = "r", .mode = "eager"}; }

/// Returns the names of the calls that are due in `count` calls of `op` at the product `product`.
std::vector<std::string> refused_in(RefusedCalls& refused, const std::string& product, const std::string& op,
                                    std::size_t count) {
  std::vector<std::string> due;
  for (std::size_t i = 0; i < count; ++i) {
    if (const KnownCall* call = refused.find_due(at(product), op)) due.push_back(call->name);
  }
  return due;
}

TEST(RefusedCalls, ComeInTurnsInOneOfEightCalls) {
  RefusedCalls refused;
  EXPECT_TRUE(refused_in(refused, "p", "add", 100).empty());
  for (const char* name : {"a", "b"}) refused.note(name, at("p"), {.op = "add"});
  EXPECT_TRUE(refused_in(refused, "p", "add", RefusedCalls::calls - 1).empty());
  EXPECT_EQ(refused_in(refused, "p", "add", 2 * RefusedCalls::calls), (std::vector<std::string>{"b", "a"}));
}

TEST(RefusedCalls, AreOfTheTargetAndTheOperatorThatAreOpen) {
  RefusedCalls refused;
  refused.note("a", at("p"), {.op = "add"});
  EXPECT_TRUE(refused_in(refused, "q", "add", 100).empty()) << "it may be legal there";
  EXPECT_TRUE(refused_in(refused, "p", "scale", 100).empty());
  refused.note("b", at("q"), {.op = "add"});
  EXPECT_TRUE(refused_in(refused, "p", "add", 100).empty()) << "those of before are forgotten";
  EXPECT_FALSE(refused_in(refused, "q", "add", 100).empty());
}

TEST(RefusedCalls, AreTheLastOnes) {
  RefusedCalls refused;
  for (int i = 0; i < 100; ++i) refused.note(std::to_string(i), at("p"), {.op = "add"});
  for (const std::string& name : refused_in(refused, "p", "add", 1000)) EXPECT_GE(std::stoi(name), 84);
}

TEST(RefusedCalls, AreSmall) {
  RefusedCalls refused;
  Request large{.op = "add"};
  large.arguments["x"] =
      StoredTensor{.type = {}, .strides = {}, .offset = 0, .storage = std::vector<std::byte>(1 << 20)};
  refused.note("large", at("p"), large);
  EXPECT_TRUE(refused_in(refused, "p", "add", 100).empty());
}

/// Returns how many of `count` calls of `op`, which give `bytes`, pass until one is chosen; nothing where none is.
std::optional<std::size_t> chosen_in(SoakedCalls& soaked, const std::string& op, std::size_t count,
                                     std::size_t bytes = 1) {
  constexpr std::size_t after = 100;
  const std::vector<RawOutput> outputs{{.bytes = std::vector<std::byte>(bytes)}};
  for (std::size_t i = 1; i <= count; ++i)
    if (soaked.choose({.op = op}, outputs, after)) return i;
  return std::nullopt;
}

TEST(SoakedCalls, AreOneOfEachOperatorOnceEnoughHaveCompleted) {
  SoakedCalls soaked;
  EXPECT_EQ(chosen_in(soaked, "add", 99), std::nullopt);
  EXPECT_EQ(chosen_in(soaked, "add", 10), 1U);
  EXPECT_EQ(chosen_in(soaked, "add", 1000), std::nullopt);
  EXPECT_EQ(chosen_in(soaked, "scale", 1000), 100U);
}

TEST(SoakedCalls, AreSmallAndHaveOutputs) {
  SoakedCalls soaked;
  EXPECT_EQ(chosen_in(soaked, "add", 1000, 1 << 20), std::nullopt);
  EXPECT_EQ(chosen_in(soaked, "add", 1000, 0), std::nullopt);
  EXPECT_EQ(chosen_in(soaked, "add", 1000), 1U);
}

TEST(SoakedCalls, MayBeLargerTheLongerNoneIsSmall) {
  SoakedCalls soaked;
  EXPECT_EQ(chosen_in(soaked, "add", 1000, 1024), 200U);
}

}  // namespace
}  // namespace npu_cts::wire
