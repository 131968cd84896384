// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"
#include "reports/test_entries.h"

namespace npu_cts {
namespace {

/// One test case as XML.
struct JunitCase {
  std::string_view suite;
  Ending ending = Ending::passed;
  double seconds = 0;
  std::size_t objects = 0;  ///< elements
  std::string text;
};

/// What a document counts, and the whole of it too.
struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  double seconds = 0;
};

std::string time_attribute(double seconds) { return seconds > 0 ? fmt::format(R"( time="{:.6f}")", seconds) : ""; }

/// Returns what stands inside a test case.
std::string children_of(const TestEntry& entry) {
  const auto element = [&](std::string_view name) {
    return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", name, xml_escaped(entry.type),
                       xml_escaped(entry.message), xml_escaped(entry.details));
  };
  switch (entry.ending) {
    case Ending::passed:
      return "";
    case Ending::failure:
      return element("failure");
    case Ending::error:
      return element("error");
    case Ending::skipped:
      return fmt::format("<skipped message=\"{}\"/>", xml_escaped(entry.message));
  }
  std::abort();
}

std::string printed_by(const TestEntry& entry) {
  if (entry.printed.empty()) return "";
  std::vector<std::string> lines;
  for (const std::string& line : entry.printed) lines.push_back(xml_escaped(line));
  return fmt::format("<system-out>{}</system-out>", join(lines, "\n"));
}

JunitCase junit_case(const TestEntry& entry) {
  std::string class_name = entry.suite;
  std::ranges::replace(class_name, '/', '.');
  std::string text = fmt::format(R"(    <testcase classname="{}" name="{}"{})", xml_escaped(class_name),
                                 xml_escaped(entry.name), time_attribute(entry.seconds));
  if (!entry.at.file.empty())
    text += fmt::format(R"( file="{}" line="{}")", xml_escaped(spec_path(entry.at.file)), entry.at.line);
  const std::string children = children_of(entry);
  const std::string printed = printed_by(entry);
  const bool is_empty = children.empty() && printed.empty();
  text += is_empty ? "/>\n" : fmt::format(">{}{}</testcase>\n", children, printed);
  const std::size_t objects = 1 + (children.empty() ? 0 : 1) + (printed.empty() ? 0 : 1);
  return {.suite = entry.suite,
          .ending = entry.ending,
          .seconds = entry.seconds,
          .objects = objects,
          .text = std::move(text)};
}

Counts counts_of(std::span<const JunitCase> cases) {
  Counts counts{.tests = cases.size()};
  for (const JunitCase& one : cases) {
    counts.failures += one.ending == Ending::failure ? 1 : 0;
    counts.errors += one.ending == Ending::error ? 1 : 0;
    counts.skipped += one.ending == Ending::skipped ? 1 : 0;
    counts.seconds += one.seconds;
  }
  return counts;
}

std::string attributes_of(const Counts& counts) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}"{})", counts.tests, counts.failures,
                     counts.errors, counts.skipped, time_attribute(counts.seconds));
}

/// Returns when and where the run began, as attributes of a suite; the format has no room for a zone.
std::string origin_of(const Report& report) {
  const auto& environments = report.journal.environments;
  if (environments.empty()) return "";
  return fmt::format(R"( timestamp="{}" hostname="{}")", xml_escaped(time_begun(report).substr(0, 19)),
                     xml_escaped(environments.front().host));
}

std::string properties_of(const RunInfo& info) {
  std::string text = "    <properties>\n";
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_escaped(value));
  };
  add("driver", info.driver);
  add("driver_version", info.driver_version);
  add("spec_digest", info.spec_digest);
  add("tool_version", info.tool_version);
  add("query", info.query);
  add("unsupported", name_of(info.unsupported));
  add("extensions", name_of(info.extensions));
  return text + "    </properties>\n";
}
constexpr std::size_t objects_of_a_suite = 9;  ///< with its properties

std::size_t bytes_of(std::span<const JunitCase> cases) {
  std::size_t bytes = 100;
  for (const JunitCase& one : cases) bytes += one.text.size();
  return bytes;
}

std::string suite_text(std::span<const JunitCase> cases, const Report& report) {
  std::string text = fmt::format("  <testsuite name=\"{}\" {}{}>\n{}", xml_escaped(cases.front().suite),
                                 attributes_of(counts_of(cases)), origin_of(report), properties_of(report.info));
  text.reserve(text.size() + bytes_of(cases));
  for (const JunitCase& one : cases) text += one.text;
  return text += "  </testsuite>\n";
}

std::string document_text(std::span<const JunitCase> cases, const Report& report) {
  std::string text = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"npu-cts: {}\" {}>\n",
                                 xml_escaped(scope_text(report, Language::en)), attributes_of(counts_of(cases)));
  text.reserve(2 * text.size() + bytes_of(cases));
  while (!cases.empty()) {
    const auto end =
        std::ranges::find_if_not(cases, [&](const JunitCase& one) { return one.suite == cases.front().suite; });
    const auto count = static_cast<std::size_t>(end - cases.begin());
    text += suite_text(cases.first(count), report);
    cases = cases.subspan(count);
  }
  return text += "</testsuites>\n";
}

}  // namespace

std::vector<std::string> to_junit(const Report& report, const JunitLimits& limits) {
  std::vector<JunitCase> cases;
  const std::vector<TestEntry> entries = test_entries(report);
  cases.reserve(entries.size());
  for (const TestEntry& entry : entries) cases.push_back(junit_case(entry));
  const std::size_t suite_bytes = properties_of(report.info).size() + origin_of(report).size() + 1000;
  std::vector<std::string> documents;
  for (std::size_t begin = 0; begin < cases.size();) {
    std::size_t bytes = 1000;  // of the head
    std::size_t objects = 1;
    std::size_t end = begin;
    for (; end < cases.size(); ++end) {
      const bool is_new_suite = end == begin || cases[end].suite != cases[end - 1].suite;
      bytes += cases[end].text.size() + (is_new_suite ? suite_bytes : 0);
      objects += cases[end].objects + (is_new_suite ? objects_of_a_suite : 0);
      if (end > begin && (bytes > limits.bytes || objects > limits.objects)) break;
    }
    documents.push_back(document_text(std::span(cases).subspan(begin, end - begin), report));
    begin = end;
  }
  return documents;
}

}  // namespace npu_cts
