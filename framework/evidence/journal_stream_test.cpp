// SPDX-License-Identifier: Apache-2.0
// The cases of a certificate are read one by one, and so are those of a journal that is certified.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/evidence/made_up_testing.h"
#include "framework/record/journal_source.h"

namespace npu_cts::evidence {
namespace {

using namespace testing_evidence;

constexpr std::size_t many = 20'000;

Sealed sealed_run() {
  auto certificate = certify_in_memory({.journal = made_up(many)}, PrivateKey{std::string(32, 'k')}, around_made_up());
  return open_certificate(std::move(certificate.value()), "x").value();
}

std::size_t allocated() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

TEST(Verify, HandsEachCaseOverInTheOrderOfIds) {
  const record::Journal run = made_up(many);
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

const PrivateKey key{std::string(32, 'k')};

/// Returns the certificate of the journal `text`.
Result<std::string> certified(const std::string& text) {
  return certify({.file = "x", .open = record::journal_in_text(text)}, key, around_made_up());
}

/// Sees how much memory is in use at each case.
class WatchingJudge final : public RunJudge {
 public:
  explicit WatchingJudge(std::size_t& most) : most_(most) {}
  void take(const record::PlannedCase& /*planned*/, const CaseResult* /*result*/) override {
    most_ = std::max(most_, allocated());
  }
  Result<RunVerdict> conclude(const record::Journal& /*head*/) override {
    return RunVerdict{.conclusion = "conforms", .waived = 0};
  }

 private:
  std::size_t& most_;
};

TEST(Certify, KeepsNoCaseInMemory) {
  const std::string text = to_text(made_up(many));
  const std::size_t before = allocated();
  std::size_t most = before;
  Surroundings around = around_made_up();
  around.judge = [&](const record::Journal& /*head*/, const std::optional<expect::Expectations>& /*list*/,
                     const std::string& /*day*/) -> Result<std::unique_ptr<RunJudge>> {
    return std::unique_ptr<RunJudge>(std::make_unique<WatchingJudge>(most));
  };
  ASSERT_TRUE(certify({.file = "x", .open = record::journal_in_text(text)}, key, around));
  EXPECT_LT(most - before, std::size_t{8} << 20U);
}

/// Returns what certifying says where the journal has other cases each time that it is opened.
std::string certify_changing(const std::vector<std::size_t>& cases) {
  std::vector<std::string> texts;
  for (const std::size_t count : cases) texts.push_back(count == 0 ? "" : to_text(made_up(count)));
  std::size_t opened = 0;
  const auto changing = [&] { return record::journal_in_text(texts[opened++])(); };
  const auto certificate = certify({.file = "x", .open = changing}, key, around_made_up());
  return certificate ? "certified" : certificate.diagnostics().front().what;
}

TEST(Certify, RefusesAJournalThatChangesMeanwhile) {
  EXPECT_EQ(certify_changing({7, 7, 7}), "certified");
  EXPECT_EQ(certify_changing({7, 7, 8}), "it changed while it was read");
  EXPECT_EQ(certify_changing({7, 3, 7}), "the line plans no case");
  EXPECT_EQ(certify_changing({7, 0, 7}), "it changed while it was read");
}

/// Gives letters, and no end of the line.
class Endless final : public record::JournalSource {
 public:
  Result<std::string_view> read() override { return std::string_view(piece_); }

 private:
  std::string piece_ = std::string(std::size_t{1} << 24U, 'x');
};

TEST(Certify, RefusesALineWithoutAnEnd) {
  const auto certificate =
      certify({.file = "x", .open = [] { return std::make_unique<Endless>(); }}, key, around_made_up());
  ASSERT_FALSE(certificate);
  EXPECT_EQ(certificate.diagnostics().front().what, "a line is longer than any that a run writes");
}

TEST(Certify, RefusesAJournalThatIsNotInOrder) {
  record::Journal journal = made_up(7);
  std::ranges::reverse(journal.results);
  EXPECT_FALSE(certified(to_text(journal)));
  EXPECT_FALSE(certified(to_text(made_up(7)) + "{"));
  record::Journal unfinished = made_up(7);
  unfinished.finished = false;
  EXPECT_TRUE(certified(to_text(unfinished)));
  EXPECT_FALSE(certified(to_text(unfinished) + "{"));
}

TEST(Certify, NamesAFileThatIsNotThere) {
  const auto certificate = certify({.file = "x", .open = record::journal_in_file("nowhere")}, key, around_made_up());
  ASSERT_FALSE(certificate);
  EXPECT_EQ(certificate.diagnostics().front().at.file, "nowhere");
}

}  // namespace
}  // namespace npu_cts::evidence
