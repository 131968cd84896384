#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace npu_cts {

/// Every kind of diagnostic the project can print. The name in brackets at the end of a message.
/// Each is shown by at least one golden file (see kinds_test).
enum class Kind : std::uint8_t {
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
  // expressions
  expression_syntax,
  expression_type,
  // calls
  bad_call,
  bad_data,
  undocumented_release,
  // documents
  dangling_citation,
  stale_citation,
  untraced_statement,
  unused_entry,
  // the law
  default_breaks_rule,
  unsatisfiable_law,
  rule_without_negative,
  empty_family,
  overlapping_rows,
  contradiction_not_found,
  example_breaks_law,
  signature_mismatch,
  dtypes_not_in_rows,
  subsumed_row,
  shadowed_entry,
  dated_gap,
  duplicate_rule,
  constant_rule,
  reserved_with_rule,
  never_applies,
  unused_symbol,
  ambiguous_alias,
  uncited_support,
  degenerate_example,
  translation_mismatch,
  markup_artefact,
  not_normalized,
  size_overflow,
  unused_question,
  single_model,
  page_mismatch,
  documents_disagree,
  rule_without_boundary,
  undisposed_behaviour,
  question_on_promise,
  golden_not_reproduced,
  // running
  driver_not_started,
  wrong_usage,
  // pages, read as facts
  page_drift,
  unknown_product,
  // pages, by their own words
  dtype_among_formats,
  stray_mark,
  bit_outside_field,
  argument_of_other_type,
  reused_output,
  code_in_output,
  product_not_in_table,
  name_of_one_edition,
  example_of_two_kinds,
  // the solver
  redundant_rule,
  not_proved,
};

struct KindInfo {
  Kind kind;
  std::string_view name;   ///< as printed, with hyphens
  std::string_view title;  ///< what it means, in one line
};

/// Returns the row of `kind` in the table of kinds.
const KindInfo& info_of(Kind kind);

/// Returns every kind, in the order of the enumeration.
std::span<const KindInfo> all_kinds();

}  // namespace npu_cts
