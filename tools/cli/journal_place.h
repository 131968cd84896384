// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "framework/base/result.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"

namespace npu_cts {

/// Where a journal goes, and where it and its parts stand until it is whole: beside the file; for standard output, a
/// device or a pipe, in a folder of their own that is removed at the end.
class JournalPlace {
 public:
  /// Returns the place that `path` names. "-" is standard output; everything else that is printed there then goes to
  /// standard error.
  /// Errors: unwritable_file, also where a file is there that is no journal.
  static Result<JournalPlace> open(const std::string& path);

  ~JournalPlace();
  JournalPlace(JournalPlace&& other) noexcept;
  JournalPlace& operator=(JournalPlace&&) = delete;
  JournalPlace(const JournalPlace&) = delete;
  JournalPlace& operator=(const JournalPlace&) = delete;

  /// Returns the path that the parts stand beside.
  [[nodiscard]] const std::string& work() const { return work_; }
  /// Whether the journal is a file, which a later run may go on with.
  [[nodiscard]] bool is_file() const { return folder_.empty(); }

  /// A journal that is being written: where the name of its file ends with ".zst", each piece as a frame of its own.
  class Output {
   public:
    record::WriteError write(std::string_view lines);
    record::WriteError close();

   private:
    friend class JournalPlace;
    Output(record::OutputFile* stream, std::optional<record::NewFile> file, bool is_compressed)
        : stream_(stream), file_(std::move(file)), is_compressed_(is_compressed) {}

    record::OutputFile* stream_;  ///< where there is no file
    std::optional<record::NewFile> file_;
    bool is_compressed_;
  };

  /// Begins to put the journal there. The place outlives what it returns. A file is as it was until it is closed.
  Result<Output> begin();

  /// Puts the whole journal there.
  record::WriteError write(const record::Journal& journal);

 private:
  explicit JournalPlace(std::string path) : path_(path), work_(std::move(path)) {}

  std::string path_;
  std::string work_;
  std::string folder_;         ///< of its own, where it has one
  record::OutputFile output_;  ///< standard output, where that is the place
};

}  // namespace npu_cts
