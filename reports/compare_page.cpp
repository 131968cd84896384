// SPDX-License-Identifier: Apache-2.0
#include "reports/compare_page.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/record/rerun.h"
#include "reports/phrases.h"
#include "reports/report_cells.h"

namespace npu_cts::reports {

using namespace document;

namespace {

/// Returns how much a call computes: the product of its sizes.
double volume_of(const CaseResult& result) {
  double volume = 1;
  for (const auto& [symbol, size] : result.sizes) volume *= static_cast<double>(std::max<std::int64_t>(size, 1));
  return volume;
}

/// Returns the case of `group` whose sizes, as far as the journal holds them, are smallest.
const ListedCase& smallest_of(const DiagnosisGroup& group) {
  return **std::ranges::min_element(group.cases, {}, [](const ListedCase* one) { return volume_of(one->result); });
}

/// The variants of each behaviour that explain all results, by the behaviour's id.
using Followed = std::map<std::string, std::set<std::string>>;

Followed followed(const VariantIdentification& variants) {
  Followed known;
  for (const VariantChoice& choice : variants.fits) {
    for (const auto& [behaviour, variant] : choice) known[behaviour].insert(variant);
  }
  return known;
}

/// Returns what the spec says of a variant of `op`, or its id.
std::string meaning_of(const OpReport& op, const std::string& behaviour, const std::string& id, Language language) {
  const auto found = std::ranges::find(op.implementation_defined, behaviour, &ImplementationDefined::id);
  if (found == op.implementation_defined.end()) return id;
  const auto variant = std::ranges::find(found->variants, id, &Variant::id);
  return variant == found->variants.end() ? id : pick(variant->text, language);
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
    page.blocks.push_back({commands()});
    return page;
  }

 private:
  std::string text(std::string_view en, std::string_view zh) const { return std::string(pick(language_, en, zh)); }
  std::string word(Word word) const { return std::string(say(word, language_)); }

  /// Returns whether a driver of the suite ran, whose version is that of the suite: reference or mock.
  static bool is_ours(const RunInfo& info) { return info.driver.find(':') == std::string::npos; }

  /// What an implementation calls itself; below, its remark in brackets and the driver that reached it.
  static TableCell name_of(const Report& report) {
    const std::string& version = report.info.driver_version;
    const std::string driver = report.info.driver.substr(report.info.driver.find_last_of('/') + 1);
    if (version.empty()) return cell(strong(driver));
    if (is_ours(report.info)) return {.lines = {{strong(driver)}, {dim("npu-cts " + version)}}};
    const std::size_t remark = std::min(version.find(" ("), version.size());
    return {.lines = {{strong(version.substr(0, remark))}, {dim(driver + version.substr(remark))}}};
  }

  /// Returns the journal of `report` where another implementation is called the same; else nothing.
  std::string journal_of(const Report& report) const {
    const TableCell name = name_of(report);
    const auto is_called_so = [&](const Report& other) { return name_of(other).lines.front() == name.lines.front(); };
    const auto it = std::ranges::find(reports_, &report, [](const Report& one) { return &one; });
    const auto place = static_cast<std::size_t>(it - reports_.begin());
    if (place >= beside_.journals.size() || std::ranges::count_if(reports_, is_called_so) == 1) return "";
    return beside_.journals[place];
  }

  /// The name, and the journal below it where that tells two apart.
  TableCell implementation(const Report& report) const {
    TableCell cell = name_of(report);
    if (const std::string journal = journal_of(report); !journal.empty()) cell.lines.push_back({dim(journal)});
    return cell;
  }

  static TableCell operator_of(const OpReport& op) { return cell(name(op.name)); }

  std::vector<Product> products() const {
    std::vector<Product> all;
    for (const Report& report : reports_) {
      for (const Product& product : report.products) {
        if (!contains(all, product.id, &Product::id)) all.push_back(product);
      }
    }
    return all;
  }

  Section scores() const {
    const std::vector<Product> columns = products();
    Table table{.columns = {{word(Word::driver)}, {word(Word::operator_)}, {word(Word::conclusion)}}};
    for (const Product& product : columns) table.columns.push_back({pick(product.name, language_), Holds::score});
    table.columns.push_back({std::string(say(Status::fail, language_)), Holds::number});
    table.columns.push_back({word(Word::claimed)});
    for (const Report& report : reports_) {
      for (const OpReport& op : report.operators) {
        TableRow row{.cells = {implementation(report), operator_of(op), cell(verdict_badge(op.conclusion, language_))}};
        for (const Product& product : columns) row.cells.push_back(score(report, op, product.id));
        row.cells.push_back(cell(failures(op.tally)));
        row.cells.push_back(cell(fmt::format("{} / {}", op.claim.claimed, op.claim.documented)));
        table.rows.push_back(std::move(row));
      }
    }
    return {.title = {plain(word(Word::totals))},
            .blocks = {{std::move(table)},
                       {Paragraph{{dim(text("A score is what agrees of what the documents decide. What is declared "
                                            "unsupported does not agree, and is not wrong.",
                                            "得分为一致用例数 ÷ 文档能判定的用例数。声明不支持的用例不计为一致，"
                                            "也不计为不符。"))}}}},
            .anchor = "scores"};
  }

  TableCell score(const Report& report, const OpReport& op, const std::string& product) const {
    const auto at = std::ranges::find(report.products, product, &Product::id);
    if (at == report.products.end()) return cell("–");
    const Tally& tally = op.product_tallies[static_cast<std::size_t>(at - report.products.begin())];
    return {.lines = {score_of(tally, language_)}, .mark = mark_of(tally)};
  }

  Section differences() const {
    Table table{.columns = {{word(Word::driver)},
                            {word(Word::operator_)},
                            {word(Word::cases), Holds::number},
                            {text("What differs", "差异")},
                            {text("A case of small sizes that shows it", "较小的用例")}}};
    for (const Report& report : reports_) {
      for (const OpReport& op : report.operators) add_differences(table, report, op);
    }
    Section section{.title = {plain(text("Differences", "差异"))}, .blocks = {}, .anchor = "differences"};
    if (table.rows.empty()) {
      section.blocks.push_back({Paragraph{{plain(text("None.", "无。"))}}});
    } else {
      section.blocks.push_back({std::move(table)});
    }
    return section;
  }

  void add_differences(Table& table, const Report& report, const OpReport& op) const {
    for (const DiagnosisGroup& group : diagnosis_groups(op)) {
      const ListedCase& smallest = smallest_of(group);
      const auto& mismatch = smallest.result.mismatch;
      const std::string seen =
          mismatch && !smallest.result.is_of_further_call() ? to_text(*mismatch, language_) : smallest.result.reason;
      table.rows.push_back({.cells = {implementation(report),
                                      operator_of(op),
                                      cell(group.cases.size()),
                                      cell(diagnosis_of(group, language_)),
                                      {.lines = {{plain(seen)}, {code(smallest.reproducer)}}}}});
    }
  }

  /// One row for all products of an operator on which an implementation follows the same variants.
  Section variants() const {
    Table table{.columns = {{word(Word::driver)},
                            {word(Word::operator_)},
                            {word(Word::product)},
                            {word(Word::cases), Holds::number},
                            {word(Word::fits)}}};
    for (const Report& report : reports_) {
      for (const OpReport& op : report.operators) add_variants(table, report, op);
    }
    return {.title = {plain(word(Word::variants))}, .blocks = {{std::move(table)}}, .anchor = "variants"};
  }

  void add_variants(Table& table, const Report& report, const OpReport& op) const {
    std::vector<std::pair<TableCell, std::vector<const ProductVariants*>>> groups;
    for (const ProductVariants& one : op.variants) {
      if (one.variants.cases == 0) continue;
      TableCell cell = variants(op, one.variants);
      const auto same = std::ranges::find(groups, cell, [](const auto& group) { return group.first; });
      if (same == groups.end()) {
        groups.emplace_back(std::move(cell), std::vector{&one});
      } else {
        same->second.push_back(&one);
      }
    }
    for (auto& [known, products] : groups) {
      std::vector<std::string> names;
      std::size_t cases = 0;
      for (const ProductVariants* one : products) {
        names.push_back(one->product);
        cases += one->variants.cases;
      }
      table.rows.push_back(
          {.cells = {implementation(report), operator_of(op), cell(join(names, ", ")), cell(cases), std::move(known)}});
    }
  }

  Section badges() const {
    Table table{.columns = {{word(Word::driver)}, {text("Badge", "徽章")}, {text("For a README", "用于 README")}}};
    for (std::size_t i = 0; i < std::min(reports_.size(), beside_.badges.size()); ++i) {
      table.rows.push_back({.cells = {implementation(reports_[i]),
                                      cell(picture(beside_.badges[i],
                                                   fmt::format("npu-cts: {}", say(reports_[i].conclusion, language_)))),
                                      cell(code(fmt::format("![npu-cts]({})", beside_.badges[i])))}});
    }
    return {.title = {plain(text("Badges", "徽章"))}, .blocks = {{std::move(table)}}, .anchor = "badges"};
  }

  Section commands() const {
    std::vector<NamedCommand> commands;
    if (!beside_.command.empty()) commands.push_back({text("This page", "本页"), beside_.command});
    for (const Report& report : reports_) {
      const RunInfo& info = report.info;
      const bool is_named = !info.driver_version.empty() && !is_ours(info);
      std::string name = is_named ? info.driver_version : info.driver;
      if (const std::string journal = journal_of(report); !journal.empty()) name += fmt::format(" ({})", journal);
      commands.push_back({std::move(name), record::run_command(info)});
    }
    return commands_section(commands, language_);
  }

  TableCell variants(const OpReport& op, const VariantIdentification& variants) const {
    TableCell cell;
    for (const auto& [behaviour, names] : followed(variants)) {
      std::vector<std::string> meanings;
      for (const std::string& one : names) meanings.push_back(meaning_of(op, behaviour, one, language_));
      cell.lines.push_back({code(fmt::format("{} = {}", behaviour, fmt::join(names, " | "))),
                            dim(" " + join(meanings, text("; or ", "；或 ")))});
    }
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

}  // namespace npu_cts::reports
