// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/checks/terms.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "framework/base/ascii.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

/// A term of the field, and the words of which the English has one wherever the Chinese has the term.
struct Term {
  std::string_view zh;
  std::string_view en;  ///< lower case, parted by '|'; a beginning of a word will do
};

constexpr auto terms = std::to_array<Term>({
    {"偏置", "bias|added"},
    {"偏移", "offset|added"},
    {"缩放", "scal|factor"},
    {"零点", "zero point"},
    {"页", "page|edition"},
    {"厂商", "vendor"},
    {"下层", "vendor|below|lower"},
    {"空", "empt|have elements"},
    {"连续", "contiguous|strided"},
    {"转置", "transpos"},
    {"分块", "block"},
    {"打包", "pack"},
    {"舍入", "round|cut|fused"},
    {"饱和", "stop"},
    {"示例", "example|program"},
    {"索引", "ind|start|where|pairs"},
    {"公式", "formula|computed"},
    {"产品", "product|series"},
    {"形状", "shape"},
    {"默认", "default"},
    {"无穷", "infin"},
    {"图", "graph|picture|image"},
    {"通道", "channel"},
    {"矩阵", "matri|operand"},
    {"卷积", "conv|kernel|dimension"},
    {"未决", "open"},
    {"变体", "variant|implementation-defined"},
    {"维", "ax|rank|dimension|2-d|matri|vector|convolves|block"},
    {"元素", "element|entr|one|value|number|size|rest"},
    {"倍数", "multiple"},
    {"结果", "result|show|print|determin|nothing"},
    {"输出", "result|output|give"},
    {"类型", "type"},
    {"非负", "negative|below zero"},
    {"超过", "beyond|more|over|pass"},
    {"超出", "beyond|fit"},
    {"返回", "result|return|give"},
    {"转换", "cast|transpos|npu_trans"},
    {"合法", "legal|hold|may"},
    {"约束", "rule|hold|bind"},
    {"保留", "reserved|keep|stay"},
    {"左", "left"},
    {"右", "right"},
    {"分组", "group|parts|share|rows"},
    {"程序", "program"},
    {"打印", "print"},
    {"代码", "code|check"},
    {"接口", "page|layer|interface|function"},
    {"整数", "integer|int8|whole|sizes|block|steps"},
    {"真", "true|whether"},
    {"假", "false"},
    {"奇数", "odd"},
    {"最后", "last"},
    {"起点", "start"},
    {"对齐", "align"},
    {"字节", "byte"},
    {"次方", "power"},
    {"精确", "exact|hold"},
    {"尾数", "mantissa|fraction"},
    {"单个", "single|one"},
    {"二者", "both"},
    {"随机", "random"},
    {"影响", "change|matter"},
    {"取值", "value|take|hold|may|print|range|names|differ"},
});

/// Returns whether `text` has one of `words`, parted by '|'.
bool has_one_of(std::string_view text, std::string_view words) {
  const auto parts = split(words, '|');
  return std::ranges::any_of(parts, [&](const std::string& word) { return text.find(word) != std::string_view::npos; });
}

/// Returns `text` in lower case, with names as words: "group_sizes" stands in "group sizes" too.
std::string as_words(std::string_view text) {
  std::string words = to_lower(text);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace

std::string find_untranslated_term(const Text& text) {
  const std::string en = to_lower(text.en);
  for (const Term& term : terms) {
    if (text.zh.find(term.zh) != std::string::npos && !has_one_of(en, term.en)) return std::string(term.zh);
  }
  const std::string words = as_words(text.en);
  for (std::size_t at = 0; at < text.zh.size(); ++at) {
    std::size_t end = at;
    while (end < text.zh.size() && is_name_character(text.zh[end])) ++end;
    const std::string name = text.zh.substr(at, end - at);
    const bool is_name = std::ranges::any_of(name, is_ascii_letter) && words.find(as_words(name)) == std::string::npos;
    if (is_name) return name;
    at = std::max(end, at);
  }
  return "";
}

}  // namespace npu_cts
