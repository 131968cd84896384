// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

// The checks: of a spec as it is written, of its vocabulary, and of what the generator made of it.
using WrittenCheck = Findings(const Spec&, const OpSpec&);
using VocabularyCheck = Findings(const Spec&);
using PlannedCheck = Findings(const Examined&);

WrittenCheck find_signature_mismatches, find_in_place_mismatches, find_dtypes_not_in_rows, find_subsumed_rows,
    find_shadowed_entries, find_dated_gaps, find_never_applying, find_duplicate_rules, find_constant_rules,
    find_skipped_entries, find_reserved_with_rules, find_unused_symbols, find_page_mismatches, find_uncited_support,
    find_support_gaps, find_degenerate_examples, find_examples_in_other_modes, find_size_overflows,
    find_unused_questions, find_single_variants, find_impossible_fills, find_uncarried_questions,
    find_rows_against_lists, find_rules_in_other_phases, find_undisposed_behaviour, find_questions_on_promises,
    find_document_disagreements, find_texts_against_rules, find_translation_mismatches, find_unknown_releases,
    find_markup_artefacts, find_not_normalized;

VocabularyCheck find_ambiguous_aliases, find_missing_operators;

PlannedCheck find_defaults_that_break_rules, find_unsatisfiable_spec, find_rules_without_negative, find_empty_families,
    find_rules_without_boundary, find_rules_that_need_a_layout, find_idle_facts, find_overlapping_rows,
    find_narrow_examples, find_broken_examples, find_values_that_break_rules, find_upheld_claims;

/// Returns the smallest call of the plan that shows `one` of its operator: where the two statements disagree about it,
/// or, where what they disagree about is no call, one that has what it is about. Nothing where no call of the plan has
/// it.
///   rejected_claim  a legal call, on a target of the contradiction, that breaks the rejected statement
///   a rule     a call that breaks it and no other
///   a row, a dtype, a parameter, an implementation-defined behaviour, an example: a call that uses it
/// Units: smallest is fewest elements of tensors, then fewest arguments; first on targets where `one` holds.
std::optional<Call> witness_of(const Examined& examined, const Contradiction& one);

}  // namespace npu_cts::findings
