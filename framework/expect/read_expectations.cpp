// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/expect/expectations.h"
#include "framework/reader/reading.h"
#include "framework/record/rerun.h"

namespace npu_cts::expect {
namespace {

constexpr std::size_t most_list_bytes = std::size_t{4} * 1024 * 1024;

std::string filled_word(reader::Reading& reading, const reader::Fields& fields, std::string_view key) {
  std::string word = fields.word(key);
  const reader::Node* const node = fields.find(key);
  if (node == nullptr || node->kind != reader::Node::Kind::scalar || !trim(word).empty()) return word;
  reading.report(error_at(Kind::wrong_type, node->at, fmt::format("'{}' is empty", key),
                          "somebody must be able to judge whether a failure may stay", "write it"));
  return word;
}

/// Returns the queries of an entry. `--update` takes lines away: each stands on its own.
std::vector<PlacedText> read_cases(reader::Reading& reading, const reader::Node& node) {
  if (node.kind == reader::Node::Kind::scalar) return {{.text = reading.word(node), .at = node.at}};
  std::vector<PlacedText> cases;
  for (const reader::Node& item : reading.items(node)) {
    if (!cases.empty() && cases.back().at.line == item.at.line) {
      reading.report(error_at(Kind::wrong_type, item.at, "two queries stand on one line",
                              "'npu-cts expect --update' adds and removes lines", "write '- QUERY' lines"));
    }
    cases.push_back({.text = reading.word(item), .at = item.at});
  }
  if (cases.empty()) {
    reading.report(error_at(Kind::wrong_type, node.at, "'cases' is empty", "an entry is about at least one case",
                            "write the id of a case, or remove the entry"));
  }
  return cases;
}

Status read_status(reader::Reading& reading, const reader::Node& node) {
  const reader::Words words{"status", {"fail", "crash", "timeout"}};  // an error is ours, and never expected
  return find_named<Status>(reading.known(node, words)).value_or(Status::fail);
}

PlacedText read_day(reader::Reading& reading, const reader::Fields& fields) {
  PlacedText day{.text = fields.word("expires"), .at = fields.at()};
  const reader::Node* const node = fields.find("expires");
  if (node == nullptr) return day;
  day.at = node->at;
  if (!is_day(day.text)) {
    reading.report(error_at(Kind::wrong_type, node->at, fmt::format("'{}' is no day", day.text),
                            "an entry holds up to a day, and then somebody looks again", "write it as \"2027-01-31\""));
  }
  return day;
}

/// Reports a diagnosis that says nothing.
void check_diagnosis(reader::Reading& reading, const reader::Node& node) {
  const auto says = [](char letter) { return letter != '*' && letter != '?' && letter != ' '; };
  if (node.kind != reader::Node::Kind::scalar || std::ranges::any_of(node.text, says)) return;
  reading.report(error_at(Kind::wrong_type, node.at, "the diagnosis fits every failure",
                          "a case that fails in another way is a new failure",
                          "write what the run prints behind the status: 'npu-cts expect' shows it"));
}

std::size_t read_count(reader::Reading& reading, const reader::Node& node) {
  const std::int64_t count = reading.integer(node);
  if (count >= 1) return static_cast<std::size_t>(count);
  reading.report(error_at(Kind::bad_integer, node.at, fmt::format("an entry is about {} cases", count),
                          "'count' says how many cases the queries match together", "write how many, from 1"));
  return 1;
}

/// Reports keys that share a line with another, or with `above`: `--update` adds and removes lines.
void check_lines(reader::Reading& reading, const reader::Node& node, int above) {
  for (const reader::Entry& entry : node.entries) {
    if (entry.key.at.line == above) {
      reading.report(error_at(Kind::wrong_type, entry.key.at, fmt::format("'{}' begins no line", entry.key.text),
                              "'npu-cts expect --update' adds and removes lines",
                              "write each key on a line of its own"));
    }
    above = entry.key.at.line;
  }
}

Expectation read_entry(reader::Reading& reading, const reader::Node& node, int above) {
  const reader::Fields fields(reading, node, reader::Form::expectation);
  check_lines(reading, node, above);
  Expectation entry;
  entry.at = node.at;
  if (const reader::Node* const cases = fields.find("cases")) entry.cases = read_cases(reading, *cases);
  if (const reader::Node* const status = fields.find("status")) entry.status = read_status(reading, *status);
  entry.diagnosis = fields.word("diagnosis");
  if (const reader::Node* const diagnosis = fields.find("diagnosis")) check_diagnosis(reading, *diagnosis);
  entry.count = entry.cases.size();
  if (const reader::Node* const count = fields.find("count")) {
    entry.count = read_count(reading, *count);
    entry.count_at = count->at;
  }
  entry.reason = filled_word(reading, fields, "reason");
  entry.link = filled_word(reading, fields, "link");
  entry.owner = filled_word(reading, fields, "owner");
  entry.expires = read_day(reading, fields);
  entry.product = fields.word("product");
  entry.release = fields.word("release");
  entry.mode = fields.word("mode");
  if (const reader::Node* const mode = fields.find("mode")) reading.mode(*mode);
  return entry;
}

}  // namespace

bool is_day(std::string_view text) {
  constexpr std::size_t length = 10;
  if (text.size() != length || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t from, std::size_t size) {
    int value = -1;
    const char* const end = text.data() + from + size;
    return std::from_chars(text.data() + from, end, value).ptr == end ? value : -1;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 0 || month < 0 || day < 0) return false;
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

Result<Expectations> read_expectations(std::string_view text, const std::string& file) {
  const reader::Tree tree = reader::read_tree(text, file);
  if (!tree.root) return tree.found;
  const Spec no_vocabulary;
  reader::Reading reading(no_vocabulary, tree.found);
  const reader::Fields fields(reading, *tree.root, reader::Form::expectation_file);
  Expectations list{.file = file};
  int above = tree.root->entries.empty() ? 0 : tree.root->entries.front().key.at.line;
  for (const reader::Node& node : fields.items("expectations")) {
    list.entries.push_back(read_entry(reading, node, above));
    above = node.at.line;
  }
  if (reading.failed()) return reading.take();
  return list;
}

Result<Expectations> read_expectations_file(const std::string& path) {
  const auto text = read_file(path, most_list_bytes);
  if (text) return read_expectations(*text, path);
  Diagnostic missing = text.diagnostics().front();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    missing.hint = fmt::format(
        "make it from a run: npu-cts expect {} JOURNAL --update --reason WHY --link URL --owner NAME "
        "--expires YYYY-MM-DD",
        record::shell_word(path));
  return missing;
}

}  // namespace npu_cts::expect
