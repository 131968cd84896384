#include "framework/findings/checks/finding.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "framework/rule/judge_call.h"

namespace npu_cts {
namespace {

constexpr std::array table{
    WrittenCheck{Kind::signature_mismatch, "a user calls what the signature shows",
                 "correct the signature, or the parameter's names, dates and defaults", find_signature_mismatches},
    WrittenCheck{Kind::dtypes_not_in_rows, "a dtype that is listed and in no row can be used in no call",
                 "add a row, remove the dtype, or declare the contradiction", find_dtypes_not_in_rows},
    WrittenCheck{Kind::subsumed_row, "a combination belongs to one row, whose citation it is tested under",
                 "remove the row, or date the two apart", find_subsumed_rows},
    WrittenCheck{Kind::shadowed_entry, "the first entry that holds counts", "date the entries apart",
                 find_shadowed_entries},
    WrittenCheck{Kind::dated_gap, "a fact that goes and comes back is mostly a slip in 'since' or 'until'",
                 "close the gap, or date the parameter itself", find_dated_gaps},
    WrittenCheck{Kind::never_applies, "what holds nowhere is tested nowhere", "correct its dates, products or modes",
                 find_never_applying},
    WrittenCheck{Kind::duplicate_rule, "no call breaks one of them alone", "remove one, and cite both sentences",
                 find_duplicate_rules},
    WrittenCheck{Kind::constant_rule, "it holds for every call or for none", "name a parameter or a symbol",
                 find_constant_rules},
    WrittenCheck{Kind::reserved_with_rule, "what has no effect needs no value", "drop 'reserved: true' or the rule",
                 find_reserved_with_rules},
    WrittenCheck{Kind::unused_symbol, "a name that nobody says is a rule that nobody wrote", "remove it",
                 find_unused_symbols},
    WrittenCheck{Kind::ambiguous_alias, "nobody can tell which product such a page promises",
                 "give the alias to one product, or date the two apart", find_ambiguous_aliases},
    WrittenCheck{Kind::page_mismatch, "a release is documented by the pages that are listed for it",
                 "correct 'pages' or documents.yaml", find_page_mismatches},
    WrittenCheck{Kind::uncited_support, "a promise of support stands on a sentence",
                 "name it under 'encodes:' of a statement", find_uncited_support},
    WrittenCheck{Kind::degenerate_example, "values that are nearly all alike show no fault",
                 "give it three distinct values, or declare the contradiction", find_degenerate_examples},
    WrittenCheck{Kind::size_overflow, "no device can hold it, so nothing can be shown", "make it smaller",
                 find_size_overflows},
    WrittenCheck{Kind::unused_question, "a question that nothing hangs on is never answered",
                 "name it under 'question:' or cite the sentence that raises it", find_unused_questions},
    WrittenCheck{Kind::single_model, "a freedom is a choice of at least two models",
                 "add the other model, or remove the freedom", find_single_models},
    WrittenCheck{Kind::undisposed_behaviour, "nobody can tell what such a call is good for",
                 "cite the sentence that leaves it open, or ask a question", find_undisposed_behaviour},
    WrittenCheck{Kind::question_on_promise, "an implementation would fail over what nobody has answered",
                 "write 'otherwise: open' or 'state: open', or answer the question", find_questions_on_promises},
    WrittenCheck{Kind::documents_disagree, "who reads one of them is told otherwise by the other",
                 "declare the contradiction and its ruling, or correct the dates and citations",
                 find_document_disagreements},
    WrittenCheck{Kind::translation_mismatch, "the pages are made from both languages",
                 "write the same numbers and dtypes in both", find_translation_mismatches},
    WrittenCheck{Kind::markup_artefact, "it is printed as it stands", "write plain words", find_markup_artefacts},
    WrittenCheck{Kind::not_normalized, "two spellings of one letter compare as different", "write the composed letter",
                 find_not_normalized},
};

const WrittenCheck* find_written(std::string_view name) {
  const auto row =
      std::ranges::find_if(table, [&](const WrittenCheck& check) { return info_of(check.kind).name == name; });
  return row == table.end() ? nullptr : &*row;
}

/// What is recorded with its basis and found by no check, for no page of these operators says the other side.
constexpr std::string_view recorded = "code-disagrees";

/// Returns whether `kind` is that of something which the written checks do not find: of checks that make calls, that
/// read the pages (check_slips), or of none.
bool is_known_otherwise(std::string_view kind) {
  if (kind == recorded) return true;
  return find_written(kind) == nullptr &&
         std::ranges::find(all_kinds(), kind, [](const KindInfo& info) { return info.name; }) != all_kinds().end();
}

Diagnostic said_by(const WrittenCheck& check, Diagnostic said) {
  said.kind = check.kind;
  said.why = check.why;
  said.mend = check.mend;
  return said;
}

/// Operator, kind and subject of a declared contradiction.
using Declared = std::tuple<std::string, std::string, std::string>;

Diagnostics stale_declarations(const Spec& spec, const std::set<Declared>& met) {
  Diagnostics found;
  for (const OpSpec& op : spec.operators) {
    for (const Contradiction& one : op.contradictions) {
      const bool is_claim =
          one.overruled && one.kind == info_of(Kind::documents_disagree).name;  // see find_upheld_claims
      if (is_known_otherwise(one.kind) || is_claim || met.contains({op.name, one.kind, one.about})) continue;
      found.push_back(error_at(Kind::contradiction_not_found, one.at,
                               fmt::format("no '{}' about '{}' is found", one.kind, one.about),
                               "a declared contradiction must be one", "remove it, or correct 'about:'"));
    }
  }
  return found;
}

bool is_declared(const Spec& spec, const Declared& named) {
  const OpSpec* op = find_operator(spec, std::get<0>(named));
  return op != nullptr && std::ranges::any_of(op->contradictions, [&](const Contradiction& one) {
           return one.kind == std::get<1>(named) && one.about == std::get<2>(named);
         });
}

bool shares(const auto& a, const auto& b) {
  return a.empty() || b.empty() ||
         std::ranges::any_of(a, [&](const auto& one) { return std::ranges::find(b, one) != b.end(); });
}

bool part_of(const auto& inner, const auto& outer) {
  return outer.empty() || (!inner.empty() && std::ranges::all_of(inner, [&](const auto& one) {
           return std::ranges::find(outer, one) != outer.end();
         }));
}

}  // namespace

std::span<const WrittenCheck> written_checks() { return table; }

Diagnostics check_written(const Spec& spec) {
  Diagnostics found;
  std::set<Declared> met;
  for (const WrittenCheck& check : table) {
    for (Finding& one : check.run(spec)) {
      const Declared named{one.op, info_of(check.kind).name, one.about};
      if (is_declared(spec, named)) {
        met.insert(named);
      } else {
        found.push_back(said_by(check, std::move(one.said)));
      }
    }
  }
  for (Diagnostic& stale : stale_declarations(spec, met)) found.push_back(std::move(stale));
  sort_by_place(found);
  return found;
}

Finding finding(const OpSpec& op, std::string about, Location at, std::string what) {
  return {.op = op.name, .about = std::move(about), .said = {.at = std::move(at), .what = std::move(what)}};
}

bool meet(const Applies& a, const Applies& b) {
  return a.since <= b.until && b.since <= a.until && shares(a.products, b.products) && shares(a.modes, b.modes);
}

bool within(const Applies& inner, const Applies& outer) {
  return outer.since <= inner.since && inner.until <= outer.until && part_of(inner.products, outer.products) &&
         part_of(inner.modes, outer.modes);
}

std::vector<Target> supported_targets(const Spec& spec, const OpSpec& op) {
  std::vector<Target> targets;
  for (const auto& [release, pages] : op.pages) {
    for (const Product& product : spec.products) {
      for (const Mode mode : all_modes) {
        Target target{.product = product.id, .release = spec.releases[release], .mode = mode};
        const SupportCell* cell = find_support(spec, op, target);
        if (cell != nullptr && cell->state == SupportState::yes) targets.push_back(std::move(target));
      }
    }
  }
  return targets;
}

}  // namespace npu_cts
