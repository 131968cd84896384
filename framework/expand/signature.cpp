#include "framework/expand/signature.h"

#include <fmt/format.h>

#include "framework/rule/print_expression.h"

namespace npu_cts {
namespace {

std::string text_of(const ExpressionPtr& expression) { return expression ? to_text(*expression) : "-"; }

std::string text_of(const Location& at) { return fmt::format("{}:{}", at.line, at.column); }

/// Which entries of a dated fact hold, by their places in the file.
template <class Entries>
std::string held(const LawFor& law, const Entries& entries) {
  std::string text;
  for (const auto& entry : entries) {
    if (holds(entry.applies, law.spec, law.target)) text += text_of(entry.at) + ",";
  }
  return text + ";";
}

std::string text_of(const LawFor& law, const Parameter& parameter) {
  std::string text =
      fmt::format("{}{}:", parameter.key, holds(parameter.applies, law.spec, law.target) ? "" : " absent");
  text += held(law, parameter.defaults) + held(law, parameter.dtypes) + held(law, parameter.formats) +
          held(law, parameter.layouts);
  for (const ShapeAlternative* shape : shapes_of(law.spec, law.op, parameter, law.target))
    text += shape->id + "=" + text_of(shape->shape) + ",";
  return text + "\n";
}

}  // namespace

std::string signature_of(const LawFor& law) {
  std::string text;
  for (const Rule& rule : law.rules) {
    text += fmt::format("{} {} {}\n", rule.id, name_of(rule.otherwise), text_of(rule.at));
    if (rule.derived) text += fmt::format("{} {} {}\n", text_of(rule.must), text_of(rule.when), rule.on_data);
  }
  for (const Parameter& parameter : law.op.parameters) text += text_of(law, parameter);
  for (const auto& [key, options] : dtype_universe(law.spec, law.op, law.target)) {
    text += key + ":";
    for (const auto& option : options) text += fmt::format("{},", option ? name_of(*option) : "none");
  }
  return text + held(law, law.op.rows) + held(law, law.op.hints.data) + held(law, law.op.examples);
}

}  // namespace npu_cts
