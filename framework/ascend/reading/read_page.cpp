// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/read_page.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "framework/ascend/reading/blocks.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/base/sha256.h"

namespace npu_cts::ascend {
namespace {

void add_statement(const Block& block, std::string_view place, std::string words, std::string source,
                   std::vector<PageStatement>& statements) {
  const std::string head = block.context.empty() ? block.section : block.section + "/" + block.context;
  std::string text = fmt::format("{}: {}", head, words);
  std::string hash = sha256_of(text);
  statements.push_back({.place = fmt::format("{}, {}", block.section, place),
                        .section = block.section,
                        .subject = block.context,
                        .words = std::move(words),
                        .text = std::move(text),
                        .sha256 = std::move(hash),
                        .kind = block.kind,
                        .source = std::move(source)});
}

void add_sentences(const Block& block, std::vector<PageStatement>& statements) {
  const std::vector<std::string> sentences = split_sentences(block.text);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::string place = sentences.size() == 1 ? block.place : fmt::format("{}, sentence {}", block.place, i + 1);
    add_statement(block, place, normalize_prose(sentences[i]), sentences[i], statements);
  }
}

void add_block(const Block& block, std::vector<PageStatement>& statements) {
  switch (block.kind) {
    case BlockKind::prose:
      return add_sentences(block, statements);
    case BlockKind::row:
    case BlockKind::formula:
      return add_statement(block, block.place, normalize_prose(block.text), block.text, statements);
    case BlockKind::code:
    case BlockKind::output:
      return add_statement(block, block.place, normalize_code(block.text), block.text, statements);
  }
}

}  // namespace

PageForm form_of(std::string_view text) { return text.starts_with("# ") ? PageForm::markdown : PageForm::flattened; }

std::vector<PageStatement> read_in_order(std::string_view text, PageForm form) {
  std::vector<PageStatement> statements;
  for (const Block& block : blocks_of(text, form)) add_block(block, statements);
  return statements;
}

std::vector<PageStatement> without_repeats(const std::vector<PageStatement>& statements) {
  std::set<std::string_view> seen;
  std::vector<PageStatement> list;
  for (const PageStatement& statement : statements) {
    if (seen.insert(statement.text).second) list.push_back(statement);
  }
  return list;
}

std::vector<PageStatement> read_page(std::string_view text, PageForm form) {
  return without_repeats(read_in_order(text, form));
}

bool is_said(const PageStatement& statement) {
  return statement.kind == BlockKind::prose || statement.kind == BlockKind::row;
}

std::string item_of(const PageStatement& statement) {
  return statement.place.substr(0, statement.place.find(", sentence"));
}

}  // namespace npu_cts::ascend
