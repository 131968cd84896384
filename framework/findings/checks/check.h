// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/findings/findings.h"
#include "framework/model/spec.h"

namespace npu_cts::findings {

/// What the planned checks look at: an operator, and what the generator made of its spec for every release.
struct Examined {
  const Spec& spec;
  const OpSpec& op;
  const expand::Plan& plan;
  BoundSpecs& bound;  ///< of `spec`: what one check has bound serves the next
};

/// Returns the checks of a spec as it is written: no call is made for them.
std::span<const Check<Spec, OpSpec>> written_checks();

/// Returns the checks of what the generator could show of a spec.
std::span<const Check<Examined>> planned_checks();

/// Returns the engine of the written checks. It takes milliseconds.
Engine written_engine();

/// Returns the engine of the planned checks. It makes calls for every release.
Engine planned_engine();

/// Returns whether `inner` holds nowhere that `outer` does not.
bool within(const Applies& inner, const Applies& outer);

/// Returns whether a rule or a support cell leaves open what `question` asks.
bool is_carried(const OpSpec& op, const std::string& question);

// The written checks, by the file they are in.
Findings find_signature_mismatches(const Spec& spec, const OpSpec& op);  // signatures.cpp
Findings find_in_place_mismatches(const Spec& spec, const OpSpec& op);
Findings find_dtypes_not_in_rows(const Spec& spec, const OpSpec& op);  // row_dtypes.cpp
Findings find_subsumed_rows(const Spec& spec, const OpSpec& op);
Findings find_shadowed_entries(const Spec& spec, const OpSpec& op);  // dated.cpp
Findings find_dated_gaps(const Spec& spec, const OpSpec& op);
Findings find_never_applying(const Spec& spec, const OpSpec& op);
Findings find_duplicate_rules(const Spec& spec, const OpSpec& op);  // rules.cpp
Findings find_constant_rules(const Spec& spec, const OpSpec& op);
Findings find_skipped_entries(const Spec& spec, const OpSpec& op);
Findings find_reserved_with_rules(const Spec& spec, const OpSpec& op);
Findings find_unused_symbols(const Spec& spec, const OpSpec& op);
Findings find_ambiguous_aliases(const Spec& spec);  // vocabulary.cpp
Findings find_missing_operators(const Spec& spec);
Findings find_page_mismatches(const Spec& spec, const OpSpec& op);
Findings find_uncited_support(const Spec& spec, const OpSpec& op);  // evidence.cpp
Findings find_support_gaps(const Spec& spec, const OpSpec& op);
Findings find_degenerate_examples(const Spec& spec, const OpSpec& op);
Findings find_examples_in_other_modes(const Spec& spec, const OpSpec& op);
Findings find_size_overflows(const Spec& spec, const OpSpec& op);
Findings find_unused_questions(const Spec& spec, const OpSpec& op);
Findings find_single_variants(const Spec& spec, const OpSpec& op);
Findings find_impossible_fills(const Spec& spec, const OpSpec& op);     // fills.cpp
Findings find_uncarried_questions(const Spec& spec, const OpSpec& op);  // doubts.cpp
Findings find_rows_against_lists(const Spec& spec, const OpSpec& op);
Findings find_rules_in_other_phases(const Spec& spec, const OpSpec& op);  // phases.cpp
Findings find_undisposed_behaviour(const Spec& spec, const OpSpec& op);   // promised.cpp
Findings find_questions_on_promises(const Spec& spec, const OpSpec& op);
Findings find_document_disagreements(const Spec& spec, const OpSpec& op);  // documents.cpp
Findings find_texts_against_rules(const Spec& spec, const OpSpec& op);     // rule_texts.cpp
Findings find_translation_mismatches(const Spec& spec, const OpSpec& op);  // texts.cpp
Findings find_unknown_releases(const Spec& spec, const OpSpec& op);
Findings find_markup_artefacts(const Spec& spec, const OpSpec& op);
Findings find_not_normalized(const Spec& spec, const OpSpec& op);

// The planned checks.
Findings find_defaults_that_break_rules(const Examined& examined);  // default_breaks_rule.cpp
Findings find_unsatisfiable_spec(const Examined& examined);         // reach.cpp
Findings find_rules_without_negative(const Examined& examined);
Findings find_empty_families(const Examined& examined);
Findings find_rules_without_boundary(const Examined& examined);
Findings find_rules_that_need_a_layout(const Examined& examined);  // doubts.cpp
Findings find_idle_facts(const Examined& examined);                // idle.cpp
Findings find_overlapping_rows(const Examined& examined);          // rows.cpp
Findings find_narrow_examples(const Examined& examined);
Findings find_broken_examples(const Examined& examined);
Findings find_upheld_claims(const Examined& examined);  // witness.cpp

}  // namespace npu_cts::findings
