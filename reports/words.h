// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/expression/print_expression.h"
#include "framework/model/op_spec.h"
#include "framework/model/result.h"
#include "reports/report.h"

namespace npu_cts::reports {

/// Every phrase of the project's own that a document shows.
enum class Word : std::uint8_t {
  report_title,
  driver,
  spec,
  query,
  tier,
  tool,
  totals,
  planned,
  not_run,
  cases_not_run,
  unfinished,
  operator_,
  product,
  release,
  mode,
  support,
  rows,
  combinations,
  rules,
  data_sets,
  families,
  others,
  variants,
  failing,
  weak,
  open_questions,
  contradictions,
  id,
  text,
  place,
  source,
  on_violation,
  holds,
  first_mismatch,
  reproduce,
  cases,
  more,
  conclusion,
  fits,
  disagreeing,
  undocumented,
  yes,
  no,
  open,
  got,
  want,
  found,
  resolution,
  basis,
  none,
  matrix_title,
  parameters,
  parameter,
  kind,
  dtypes,
  formats,
  layouts,
  default_,
  required,
  optional,
  unusable,
  derived,
  newest,
  shapes,
  dtype,
  shape,
  placing,
  first_values,
  all_cases,
  pinned,
  meaning,
  signature,
  output,
  outputs,
  in_place,
  alike,
  unlike,
  from_size,
  right_at,
  claimed,
  judged_by,
  faults,
  contested,
  evidence,
  strength,
  choices_that_meet,
  accepted,
  refused,
  fault,
  backend_file,
  self_declared,
  where_and_when,
  command,
  host,
  time,
  attempt,
  known_failures,
  entry,
  reason,
  owner,
  expires,
  waived,
  new_failures,
  gone_failures,
  problems,
  family,
  status,
};

/// Returns `word` in `language`.
std::string_view say(Word word, Language language);

/// Returns "en" or "zh", as HTML names them.
std::string_view tag_of(Language language);

/// Returns the language of `tag`, "en" or "zh".
Language language_of(std::string_view tag);

/// Returns `en` or `zh`: for what one page alone says.
std::string_view pick(Language language, std::string_view en, std::string_view zh);

/// Returns `text` in `language`; the other language's where it lacks that one.
const std::string& pick(const Text& text, Language language);

/// Returns what a reader understands of a conclusion.
std::string_view say(Conclusion conclusion, Language language);

/// Returns a status as a word for readers: "expected fail".
std::string_view say(Status status, Language language);

/// Returns a fault as words for readers: "out of bounds".
std::string_view say(Fault fault, Language language);

/// Returns what happens to a call that breaks a rule, or that keeps all: "refused", "报错".
std::string_view say(Verdict verdict, Language language);

}  // namespace npu_cts::reports
