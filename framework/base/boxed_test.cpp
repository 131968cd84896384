// SPDX-License-Identifier: Apache-2.0
#include "framework/base/boxed.h"

#include <optional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "framework/base/result.h"

namespace npu_cts {
namespace {

TEST(Boxed, HoldsAValueOrNone) {
  EXPECT_FALSE(Boxed<std::string>());
  EXPECT_FALSE(Boxed<std::string>(std::nullopt));
  EXPECT_FALSE(Boxed<std::string>(std::optional<std::string>()));
  EXPECT_EQ(*Boxed<std::string>(std::optional<std::string>("a")), "a");
  EXPECT_EQ(Boxed<std::string>(std::string("ab"))->size(), 2U);
  EXPECT_LE(sizeof(Boxed<std::string>), sizeof(void*));
}

TEST(Boxed, ComparesByItsValue) {
  const Boxed<std::string> none;
  const Boxed<std::string> a(std::string("a"));
  EXPECT_EQ(none, Boxed<std::string>());
  EXPECT_EQ(a, Boxed<std::string>(std::string("a")));
  EXPECT_NE(a, Boxed<std::string>(std::string("b")));
  EXPECT_NE(a, none);
}

TEST(Boxed, IsCopiedWithItsValue) {
  Boxed<std::string> a(std::string("a"));
  Boxed<std::string> b = a;
  *b = "b";
  EXPECT_EQ(*a, "a");
  a = b;
  *b = "c";
  EXPECT_EQ(*a, "b");
  a = std::nullopt;
  EXPECT_FALSE(a);
  const Boxed<std::string> moved = std::move(b);
  EXPECT_EQ(*moved, "c");
}

TEST(Result, GivesItsValueAwayWhereItIsGivenAway) {
  Result<std::string> result(std::string(100, 'x'));
  const char* const letters = result->data();
  const std::string taken = *std::move(result);
  EXPECT_EQ(taken.data(), letters);
}

}  // namespace
}  // namespace npu_cts
