#pragma once

#include <span>
#include <string>
#include <vector>

#include "framework/base/diagnostic.h"
#include "framework/model/spec.h"

namespace npu_cts {

/// What a written check found: what is said, and the fact it is said of, as a contradiction would declare it.
struct Finding {
  std::string op;  ///< empty: the law's vocabulary, which declares nothing
  std::string about;
  Diagnostic said;
};

using Findings = std::vector<Finding>;

/// One question asked of the law as it is written: no call is made for it.
struct WrittenCheck {
  Kind kind;
  std::string_view why;   ///< what goes wrong where nobody asks
  std::string_view mend;  ///< what one can type
  Findings (*run)(const Spec& spec);
};

/// Returns every check of the law as written.
std::span<const WrittenCheck> written_checks();

/// Returns what the written checks find in `spec`, by place. A contradiction of an operator whose `kind` and `about`
/// name a finding takes that finding away; one that names a written check and takes nothing away is itself an error.
Diagnostics check_written(const Spec& spec);

/// Returns a finding about `about` of `op` at `at`; the check's row gives the kind, the reason and the mend.
Finding finding(const OpSpec& op, std::string about, Location at, std::string what);

/// Returns whether both hold for some release, product and mode.
bool meet(const Applies& a, const Applies& b);

/// Returns whether `inner` holds nowhere that `outer` does not.
bool within(const Applies& inner, const Applies& outer);

/// Returns every target on which the documents call `op` supported.
std::vector<Target> supported_targets(const Spec& spec, const OpSpec& op);

// The checks, by the file they are in.
Findings find_signature_mismatches(const Spec& spec);  // signatures.cpp
Findings find_dtypes_not_in_rows(const Spec& spec);    // row_dtypes.cpp
Findings find_subsumed_rows(const Spec& spec);
Findings find_shadowed_entries(const Spec& spec);  // dated.cpp
Findings find_dated_gaps(const Spec& spec);
Findings find_never_applying(const Spec& spec);
Findings find_duplicate_rules(const Spec& spec);  // rules.cpp
Findings find_constant_rules(const Spec& spec);
Findings find_reserved_with_rules(const Spec& spec);
Findings find_unused_symbols(const Spec& spec);
Findings find_ambiguous_aliases(const Spec& spec);  // vocabulary.cpp
Findings find_page_mismatches(const Spec& spec);
Findings find_uncited_support(const Spec& spec);  // evidence.cpp
Findings find_degenerate_examples(const Spec& spec);
Findings find_size_overflows(const Spec& spec);
Findings find_unused_questions(const Spec& spec);
Findings find_single_models(const Spec& spec);
Findings find_undisposed_behaviour(const Spec& spec);  // promised.cpp
Findings find_questions_on_promises(const Spec& spec);
Findings find_document_disagreements(const Spec& spec);  // documents.cpp
Findings find_translation_mismatches(const Spec& spec);  // texts.cpp
Findings find_markup_artefacts(const Spec& spec);
Findings find_not_normalized(const Spec& spec);

}  // namespace npu_cts
