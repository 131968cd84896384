// SPDX-License-Identifier: Apache-2.0
#include "framework/record/journal_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <utility>

#include "framework/record/journal_line.h"

namespace npu_cts::record {
namespace {

/// Returns `path` opened for appending and locked.
Result<OutputFile> open_locked(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) return cannot_write(path, "open the journal", errno);
  OutputFile file(descriptor, path);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    Diagnostic diagnostic = cannot_write(path, "lock the journal", errno);
    diagnostic.why = "another run is writing it";
    diagnostic.hint = "wait for that run, or name another place with '--journal'";
    return diagnostic;
  }
  return file;
}

/// Returns the journal at `path` without a truncated last line, and without the beginning of a case that is to run
/// again: cases run one after another, so that it can only be the last line.
std::string text_kept(const std::string& path, Unended unended) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  std::string text = all.str();
  text.resize(text.rfind('\n') + 1);
  if (unended == Unended::crashed || text.empty()) return text;
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  const auto line = parse_journal_line(std::string_view(text).substr(last, text.size() - last - 1), {});
  const bool is_begin = line && std::holds_alternative<BeginLine>(*line);
  return is_begin ? text.substr(0, last) : text;
}

}  // namespace

Result<JournalWriter> JournalWriter::create(const std::string& path, const RunInfo& info, const Shard& shard,
                                            const std::string& plan) {
  Result<OutputFile> file = open_locked(path, O_CREAT);
  if (!file) return file.diagnostics();
  if (::lseek(file->descriptor(), 0, SEEK_END) > 0) {
    Diagnostic diagnostic = cannot_write(path, "begin a journal", EEXIST);
    diagnostic.why = "it holds the journal of another run, and a journal is never overwritten";
    diagnostic.hint = "remove it, or name another place with '--journal'";
    return diagnostic;
  }
  JournalWriter writer(std::move(*file), {}, !plan.empty());
  RunLine line{.info = info, .plan = plan};
  if (shard.count > 1) line.shards.push_back(shard);
  if (const WriteError error = writer.write(to_text(line))) return *error;
  return writer;
}

Result<JournalWriter> JournalWriter::resume(const std::string& path, Unended unended) {
  Result<OutputFile> file = open_locked(path, 0);
  if (!file) return file.diagnostics();
  const std::string text = text_kept(path, unended);
  auto kept = parse_chained(text, path);
  if (!kept) return kept.diagnostics();
  if (kept->journal.finished) return bad_journal({.file = path}, "the run is already finished");
  if (::ftruncate(file->descriptor(), static_cast<off_t>(text.size())) != 0) {
    return cannot_write(path, "cut the truncated line", errno);
  }
  JournalWriter writer(std::move(*file), std::move(kept->chain), !kept->journal.plan.empty());
  writer.planned_ = kept->journal.planned.size();
  const auto& results = kept->journal.results;
  const auto crashed = results.end() - static_cast<std::ptrdiff_t>(kept->crashed);
  writer.ended_ = results.size() - kept->crashed;
  for (auto result = crashed; result != results.end(); ++result) {  // it killed its process: that is its verdict
    if (const WriteError error = writer.end(*result)) return *error;
  }
  return writer;
}

WriteError JournalWriter::plan(std::span<const Case> cases) {
  for (const Case& one : cases) waiting_ += chain_.link(to_text(planned_of(one)));
  planned_ += cases.size();
  return flush();
}

WriteError JournalWriter::begin(std::string_view id) {
  if (is_planned_elsewhere_) ++planned_;
  return write(to_text(BeginLine{std::string(id)}));
}

WriteError JournalWriter::end(const CaseResult& result) {
  if (error_) return error_;
  waiting_ += chain_.link(to_text(result));
  ++ended_;
  return std::nullopt;
}

WriteError JournalWriter::finish() {
  if (const WriteError error = write(to_text(DoneLine{planned_, ended_}))) return error;
  error_ = file_.close();
  return error_;
}

JournalWriter::~JournalWriter() { flush(); }

WriteError JournalWriter::write(std::string json) {
  waiting_ += chain_.link(std::move(json));
  return flush();
}

WriteError JournalWriter::flush() {
  if (!error_) error_ = file_.write(waiting_);
  waiting_.clear();
  return error_;
}

}  // namespace npu_cts::record
