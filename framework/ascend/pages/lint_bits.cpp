// SPDX-License-Identifier: Apache-2.0
// Bits that a sentence names and the formula below it does not write.
#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "framework/ascend/pages/lint.h"
#include "framework/ascend/pages/programs.h"
#include "framework/base/ascii.h"

namespace npu_cts::ascend {
namespace {

constexpr int word_bits = 64;

/// Bits from `low` to `high`, both inside.
struct Field {
  int low = 0;
  int high = 0;
};

/// Returns the number that `text` begins with; -1 where there is none.
int leading_number(std::string_view text) {
  int number = -1;
  std::from_chars(text.data(), text.data() + std::min<std::size_t>(text.size(), 4), number);
  return number;
}

std::string_view after_number(std::string_view text) {
  text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(text, is_ascii_digit) - text.begin()));
  return text;
}

/// Returns the bits that `words` call by their places. "32 bits" are a width, no places.
std::vector<int> named_bits(std::string_view words) {
  constexpr std::array<std::string_view, 4> leads{"bit位", "第", "bit ", "bits "};
  constexpr std::array<std::string_view, 5> joints{"-", "到", "至", " through ", " to "};
  std::vector<int> bits;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto lead =
        std::ranges::find_if(leads, [&](std::string_view one) { return words.substr(at).starts_with(one); });
    if (lead == leads.end()) continue;
    std::string_view rest = words.substr(at + lead->size());
    const int first = leading_number(rest);
    rest = after_number(rest);
    if (first < 0 || (*lead == "第" && !rest.starts_with("位"))) continue;
    bits.push_back(first);
    const auto joint = std::ranges::find_if(joints, [&](std::string_view one) { return rest.starts_with(one); });
    const int last = joint == joints.end() ? -1 : leading_number(rest.substr(joint->size()));
    if (last >= 0) bits.push_back(last);
  }
  return bits;
}

/// Returns a formula of a page with its shifts as "<<", without blanks and backslashes.
std::string plain(std::string_view formula) {
  std::string text;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    if (formula.substr(i).starts_with("\\ll")) {
      text += "<<";
      i += 2;
    } else if (formula[i] != '\\' && std::isspace(static_cast<unsigned char>(formula[i])) == 0) {
      text += formula[i];
    }
  }
  return text;
}

/// Returns the highest bit of the widest hexadecimal mask in `text`; -1 where there is none.
int mask_end(std::string_view text) {
  int end = -1;
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    if (text[at] != '0' || (text[at + 1] != 'x' && text[at + 1] != 'X')) continue;
    std::uint64_t mask = 0;
    std::from_chars(text.data() + at + 2, text.data() + text.size(), mask, 16);
    end = std::max(end, word_bits - 1 - std::countl_zero(mask));
  }
  return end;
}

/// Returns where the operand that ends before `shift` begins: a bracket or a number.
std::size_t operand_begin(std::string_view text, std::size_t shift) {
  std::size_t begin = shift;
  if (begin > 0 && text[begin - 1] == ')') {
    for (std::size_t open = text.rfind('(', begin - 1); open != std::string_view::npos && open < begin;
         open = open == 0 ? std::string_view::npos : text.rfind('(', open - 1)) {
      if (closing_bracket(text, open) == shift - 1) return open;
    }
  }
  while (begin > 0 && is_ascii_digit(text[begin - 1])) --begin;
  return begin;
}

/// Returns the bits that the formula writes: each shifted operand where it lands, then every mask that is not shifted
/// from bit 0 on. Empty where the formula neither shifts nor masks.
std::vector<Field> fields_of(std::string_view formula) {
  std::string text = plain(formula);
  std::vector<Field> fields;
  for (std::size_t shift = text.find("<<"); shift != std::string::npos; shift = text.find("<<", shift + 1)) {
    const int low = leading_number(std::string_view(text).substr(shift + 2));
    const std::size_t begin = operand_begin(text, shift);
    const std::string operand = text.substr(begin, shift - begin);
    const int width = operand == "1" ? 0 : mask_end(operand);
    if (low < 0) return {};  // shifted by a name: where it lands is unknown
    fields.push_back({.low = low, .high = width < 0 ? word_bits - 1 : low + width});
    std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(begin), operand.size(), ' ');
  }
  if (const int end = mask_end(text); end >= 0) fields.push_back({.low = 0, .high = end});
  return fields;
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): pages, statements and fields are nested
findings::Findings find_bits_outside_fields(const OperatorPages& pages) {
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    const auto& list = page->in_order;
    for (std::size_t i = 1; i < list.size(); ++i) {
      if (list[i].kind != BlockKind::formula) continue;
      const std::vector<Field> fields = fields_of(list[i].source);
      const std::string item = item_of(list[i - 1]);
      for (std::size_t j = i; !fields.empty() && j-- > 0 && item_of(list[j]) == item;) {
        for (const int bit : named_bits(list[j].words)) {
          if (std::ranges::any_of(fields, [&](const Field& one) { return one.low <= bit && bit <= one.high; }))
            continue;
          found.push_back(lint_finding(pages, *page, {list[j], list[i]},
                                       fmt::format("bit {} is none that the formula below writes", bit)));
        }
      }
    }
  }
  return found;
}

}  // namespace npu_cts::ascend
