#include "framework/base/kinds.h"

#include <array>

namespace npu_cts {
namespace {

constexpr std::array kind_table{
    KindInfo{Kind::unreadable_file, "unreadable-file", "a file cannot be read"},
    KindInfo{Kind::file_too_large, "file-too-large", "a file is larger than a spec may be"},
    KindInfo{Kind::not_text, "not-text", "a file holds bytes that are no text"},
    KindInfo{Kind::yaml_syntax, "yaml-syntax", "the text is no YAML"},
    KindInfo{Kind::trailing_text, "trailing-text", "text follows the end of the document"},
    KindInfo{Kind::too_deep, "too-deep", "values are nested too deeply"},
    KindInfo{Kind::too_many_nodes, "too-many-nodes", "a file holds too many values"},
    KindInfo{Kind::scalar_too_long, "scalar-too-long", "a value is too long"},
    KindInfo{Kind::alias_not_allowed, "alias-not-allowed", "anchors and aliases are not part of the language"},
    KindInfo{Kind::tag_not_allowed, "tag-not-allowed", "tags are not part of the language"},
    KindInfo{Kind::duplicate_key, "duplicate-key", "a key stands twice in one map"},
    KindInfo{Kind::merge_key, "merge-key", "merge keys are not part of the language"},
    KindInfo{Kind::ambiguous_scalar, "ambiguous-scalar", "YAML readers disagree about what a bare word means"},
    KindInfo{Kind::unknown_key, "unknown-key", "a map has no such key"},
    KindInfo{Kind::missing_key, "missing-key", "a map lacks a key it must have"},
    KindInfo{Kind::wrong_type, "wrong-type", "a value is of another type than its key asks for"},
    KindInfo{Kind::bad_integer, "bad-integer", "a number is not a plain decimal integer"},
    KindInfo{Kind::unknown_name, "unknown-name", "a name is not known here"},
    KindInfo{Kind::duplicate_id, "duplicate-id", "two things have the same id"},
    KindInfo{Kind::unwritable_file, "unwritable-file", "a file cannot be written"},
    KindInfo{Kind::bad_journal, "bad-journal", "a journal holds what no run can have written"},
    KindInfo{Kind::expression_syntax, "expression-syntax", "an expression cannot be parsed"},
    KindInfo{Kind::expression_type, "expression-type", "an expression mixes types"},
    KindInfo{Kind::bad_call, "bad-call", "a call file does not describe a call"},
    KindInfo{Kind::bad_data, "bad-data", "a data file does not hold what the call says"},
    KindInfo{Kind::undocumented_release, "undocumented-release", "the release has no page for the operator"},
    KindInfo{Kind::dangling_citation, "dangling-citation", "a citation names no statement"},
    KindInfo{Kind::stale_citation, "stale-citation", "a statement's hash no longer matches its page"},
    KindInfo{Kind::untraced_statement, "untraced-statement", "a sentence of a page is not in the inventory"},
    KindInfo{Kind::unused_entry, "unused-entry", "an entry of the inventory is in none of its pages"},
    KindInfo{Kind::default_breaks_rule, "default-breaks-rule", "a default breaks a rule for every input"},
    KindInfo{Kind::unsatisfiable_law, "unsatisfiable-law", "no call satisfies the rules"},
    KindInfo{Kind::rule_without_negative, "rule-without-negative", "no call breaks a rule and no other"},
    KindInfo{Kind::empty_family, "empty-family", "a family of cases expands to nothing"},
    KindInfo{Kind::overlapping_rows, "overlapping-rows", "two rows admit the same dtypes"},
    KindInfo{Kind::contradiction_not_found, "contradiction-not-found", "a declared contradiction is found by no check"},
    KindInfo{Kind::example_breaks_law, "example-breaks-law", "an example breaks its own page"},
    KindInfo{Kind::signature_mismatch, "signature-mismatch", "a signature and the parameters disagree"},
    KindInfo{Kind::dtypes_not_in_rows, "dtypes-not-in-rows", "the dtypes of a parameter and of the rows disagree"},
    KindInfo{Kind::subsumed_row, "subsumed-row", "a row says nothing that another does not"},
    KindInfo{Kind::shadowed_entry, "shadowed-entry", "an entry never counts: one before it holds wherever it does"},
    KindInfo{Kind::dated_gap, "dated-gap", "no entry of a dated list holds for a release between others"},
    KindInfo{Kind::duplicate_rule, "duplicate-rule", "two rules say the same"},
    KindInfo{Kind::constant_rule, "constant-rule", "a rule speaks of no part of a call"},
    KindInfo{Kind::reserved_with_rule, "reserved-with-rule", "a rule asks something of a parameter without effect"},
    KindInfo{Kind::never_applies, "never-applies", "a fact holds on no supported target"},
    KindInfo{Kind::unused_symbol, "unused-symbol", "nothing uses a symbol"},
    KindInfo{Kind::ambiguous_alias, "ambiguous-alias", "a product's name means two products"},
    KindInfo{Kind::uncited_support, "uncited-support", "a cell of the support table has no evidence"},
    KindInfo{Kind::degenerate_example, "degenerate-example", "the data of an example prove little"},
    KindInfo{Kind::translation_mismatch, "translation-mismatch", "the two languages of a text disagree"},
    KindInfo{Kind::markup_artefact, "markup-artefact", "a text holds left-over markup"},
    KindInfo{Kind::not_normalized, "not-normalized", "a text is not in Unicode normal form C"},
    KindInfo{Kind::size_overflow, "size-overflow", "a tensor is larger than any device holds"},
    KindInfo{Kind::unused_question, "unused-question", "nothing is left open by a question"},
    KindInfo{Kind::single_model, "single-model", "a freedom leaves no choice"},
    KindInfo{Kind::page_mismatch, "page-mismatch", "an operator's pages and the list of documents disagree"},
    KindInfo{Kind::documents_disagree, "documents-disagree", "two pages, or two places of one, cannot both hold"},
    KindInfo{Kind::rule_without_boundary, "rule-without-boundary", "no legal call stands at the limit of a rule"},
    KindInfo{Kind::undisposed_behaviour, "undisposed-behaviour",
             "what is left undefined has no sentence and no question"},
    KindInfo{Kind::question_on_promise, "question-on-promise", "what is promised or refused is an open question"},
    KindInfo{Kind::golden_not_reproduced, "golden-not-reproduced", "the formula does not give the printed output"},
    KindInfo{Kind::driver_not_started, "driver-not-started", "the implementation under test did not start"},
    KindInfo{Kind::wrong_usage, "wrong-usage", "the command was called in a way it does not know"},
    KindInfo{Kind::page_drift, "page-drift", "a page and its law list other rows, dtypes, products or defaults"},
    KindInfo{Kind::unknown_product, "unknown-product", "a page names a product that the law does not know"},
    KindInfo{Kind::redundant_rule, "redundant-rule", "the other rules imply a rule"},
    KindInfo{Kind::not_proved, "not-proved", "the solver cannot answer a question"},
};

}  // namespace

const KindInfo& info_of(Kind kind) { return kind_table[static_cast<std::size_t>(kind)]; }

std::span<const KindInfo> all_kinds() { return kind_table; }

}  // namespace npu_cts
