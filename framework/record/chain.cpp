// SPDX-License-Identifier: Apache-2.0
#include "framework/record/chain.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::record {
namespace {

constexpr std::string_view line_key = R"(,"line":)";
constexpr std::string_view chain_key = R"(,"chain":")";
constexpr std::string_view closing = "\"}";
constexpr std::size_t hash_digits = 64;
constexpr std::size_t link_length = chain_key.size() + hash_digits + closing.size();

/// Returns the number that `content`, a line without its hash, says it has.
std::optional<std::int64_t> number_of(std::string_view content) {
  const std::size_t at = content.rfind(line_key);
  return at == std::string_view::npos ? std::nullopt : parse_integer(content.substr(at + line_key.size()));
}

}  // namespace

std::string json_of(std::string_view line) {
  const std::string_view content = line.substr(0, line.size() - std::min(line.size(), link_length));
  return std::string(content.substr(0, content.rfind(line_key))) + "}";
}

std::string Chain::hash_of(std::string_view content) {
  hash_.add(head_);
  hash_.add(content);
  return hash_.take();
}

std::string Chain::link(std::string json) {
  json.pop_back();
  json.append(line_key).append(std::to_string(++lines_));
  head_ = hash_of(json);
  return std::move(json.append(chain_key).append(head_).append(closing).append("\n"));
}

std::optional<std::string> Chain::take(std::string_view line) {
  const std::size_t length = line.size() - std::min(line.size(), link_length);
  const std::string_view content = line.substr(0, length);
  const auto number = number_of(content);
  if (!number || !line.substr(length).starts_with(chain_key) || !line.ends_with(closing))
    return "the line does not end with its number and hash";
  const auto expected = static_cast<std::int64_t>(++lines_);
  if (*number > expected) {
    return fmt::format("line {} of the run stands here, not line {}: lines were removed or moved", *number, expected);
  }
  if (*number < expected) {
    return fmt::format("line {} of the run stands here, not line {}: lines were repeated or moved", *number, expected);
  }
  head_ = hash_of(content);
  if (line.substr(length + chain_key.size(), hash_digits) == head_) return std::nullopt;
  return "the line is not as the run wrote it: its hash is another";
}

}  // namespace npu_cts::record
