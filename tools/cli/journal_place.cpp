// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/journal_place.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "framework/record/compressed.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

bool is_special(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return path == "-" || fs::is_character_file(status) || fs::is_block_file(status) || fs::is_fifo(status) ||
         fs::is_socket(status);
}

}  // namespace

Result<JournalPlace> JournalPlace::open(const std::string& path) {
  JournalPlace place(path);
  if (!is_special(path)) {
    if (auto foreign = record::find_foreign_file(path, "journal", record::is_journal)) return *std::move(foreign);
    return place;
  }
  std::error_code failed;
  std::string folder = (fs::temp_directory_path(failed) / "npu-cts-XXXXXX").string();
  if (failed || mkdtemp(folder.data()) == nullptr) return record::cannot_write(folder, "make a folder", errno);
  place.folder_ = folder;
  place.work_ = folder + "/journal";
  if (path != "-") return place;
  std::fflush(stdout);
  const int output = dup(STDOUT_FILENO);
  if (output < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    return record::cannot_write(path, "open standard output", errno);
  place.output_ = record::OutputFile(output, "-");
  return place;
}

JournalPlace::~JournalPlace() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

JournalPlace::JournalPlace(JournalPlace&& other) noexcept
    : path_(std::move(other.path_)),
      work_(std::move(other.work_)),
      folder_(std::exchange(other.folder_, {})),
      output_(std::move(other.output_)) {}

record::WriteError JournalPlace::Output::write(std::string_view lines) {
  if (is_compressed_) return file_->write(record::compress(lines));
  return file_ ? file_->write(lines) : stream_->write(lines);
}

record::WriteError JournalPlace::Output::close() { return file_ ? file_->close() : std::nullopt; }

Result<JournalPlace::Output> JournalPlace::begin() {
  if (output_.descriptor() >= 0) return Output(&output_, std::nullopt, false);
  auto file = record::NewFile::open(path_);
  if (!file) return file.diagnostics();
  return Output(nullptr, *std::move(file), path_.ends_with(record::compressed_ending));
}

record::WriteError JournalPlace::write(const record::Journal& journal) {
  auto output = begin();
  if (!output) return output.diagnostics().front();
  const auto take = [&output](std::string_view lines) { return output->write(lines); };
  if (auto error = record::write_text(journal, take)) return error;
  return output->close();
}

}  // namespace npu_cts
