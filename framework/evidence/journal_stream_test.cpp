// SPDX-License-Identifier: Apache-2.0
// The cases of a certificate are read one by one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "framework/evidence/made_up_testing.h"

namespace npu_cts {
namespace {

using namespace testing_evidence;

constexpr std::size_t many = 20'000;

Sealed sealed_run() {
  auto certificate =
      certify({.journal = made_up(many), .expectations = {}}, PrivateKey{std::string(32, 'k')}, around_made_up());
  return open_certificate(std::move(certificate.value()), "x").value();
}

std::size_t allocated() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

TEST(Verify, HandsEachCaseOverInTheOrderOfIds) {
  const Journal run = made_up(many);
  std::size_t next = 0;
  const auto verified = verify(sealed_run(), {}, around_made_up(), certificate_checks(), [&](const RecordedCase& one) {
    ASSERT_LT(next, many);
    EXPECT_EQ(one.planned, run.planned[next]);
    EXPECT_EQ(one.result, run.results[next]);
    ++next;
  });
  ASSERT_TRUE(verified);
  EXPECT_FALSE(is_refused(verified->checks));
  EXPECT_EQ(next, many);
}

/// The journal has some 20 MB of text, and 30 MB in memory. Nothing is counted where another allocator stands in.
TEST(Verify, KeepsNoCaseInMemory) {
  const Sealed sealed = sealed_run();
  const std::size_t before = allocated();
  std::size_t most = before;
  const auto verified = verify(sealed, {}, around_made_up(), certificate_checks(),
                               [&](const RecordedCase& /*one*/) { most = std::max(most, allocated()); });
  ASSERT_TRUE(verified);
  EXPECT_LT(most - before, std::size_t{8} << 20U);
}

}  // namespace
}  // namespace npu_cts
