// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/plain_message.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include "framework/model/names.h"
#include "framework/run/message/message_fields.h"

namespace npu_cts::wire {
namespace {

/// Takes a header to pieces from its beginning. After the first piece that is not there, none is.
class Pieces {
 public:
  Pieces(std::string_view text, std::size_t reach) : rest_(text), reach_(reach) {}

  [[nodiscard]] bool is_whole() const { return holds_ && rest_.empty(); }

  [[nodiscard]] bool is_next(std::string_view piece) const { return holds_ && rest_.starts_with(piece); }

  bool skip_if(std::string_view piece) {
    if (!is_next(piece)) return false;
    rest_.remove_prefix(piece.size());
    return true;
  }
  void skip(std::string_view piece) { require(skip_if(piece)); }

  std::string_view word() {
    skip("\"");
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] >= ' ' && rest_[end] <= '~' && rest_[end] != '"' && rest_[end] != '\\')
      ++end;
    const std::string_view read = rest_.substr(0, end);
    rest_.remove_prefix(end);
    skip("\"");
    return read;
  }
  std::string text() { return std::string(word()); }

  template <class Enum, class Find>
  Enum name(Find find) {
    const std::optional<Enum> found = find(word());
    require(found.has_value());
    return found.value_or(Enum{});
  }

  std::int64_t integer() {
    std::int64_t value = 0;
    const std::size_t sign = is_next("-") ? 1 : 0;
    const bool has_zero_before = rest_.size() > sign + 1 && rest_[sign] == '0' && is_digit(rest_[sign + 1]);
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    require(error == std::errc() && !has_zero_before);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  std::int64_t natural(std::int64_t most) {
    const std::int64_t value = integer();
    require(value >= 0 && value <= most);
    return value;
  }

  std::vector<std::int64_t> integers(std::size_t most) {
    std::vector<std::int64_t> numbers;
    skip("[");
    numbers.reserve(static_cast<std::size_t>(std::ranges::count(rest_.substr(0, rest_.find(']')), ',')) + 1);
    for (bool is_first = true; holds_ && !skip_if("]"); is_first = false) {
      if (!is_first) skip(",");
      numbers.push_back(integer());
    }
    require(numbers.size() <= most);
    return numbers;
  }

  Shape shape() {
    Shape shape = integers(most_rank);
    require(is_shape(shape));
    return shape;
  }

  Place place() {
    skip("[");
    const std::int64_t offset = integer();
    skip(",");
    const std::int64_t bytes = integer();
    skip("]");
    require(is_within(offset, bytes, reach_));
    return {.offset = static_cast<std::size_t>(offset), .bytes = static_cast<std::size_t>(bytes)};
  }

  void require(bool holds) { holds_ = holds_ && holds; }
  [[nodiscard]] bool holds() const { return holds_; }

 private:
  static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

  std::string_view rest_;
  std::size_t reach_;
  bool holds_ = true;
};

PlacedTensor tensor_in(Pieces& pieces) {
  PlacedTensor tensor;
  pieces.skip(R"({"at":)");
  tensor.at = pieces.place();
  pieces.skip(R"(,"dtype":)");
  tensor.type.dtype = pieces.name<DType>(&find_dtype);
  pieces.skip(R"(,"format":)");
  tensor.type.format = pieces.name<Format>(&find_format);
  pieces.skip(R"(,"layout":)");
  tensor.type.layout = pieces.name<Layout>(&find_layout);
  pieces.skip(R"(,"offset":)");
  tensor.offset = pieces.natural(std::numeric_limits<std::int64_t>::max());
  pieces.skip(R"(,"shape":)");
  tensor.type.shape = pieces.shape();
  pieces.skip(R"(,"strides":)");
  tensor.strides = pieces.integers(most_rank);
  pieces.skip("}");
  return tensor;
}

PlacedValue value_in(Pieces& pieces) {
  if (pieces.skip_if("null")) return None{};
  if (pieces.skip_if("true")) return true;
  if (pieces.skip_if("false")) return false;
  if (pieces.is_next("\"")) return pieces.text();
  if (pieces.is_next("[")) return pieces.integers(most_list);
  if (pieces.is_next(R"({"at")")) return tensor_in(pieces);
  if (!pieces.skip_if(R"({"dtype":)")) return pieces.integer();
  const auto dtype = pieces.name<DType>(&find_dtype);
  pieces.skip("}");
  return dtype;
}

Run run_in(Pieces& pieces) {
  Run run;
  for (bool is_first = true; pieces.holds() && !pieces.skip_if("}"); is_first = false) {
    if (!is_first) pieces.skip(",");
    std::string key = pieces.text();
    pieces.skip(":");
    pieces.require(run.arguments.emplace(std::move(key), value_in(pieces)).second);
  }
  pieces.skip(R"(,"op":)");
  run.op = pieces.text();
  pieces.skip(R"(,"type":"run"})");
  return run;
}

/// Behind the '[' of a list, takes its values.
template <class T, class Take>
std::vector<T> list_in(Pieces& pieces, const Take& take) {
  std::vector<T> list;
  for (bool is_first = true; pieces.holds() && !pieces.skip_if("]"); is_first = false) {
    if (!is_first) pieces.skip(",");
    list.push_back(take(pieces));
  }
  pieces.require(list.size() <= most_outputs);
  return list;
}

DeclaredOutput output_in(Pieces& pieces) {
  DeclaredOutput output;
  pieces.skip(R"({"alias":)");
  output.alias = pieces.text();
  pieces.skip(R"(,"at":)");
  output.at = pieces.place();
  pieces.skip(R"(,"dtype":)");
  output.dtype = pieces.name<DType>(&find_dtype);
  pieces.skip(R"(,"name":)");
  output.name = pieces.text();
  pieces.skip(R"(,"shape":)");
  output.shape = pieces.shape();
  pieces.skip("}");
  return output;
}

Prepared prepared_in(Pieces& pieces) {
  Prepared prepared;
  prepared.outputs = list_in<DeclaredOutput>(pieces, output_in);
  pieces.skip(R"(,"type":"prepared","workspace":)");
  prepared.workspace = static_cast<std::uint64_t>(pieces.natural(most_workspace));
  pieces.skip("}");
  return prepared;
}

Proceed proceed_in(Pieces& pieces) {
  Proceed proceed;
  proceed.outputs = list_in<Place>(pieces, [](Pieces& list) { return list.place(); });
  pieces.skip(R"(,"type":"proceed","workspace":)");
  proceed.workspace = pieces.place();
  pieces.skip("}");
  return proceed;
}

Finished finished_in(Pieces& pieces) {
  Finished finished;
  finished.code = pieces.integer();
  pieces.skip(R"(,"kind":)");
  finished.kind = pieces.name<OutcomeKind>(&find_outcome_kind);
  pieces.skip(R"(,"message":)");
  finished.message = pieces.text();
  pieces.skip(R"(,"outputs":[)");
  finished.outputs = list_in<DeclaredOutput>(pieces, output_in);
  pieces.skip(R"(,"type":"finished"})");
  return finished;
}

Message message_in(Pieces& pieces) {
  if (pieces.skip_if(R"({"arguments":{)")) return run_in(pieces);
  if (pieces.skip_if(R"({"code":)")) return finished_in(pieces);
  pieces.skip(R"({"outputs":[)");
  if (pieces.is_next("[") || pieces.is_next(R"(],"type":"proceed")")) return proceed_in(pieces);
  return prepared_in(pieces);
}

}  // namespace

std::optional<Message> read_plain(std::string_view header, std::size_t reach) {
  Pieces pieces(header, reach);
  Message message = message_in(pieces);
  if (!pieces.is_whole()) return std::nullopt;
  return message;
}

}  // namespace npu_cts::wire
