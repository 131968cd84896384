// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_source.h"

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "framework/record/compressed.h"

namespace npu_cts::record {
namespace {

constexpr std::size_t piece_bytes = std::size_t{256} * 1024;

class TextSource final : public JournalSource {
 public:
  explicit TextSource(std::string_view text) : left_(text) {}

  Result<std::string_view> read() override {
    const std::string_view piece = left_.substr(0, piece_bytes);
    left_.remove_prefix(piece.size());
    return piece;
  }

 private:
  std::string_view left_;
};

class FileSource final : public JournalSource {
 public:
  explicit FileSource(const std::string& path) : path_(path), piece_(piece_bytes, '\0') {
    std::error_code ignored;
    if (std::filesystem::is_character_file(path, ignored)) {
      unreadable_ = "it is a device";
      return;
    }
    file_.open(path, std::ios::binary);
    if (!file_.is_open()) unreadable_ = std::generic_category().message(errno);
  }

  Result<std::string_view> read() override {
    auto bytes = read_bytes();
    if (is_at_start_ && bytes && is_compressed(*bytes)) unpacking_.emplace(path_);
    is_at_start_ = false;
    if (!unpacking_) return bytes;
    text_.clear();
    for (; bytes && !bytes->empty(); bytes = read_bytes()) {
      const auto take = [this](std::string_view piece) {
        text_ += piece;
        return std::optional<Diagnostics>();
      };
      if (auto problem = unpacking_->unpack(*bytes, take)) return *std::move(problem);
      if (!text_.empty()) return std::string_view(text_);
    }
    if (!bytes) return bytes;
    if (auto problem = unpacking_->close()) return *std::move(problem);
    return std::string_view();
  }

 private:
  Result<std::string_view> read_bytes() {
    if (unreadable_.empty()) {
      file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()));
      if (file_.bad()) unreadable_ = std::generic_category().message(errno);
    }
    if (!unreadable_.empty()) {
      return error_at(Kind::unreadable_file, {.file = path_}, "cannot read the journal: " + unreadable_,
                      "reports and certificates are made from the journal of a run",
                      "give the path of a journal that 'npu-cts run' wrote");
    }
    return std::string_view(piece_).substr(0, static_cast<std::size_t>(file_.gcount()));
  }

  std::string path_;
  std::ifstream file_;
  std::string piece_;
  std::string unreadable_;  ///< why; empty where it can be read
  bool is_at_start_ = true;
  std::optional<Decompressor> unpacking_;  ///< of a compressed journal
  std::string text_;
};

}  // namespace

OpenJournal journal_in_text(std::string_view text) {
  return [text] { return std::make_unique<TextSource>(text); };
}

OpenJournal journal_in_file(std::string path) {
  return [path = std::move(path)] { return std::make_unique<FileSource>(path); };
}

}  // namespace npu_cts::record
