// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
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
  FileSource(const std::string& path, std::chrono::milliseconds patience) : path_(path), piece_(piece_bytes, '\0') {
    std::error_code ignored;
    if (std::filesystem::is_character_file(path, ignored)) {
      unreadable_ = "it is a device";
      return;
    }
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe must not keep us here
    if (descriptor_ < 0)
      unreadable_ = std::generic_category().message(errno);
    else if (std::filesystem::is_fifo(path, ignored))
      wait_for_writer(patience);
  }
  ~FileSource() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

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
  /// A pipe that nothing writes to is at its end. One with a writer that has not written yet has nothing to read.
  void wait_for_writer(std::chrono::milliseconds patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    ssize_t got = ::read(descriptor_, piece_.data(), piece_.size());
    for (; got == 0 && std::chrono::steady_clock::now() < until;
         got = ::read(descriptor_, piece_.data(), piece_.size()))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (got == 0) unreadable_ = "it is a pipe, and no program writes to it";
    if (got > 0) ahead_ = static_cast<std::size_t>(got);
    ::fcntl(descriptor_, F_SETFL, O_RDONLY);
  }

  Result<std::string_view> read_bytes() {
    std::size_t filled = std::exchange(ahead_, 0);
    while (unreadable_.empty() && filled < piece_.size()) {
      const ssize_t got = ::read(descriptor_, piece_.data() + filled, piece_.size() - filled);
      if (got == 0) break;
      if (got > 0) filled += static_cast<std::size_t>(got);
      if (got < 0 && errno != EINTR) unreadable_ = std::generic_category().message(errno);
    }
    if (!unreadable_.empty()) {
      return error_at(Kind::unreadable_file, {.file = path_}, "cannot read the journal: " + unreadable_,
                      "reports and certificates are made from the journal of a run",
                      "give the path of a journal that 'npu-cts run' wrote");
    }
    return std::string_view(piece_).substr(0, filled);
  }

  std::string path_;
  int descriptor_ = -1;
  std::size_t ahead_ = 0;  ///< bytes of the piece that were read already
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

OpenJournal journal_in_file(std::string path, std::chrono::milliseconds patience) {
  return [path = std::move(path), patience] { return std::make_unique<FileSource>(path, patience); };
}

}  // namespace npu_cts::record
