// SPDX-License-Identifier: Apache-2.0
#include "framework/base/find.h"
#include "framework/findings/checks/check.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "framework/findings/checks/grounds/grounds.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings {
namespace {

constexpr auto checks_as_written = std::to_array<Check<Spec, OpSpec>>({
    {{"signature-mismatch", "a signature and the parameters disagree", "a user calls what the signature shows",
      "correct the signature, or the parameter's names, dates and defaults"},
     find_signature_mismatches},
    {{"in-place-mismatch", "what a call may write and its outputs disagree",
      "a call writes the parameters that are its outputs, and no others",
      "write 'in_place: true' on the parameter and 'alias:' on the output, or neither"},
     find_in_place_mismatches},
    {{"dtypes-not-in-rows", "the dtypes of a parameter and of the rows disagree",
      "a dtype that is listed and in no row can be used in no call",
      "add a row, remove the dtype, or declare the contradiction"},
     find_dtypes_not_in_rows},
    {{"subsumed-row", "a row says nothing that another does not",
      "a combination belongs to one row, whose citation it is tested under", "remove the row, or date the two apart"},
     find_subsumed_rows},
    {{"shadowed-entry", "an entry does not count where it holds: one before it does",
      "the first entry that holds counts, and a reader takes each as it stands",
      "give the entries dates, products or modes apart"},
     find_shadowed_entries},
    {{"dated-gap", "no entry of a list holds where one ought to",
      "a parameter has a list where a row admits it, and what goes and comes back is mostly an error in a date",
      "close the gap, correct 'products', or date the parameter itself"},
     find_dated_gaps},
    {{"never-applies", "a fact holds on no supported target", "what holds nowhere is tested nowhere",
      "correct its dates, products or modes"},
     find_never_applying},
    {{"duplicate-rule", "two rules say the same", "no call breaks one of them and keeps the rest",
      "remove one, and cite both sentences"},
     find_duplicate_rules},
    {{"constant-rule", "a rule speaks of no part of a call", "it holds for every call or for none",
      "name a parameter or a symbol"},
     find_constant_rules},
    {{"skipped-entry", "a rule is about the entries of an argument, and not about the first",
      "entries count from 0, and a page says such a thing of all of them", "let the range begin with 0"},
     find_skipped_entries},
    {{"reserved-with-rule", "a rule asks something of a parameter without effect", "what has no effect needs no value",
      "drop 'reserved: true' or the rule"},
     find_reserved_with_rules},
    {{"unused-symbol", "nothing uses a symbol", "this symbol is never used; the rule that needs it may be missing",
      "remove it"},
     find_unused_symbols},
    {{"page-mismatch", "an operator's pages and the list of documents disagree",
      "a release is documented by the pages that are listed for it", "correct 'pages' or documents.yaml"},
     find_page_mismatches},
    {{"uncited-support", "a cell of the support table has no evidence", "a promise of support stands on a sentence",
      "name it under 'encodes:' of a statement"},
     find_uncited_support},
    {{"support-gap", "no cell of the support table speaks of a product in a mode",
      "a release with a page supports a product in a mode, or it does not",
      "add a cell to 'support', 'unsupported' where the page leaves the product out"},
     find_support_gaps},
    {{"undocumented-date", "a fact and the pages that state it are of other releases",
      "a fact holds in the releases whose pages state it",
      "correct 'since' or 'until', or cite the sentence of the other page, or ask a question"},
     find_undocumented_dates},
    {{"contradiction-off-pages", "a contradiction and the statements that it cites do not agree",
      "it holds where a page states a side of it, and is about what these statements ground",
      "correct its dates or its subject, or cite the statements of the other pages"},
     find_contradictions_off_pages},
    {{"contradiction-off-subject", "a contradiction is about something else than its subject",
      "questions about its subject show the contradiction", "correct 'subject', the text or 'rejected_claim'"},
     find_contradictions_off_subject},
    {{"unfounded-basis", "a fact does not cite what it is said to be based on",
      "a reader looks for the ground of a choice where the fact says",
      "correct 'basis' or 'seen_in', or name the fact under 'encodes:' of the statement"},
     find_unfounded_bases},
    {{"degenerate-example", "the data of an example prove little", "values that are nearly all alike show no fault",
      "give it three distinct values, or declare the contradiction"},
     find_degenerate_examples},
    {{"example-in-another-mode", "an example holds in a mode that its call does not say",
      "a program of a page makes its call in one mode", "write 'modes:' of the example as its call has it"},
     find_examples_in_other_modes},
    {{"size-overflow", "a tensor is larger than any device holds", "no device can hold it, so nothing can be shown",
      "make it smaller"},
     find_size_overflows},
    {{"impossible-fill", "a fill has no values, or values that do not fit into its tensor",
      "an empty range gives zeros, and what does not fit is cut: a test would not show what it says",
      "correct the bounds, the numbers or the bits"},
     find_impossible_fills},
    {{"unused-question", "nothing is left open by a question", "a question that nothing hangs on is never answered",
      "name it under 'question:' or cite the sentence that raises it"},
     find_unused_questions},
    {{"uncarried-question", "no rule and no cell carries a question that leaves calls open",
      "such a question is asked and answered at once: every call that it is about is judged",
      "name it under 'question:' of a rule or a cell, or say under 'leaves_open:' that it is about results or a page"},
     find_uncarried_questions},
    {{"row-against-list", "a row lacks a dtype that the row before it has and the list of the parameter keeps",
      "the list and the table of one page disagree on such a call", "carry the dtype in a row, with an open rule"},
     find_rows_against_lists},
    {{"unfounded-contest", "a contested fact is about nothing that the spec refuses, or was not seen so",
      "evidence contradicts a refusal, and a reader looks for it where it was seen",
      "name the rule that refuses under 'subject:', or correct 'by' and 'where'"},
     find_unfounded_contests},
    {{"miscounted-contest", "a contested fact and its text name different combinations of dtypes",
      "evidence shows these combinations and no others",
      "name its dtypes in its text, and how many tests show, as '8 combinations', or correct 'when:'"},
     find_miscounted_contests},
    {{"single-variant", "an implementation-defined behaviour has no choice",
      "an implementation-defined behaviour has at least two variants",
      "add the other variant, or remove the behaviour"},
     find_single_variants},
    {{"undisposed-behaviour", "what is left undefined has no sentence and no question",
      "what such a call is for is not clear", "cite the sentence that leaves it open, or ask a question"},
     find_undisposed_behaviour},
    {{"rule-in-other-phase", "a rule stands in a phase of what it does not ask about",
      "the phase orders judgement, and a report groups rules by it", "correct 'phase'"},
     find_rules_in_other_phases},
    {{"question-on-promise", "what is promised or refused is an open question",
      "an implementation would fail a question that has no answer",
      "write 'on_violation: open' or 'state: open', or answer the question"},
     find_questions_on_promises},
    {{"documents-disagree", "two pages, or two places of one, cannot both hold",
      "the two tell a reader different things",
      "declare the contradiction and its resolution, or correct the dates and citations"},
     find_document_disagreements},
    {{"text-against-rule", "the text of a rule or formula says what the rule or formula does not",
      "people read the text, and tests the rule", "let the text say what the rule says, or correct the rule"},
     find_texts_against_rules},
    {{"translation-mismatch", "the two languages of a text disagree", "the pages are made from both languages",
      "write the same numbers, dtypes, names and terms in both"},
     find_translation_mismatches},
    {{"unknown-release", "a text names a release that the spec does not know", "a reader looks for its page",
      "name one of spec/releases.yaml"},
     find_unknown_releases},
    {{"markup-artefact", "a text holds left-over markup", "it is printed as it stands", "write plain words"},
     find_markup_artefacts},
    {{"not-normalized", "a text is not in Unicode normal form C", "two spellings of one letter compare as different",
      "write the composed letter"},
     find_not_normalized},
});

/// What is asked of a spec and of no operator.
constexpr auto vocabulary = std::to_array<Check<Spec>>({
    {{"ambiguous-alias", "a product's name means two products", "the product that such a page promises is not clear",
      "give the alias to one product, or date the two apart"},
     find_ambiguous_aliases},
    {{"missing-operator", "pages or statements are of an operator that the spec has not",
      "what a page promises is tested where an operator's file says it, and is left out otherwise",
      "add the operator's file to ops/, or remove its pages and its inventory"},
     find_missing_operators},
});

constexpr auto checks_of_plans = std::to_array<Check<Examined>>({
    {{"default-breaks-rule", "a default breaks a rule for every input", "no legal call leaves the parameter out",
      "mark it 'usable: false' and declare the contradiction, or correct the rule"},
     find_defaults_that_break_rules},
    {kinds::unsatisfiable_spec, find_unsatisfiable_spec},
    {{"rule-without-negative", "no call breaks a rule and no other",
      "every call that was tried keeps it, or breaks another rule too",
      "remove the rule if others imply it, correct it, or give 'hints' a value that breaks it"},
     find_rules_without_negative},
    {{"rule-needs-layout", "a rule is broken only together with a layout that it does not name",
      "what it asks of such tensors alone may never have been meant", "name the layout in the rule, or correct it"},
     find_rules_that_need_a_layout},
    {{"empty-family", "a family of cases, a data set or a group of sizes expands to nothing",
      "what expands to nothing tests nothing",
      "add what the family is made from, or correct the 'when' of the data set: see spec/README.md"},
     find_empty_families},
    {{"idle-fact", "a formula or an implementation-defined behaviour is about no call where it holds",
      "what is about no call is not tested", "correct its dates, its products or its 'when'"},
     find_idle_facts},
    {{"narrow-example", "an example leaves out a product that has the rules of one it names",
      "a page that tells them apart would have other rules for them",
      "name the product under 'products:' of the example"},
     find_narrow_examples},
    {{"overlapping-rows", "two rows admit the same dtypes",
      "a combination belongs to one row, whose citation it is tested under",
      "split them, or date them apart with 'since' and 'until'"},
     find_overlapping_rows},
    {{"example-breaks-spec", "an example breaks its own page", "users copy examples",
      "correct the rule, or record the example's verdict and the contradiction"},
     find_broken_examples},
    {{"values-break-rule", "a data set or an example gives a legal call values that break a rule",
      "each of its cases would end as an error of the spec", "correct its fills, its sizes or the rule"},
     find_values_that_break_rules},
    {{"rule-without-boundary", "no legal call stands at the limit of a rule",
      "every call that was tried there breaks a rule",
      "correct the limit or the rule that forbids it, or give 'hints' a value that reaches it"},
     find_rules_without_boundary},
    {kinds::contradiction_not_found, find_upheld_claims},
});

bool part_of(const auto& inner, const auto& outer) {
  return outer.empty() ||
         (!inner.empty() && std::ranges::all_of(inner, [&](const auto& one) { return contains(outer, one); }));
}

}  // namespace

std::span<const Check<Spec, OpSpec>> written_checks() { return checks_as_written; }

std::span<const Check<Examined>> planned_checks() { return checks_of_plans; }

Engine written_engine() {
  Engine engine{.kinds = kinds_of(checks_as_written), .run = [](const Spec& spec) -> Result<EngineAnswer> {
                  EngineAnswer answer{.found = run_checks(vocabulary, spec)};
                  for (const OpSpec& op : spec.operators)
                    std::ranges::move(run_checks(checks_as_written, spec, op), std::back_inserter(answer.found));
                  return answer;
                }};
  std::ranges::move(kinds_of(vocabulary), std::back_inserter(engine.kinds));
  return engine;
}

Engine planned_engine() {
  return {.kinds = kinds_of(checks_of_plans), .run = [](const Spec& spec) -> Result<EngineAnswer> {
            const expand::Plan plan = expand::plan_witnesses(spec);
            BoundSpecs bound(spec);
            EngineAnswer answer;
            for (const OpSpec& op : spec.operators) {
              const Examined examined{.spec = spec, .op = op, .plan = plan, .bound = bound};
              std::ranges::move(run_checks(checks_of_plans, examined), std::back_inserter(answer.found));
            }
            return answer;
          }};
}

bool within(const Applies& inner, const Applies& outer) {
  return outer.since <= inner.since && inner.until <= outer.until && part_of(inner.products, outer.products) &&
         part_of(inner.modes, outer.modes);
}

}  // namespace npu_cts::findings
