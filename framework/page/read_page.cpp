#include "framework/page/read_page.h"

#include <fmt/format.h>

#include <set>

#include "framework/page/blocks.h"
#include "framework/page/normalize.h"
#include "framework/page/page_reader.h"
#include "framework/page/sha256.h"

namespace npu_cts {
namespace {

/// Gathers statements, each text once.
class Statements {
 public:
  void add(const Block& block, std::string_view place, const std::string& normalized) {
    const std::string context = block.context.empty() ? block.section : block.section + "/" + block.context;
    std::string text = context + ": " + normalized;
    if (!seen_.insert(text).second) return;
    std::string hash = sha256_of(text);
    list_.push_back(
        {.place = fmt::format("{}, {}", block.section, place), .text = std::move(text), .sha256 = std::move(hash)});
  }

  std::vector<PageStatement> take() { return std::move(list_); }

 private:
  std::set<std::string> seen_;
  std::vector<PageStatement> list_;
};

void add_sentences(const Block& block, Statements& statements) {
  const std::vector<std::string> sentences = split_sentences(block.text);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const std::string place = sentences.size() == 1 ? block.place : fmt::format("{}, sentence {}", block.place, i + 1);
    statements.add(block, place, normalize_prose(sentences[i]));
  }
}

void add_block(const Block& block, Statements& statements) {
  switch (block.kind) {
    case BlockKind::prose:
      return add_sentences(block, statements);
    case BlockKind::row:
    case BlockKind::formula:
      return statements.add(block, block.place, normalize_prose(block.text));
    case BlockKind::code:
    case BlockKind::output:
      return statements.add(block, block.place, normalize_code(block.text));
  }
}

}  // namespace

PageForm form_of(std::string_view text) { return text.starts_with("# ") ? PageForm::markdown : PageForm::flattened; }

std::vector<Block> blocks_of(std::string_view text, PageForm form) { return PageReader(form).read(text); }

std::vector<PageStatement> read_page(std::string_view text, PageForm form) {
  Statements statements;
  for (const Block& block : blocks_of(text, form)) add_block(block, statements);
  return statements.take();
}

}  // namespace npu_cts
