// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "framework/arrays/pict.h"
#include "framework/arrays/pict_text.h"
#include "framework/base/text.h"

namespace npu_cts::arrays {
namespace {

constexpr std::size_t most_values = 4'000;

/// Returns whether `line` is the first of a constraint.
bool begins_constraint(std::string_view line) {
  if (line.starts_with('[') || line.starts_with('(')) return true;
  const std::string word = to_lower(line.substr(0, line.find_first_of(" \t([")));
  const auto colon = line.find(':');
  return (word == "if" || word == "not") && (colon == std::string_view::npos || line.find('[') < colon);
}

/// Returns what `value` uses of PICT's language that is not read here; empty where there is nothing.
std::string_view unread_feature(std::string_view value) {
  if (value.starts_with('~')) return "a negative value";
  if (value.starts_with('<') && value.ends_with('>')) return "values borrowed from another parameter";
  if (value.find('|') != std::string_view::npos) return "a value with an alias";
  const auto open = value.rfind('(');
  const bool weighted = open != std::string_view::npos && open > 0 && value.ends_with(')') &&
                        parse_integer(value.substr(open + 1, value.size() - open - 2)).has_value();
  return weighted ? "a value with a weight" : "";
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view file) : text_(without_mark(text)) { at_.file = file; }

  Result<Model> run() {
    if (const std::size_t good = utf8_prefix(text_); good < text_.size()) return not_utf8(good);
    std::size_t begin = 0;
    for (at_.line = 1; begin < text_.size() && values_ <= most_values; ++at_.line) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      line_ = text_.substr(begin, end - begin);
      const std::string_view line = trim(line_);
      if (begins_constraint(line)) break;
      if (!line.empty() && !line.starts_with('#')) read_parameter(line);
      begin = end + 1;
    }
    if (model_.parameters.empty() && errors_.empty())
      errors_.push_back({.kind = Kind::expression_syntax,
                         .at = {.file = at_.file},
                         .what = "the model has no parameters",
                         .why = "each is a line of its own",
                         .hint = "write 'NAME: VALUE, VALUE'"});
    // A parameter that could not be read would make every constraint on it wrong as well.
    if (errors_.empty() && begin < text_.size()) errors_ = read_constraints(text_.substr(begin), at_, model_);
    if (!errors_.empty()) return std::move(errors_);
    return std::move(model_);
  }

 private:
  void fail(Kind kind, std::string_view part, std::string what, std::string why, std::string hint) {
    Location at = at_;
    at.column = column_after(line_.substr(0, static_cast<std::size_t>(part.data() - line_.data())));
    errors_.push_back(error_at(kind, std::move(at), std::move(what), std::move(why), std::move(hint)));
  }

  /// Returns what to say of the byte behind the first `good` ones.
  [[nodiscard]] Diagnostic not_utf8(std::size_t good) const {
    const std::string_view before = text_.substr(0, good);
    const int line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    const int column = column_after(before.substr(before.rfind('\n') + 1));  // from 0 where there is no line end
    return error_at(Kind::not_text, {.file = at_.file, .line = line, .column = column},
                    fmt::format("the byte '{}' is no UTF-8", escape_control(text_.substr(good, 1))),
                    "a model is plain UTF-8 text", "save the file as UTF-8");
  }

  void read_parameter(std::string_view line) {
    const auto colon = line.find(':');
    if (line.starts_with('{') || colon == std::string_view::npos) {
      const bool is_submodel = line.starts_with('{');
      return fail(Kind::expression_syntax, line,
                  is_submodel ? "sub-models are not read here" : "the line is neither a parameter nor a constraint",
                  "a parameter is a name, a colon and values", "write 'NAME: VALUE, VALUE'");
    }
    Parameter parameter{.name = std::string(trim(line.substr(0, colon)))};
    if (parameter.name.empty())
      return fail(Kind::expression_syntax, line, "a parameter has no name",
                  "constraints and rows speak of it by its name", "write one before the colon");
    if (find_name(names_of(model_), parameter.name))
      return fail(Kind::duplicate_id, line, fmt::format("there are two parameters '{}'", parameter.name),
                  "names in capitals and small letters are the same", "rename one");
    const std::size_t errors = errors_.size();
    read_values(line.substr(colon + 1), parameter);
    if (errors_.size() == errors) model_.parameters.push_back(std::move(parameter));
  }

  void read_values(std::string_view list, Parameter& parameter) {
    for (std::size_t begin = 0; begin <= list.size() && values_ <= most_values;) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      const std::string_view value = trim(list.substr(begin, end - begin));
      add_value(value.empty() ? list.substr(begin, 0) : value, parameter);
      begin = end + 1;
    }
  }

  void add_value(std::string_view value, Parameter& parameter) {
    if (value.empty())
      return fail(Kind::expression_syntax, value, fmt::format("'{}' has an empty value", parameter.name),
                  "values stand between commas", "write a value, or remove the comma");
    if (const auto feature = unread_feature(value); !feature.empty())
      return fail(Kind::expression_syntax, value, fmt::format("{} is not read here", feature),
                  "only names, values and constraints are", "write plain values");
    if (++values_ > most_values)
      return fail(Kind::file_too_large, value, "the model has too many values",
                  fmt::format("{} at most are read", most_values), "leave out values");
    if (find_name(parameter.values, value))
      return fail(Kind::duplicate_id, value, fmt::format("'{}' has the value '{}' twice", parameter.name, value),
                  "values in capitals and small letters are the same", "remove one");
    parameter.values.emplace_back(value);
  }

  std::string_view text_;
  std::string_view line_;
  Location at_;
  Model model_;
  std::size_t values_ = 0;
  Diagnostics errors_;
};

}  // namespace

Result<Model> read_pict(std::string_view text, std::string_view file) { return Reader(text, file).run(); }

}  // namespace npu_cts::arrays
