// SPDX-License-Identifier: Apache-2.0
#include "framework/record/compressed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>

#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/record/journal_source.h"

namespace npu_cts::record {
namespace {

Journal small_journal() {
  Journal journal;
  journal.info = {.driver = "d", .driver_version = "1", .spec_digest = "s", .query = "", .tool_version = "0"};
  journal.finished = true;
  return journal;
}

/// Returns the file that holds `bytes`.
std::string file_of(const std::string& bytes) {
  std::string path = testing::TempDir() + "npu_cts_compressed_journal";
  EXPECT_EQ(write_file(path, bytes), std::nullopt);
  return path;
}

Result<std::string> decompressed(const std::string& bytes, Decompressor unpacking = Decompressor("j.zst")) {
  std::string text;
  auto problem = unpacking.unpack(bytes, [&text](std::string_view piece) {
    text += piece;
    return std::optional<Diagnostics>();
  });
  if (!problem) problem = unpacking.close();
  if (problem) return *std::move(problem);
  return text;
}

/// Returns all that `open` gives, in how many pieces it may be.
Result<std::string> read_all(const OpenJournal& open) {
  const auto source = open();
  std::string text;
  while (true) {
    const auto piece = source->read();
    if (!piece) return piece.diagnostics();
    if (piece->empty()) return text;
    text += *piece;
  }
}

std::string why_unread(const std::string& bytes) {
  const auto text = decompressed(bytes);
  return text ? "" : text.diagnostics().front().what;
}

TEST(CompressedJournal, IsReadAsTheJournalThatItIs) {
  const auto journal = read_journal(file_of(compress(to_text(small_journal()))));
  ASSERT_TRUE(journal);
  EXPECT_EQ(*journal, small_journal());
}

TEST(CompressedJournal, MayHaveManyFramesAndLinesOfAnySize) {
  std::mt19937 random(1);
  std::string text(1'000'000, 'x');
  for (char& letter : text) letter = static_cast<char>('a' + random() % 16);
  EXPECT_EQ(decompressed(compress(text) + compress("more")).value(), text + "more");
}

TEST(CompressedJournal, MayUnpackToMuchMoreThanItsReaderTakesAtOnce) {
  std::mt19937 random(2);
  std::string piece(500, 'x');
  for (char& letter : piece) letter = static_cast<char>('a' + random() % 16);
  std::string text;
  for (int i = 0; i < 600; ++i) text += piece;
  EXPECT_EQ(decompressed(compress(text)).value(), text);
}

TEST(CompressedJournal, IsUnpackedInPiecesOfAnySize) {
  const std::string text(100, 'x');
  for (const std::size_t piece : {1U, 10U, 33U, 99U, 100U, 101U})
    EXPECT_EQ(decompressed(compress(text), Decompressor("j.zst", piece)).value(), text) << piece;
}

TEST(CompressedJournal, MayHaveNoBytes) { EXPECT_EQ(decompressed("").value(), ""); }

TEST(CompressedJournal, IsOneByItsFirstBytesAlone) {
  const std::string text = std::string(std::size_t{256} * 1024, 'x') + "\x28\xB5\x2F\xFD";
  EXPECT_EQ(read_all(journal_in_file(file_of(text))).value(), text);
}

TEST(CompressedJournal, IsASourceOfALongText) {
  std::mt19937 random(3);
  std::string text(1'000'000, 'x');
  for (char& letter : text) letter = static_cast<char>('a' + random() % 16);
  EXPECT_EQ(read_all(journal_in_file(file_of(compress(text)))).value(), text);
}

TEST(CompressedJournal, IsASourceOfItsText) {
  const std::string text = to_text(small_journal());
  EXPECT_EQ(read_all(journal_in_file(file_of(compress(text) + compress(text)))).value(), text + text);
  EXPECT_EQ(read_all(journal_in_file(file_of(text))).value(), text);
}

TEST(CompressedJournal, IsUnpackedAsItsBytesCome) {
  const std::string text(1'000'000, 'x');
  const std::string bytes = compress(text.substr(0, 4000)) + compress("more");
  Decompressor unpacking("j.zst");
  std::string read;
  for (const char& byte : bytes) {
    EXPECT_FALSE(unpacking.unpack({&byte, 1}, [&read](std::string_view piece) {
      read += piece;
      return std::optional<Diagnostics>();
    }));
  }
  EXPECT_FALSE(unpacking.close());
  EXPECT_EQ(read, text.substr(0, 4000) + "more");
}

TEST(CompressedJournal, ThatIsTornIsRefusedByItsSource) {
  const std::string bytes = compress(to_text(small_journal()));
  EXPECT_EQ(read_all(journal_in_file(file_of(bytes.substr(0, bytes.size() - 1)))).diagnostics().front().what,
            "the frame of zstd has no end");
  EXPECT_THAT(read_all(journal_in_file(file_of(bytes + "x"))).diagnostics().front().what,
              testing::StartsWith("no frame of zstd"));
}

TEST(CompressedJournal, IsRefusedAtItsFile) {
  EXPECT_EQ(decompressed(compress("{}") + "x").diagnostics()[0].at, (Location{.file = "j.zst"}));
}

TEST(CompressedJournal, IsToldFromAnArchiveAndFromAJournal) {
  EXPECT_TRUE(is_compressed_journal(compress("{\"journal\":1}")));
  EXPECT_FALSE(is_compressed_journal(compress("statement.json")));
  EXPECT_FALSE(is_compressed_journal("{\"journal\":1}"));
  EXPECT_FALSE(is_compressed_journal(""));
  EXPECT_FALSE(is_compressed_journal(compress("{").substr(0, 8)));
  EXPECT_FALSE(is_compressed_journal(compress("")));
}

TEST(CompressedJournal, IsRefusedWhereItIsTornAnywhere) {
  const std::string bytes = compress(to_text(small_journal()));
  for (std::size_t i = 1; i < bytes.size(); ++i) EXPECT_NE(why_unread(bytes.substr(0, i)), "") << i;
  EXPECT_THAT(why_unread(bytes + "x"), testing::StartsWith("no frame of zstd"));
  EXPECT_THAT(read_journal(file_of(bytes.substr(0, 9))).diagnostics().front().what, "the frame of zstd has no end");
}

/// A frame of 11 bytes that unpacks to `count` times 'x', which its header says as well. Source: RFC 8878, 3.1.1.
std::string frame_of_one_letter(unsigned count) {
  const auto byte = [](unsigned bits) { return static_cast<char>(static_cast<unsigned char>(bits & 0xFFU)); };
  const unsigned size = count - 256;            // of 16 bits, from 256 on
  const unsigned block = count << 3U | 0b011U;  // the last one; a byte that is repeated
  return {byte(0x28),       byte(0xB5),  byte(0x2F),        byte(0xFD),         byte(0x60), byte(size),
          byte(size >> 8U), byte(block), byte(block >> 8U), byte(block >> 16U), 'x'};
}

TEST(CompressedJournal, MayHold2000TimesItsBytes) {
  EXPECT_EQ(decompressed(frame_of_one_letter(22000)).value(), std::string(22000, 'x'));
  EXPECT_THAT(why_unread(frame_of_one_letter(22001)), testing::StartsWith("it unpacks to over 2000 times its size"));
}

TEST(CompressedJournal, IsRefusedWhereItHoldsMoreThanAJournalCan) {
  EXPECT_THAT(why_unread(compress(std::string(std::size_t{1} << 24U, ' '))),
              testing::StartsWith("it unpacks to over 2000 times its size"));
}

struct Standing {
  std::string_view name;
  std::string text;
  bool is_foreign;
};
void PrintTo(const Standing& row, std::ostream* out) { *out << row.name; }

class FileInThePlaceOfAJournal : public testing::TestWithParam<Standing> {};

TEST_P(FileInThePlaceOfAJournal, StaysUnlessItIsAJournalOrEmpty) {
  EXPECT_EQ(find_foreign_file(file_of(GetParam().text), "journal", is_journal).has_value(), GetParam().is_foreign);
}

INSTANTIATE_TEST_SUITE_P(Each, FileInThePlaceOfAJournal,
                         testing::Values(Standing{"Empty", "", false},
                                         Standing{"Journal", to_text(small_journal()), false},
                                         Standing{"Compressed", compress(to_text(small_journal())), false},
                                         Standing{"Yaml", "call: halve\n", true}, Standing{"Json", "{\"a\":1}\n", true},
                                         Standing{"CompressedText", compress("call: halve\n"), true},
                                         Standing{"Certificate", std::string("\x28\xB5\x2F\xFD torn"), true}),
                         [](const auto& row) { return std::string(row.param.name); });

/// Returns the path of a new pipe.
std::string new_pipe() {
  std::string pipe = testing::TempDir() + "journal.pipe";
  std::remove(pipe.c_str());
  EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  return pipe;
}

TEST(JournalInFile, IsReadFromAPipeHoweverSlowItsWriterIs) {
  for (const int wait : {0, 100}) {
    const std::string pipe = new_pipe();
    std::thread writer([&] {
      std::ofstream file(pipe, std::ios::binary);  // waits for a reader
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      file << to_text(small_journal());
    });
    const auto source = journal_in_file(pipe, std::chrono::seconds(10));
    LineReader lines(source(), pipe);
    std::size_t read = 0;
    for (auto line = lines.next(); line && *line; line = lines.next()) ++read;
    writer.join();
    EXPECT_EQ(read, 2U) << wait;
  }
}

TEST(JournalInFile, WaitsForNoPipeThatNoProgramWritesTo) {
  const auto piece = journal_in_file(new_pipe(), std::chrono::milliseconds(10))()->read();
  ASSERT_FALSE(piece);
  EXPECT_THAT(piece.diagnostics()[0].what, testing::HasSubstr("no program writes to it"));
}

}  // namespace
}  // namespace npu_cts::record
