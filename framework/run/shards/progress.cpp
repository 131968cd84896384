// SPDX-License-Identifier: Apache-2.0
#include "framework/run/shards/progress.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "framework/record/journal_line.h"

namespace npu_cts::run {
namespace {

/// Returns what stands between `head` and the next quotation mark: no id or status holds one.
std::optional<std::string_view> text_behind(std::string_view line, std::string_view head) {
  const auto begin = line.find(head);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(begin + head.size());
  return text.substr(0, text.find('"'));
}

std::string duration_text(std::chrono::seconds time) {
  const auto all = time.count();
  const auto minutes = all / 60 % 60;
  if (all >= 3600) return fmt::format("{}:{:02}:{:02}", all / 3600, minutes, all % 60);
  return fmt::format("{}:{:02}", minutes, all % 60);
}

}  // namespace

ProgressReader::ProgressReader(std::vector<std::string> paths, std::size_t planned, Listener on_output,
                               Listener on_failure)
    : on_output_(std::move(on_output)), on_failure_(std::move(on_failure)) {
  progress_.planned = planned;
  for (std::string& path : paths) parts_.push_back({.path = std::move(path), .read = 0});
}

const Progress& ProgressReader::read() {
  for (Part& part : parts_) read_part(part);
  return progress_;
}

void ProgressReader::read_part(Part& part) {
  std::ifstream file(part.path, std::ios::binary);
  if (!file.seekg(static_cast<std::streamoff>(part.read))) return;
  std::array<char, 65536> bytes{};
  while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0) {
    part.rest.append(bytes.data(), static_cast<std::size_t>(file.gcount()));
    part.read += static_cast<std::uintmax_t>(file.gcount());
  }
  std::size_t begin = 0;
  for (auto end = part.rest.find('\n'); end != std::string::npos; end = part.rest.find('\n', begin)) {
    take(std::string_view(part.rest).substr(begin, end - begin));
    begin = end + 1;
  }
  part.rest.erase(0, begin);
}

/// A line is looked at only as far as needed: reading JSON costs more than many a case.
void ProgressReader::take(std::string_view line) {
  if (line.starts_with(R"({"begin":)")) progress_.running = text_behind(line, R"("begin":")").value_or("");
  if (!line.starts_with(R"({"end":)")) return;
  ++progress_.ended;
  const auto status = find_named<Status>(text_behind(line, R"("status":")").value_or(""));
  const bool has_failed = status && is_failure(*status);
  if (has_failed) ++progress_.failed;
  const bool is_output = on_output_ && line.find(R"("printed":[)") != std::string_view::npos;
  const bool is_told_failure = on_failure_ && has_failed;
  if (!is_output && !is_told_failure) return;
  const auto parsed = record::parse_journal_line(line, {});
  const auto* const result = parsed ? std::get_if<CaseResult>(&*parsed) : nullptr;
  if (result != nullptr && is_output) on_output_(*result);
  if (result != nullptr && is_told_failure) on_failure_(*result);
}

std::string progress_line(const Progress& progress, const Pace& pace, std::size_t width) {
  std::string line = fmt::format("{}/{}  {} failed", progress.ended, progress.planned, progress.failed);
  const double seconds = static_cast<double>(pace.elapsed.count()) / 1000;
  const double rate = seconds > 0 ? static_cast<double>(progress.ended - pace.ended_before) / seconds : 0;
  if (rate > 0) {
    const std::size_t left = progress.planned - std::min(progress.ended, progress.planned);
    const auto time = std::chrono::seconds(static_cast<std::int64_t>(static_cast<double>(left) / rate));
    line += fmt::format("  {:.{}f}/s  {} left", rate, rate < 10 ? 1 : 0, duration_text(time));
  }
  if (!progress.running.empty()) line += "  " + progress.running;
  if (line.size() > width) line.resize(width);
  return line;
}

}  // namespace npu_cts::run
