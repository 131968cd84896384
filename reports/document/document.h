// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// A page that people read, as a value: what it says and in which order, without markup. Every text is as it came; the
/// writers (html.h, markdown.h) escape it.
namespace npu_cts::document {

/// How something stands, for a reader's eye.
enum class Mark : std::uint8_t { empty, good, doubtful, bad };

/// What a piece of text is.
enum class Style : std::uint8_t {
  plain,
  dim,      ///< beside the point
  strong,   ///< to be seen first
  name,     ///< an id
  code,     ///< something to type or to look for
  badge,    ///< a verdict, coloured by its mark
  picture,  ///< the picture file beside the page that the link names; the text is for those who do not see it
};

/// Where a piece of text leads.
enum class To : std::uint8_t {
  nowhere,
  page,     ///< a page of the same set; each form links to its own
  section,  ///< a section of this page
  item,     ///< a row or a card of this page; a form without such places prints the text alone
};

struct Link {
  To to = To::nowhere;
  std::string name;     ///< of the page, or the anchor
  std::string at = {};  ///< an anchor on that page; empty: its top
  friend bool operator==(const Link&, const Link&) = default;
};

/// A piece of running text.
struct Span {
  std::string text;
  Style style = Style::plain;
  Mark mark = Mark::empty;
  Link link = {};
  friend bool operator==(const Span&, const Span&) = default;
};
using Line = std::vector<Span>;

/// What a form prints of a fold when it cannot fold.
enum class Flat : std::uint8_t { summary, lines };

/// Lines that the reader opens. Links in the summary are for forms that cannot fold.
struct Fold {
  Line summary;
  std::vector<Line> lines = {};
  Flat flat = Flat::summary;
  friend bool operator==(const Fold&, const Fold&) = default;
};

/// A cell of a table: lines one below the other, then folds.
struct TableCell {
  std::vector<Line> lines = {};
  std::vector<Fold> folds = {};
  Mark mark = Mark::empty;
  friend bool operator==(const TableCell&, const TableCell&) = default;
};

/// What a column holds; decides how it is set.
enum class Holds : std::uint8_t { text, number, score, note };

struct Column {
  std::string title;
  Holds holds = Holds::text;
  std::string hint = {};  ///< shown where the reader points at the title
  friend bool operator==(const Column&, const Column&) = default;
};

struct TableRow {
  std::vector<TableCell> cells = {};
  std::string anchor = {};
  bool is_sum = false;
  friend bool operator==(const TableRow&, const TableRow&) = default;
};

struct Table {
  std::vector<Column> columns;
  std::vector<TableRow> rows = {};
  friend bool operator==(const Table&, const Table&) = default;
};

struct Paragraph {
  Line line;
  friend bool operator==(const Paragraph&, const Paragraph&) = default;
};

struct Item {
  Line line;
  std::vector<Item> items = {};
  friend bool operator==(const Item&, const Item&) = default;
};

struct List {
  std::vector<Item> items;
  friend bool operator==(const List&, const List&) = default;
};

/// One labelled fact; more than one line stand below each other.
struct Term {
  std::string label;
  std::vector<Line> lines = {};
  friend bool operator==(const Term&, const Term&) = default;
};

struct Terms {
  std::vector<Term> terms;
  friend bool operator==(const Terms&, const Terms&) = default;
};

/// One thing to look at: a title, a sentence, labelled facts, and a table where it has columns.
struct Card {
  std::string anchor;
  Mark mark = Mark::empty;
  Line title;
  Line line;
  Terms terms = {};
  Table table = {};
  std::string program = {};  ///< below all else, where there is one
  bool is_folded = false;    ///< a form that can fold shows the title alone, until the reader opens it
  friend bool operator==(const Card&, const Card&) = default;
};

/// A program or a declaration, line by line as it is.
struct Program {
  std::string language;  ///< "python"
  std::string text;
  friend bool operator==(const Program&, const Program&) = default;
};

/// A part of a bar.
struct BarPart {
  Mark mark = Mark::empty;
  std::size_t count = 0;
  std::string label;  ///< what is counted: "pass"
  friend bool operator==(const BarPart&, const BarPart&) = default;
};

struct Bar {
  std::string label;
  std::vector<BarPart> parts;
  friend bool operator==(const Bar&, const Bar&) = default;
};

/// Numbers of a table beside it, as bars of one scale. Only forms that can draw show it.
struct Chart {
  std::string title;
  std::vector<Bar> bars = {};
  friend bool operator==(const Chart&, const Chart&) = default;
};

struct Block;
using Blocks = std::vector<Block>;

struct Section {
  Line title;
  Blocks blocks;
  std::string anchor = {};
  friend bool operator==(const Section&, const Section&) = default;
};

struct Block {
  std::variant<Paragraph, Table, List, Terms, Card, Program, Chart, Section> value;
  friend bool operator==(const Block&, const Block&) = default;
};

/// Every case of a run: too many to print, for a form that can search and filter them.
struct CaseIndex {
  std::string title;
  /// Of what tells cases apart, in the reader's language: operator, product, release, mode, family, status.
  std::vector<std::string> labels = {};
  std::string again;    ///< label of the command
  std::string command;  ///< that runs a case again; %id%, %product% and %release% stand for the case's own
  /// The targets ("OPERATOR/PRODUCT/RELEASE/MODE/", the first none's), tabs between them; the statuses ("MARK
  /// NAME=WORD"), tabs between them; then for each "FAMILY/CONTENT", behind a tab, its cases: number of the target,
  /// letter of the status.
  std::string lines;
  friend bool operator==(const CaseIndex&, const CaseIndex&) = default;
};

/// Everything a page says.
struct PageContent {
  std::string language;  ///< "en", "zh"
  std::string title;     ///< of the window
  Line heading = {};
  Blocks blocks;
  CaseIndex cases = {};  ///< where it has lines
  friend bool operator==(const PageContent&, const PageContent&) = default;
};

/// Returns an empty page under `title`.
PageContent page_titled(std::string title, std::string_view language);

Span plain(std::string text);
Span dim(std::string text);
Span strong(std::string text);
Span name(std::string text);
Span code(std::string text);
Span badge(Mark mark, std::string text);
Span picture(std::string file, std::string text);
Span linked(Span span, To to, std::string target);

/// Returns a cell of one line; an empty one where the text is empty.
TableCell cell(Span span);
TableCell cell(std::string text);
TableCell cell(std::size_t number);

}  // namespace npu_cts::document
