// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/model/spec.h"
#include "reports/document/escape.h"
#include "reports/phrases.h"
#include "reports/render.h"
#include "reports/test_entries.h"

namespace npu_cts::reports {
namespace {

/// What a document counts, and the whole of it too.
struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  double seconds = 0;
};

std::string time_attribute(double seconds) { return seconds > 0 ? fmt::format(R"( time="{:.6f}")", seconds) : ""; }

/// Returns `lines` as text of XML, each on a line of its own.
std::string lines_escaped(std::span<const std::string> lines) {
  std::vector<std::string> escaped;
  for (const std::string& line : lines) escaped.push_back(document::xml_escaped(line));
  return join(escaped, "\n");
}

/// Returns what stands inside a test case.
std::string children_of(const TestEntry& entry) {
  const auto element = [&](std::string_view name) {
    return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", name, document::xml_escaped(entry.type),
                       document::xml_escaped(entry.message), lines_escaped(entry.details));
  };
  switch (entry.ending) {
    case Ending::passed:
      return "";
    case Ending::failure:
      return element("failure");
    case Ending::error:
      return element("error");
    case Ending::skipped:
      return fmt::format("<skipped message=\"{}\"/>", document::xml_escaped(entry.message));
  }
  std::abort();
}

std::string printed_by(const TestEntry& entry) {
  if (entry.printed.empty()) return "";
  return fmt::format("<system-out>{}</system-out>", lines_escaped(entry.printed));
}

/// One test case as XML.
struct JunitCase {
  std::string text;
  std::size_t objects = 0;  ///< elements
};

JunitCase junit_case(const TestEntry& entry, std::string_view class_name) {
  std::string text = "    <testcase classname=\"";
  text.append(class_name).append("\" name=\"").append(document::xml_escaped(entry.name)).append("\"");
  text += time_attribute(entry.seconds);
  if (!entry.file.empty())
    text += fmt::format(R"( file="{}" line="{}")", document::xml_escaped(spec_path(entry.file)), entry.line);
  const std::string children = children_of(entry);
  const std::string printed = printed_by(entry);
  const bool is_empty = children.empty() && printed.empty();
  text += is_empty ? "/>\n" : fmt::format(">{}{}</testcase>\n", children, printed);
  return {.text = std::move(text), .objects = 1U + (children.empty() ? 0U : 1U) + (printed.empty() ? 0U : 1U)};
}

void count(Counts& counts, const TestEntry& entry) {
  ++counts.tests;
  counts.failures += entry.ending == Ending::failure ? 1 : 0;
  counts.errors += entry.ending == Ending::error ? 1 : 0;
  counts.skipped += entry.ending == Ending::skipped ? 1 : 0;
  counts.seconds += entry.seconds;
}

std::string attributes_of(const Counts& counts) {
  return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}"{})", counts.tests, counts.failures,
                     counts.errors, counts.skipped, time_attribute(counts.seconds));
}

/// Returns when and where the run began, as attributes of a suite; the format has no room for a zone.
std::string origin_of(const Report& report) {
  const auto& environments = report.journal.environments;
  if (environments.empty()) return "";
  return fmt::format(R"( timestamp="{}" hostname="{}")", document::xml_escaped(time_begun(report).substr(0, 19)),
                     document::xml_escaped(environments.front().host));
}

std::string properties_of(const Report& report) {
  const RunInfo& info = report.info;
  std::string text = "    <properties>\n";
  const auto add = [&](std::string_view name, std::string_view value) {
    text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, document::xml_escaped(value));
  };
  add("driver", info.driver);
  add("driver_version", info.driver_version);
  add("spec_digest", info.spec_digest);
  add("tool_version", info.tool_version);
  add("query", info.query);
  add("unsupported", name_of(info.unsupported));
  add("extensions", name_of(info.extensions));
  add("strength", strength_text(report, Language::en));
  return text + "    </properties>\n";
}
constexpr std::size_t objects_of_a_suite = 10;  ///< with its properties

/// Puts test cases, which come by their suites, into documents of a bounded size.
class Documents {
 public:
  Documents(const Report& report, const JunitLimits& limits, const TakeText& take)
      : limits_(limits),
        take_(take),
        title_(document::xml_escaped(scope_text(report, Language::en))),
        origin_(origin_of(report)),
        properties_(properties_of(report)) {}

  void add(const TestEntry& entry) {
    if (entry.suite != last_suite_) begin_class(entry.suite);
    const JunitCase one = junit_case(entry, class_name_);
    if (all_.tests > 0 && !fits(one)) close();
    if (!is_in_suite_) {
      bytes_ += suite_bytes();
      objects_ += objects_of_a_suite;
    }
    is_in_suite_ = true;
    bytes_ += one.text.size();
    objects_ += one.objects;
    cases_ += one.text;
    count(of_suite_, entry);
    count(all_, entry);
  }

  /// Hands the document on.
  void close() {
    close_suite();
    const std::string name = ++number_ == 1 ? "report.junit.xml" : fmt::format("report.junit.{}.xml", number_);
    take_(name, fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"npu-cts: {}\" {}>\n",
                            title_, attributes_of(all_)));
    take_(name, suites_);
    take_(name, "</testsuites>\n");
    suites_.clear();
    all_ = {};
    bytes_ = bytes_of_head;
    objects_ = 1;
  }

 private:
  static constexpr std::size_t bytes_of_head = 1000;

  [[nodiscard]] std::size_t suite_bytes() const { return properties_.size() + origin_.size() + 1000; }

  void begin_class(std::string_view suite) {
    close_suite();
    last_suite_ = suite;
    std::string name = last_suite_;
    std::ranges::replace(name, '/', '.');
    class_name_ = document::xml_escaped(name);
  }

  [[nodiscard]] bool fits(const JunitCase& one) const {
    return bytes_ + one.text.size() + (is_in_suite_ ? 0 : suite_bytes()) <= limits_.bytes &&
           objects_ + one.objects + (is_in_suite_ ? 0 : objects_of_a_suite) <= limits_.objects;
  }

  void close_suite() {
    if (!is_in_suite_) return;
    suites_ += fmt::format("  <testsuite name=\"{}\" {}{}>\n{}", document::xml_escaped(last_suite_),
                           attributes_of(of_suite_), origin_, properties_);
    suites_.append(cases_).append("  </testsuite>\n");
    cases_.clear();
    of_suite_ = {};
    is_in_suite_ = false;
  }

  const JunitLimits& limits_;
  const TakeText& take_;
  std::string title_, origin_, properties_;
  std::string last_suite_, class_name_;
  bool is_in_suite_ = false;
  std::size_t number_ = 0;
  std::size_t bytes_ = bytes_of_head;
  std::size_t objects_ = 1;
  Counts all_, of_suite_;
  std::string suites_;  ///< of the document: those that are whole
  std::string cases_;   ///< of the suite
};

}  // namespace

void write_junit(const Report& report, const TakeText& take, const JunitLimits& limits) {
  Documents documents(report, limits, take);
  for_each_test(report, [&](const TestEntry& entry) { documents.add(entry); });
  documents.close();
}

}  // namespace npu_cts::reports
