// SPDX-License-Identifier: Apache-2.0
// What holds of every text, over small alphabets and over every code point.
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/base/ascii.h"
#include "framework/base/json_items.h"
#include "framework/base/nearest_word.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

/// Every text of at most `most` letters of `alphabet`.
std::vector<std::string> texts_of(std::string_view alphabet, std::size_t most) {
  std::vector<std::string> texts{""};
  for (std::size_t from = 0, length = 1; length <= most; ++length) {
    const std::size_t stop = texts.size();
    for (std::size_t i = from; i < stop; ++i) {
      for (const char letter : alphabet) texts.push_back(texts[i] + letter);
    }
    from = stop;
  }
  return texts;
}

std::string utf8_of(std::uint32_t code) {
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | code >> 6U), static_cast<char>(0x80U | (code & 0x3FU))};
  if (code < 0x10000)
    return {static_cast<char>(0xE0U | code >> 12U), static_cast<char>(0x80U | (code >> 6U & 0x3FU)),
            static_cast<char>(0x80U | (code & 0x3FU))};
  return {static_cast<char>(0xF0U | code >> 18U), static_cast<char>(0x80U | (code >> 12U & 0x3FU)),
          static_cast<char>(0x80U | (code >> 6U & 0x3FU)), static_cast<char>(0x80U | (code & 0x3FU))};
}

constexpr std::uint32_t last_code = 0x10FFFF;
bool is_surrogate(std::uint32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

TEST(SplitAndJoin, GiveTheTextBack) {
  for (const std::string& text : texts_of("a,;", 5)) {
    EXPECT_EQ(join(split(text, ','), ","), text);
    EXPECT_EQ(split(text, ',').size(), static_cast<std::size_t>(std::ranges::count(text, ',')) + 1);
  }
}

TEST(Trim, LeavesNoBlankAtEitherEndAndAllBetween) {
  for (const std::string& text : texts_of("a \t", 5)) {
    const std::string_view trimmed = trim(text);
    EXPECT_EQ(trim(trimmed), trimmed);
    EXPECT_NE(text.find(trimmed), std::string::npos);
    EXPECT_EQ(std::ranges::count(trimmed, 'a'), std::ranges::count(text, 'a'));
    EXPECT_TRUE(trimmed.empty() || (trimmed.front() == 'a' && trimmed.back() == 'a')) << text;
  }
}

TEST(IsUtf8, OfEveryCodePointButSurrogates) {
  for (std::uint32_t code = 0; code <= last_code; code += code < 0x11000 ? 1 : 61)
    ASSERT_EQ(is_utf8(utf8_of(code)), !is_surrogate(code)) << code;
  EXPECT_FALSE(is_utf8(utf8_of(last_code + 1)));
}

TEST(IsUtf8, OfNoCodePointThatIsCutOff) {
  for (const std::uint32_t code : {0x80U, 0x7FFU, 0x800U, 0xFFFFU, 0x10000U, last_code}) {
    const std::string whole = utf8_of(code);
    for (std::size_t length = 1; length < whole.size(); ++length) {
      EXPECT_FALSE(is_utf8(whole.substr(0, length))) << code;
      EXPECT_FALSE(is_utf8(whole.substr(length))) << code;
      EXPECT_FALSE(is_utf8(whole.substr(0, length) + "a")) << code;
    }
  }
}

TEST(EscapeControl, MakesUtf8WithoutControlCharactersOfAnyBytes) {
  for (const std::string& text : texts_of("a\n\x1b\x7f\xc2\x85\xe2\x80\xae\xff", 3)) {
    const std::string safe = escape_control(text);
    EXPECT_TRUE(is_utf8(safe));
    for (const char c : safe) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
    EXPECT_EQ(safe.find("\xE2\x80\xAE"), std::string::npos) << "what turns the direction of writing";
    EXPECT_EQ(escape_control(safe), safe) << "once is enough";
  }
}

TEST(EscapeControl, LeavesWhatPrints) {
  for (std::uint32_t code = 0xA0; code < 0x2000; ++code)
    ASSERT_EQ(escape_control(utf8_of(code)), utf8_of(code)) << code;
  for (std::uint32_t code = 0; code < 0xA0; ++code) {
    const bool prints = code >= 0x20 && (code < 0x7F || code >= 0xA0);
    ASSERT_EQ(escape_control(utf8_of(code)) == utf8_of(code), prints) << code;
  }
}

TEST(ParseInteger, IsTheInverseOfWriting) {
  for (const std::string& text : texts_of("-019", 4)) {
    const auto number = parse_integer(text);
    if (!number) continue;
    EXPECT_EQ(std::to_string(*number), text);
  }
  for (std::int64_t number = -1200; number <= 1200; ++number) EXPECT_EQ(parse_integer(std::to_string(number)), number);
}

/// The distance by its definition: what is left of both when the first letters are dropped, changed or swapped.
std::size_t slow_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  std::size_t best = slow_distance(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  best = std::min({best, slow_distance(a.substr(1), b) + 1, slow_distance(a, b.substr(1)) + 1});
  const bool is_swapped = a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0];
  return is_swapped ? std::min(best, slow_distance(a.substr(2), b.substr(2)) + 1) : best;
}

TEST(NearestWord, IsWithinAThirdOfItsLengthByTheSlowDistanceOrGoesOn) {
  const std::vector<std::string> words = texts_of("abc", 4);
  for (const std::string word : {"abca", "cc", "bacb", "aaaa"}) {
    for (const std::string& known : words) {
      const auto nearest = nearest_word(word, std::vector{known});
      const bool is_near = slow_distance(word, known) <= std::max<std::size_t>(1, word.size() / 3);
      EXPECT_EQ(nearest.has_value(), is_near || known.starts_with(word)) << word << " " << known;
    }
  }
}

TEST(StableHash, OfATextIsThatOfItsPartsInTurn) {
  for (const std::string& text : texts_of("ab\n", 4)) {
    for (std::size_t cut = 0; cut <= text.size(); ++cut)
      EXPECT_EQ(stable_hash(text.substr(cut), stable_hash(text.substr(0, cut))), stable_hash(text));
  }
  std::set<std::uint64_t> hashes;
  const std::vector<std::string> texts = texts_of("abc", 6);
  for (const std::string& text : texts) hashes.insert(stable_hash(text));
  EXPECT_EQ(hashes.size(), texts.size());
}

TEST(Ascii, KnowsLettersDigitsAndNothingElse) {
  for (int code = 0; code < 256; ++code) {
    const auto c = static_cast<char>(code);
    const bool is_lower = code >= 'a' && code <= 'z';
    const bool is_upper = code >= 'A' && code <= 'Z';
    const bool is_digit = code >= '0' && code <= '9';
    EXPECT_EQ(is_ascii_letter(c), is_lower || is_upper) << code;
    EXPECT_EQ(is_ascii_digit(c), is_digit) << code;
    EXPECT_EQ(is_ascii_alphanumeric(c), is_lower || is_upper || is_digit) << code;
    EXPECT_EQ(is_name_character(c), is_lower || is_upper || is_digit || c == '_') << code;
    EXPECT_EQ(to_lower(c), is_upper ? static_cast<char>(code + 32) : c) << code;
  }
  EXPECT_EQ(to_lower("ÄB_c1"), "Äb_c1") << "no letter of another alphabet";
}

/// Returns the text that JSON gives back for `text`.
std::string there_and_back(std::string_view text) {
  std::string json;
  append_text(json, text);
  const auto items = read_json(json);
  return items ? std::string(items->all.front().text) : "no JSON: " + json;
}

TEST(AppendText, IsReadBackForEveryCodePoint) {
  for (std::uint32_t code = 0; code <= last_code; code += code < 0x3000 ? 1 : 127) {
    if (is_surrogate(code)) continue;
    ASSERT_EQ(there_and_back(utf8_of(code)), utf8_of(code)) << code;
    ASSERT_EQ(there_and_back("a" + utf8_of(code) + "\"\\"), "a" + utf8_of(code) + "\"\\") << code;
  }
}

TEST(AppendText, MakesJsonOfAnyBytes) {
  for (const std::string& text : texts_of("a\"\\\x80\xc3\xff\n", 4)) {
    const std::string back = there_and_back(text);
    EXPECT_TRUE(is_utf8(back));
    EXPECT_FALSE(back.starts_with("no JSON")) << escape_control(text);
    if (!is_utf8(text)) continue;
    EXPECT_EQ(back, text);
  }
}

TEST(ReadJson, ReadsTheSameWithBlanksAndWithout) {
  for (const std::string text :
       {"[1,2]", "{\"a\":[true,null]}", "\"a\"", "-7", "{}", "[[],[[]]]", "{\"a\":{\"b\":0}}"}) {
    std::string wide;
    for (const char c : text)
      wide += std::string_view("[]{},:").find(c) == std::string_view::npos ? std::string(1, c)
                                                                           : std::string(" ") + c + "\n";
    const auto plain = read_json(text);
    const auto blank = read_json(wide);
    ASSERT_TRUE(plain && blank) << text;
    ASSERT_EQ(plain->all.size(), blank->all.size());
    for (std::size_t i = 0; i < plain->all.size(); ++i) {
      EXPECT_EQ(plain->all[i].kind, blank->all[i].kind) << text;
      EXPECT_EQ(plain->all[i].key, blank->all[i].key) << text;
      EXPECT_EQ(plain->all[i].integer, blank->all[i].integer) << text;
      EXPECT_EQ(plain->all[i].length, blank->all[i].length) << text;
      EXPECT_EQ(plain->all[i].members, blank->all[i].members) << text;
    }
  }
}

}  // namespace
}  // namespace npu_cts
