#include "reports/matrix.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/rule/judge_call.h"
#include "reports/escape.h"
#include "reports/matrix_section.h"
#include "reports/phrases.h"

namespace npu_cts {
namespace {

std::string state_text(const SupportCell* cell, Language language) {
  SupportEntry entry;
  if (cell != nullptr) entry.state = cell->state;
  std::string text(state_of(entry, language));
  if (cell == nullptr) return text;
  if (!cell->question.empty()) text += ": " + markdown_code(cell->question);
  if (!cell->frameworks.empty()) text += fmt::format(" ({})", markdown_escaped(join(cell->frameworks, ", ")));
  return text;
}

/// Returns the table lines of one release: modes that say the same share a line.
std::string support_lines(const Spec& spec, const OpSpec& op, const std::string& release, Language language) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // cells → modes
  for (const Mode mode : all_modes) {
    std::string cells;
    for (const Product& product : spec.products) {
      cells += fmt::format(" {} |", state_text(find_support(spec, op, {product.id, release, mode}), language));
    }
    const auto same = std::ranges::find(lines, cells, [](const auto& line) { return line.first; });
    if (same == lines.end()) {
      lines.push_back({cells, {std::string(name_of(mode))}});
    } else {
      same->second.emplace_back(name_of(mode));
    }
  }
  std::string text;
  for (const auto& [cells, modes] : lines) {
    text += fmt::format("| {} | {} |{}\n", markdown_escaped(release), markdown_escaped(join(modes, ", ")), cells);
  }
  return text;
}

std::string product_titles(const Spec& spec, Language language) {
  std::string titles;
  for (const Product& product : spec.products)
    titles += fmt::format(" {} |", markdown_escaped(pick(product.name, language)));
  return titles;
}

std::string rule_line(std::size_t columns) {
  std::string line = "|";
  for (std::size_t i = 0; i < columns; ++i) line += "---|";
  return line + "\n";
}

std::string support_table(const Spec& spec, const OpSpec& op, Language language) {
  std::string text = fmt::format("## {}\n\n| {} | {} |{}\n", say(Word::support, language), say(Word::release, language),
                                 say(Word::mode, language), product_titles(spec, language));
  text += rule_line(2 + spec.products.size());
  for (auto page = op.pages.rbegin(); page != op.pages.rend(); ++page) {
    text += support_lines(spec, op, spec.releases[page->first], language);
  }
  return text + "\n";
}

/// A run of releases of which the documents say the same.
struct Span {
  std::string newest;
  std::string oldest;
  std::string section;
};

std::string sections(const Spec& spec, const OpSpec& op, Language language) {
  std::vector<Span> spans;
  for (auto page = op.pages.rbegin(); page != op.pages.rend(); ++page) {
    const std::string& release = spec.releases[page->first];
    std::string section = matrix_section(spec, op, release, language);
    if (!spans.empty() && spans.back().section == section) {
      spans.back().oldest = release;
    } else {
      spans.push_back({release, release, std::move(section)});
    }
  }
  std::string text;
  for (const Span& span : spans) {
    const std::string releases = span.newest == span.oldest ? span.newest : span.oldest + " – " + span.newest;
    const std::string newest = &span == &spans.front() ? fmt::format(" ({})", say(Word::newest, language)) : "";
    text +=
        fmt::format("## {} {}{}\n\n{}", say(Word::release, language), markdown_escaped(releases), newest, span.section);
  }
  return text;
}

std::string page_of(const Spec& spec, const OpSpec& op, Language language) {
  return fmt::format("# {}\n\n{}\n\n{}{}", markdown_escaped(op.name), markdown_escaped(pick(op.text, language)),
                     support_table(spec, op, language), sections(spec, op, language));
}

/// Returns, for each product, in which releases the operator runs in some mode.
std::string index_line(const Spec& spec, const OpSpec& op, Language language) {
  std::string line = fmt::format("| [{0}]({1}.md) |", markdown_escaped(op.name), anchor_of(op.name));
  for (const Product& product : spec.products) {
    std::vector<std::string> releases;
    for (const auto& [release, documents] : op.pages) {
      const bool runs = std::ranges::any_of(all_modes, [&, &at = spec.releases[release]](Mode mode) {
        const SupportCell* cell = find_support(spec, op, {product.id, at, mode});
        return cell != nullptr && cell->state == SupportState::yes;
      });
      if (runs) releases.push_back(markdown_escaped(spec.releases[release]));
    }
    line += fmt::format(" {} |", releases.empty() ? std::string(say(Word::none, language)) : join(releases, ", "));
  }
  return line + "\n";
}

}  // namespace

std::vector<Page> to_matrix(const Spec& spec, Language language) {
  std::string index =
      fmt::format("# {}\n\n| {} |{}\n{}", say(Word::matrix_title, language), say(Word::operator_, language),
                  product_titles(spec, language), rule_line(1 + spec.products.size()));
  std::vector<Page> pages;
  for (const OpSpec& op : spec.operators) {
    index += index_line(spec, op, language);
    pages.push_back({anchor_of(op.name) + ".md", page_of(spec, op, language)});
  }
  pages.insert(pages.begin(), {"index.md", std::move(index)});
  return pages;
}

}  // namespace npu_cts
