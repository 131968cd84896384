// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_support.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "framework/rule/bound_spec.h"

namespace npu_cts::reports {

using namespace document;

namespace {

using State = std::optional<SupportState>;

struct Glyph {
  Mark mark;
  std::string_view sign, en, zh;
};

Glyph glyph_of(const State& state) {
  if (!state) return {Mark::empty, "–", "not documented", "页面未提及"};
  switch (*state) {
    case SupportState::yes:
      return {Mark::good, "√", "supported", "支持"};
    case SupportState::no:
      return {Mark::empty, "×", "not supported", "不支持"};
    case SupportState::open:
      return {Mark::doubtful, "?", "open question", "未决"};
  }
  std::abort();
}

/// What the pages say of one product and mode, release by release.
class Course {
 public:
  Course(const MatrixScope& scope, const Product& product, const std::string& mode) : scope_(scope) {
    for (const std::size_t release : scope.releases()) {
      const Target target{product.id, scope.spec().releases[release], mode};
      cells_.push_back(find_support(scope.spec(), scope.op(), target));
    }
  }

  [[nodiscard]] State state() const { return state_of(cells_.size() - 1); }

  /// Returns the place of the first release since which the state has been what it is.
  [[nodiscard]] std::size_t start() const {
    std::size_t first = cells_.size() - 1;
    while (first > 0 && state_of(first - 1) == state()) --first;
    return first;
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      std::vector<std::string> parts;
      const Glyph glyph = glyph_of(state_of(i));
      if (i < start()) parts.push_back(scope_.say(glyph.en, glyph.zh));
      if (cells_[i] != nullptr && !cells_[i]->question.empty()) parts.push_back(cells_[i]->question);
      if (cells_[i] != nullptr && !cells_[i]->frameworks.empty()) parts.push_back(scope_.listed(cells_[i]->frameworks));
      if (parts.empty()) continue;
      const std::string& release = scope_.spec().releases[scope_.releases()[i]];
      notes.push_back(release + scope_.say(": ", "：") + scope_.separated(parts));
    }
    return notes;
  }

 private:
  [[nodiscard]] State state_of(std::size_t i) const {
    return cells_[i] == nullptr ? std::nullopt : State(cells_[i]->state);
  }

  const MatrixScope& scope_;
  std::vector<const SupportCell*> cells_;
};

/// The notes under a table, each once.
struct Footnotes {
  std::vector<std::string> texts;

  std::string sign_of(const std::string& text) {
    auto found = std::ranges::find(texts, text);
    if (found == texts.end()) found = texts.insert(texts.end(), text);
    return fmt::format(" [{}]", found - texts.begin() + 1);
  }
};

Line course_line(const MatrixScope& scope, const Course& course) {
  const Glyph glyph = glyph_of(course.state());
  Line line{badge(glyph.mark, std::string(glyph.sign)), plain(" " + scope.say(glyph.en, glyph.zh))};
  if (course.state() == SupportState::yes && scope.releases().size() > 1)
    line.push_back(plain(scope.with_note("", scope.since(scope.releases()[course.start()]))));
  return line;
}

}  // namespace

Blocks support_blocks(const MatrixScope& scope) {
  Table table{.columns = {{scope.say("Product", "产品")}}};
  for (const Mode& mode : scope.spec().modes.all) table.columns.push_back({pick(mode.name, scope.language())});
  Footnotes footnotes;
  for (const Product& product : scope.spec().products) {
    TableRow row{.cells = {cell(pick(product.name, scope.language()))}};
    for (const Mode& mode : scope.spec().modes.all) {
      const Course course(scope, product, mode.id);
      Line line = course_line(scope, course);
      for (const std::string& note : course.notes()) line.push_back(plain(footnotes.sign_of(note)));
      row.cells.push_back({.lines = {std::move(line)}});
    }
    table.rows.push_back(std::move(row));
  }
  Blocks blocks{{std::move(table)}};
  List list;
  for (const std::string& text : footnotes.texts)
    list.items.push_back({{plain(footnotes.sign_of(text).substr(1) + " " + text)}});
  if (!list.items.empty()) blocks.push_back({std::move(list)});
  return blocks;
}

TableCell support_summary(const MatrixScope& scope, const Product& product) {
  std::vector<std::string> modes;
  Line line;
  for (const Mode& mode : scope.spec().modes.all) {
    const Course course(scope, product, mode.id);
    if (line.empty()) line = course_line(scope, course);
    if (course.state() != SupportState::yes) continue;
    if (modes.empty()) line = course_line(scope, course);
    modes.push_back(mode.id);
  }
  TableCell made{.lines = {std::move(line)}};
  const std::string note = scope.note({.since = 0, .until = SIZE_MAX, .modes = std::move(modes)});
  if (!note.empty()) made.lines.push_back({dim(note)});
  return made;
}

}  // namespace npu_cts::reports
