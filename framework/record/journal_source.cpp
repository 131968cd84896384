// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_source.h"

#include <cstddef>
#include <fstream>
#include <utility>

namespace npu_cts::record {
namespace {

constexpr std::size_t most_read = std::size_t{256} * 1024;

class TextSource final : public JournalSource {
 public:
  explicit TextSource(std::string_view text) : left_(text) {}

  Result<std::string_view> read() override {
    const std::string_view piece = left_.substr(0, most_read);
    left_.remove_prefix(piece.size());
    return piece;
  }

 private:
  std::string_view left_;
};

class FileSource final : public JournalSource {
 public:
  explicit FileSource(const std::string& path) : path_(path), file_(path, std::ios::binary), piece_(most_read, '\0') {}

  Result<std::string_view> read() override {
    if (file_.is_open()) file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()));
    if (!file_.is_open() || file_.bad())
      return error_at(Kind::unreadable_file, {.file = path_, .line = 0, .column = 0}, "cannot read the journal",
                      "reports and certificates are made from the journal of a run",
                      "check the path and the permissions");
    return std::string_view(piece_).substr(0, static_cast<std::size_t>(file_.gcount()));
  }

 private:
  std::string path_;
  std::ifstream file_;
  std::string piece_;
};

}  // namespace

OpenJournal journal_in_text(std::string_view text) {
  return [text] { return std::make_unique<TextSource>(text); };
}

OpenJournal journal_in_file(std::string path) {
  return [path = std::move(path)] { return std::make_unique<FileSource>(path); };
}

}  // namespace npu_cts::record
