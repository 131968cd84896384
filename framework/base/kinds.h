// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "framework/base/names.h"

namespace npu_cts {

enum class Level : std::uint8_t { error, warning, info };
constexpr auto names_of(Level) { return name_list("error", "warning", "info"); }

/// What of a declared contradiction must name a finding: its subject, or every statement that shows it.
enum class DeclaredBy : std::uint8_t { subject, statements };

/// One row of the registry of kinds: everything that is said of a kind, wherever it is printed.
struct KindInfo {
  std::string_view name;       ///< as printed in brackets at the end of a message, with hyphens
  std::string_view title;      ///< what it means, in one line
  std::string_view why = {};   ///< empty: each message has its own
  std::string_view hint = {};  ///< empty: each message has its own
  Level level = Level::error;
  DeclaredBy declared_by = DeclaredBy::subject;
};

/// A kind of message: a row that lives as long as the program. Each is shown by at least one golden file (gate.kinds).
/// The kinds of findings are rows of their checks; the others are here.
class Kind {
 public:
  enum Basic : std::uint8_t {
    // reading a file
    unreadable_file,
    file_too_large,
    not_text,
    yaml_syntax,
    trailing_text,
    too_deep,
    too_many_nodes,
    scalar_too_long,
    alias_not_allowed,
    tag_not_allowed,
    duplicate_key,
    merge_key,
    ambiguous_scalar,
    unknown_key,
    missing_key,
    wrong_type,
    bad_integer,
    unknown_name,
    duplicate_id,
    // journals and reports
    unwritable_file,
    bad_journal,
    expectation_not_met,
    // expressions
    expression_syntax,
    expression_type,
    expression_excess,
    // calls
    bad_call,
    bad_data,
    undocumented_release,
    // documents
    dangling_citation,
    // running
    driver_not_started,
    wrong_usage,
  };

  Kind(Basic basic);                                      // NOLINT(google-explicit-constructor)
  constexpr Kind(const KindInfo& info) : info_(&info) {}  // NOLINT(google-explicit-constructor)
  Kind(const KindInfo&&) = delete;

  [[nodiscard]] constexpr const KindInfo& info() const { return *info_; }

  friend bool operator==(const Kind& a, const Kind& b) { return a.info().name == b.info().name; }

 private:
  const KindInfo* info_;
};

/// Returns the row of `kind`.
constexpr const KindInfo& info_of(const Kind& kind) { return kind.info(); }

/// Returns the kinds that are no findings, in the order of the enumeration.
std::span<const KindInfo> basic_kinds();

}  // namespace npu_cts
