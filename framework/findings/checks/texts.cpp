// SPDX-License-Identifier: Apache-2.0
// The checks of our own sentences, in both languages.

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/ascii.h"
#include "framework/base/text.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/grounds/terms.h"

namespace npu_cts::findings {
namespace {

using VisitText = std::function<void(const std::string& subject, const Text& text, const Location& at)>;

/// Shows `visit` every text of `op`.
void for_each_text(const OpSpec& op, const VisitText& visit) {
  visit("text", op.text, {.file = op.file, .line = 1, .column = 1});
  for (const Parameter& one : op.parameters) visit(one.key, one.text, one.at);
  for (const Rule& one : op.rules) visit(one.id, one.text, one.at);
  for (const ResultFormula& one : op.formulas) visit(one.id, one.text, one.at);
  for (const ImplementationDefined& behaviour : op.implementation_defined) {
    for (const Variant& one : behaviour.variants) visit(behaviour.id + "." + one.id, one.text, one.at);
  }
  for (const DataSet& one : op.hints.data) visit(one.id, one.text, one.at);
  for (const SizeGroup& one : op.hints.sizes) {
    if (one.is_named()) visit(one.start.id, one.start.text, one.start.at);
  }
  for (const OpenQuestion& one : op.open) visit(one.id, one.question, one.at);
  for (const Contested& one : op.contested) visit(one.id, one.says, one.at);
  for (const Contradiction& one : op.contradictions) {
    visit(one.id, one.text, one.at);
    visit(one.id, one.resolution, one.at);
  }
}

/// Returns the words of `text` that must be the same in every language: names of dtypes.
std::set<std::string> dtypes_in(std::string_view text) {
  std::set<std::string> words;
  for (const std::string_view word : words_in(text)) {
    if (word != "bool" && find_named<DType>(word)) words.emplace(word);
  }
  return words;
}

/// Returns the numbers of two digits and more in `text`: smaller ones are often spelt as words.
std::set<std::string> numbers_in(std::string_view text) {
  std::set<std::string> numbers;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    const bool in_word = at > 0 && is_name_character(text[at - 1]);
    if (end - at >= 2 && !in_word) numbers.emplace(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return numbers;
}

/// Returns what one language says and the other does not; empty where they agree.
std::string difference(const std::set<std::string>& en, const std::set<std::string>& zh) {
  for (const std::string& word : en) {
    if (!zh.contains(word)) return fmt::format("'{}' stands in the English only", word);
  }
  for (const std::string& word : zh) {
    if (!en.contains(word)) return fmt::format("'{}' stands in the Chinese only", word);
  }
  return "";
}

constexpr std::array<std::string_view, 11> artefacts{"NDND", "&nbsp;", "&lt;", "&gt;", "&amp;", "<br",
                                                     "<sup", "<sub",   "](",   "\\_",  "**"};

/// Returns whether `text` has a combining mark (U+0300 to U+036F): a letter that has a composed form is not in NFC.
bool has_combining_mark(std::string_view text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(text[i + 1]);
    if (lead == 0xCC || (lead == 0xCD && next < 0xB0)) return true;
  }
  return false;
}

/// Returns whether `word` may be a release, as 6.0.rc1 and 7.1.0-initial: three parts, of which the first two are
/// numbers.
bool may_be_release(std::string_view word) {
  const auto parts = split(word, '.');
  return parts.size() == 3 && is_number(parts[0]) && is_number(parts[1]) && !parts[2].empty();
}

/// Returns the releases that `text` names.
std::set<std::string> releases_in(std::string_view text) {
  std::set<std::string> releases;
  for (const std::string_view word : words_in(text, ".-")) {
    if (may_be_release(word)) releases.emplace(word);
  }
  return releases;
}

}  // namespace

Findings find_translation_mismatches(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  std::map<std::string, std::pair<const Text*, std::string>> texts;  // by the words of one language; and of what it is
  for_each_text(op, [&](const std::string& subject, const Text& text, const Location& at) {
    if (text.en.empty() || text.zh.empty()) return;
    std::string what = difference(dtypes_in(text.en), dtypes_in(text.zh));
    if (what.empty()) what = difference(numbers_in(text.en), numbers_in(text.zh));
    if (const std::string term = find_untranslated_term(text); what.empty() && !term.empty())
      what = fmt::format("'{}' stands in the Chinese, and no word for it in the English", term);
    for (const std::string* const words : {&text.en, &text.zh}) {
      const auto& [first, of] = texts.try_emplace(*words, &text, subject).first->second;
      if (what.empty() && (first->en != text.en || first->zh != text.zh))
        what = fmt::format("the {} is that of '{}', and not the other", words == &text.en ? "English" : "Chinese", of);
    }
    if (!what.empty())
      found.push_back(finding(op, subject, at, fmt::format("the texts of '{}' differ: {}", subject, what)));
  });
  return found;
}

Findings find_unknown_releases(const Spec& spec, const OpSpec& op) {
  Findings found;
  for_each_text(op, [&](const std::string& subject, const Text& text, const Location& at) {
    for (const std::string& release : releases_in(text.en + " " + text.zh)) {
      if (find_release(spec, release)) continue;
      found.push_back(
          finding(op, subject, at, fmt::format("the text of '{}' names {}, which is no release", subject, release)));
    }
  });
  return found;
}

Findings find_markup_artefacts(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for_each_text(op, [&](const std::string& subject, const Text& text, const Location& at) {
    for (const std::string_view artefact : artefacts) {
      if (text.en.find(artefact) == std::string::npos && text.zh.find(artefact) == std::string::npos) continue;
      found.push_back(finding(op, subject, at, fmt::format("the text of '{}' holds '{}'", subject, artefact)));
    }
  });
  return found;
}

Findings find_not_normalized(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for_each_text(op, [&](const std::string& subject, const Text& text, const Location& at) {
    if (has_combining_mark(text.en) || has_combining_mark(text.zh))
      found.push_back(finding(op, subject, at, fmt::format("the text of '{}' has a combining mark", subject)));
  });
  return found;
}

}  // namespace npu_cts::findings
