#pragma once

#include <span>
#include <string_view>

#include "framework/base/diagnostic.h"
#include "framework/expand/expand.h"
#include "framework/model/spec.h"

namespace npu_cts {

/// What every check looks at: the law, and what the generator made of it for every release.
struct Examined {
  const Spec& spec;
  const Plan& plan;
};

/// One question asked of the law. A check never changes what it looks at; it says what it found.
struct Check {
  Kind kind;
  std::string_view title;
  std::string_view why;  ///< what goes wrong where nobody asks
  Diagnostics (*run)(const Examined& examined);
};

/// Returns every check: the registration lines.
std::span<const Check> all_checks();

/// Returns what all checks find in `spec`, by place.
Diagnostics check_spec(const Spec& spec);

// The checks, each in a file of its own name.
Diagnostics find_defaults_that_break_rules(const Examined& examined);
Diagnostics find_unsatisfiable_law(const Examined& examined);
Diagnostics find_rules_without_negative(const Examined& examined);
Diagnostics find_empty_families(const Examined& examined);
Diagnostics find_overlapping_rows(const Examined& examined);
Diagnostics find_broken_examples(const Examined& examined);
Diagnostics find_rules_without_boundary(const Examined& examined);
Diagnostics find_upheld_claims(const Examined& examined);

}  // namespace npu_cts
