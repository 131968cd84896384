#include "framework/record/rerun.h"

#include <algorithm>

#include <fmt/format.h>

namespace npu_cts {
namespace {

bool needs_no_quotes(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("._-/:@%+=,").find(c) != std::string_view::npos;
}

std::string quoted(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

}  // namespace

std::string shell_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, needs_no_quotes) ? std::string(text) : quoted(text);
}

std::string rerun_command(std::string_view case_id, std::string_view driver, const Target& target) {
  return fmt::format("npu-cts run {} --driver {} --product {} --release {}", quoted(case_id), shell_word(driver),
                     shell_word(target.product), shell_word(target.release));
}

}  // namespace npu_cts
