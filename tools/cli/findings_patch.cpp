// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/findings_patch.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "framework/ascend/reading/read_page.h"
#include "framework/base/read_file.h"
#include "reports/finding_weight.h"
#include "reports/page_patch.h"
#include "reports/words.h"

namespace npu_cts {
namespace {

constexpr std::size_t largest_page = 4UL << 20U;

/// Returns the last line of each statement of a page, from 1, by the hash of the statement.
std::map<std::string, std::size_t> lines_of(const std::string& text) {
  std::map<std::string, std::size_t> lines;
  std::size_t from = 0;
  for (const ascend::PageStatement& statement : ascend::read_in_order(text, ascend::form_of(text))) {
    std::size_t at = text.find(statement.source, from);
    if (at == std::string::npos) at = text.find(statement.source);
    if (statement.source.empty() || at == std::string::npos) continue;
    from = at;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(at + statement.source.size());
    lines.emplace(statement.sha256, static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1);
  }
  return lines;
}

/// Returns the line of the first statement of `one` that the page has; 0 where it has none.
std::size_t line_of(const Spec& spec, const Contradiction& one, const std::map<std::string, std::size_t>& lines) {
  for (const Citations& side : one.statements) {
    for (const std::string& id : side) {
      const Statement* const statement = find_statement(spec, id);
      const auto line = statement == nullptr ? lines.end() : lines.find(statement->sha256);
      if (line != lines.end()) return line->second;
    }
  }
  return 0;
}

reports::PageNote note_of(const OpSpec& op, const Contradiction& one, std::size_t line, Language language) {
  const std::string what =
      fmt::format(fmt::runtime(reports::pick(language, "> **Note:** {}; here: {}.", "> **说明：**{}；{}。")),
                  reports::pick(one.text, language), reports::pick(one.resolution, language));
  const std::string fix = fmt::format("> <!-- {}/{}: {} -->", op.name, one.id, reports::weigh(op, one, language).fix);
  return {.line = line, .lines = {what, fix}};
}

}  // namespace

Result<std::string> findings_patch(const Spec& spec, const std::string& documents) {
  std::string patch;
  for (const OpSpec& op : spec.operators) {
    for (const Document& document : spec.documents) {
      if (op.pages.empty() || document.op != op.name || document.release != spec.releases[op.pages.rbegin()->first])
        continue;
      const auto text = read_file(std::filesystem::path(documents) / document.path, largest_page);
      if (!text) return text.diagnostics();
      const auto lines = lines_of(*text);
      const Language language = reports::language_of(document.language);
      std::vector<reports::PageNote> notes;
      for (const Contradiction& one : op.contradictions) {
        const std::size_t line = line_of(spec, one, lines);
        if (line > 0 && in_release(one.applies, op.pages.rbegin()->first))
          notes.push_back(note_of(op, one, line, language));
      }
      patch += reports::patch_of(document.path, *text, notes);
    }
  }
  return patch;
}

}  // namespace npu_cts
