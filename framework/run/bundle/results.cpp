// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/results.h"

#include <set>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/npy/npy.h"
#include "framework/run/bundle/json_text.h"
#include "framework/run/message/message_fields.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t results_version = 1;
constexpr std::int64_t most_file_bytes = std::int64_t{1} << 32;

Diagnostic bad_results(Location at, std::string what) {
  return error_at(Kind::bad_data, std::move(at), std::move(what),
                  "a results.json says of each case how it ended, and what it gave",
                  "fix what writes it, or leave the case out: it then counts as not run");
}

Diagnostic another_version(const std::string& file, std::int64_t version) {
  return error_at(Kind::bad_data, {.file = file},
                  fmt::format("results of another version: {}, and {} is judged here", version, results_version),
                  "another version says the same things in other words",
                  "judge them with the npu-cts that exported the bundle, or run the bundle again with the "
                  "runner of this one");
}

/// Returns what is wrong with the file of an output, reported with its case.
Diagnostic of_case(const CaseRecord& record, const RecordedOutput& output, Diagnostic error) {
  error.what =
      fmt::format("case '{}', output '{}': {}", escape_control(record.id), escape_control(output.name), error.what);
  if (error.kind != Kind::unreadable_file) return error;
  error.why = "a case that completed brings a file for each of its outputs";
  error.hint = "bring the file too, whole, or leave the case out: it then counts as not run";
  return error;
}

RecordedOutput output_of(const JsonItem& one, wire::Reading& reading) {
  wire::Fields fields(one, reading);
  RecordedOutput output;
  output.name = fields.take_text("name");
  output.alias = fields.take_text("alias");
  output.type.dtype = fields.take_dtype("dtype");
  output.type.shape = fields.take_shape("shape");
  output.file = fields.take_text("file");
  fields.finish();
  return output;
}

std::vector<RecordedOutput> outputs_of(const JsonItem& list, wire::Reading& reading) {
  std::vector<RecordedOutput> outputs;
  std::set<std::string> names;
  if (list.members > wire::most_outputs) reading.fail("too many outputs");
  for_each_member(list, [&](const JsonItem& one) {
    outputs.push_back(output_of(one, reading));
    if (!names.insert(outputs.back().name).second) reading.fail("an output stands twice");
  });
  return outputs;
}

CaseRecord record_of(const JsonItem& one, wire::Reading& reading) {
  wire::Fields fields(one, reading);
  CaseRecord record;
  record.id = fields.take_text("id");
  record.kind = fields.take_word<OutcomeKind>("outcome");
  record.code = wire::integer_of(fields.take("code", JsonKind::integer), reading, "code");
  record.message = fields.take_text("message");
  for_each_member(fields.take("altered", JsonKind::list), [&](const JsonItem& key) {
    if (key.kind != JsonKind::text) reading.fail("'altered' lists the names of arguments");
    record.altered.emplace_back(key.text);
  });
  record.outputs = outputs_of(fields.take("outputs", JsonKind::list), reading);
  fields.finish();
  if (record.kind != OutcomeKind::completed && !record.outputs.empty()) {
    reading.fail("a case that did not complete has outputs");
  }
  return record;
}

Result<std::vector<CaseRecord>> records_of(const JsonItem& list, std::string_view text, const std::string& file) {
  std::vector<CaseRecord> records;
  Diagnostics errors;
  std::set<std::string> seen;
  LineFinder finder(text, file);
  for_each_member(list, [&](const JsonItem& one) {
    wire::Reading reading;
    CaseRecord record = record_of(one, reading);
    record.at = finder.next(record.id);
    const std::string id = escape_control(record.id);
    if (!reading.trouble.empty()) {
      errors.push_back(bad_results(record.at, fmt::format("case '{}': {}", id, reading.trouble)));
    } else if (!seen.insert(record.id).second) {
      errors.push_back(bad_results(record.at, fmt::format("case '{}' stands here twice", id)));
    }
    records.push_back(std::move(record));
  });
  if (!errors.empty()) return errors;
  return records;
}

/// Returns the path of `file` under `folder`, or nothing where it is not within it, links followed.
std::optional<fs::path> path_within(const fs::path& folder, const std::string& file) {
  const fs::path relative(file);
  if (file.empty() || file.find('\0') != std::string::npos || relative.is_absolute()) return std::nullopt;
  for (const fs::path& part : relative) {
    if (part == "..") return std::nullopt;
  }
  std::error_code error;
  const fs::path home = fs::weakly_canonical(folder, error);
  const fs::path path = fs::weakly_canonical(folder / relative, error);
  if (error || std::mismatch(home.begin(), home.end(), path.begin(), path.end()).first != home.end())
    return std::nullopt;
  return folder / relative;
}

}  // namespace

Result<Results> parse_results(std::string_view text, const std::string& file) {
  const JsonText document = parse_json(text, file);
  if (!document.errors.empty()) return document.errors;
  wire::Reading reading;
  wire::Fields fields(document.items.all.front(), reading);
  const std::int64_t version = fields.take_integer("results", 1 << 20);
  const auto no_results = [&] { return bad_results({.file = file}, "these are no results: " + reading.trouble); };
  if (!reading.trouble.empty()) return no_results();
  if (version != results_version) return another_version(file, version);
  Results results{.driver = fields.take_text("driver"),
                  .driver_version = fields.take_text("driver_version"),
                  .spec_digest = fields.take_text("spec_digest")};
  const JsonItem& list = fields.take("cases", JsonKind::list);
  fields.finish();
  if (!reading.trouble.empty()) return no_results();
  if (!is_utf8(results.driver) || results.driver.empty()) return bad_results({.file = file}, "'driver' names nothing");
  auto records = records_of(list, text, file);
  if (!records) return records.diagnostics();
  results.cases = std::move(*records);
  return results;
}

Result<Outcome> load_outcome(const CaseRecord& record, const fs::path& folder) {
  Outcome outcome{.kind = record.kind, .code = record.code, .message = record.message};
  Diagnostics errors;
  for (const RecordedOutput& output : record.outputs) {
    const auto path = path_within(folder, output.file);
    if (!path) {
      errors.push_back(
          bad_results(record.at, fmt::format("case '{}': file '{}' does not lie in the folder of the results",
                                             escape_control(record.id), escape_control(output.file))));
      continue;
    }
    if (numel(output.type.shape) > most_file_bytes / bytes_of(output.type.dtype)) {
      errors.push_back(bad_results(record.at, fmt::format("case '{}': output '{}' is too large",
                                                          escape_control(record.id), escape_control(output.name))));
      continue;
    }
    auto tensor = npy::read_npy(*path, output.type);
    if (tensor) {
      outcome.outputs.push_back({.name = output.name, .tensor = std::move(*tensor)});
    } else {
      for (const Diagnostic& error : tensor.diagnostics()) errors.push_back(of_case(record, output, error));
    }
  }
  if (!errors.empty()) return errors;
  return outcome;
}

}  // namespace npu_cts::run
