// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>

#include "framework/ascend/reading/blocks.h"
#include "framework/ascend/reading/normalize.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

constexpr std::string_view program_start = "import torch";

/// The words that head a program in a flattened page; longer ones first.
constexpr std::array<std::string_view, 5> captions{"单算子模式调用", "单算子调用", "图模式调用", "图模式:", "父主题:"};

bool is_session(const std::vector<std::string>& lines) {
  return std::ranges::any_of(lines, [](const std::string& line) { return trim(line).starts_with(">>>"); });
}

bool announces_output(std::string_view line) {
  line = trim(line);
  return line.starts_with('#') &&
         (line.find("输出类似") != std::string_view::npos || line.find("Expected output") != std::string_view::npos);
}

enum class Before : std::uint8_t { typed, printed };

/// Returns whether a line of a session was typed: behind a prompt, or going on behind '...'.
bool is_typed(std::string_view line, Before before) {
  line = trim(line);
  return line.starts_with(">>>") || (before == Before::typed && (line == "..." || line.starts_with("... ")));
}

Block code_block(BlockKind kind, const std::string& text) { return {.kind = kind, .text = text}; }

std::string without_prompt(std::string_view line) {
  line = trim(line);
  line.remove_prefix(std::min(line.size(), std::size_t{3}));
  return std::string(line);
}

std::vector<Block> made_of(const std::vector<std::string>& code, const std::vector<std::string>& output) {
  std::vector<Block> blocks;
  if (!code.empty()) blocks.push_back(code_block(BlockKind::code, join(code, "\n")));
  if (!output.empty()) blocks.push_back(code_block(BlockKind::output, join(output, "\n")));
  return blocks;
}

/// Returns where the next caption or the next program after prose begins, at or after `from`.
std::size_t next_caption(std::string_view text, std::size_t from) {
  std::size_t next = text.size();
  for (const std::string_view caption : captions) next = std::min(next, text.find(caption, from));
  return next;
}

void add_example(std::string_view part, std::vector<Block>& blocks) {
  const std::size_t code = std::min(part.find(program_start), part.size());
  if (const auto prose = trim(part.substr(0, code)); !prose.empty()) {
    blocks.push_back(code_block(BlockKind::prose, std::string(prose)));
  }
  if (code < part.size()) blocks.push_back(code_block(BlockKind::code, std::string(part.substr(code))));
}

}  // namespace

std::vector<Block> code_blocks(const std::vector<std::string>& lines) {
  std::vector<std::string> code;
  std::vector<std::string> output;
  const bool session = is_session(lines);
  bool printing = false;
  for (const std::string& line : lines) {
    if (trim(line).empty()) continue;
    printing =
        session ? !is_typed(line, printing ? Before::printed : Before::typed) : printing || announces_output(line);
    (printing ? output : code).push_back(session && !printing ? without_prompt(line) : line);
  }
  return made_of(code, output);
}

std::vector<Block> flat_examples(const std::string& text) {
  std::vector<Block> blocks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = next_caption(text, at + 1);
    add_example(std::string_view(text).substr(at, end - at), blocks);
    at = end;
  }
  return blocks;
}

}  // namespace npu_cts::ascend
