// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/render.h"
#include "reports/test_entries.h"

// The forms of a report as whole texts, for tests. Not part of the library.
namespace npu_cts::reports {

/// Returns the pages that `write` hands on.
template <class Write>
std::vector<Page> pages_of(const Write& write) {
  std::vector<Page> pages;
  const TakeText take = [&pages](const std::string& page, std::string_view piece) {
    if (pages.empty() || pages.back().name != page) pages.push_back({.name = page});
    pages.back().text += piece;
  };
  write(take);
  return pages;
}

inline std::vector<Page> render(const Report& report, Language language) {
  return pages_of([&](const TakeText& take) { write_forms(report, language, take); });
}

inline std::string text_of(const Report& report, void (*write)(const Report& report, const TakeText& take)) {
  return pages_of([&](const TakeText& take) { write(report, take); }).front().text;
}
inline std::string to_json(const Report& report) { return text_of(report, write_json); }
inline std::string to_csv(const Report& report) { return text_of(report, write_csv); }
inline std::string to_ctrf(const Report& report) { return text_of(report, write_ctrf); }
inline std::string to_tap(const Report& report) { return text_of(report, write_tap); }

inline std::vector<std::string> to_junit(const Report& report, const JunitLimits& limits = {}) {
  std::vector<std::string> documents;
  for (Page& page : pages_of([&](const TakeText& take) { write_junit(report, take, limits); }))
    documents.push_back(std::move(page.text));
  return documents;
}

/// A test of a report, as far as tests look at it.
struct NamedEnding {
  std::string name;
  Ending ending = Ending::passed;
};
inline std::vector<NamedEnding> test_entries(const Report& report) {
  std::vector<NamedEnding> entries;
  for_each_test(report, [&](const TestEntry& entry) {
    entries.push_back({.name = std::string(entry.name), .ending = entry.ending});
  });
  return entries;
}

}  // namespace npu_cts::reports
