// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/prose.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <utility>

namespace npu_cts::gates {
namespace {

/// A run of prose that no sentence crosses: a paragraph, a list item, a table cell.
struct Block {
  std::size_t line = 0;
  std::string text = {};
};

bool is_heading(const std::string& line) { return line.starts_with("#"); }
bool is_fence(const std::string& line) { return std::regex_search(line, std::regex("^ *```")); }
bool is_table(const std::string& line) { return line.starts_with("|"); }
bool is_blank(const std::string& line) { return line.find_first_not_of(' ') == std::string::npos; }
bool begins_item(const std::string& line) { return std::regex_search(line, std::regex("^ *([-*+]|[0-9]+\\.) ")); }

/// Returns the line as it reads: code is one word, a link is its text, marks of lists and emphasis are gone.
std::string plain(const std::string& line) {
  std::string text = std::regex_replace(line, std::regex("`[^`]*`"), "code");
  text = std::regex_replace(text, std::regex("!?\\[([^\\]]*)\\]\\([^)]*\\)"), "$1");
  text = std::regex_replace(text, std::regex("^ *([-*+]|[0-9]+\\.) "), "");
  return std::regex_replace(text, std::regex("\\*\\*|^> ?"), "");
}

void add_cells(const std::string& row, std::size_t line, std::vector<Block>& blocks) {
  if (std::regex_match(row, std::regex("[-| :]+"))) return;
  std::istringstream cells(std::regex_replace(plain(row), std::regex("\\\\\\|"), "/"));
  for (std::string cell; std::getline(cells, cell, '|');) {
    if (!is_blank(cell)) blocks.push_back({.line = line, .text = cell});
  }
}

std::vector<Block> blocks_of(const SourceFile& page) {
  std::vector<Block> blocks;
  bool fenced = false;
  bool open = false;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    if (is_fence(line)) fenced = !fenced;
    const bool prose = !fenced && !is_fence(line) && !is_heading(line) && !is_blank(line) && !is_table(line);
    if (!fenced && is_table(line)) add_cells(line, i + 1, blocks);
    if (prose && (!open || begins_item(line))) blocks.push_back({.line = i + 1});
    if (prose) blocks.back().text += plain(line) + "\n";
    open = prose;
  }
  return blocks;
}

std::size_t count_words(const std::string& text) {
  std::istringstream in(text);
  std::size_t words = 0;
  for (std::string word; in >> word;) {
    if (std::ranges::any_of(word, [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; })) ++words;
  }
  return words;
}

void add_sentences(const Block& block, std::vector<Sentence>& sentences) {
  static const std::regex end("[.!?][)\"']?(?=\\s)");
  auto from = block.text.begin();
  const auto add = [&](auto to) {
    const auto first = std::find_if(from, to, [](unsigned char c) { return std::isspace(c) == 0; });
    const auto above = static_cast<std::size_t>(std::count(block.text.begin(), first, '\n'));
    Sentence sentence{.line = block.line + above, .text = std::string(first, to), .words = 0};
    sentence.words = count_words(sentence.text);
    if (sentence.words > 0) sentences.push_back(std::move(sentence));
    from = to;
  };
  for (std::smatch found; std::regex_search(from, block.text.end(), found, end);) add(found[0].second);
  add(block.text.end());
}

}  // namespace

std::vector<Sentence> sentences_of(const SourceFile& page) {
  std::vector<Sentence> sentences;
  for (const Block& block : blocks_of(page)) add_sentences(block, sentences);
  return sentences;
}

std::size_t median_words(const std::vector<Sentence>& sentences) {
  if (sentences.empty()) return 0;
  std::vector<std::size_t> lengths;
  for (const Sentence& sentence : sentences) lengths.push_back(sentence.words);
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::ranges::nth_element(lengths, middle);
  return *middle;
}

}  // namespace npu_cts::gates
