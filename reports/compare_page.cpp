// SPDX-License-Identifier: Apache-2.0
#include "reports/compare_page.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "reports/phrases.h"
#include "reports/report_cells.h"

namespace npu_cts {

using namespace document;

namespace {

/// Returns how much a call computes: the product of its sizes.
double volume_of(const CaseResult& result) {
  double volume = 1;
  for (const auto& [symbol, size] : result.sizes) volume *= static_cast<double>(std::max<std::int64_t>(size, 1));
  return volume;
}

bool shows(const CaseResult& result, const Suspicion& suspicion) {
  if (!result.mismatch) return false;
  const auto& matching = result.matching_mutants;
  return suspicion.wrong.empty() ? matching.empty() : std::ranges::find(matching, suspicion.wrong) != matching.end();
}

/// Returns the failing case that computes least among those with the values of `suspicion`.
const CaseResult* smallest_witness(const OpReport& op, const Suspicion& suspicion) {
  const CaseResult* smallest = nullptr;
  for (const ListedCase& one : op.failing) {
    if (!shows(one.result, suspicion)) continue;
    if (smallest == nullptr || volume_of(one.result) < volume_of(*smallest)) smallest = &one.result;
  }
  return smallest;
}

/// Returns what is known of each behaviour: "rounding = even", or "rounding = even | away" where both explain all.
std::vector<std::string> followed(const VariantIdentification& variants) {
  std::map<std::string, std::set<std::string>> known;
  for (const VariantChoice& choice : variants.fits) {
    for (const auto& [behaviour, variant] : choice) known[behaviour].insert(variant);
  }
  std::vector<std::string> texts;
  for (const auto& [behaviour, names] : known)
    texts.push_back(fmt::format("{} = {}", behaviour, fmt::join(names, " | ")));
  return texts;
}

class ComparePage {
 public:
  ComparePage(const std::vector<Report>& reports, Language language, const BesideComparePage& beside)
      : reports_(reports), language_(language), beside_(beside) {}

  PageContent build() const {
    const std::string title = text("Implementations side by side", "各实现对比");
    PageContent page = page_titled(title, tag_of(language_));
    const auto other_spec = [&](const Report& one) {
      return one.info.spec_digest != reports_.front().info.spec_digest;
    };
    if (std::ranges::any_of(reports_, other_spec)) {
      page.blocks.push_back({Paragraph{{strong(text("These runs are not of one spec: their scores do not compare.",
                                                    "各次运行的规格不同，得分不可比较。"))}}});
    }
    for (const LinkedPage& one : beside_.pages)
      page.blocks.push_back({Paragraph{{linked(plain(one.title), To::page, one.stem)}}});
    page.blocks.push_back({scores()});
    page.blocks.push_back({differences()});
    page.blocks.push_back({variants()});
    if (!beside_.badges.empty()) page.blocks.push_back({badges()});
    return page;
  }

 private:
  std::string text(std::string_view en, std::string_view zh) const { return std::string(pick(language_, en, zh)); }
  std::string word(Word word) const { return std::string(say(word, language_)); }

  static TableCell implementation(const Report& report) {
    const RunInfo& info = report.info;
    return cell(strong(info.driver_version.empty() ? info.driver : info.driver_version));
  }

  static TableCell operator_of(const OpReport& op) { return cell(name(op.name)); }

  std::vector<Product> products() const {
    std::vector<Product> all;
    for (const Report& report : reports_) {
      for (const Product& product : report.products) {
        if (std::ranges::find(all, product.id, &Product::id) == all.end()) all.push_back(product);
      }
    }
    return all;
  }

  Section scores() const {
    const std::vector<Product> columns = products();
    Table table{.columns = {{word(Word::driver)}, {word(Word::operator_)}, {word(Word::conclusion)}}};
    for (const Product& product : columns) table.columns.push_back({pick(product.name, language_), Holds::score});
    table.columns.push_back({word(Word::claimed), Holds::note});
    for (const Report& report : reports_) {
      for (const OpReport& op : report.operators) {
        TableRow row{.cells = {implementation(report), operator_of(op), cell(verdict_badge(op.conclusion, language_))}};
        for (const Product& product : columns) row.cells.push_back(score(report, op, product.id));
        row.cells.push_back(cell(part_claimed(op.claim)));
        table.rows.push_back(std::move(row));
      }
    }
    return {.title = {plain(word(Word::totals))}, .blocks = {{std::move(table)}}};
  }

  TableCell score(const Report& report, const OpReport& op, const std::string& product) const {
    const auto at = std::ranges::find(report.products, product, &Product::id);
    if (at == report.products.end()) return cell("–");
    const Tally& tally = op.product_tallies[static_cast<std::size_t>(at - report.products.begin())];
    return {.lines = {{plain(score_of(tally, language_))}}, .mark = mark_of(tally)};
  }

  Section differences() const {
    Table table{.columns = {{word(Word::driver)},
                            {word(Word::operator_)},
                            {word(Word::cases), Holds::number},
                            {text("What differs", "差异")},
                            {text("Smallest case that shows it", "最小用例")}}};
    for (const Report& report : reports_) {
      for (const OpReport& op : report.operators) add_differences(table, report, op);
    }
    Section section{.title = {plain(text("Differences", "差异"))}, .blocks = {}};
    if (table.rows.empty()) {
      section.blocks.push_back({Paragraph{{plain(text("None.", "无。"))}}});
    } else {
      section.blocks.push_back({std::move(table)});
    }
    return section;
  }

  void add_differences(Table& table, const Report& report, const OpReport& op) const {
    for (const Suspicion& one : op.suspicions) {
      TableCell witness;
      if (const CaseResult* smallest = smallest_witness(op, one)) {
        witness.lines = {{code(smallest->id)}, {plain(to_text(*smallest->mismatch, language_))}};
      }
      table.rows.push_back({.cells = {implementation(report), operator_of(op), cell(one.cases),
                                      cell(to_text(one, language_)), witness}});
    }
    std::map<std::string, std::vector<const CaseResult*>> others;
    for (const ListedCase& one : op.failing) {
      if (!one.result.mismatch) others[ending_of(one.result, language_)].push_back(&one.result);
    }
    for (const auto& [ending, cases] : others) {
      table.rows.push_back({.cells = {implementation(report),
                                      operator_of(op),
                                      cell(cases.size()),
                                      cell(ending),
                                      {.lines = {{code(cases.front()->id)}, {plain(cases.front()->reason)}}}}});
    }
  }

  Section variants() const {
    Table table{.columns = {{word(Word::driver)},
                            {word(Word::operator_)},
                            {word(Word::product)},
                            {word(Word::cases), Holds::number},
                            {word(Word::fits)}}};
    for (const Report& report : reports_) {
      for (const OpReport& op : report.operators) {
        for (const ProductVariants& one : op.variants) {
          if (one.variants.cases == 0) continue;
          table.rows.push_back({.cells = {implementation(report), operator_of(op), cell(one.product),
                                          cell(one.variants.cases), variants(one.variants)}});
        }
      }
    }
    return {.title = {plain(word(Word::variants))}, .blocks = {{std::move(table)}}};
  }

  Section badges() const {
    Table table{.columns = {{word(Word::driver)}, {text("Badge, for a README", "徽章（用于 README）")}}};
    for (std::size_t i = 0; i < std::min(reports_.size(), beside_.badges.size()); ++i) {
      table.rows.push_back(
          {.cells = {implementation(reports_[i]), cell(code(fmt::format("![npu-cts]({})", beside_.badges[i])))}});
    }
    return {.title = {plain(text("Badges", "徽章"))}, .blocks = {{std::move(table)}}};
  }

  TableCell variants(const VariantIdentification& variants) const {
    TableCell cell;
    for (const std::string& known : followed(variants)) cell.lines.push_back({code(known)});
    if (!cell.lines.empty()) return cell;
    cell = {.lines = {{plain(word(Word::disagreeing))}}, .mark = Mark::bad};
    for (const std::string& id : variants.disagreeing) cell.lines.push_back({code(id)});
    return cell;
  }

  const std::vector<Report>& reports_;
  Language language_;
  const BesideComparePage& beside_;
};

}  // namespace

PageContent build_compare_page(const std::vector<Report>& reports, Language language, const BesideComparePage& beside) {
  return ComparePage(reports, language, beside).build();
}

}  // namespace npu_cts
