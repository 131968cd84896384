#include "framework/ascend/pages/slips.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts {
namespace {

constexpr std::array slip_table{
    SlipCheck{Kind::dtype_among_formats, "a reader takes the word for what its list is about",
              "title the list for what it holds, or take the word out", find_dtypes_among_formats},
    SlipCheck{Kind::stray_mark, "nobody can tell whether the mark means something",
              "write the shape as it stands elsewhere", find_stray_marks},
    SlipCheck{Kind::bit_outside_field, "who packs by the words gets other bits than who packs by the formula",
              "correct the bit in the sentence, or the shift in the formula", find_bits_outside_fields},
    SlipCheck{Kind::argument_of_other_type, "who believes the stated type makes another call than the program",
              "state the type that the program passes", find_arguments_of_other_types},
    SlipCheck{Kind::reused_output, "random values are not drawn twice: the output is not of the program that is shown",
              "run the program and print what it prints", find_reused_outputs},
    SlipCheck{Kind::code_in_output, "what a program prints is compared with what the page shows",
              "show the line as it is printed", find_code_in_outputs},
    SlipCheck{Kind::product_not_in_table, "a reader who looks the name up finds no support for it",
              "write the product's name as the table has it", find_products_not_in_table},
    SlipCheck{Kind::name_of_one_edition, "readers of the other edition do not learn of it",
              "say it in both editions or in neither", find_names_of_one_edition},
    SlipCheck{Kind::example_of_two_kinds, "a reader is sent to an operator that is not of the kind",
              "name one that is of the kind", find_examples_of_two_kinds},
};

/// Returns the entry of the inventory that is `statement` on `page`; null where it is not listed.
const Statement* listed(const Spec& spec, const ReadPage& page, const PageStatement& statement) {
  const auto entry = std::ranges::find_if(spec.statements, [&](const Statement& one) {
    return one.sha256 == statement.sha256 && std::ranges::find(one.documents, page.page->id) != one.documents.end();
  });
  return entry == spec.statements.end() ? nullptr : &*entry;
}

bool cites(const Contradiction& one, const std::string& id) {
  return std::ranges::any_of(one.parties,
                             [&](const Citations& party) { return std::ranges::find(party, id) != party.end(); });
}

bool takes_away(const Contradiction& one, const Spec& spec, const SlipCheck& check, const Slip& slip) {
  const auto release = find_release(spec, slip.on->page->release);
  const bool holds_then = release && in_release(one.applies, *release);
  return one.kind == info_of(check.kind).name && holds_then &&
         std::ranges::all_of(slip.statements, [&](const PageStatement& statement) {
           const Statement* const entry = listed(spec, *slip.on, statement);
           return entry != nullptr && cites(one, entry->id);
         });
}

Diagnostic said_of(const Spec& spec, const SlipCheck& check, const Slip& slip) {
  Diagnostic said = error_at(check.kind, slip.on->page->at,
                             fmt::format("page '{}' of release {}, {}: {}", slip.on->page->id, slip.on->page->release,
                                         slip.statements.front().place, slip.what),
                             std::string(check.why), std::string(check.mend));
  for (const PageStatement& statement : slip.statements) {
    const Statement* const entry = listed(spec, *slip.on, statement);
    if (entry != nullptr) said.notes.push_back({.at = entry->at, .text = fmt::format("'{}' is here", entry->id)});
  }
  return said;
}

OperatorPages pages_of(const Spec& spec, std::string_view op, const ReadPages& pages) {
  OperatorPages of{.spec = spec, .op = op, .pages = {}};
  for (const Document& page : spec.documents) {
    const auto read = pages.find(page.id);
    if (page.op == op && read != pages.end()) of.pages.push_back(&read->second);
  }
  std::ranges::stable_sort(of.pages, {}, [&](const ReadPage* read) { return find_release(spec, read->page->release); });
  return of;
}

bool is_slip(std::string_view kind) {
  return std::ranges::any_of(slip_table, [&](const SlipCheck& check) { return info_of(check.kind).name == kind; });
}

Diagnostics check_operator(const Spec& spec, const OpSpec& op, const OperatorPages& pages) {
  Diagnostics found;
  std::set<const Contradiction*> met;
  for (const SlipCheck& check : slip_table) {
    for (const Slip& slip : check.run(pages)) {
      bool declared = false;
      for (const Contradiction& one : op.contradictions) {
        if (!takes_away(one, spec, check, slip)) continue;
        declared = true;
        met.insert(&one);
      }
      if (!declared) found.push_back(said_of(spec, check, slip));
    }
  }
  const auto listed_pages =
      std::ranges::count_if(spec.documents, [&](const Document& page) { return page.op == op.name; });
  if (pages.pages.size() != static_cast<std::size_t>(listed_pages)) return found;
  for (const Contradiction& one : op.contradictions) {
    if (!is_slip(one.kind) || met.contains(&one)) continue;
    found.push_back(error_at(Kind::contradiction_not_found, one.at,
                             fmt::format("no page has a '{}' that '{}' cites", one.kind, one.id),
                             "a declared contradiction must be one",
                             "remove it, or cite every statement that shows it, in the releases that have them"));
  }
  return found;
}

}  // namespace

std::span<const SlipCheck> slip_checks() { return slip_table; }

Diagnostics check_slips(const Spec& spec, const ReadPages& pages) {
  Diagnostics found;
  for (const OpSpec& op : spec.operators) {
    const Diagnostics said = check_operator(spec, op, pages_of(spec, op.name, pages));
    found.insert(found.end(), said.begin(), said.end());
  }
  return found;
}

}  // namespace npu_cts
