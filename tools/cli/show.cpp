// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <memory>

#include "framework/ascend/torch/snippet.h"
#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/expression/print_expression.h"
#include "framework/judge/compare.h"
#include "framework/model/storage.h"
#include "framework/reader/write_call.h"
#include "framework/rule/judge_call.h"
#include "framework/run/session/add_word.h"
#include "tools/cli/command.h"
#include "tools/cli/find_case.h"

namespace npu_cts {
namespace {

struct ShowOptions {
  std::string spec;
  std::string call;  ///< the id of a case, or a call file
};

std::string indented(const std::string& text) {
  std::string lines;
  for (const std::string& line : split(text.ends_with('\n') ? text.substr(0, text.size() - 1) : text, '\n'))
    lines += line.empty() ? "\n" : fmt::format("  {}\n", line);
  return lines;
}

std::string rule_text(const Rule& rule) {
  std::string text = fmt::format("  {}: '{}': {}\n", name_of(rule.on_violation), rule.id, rule.text.en);
  text += fmt::format("    place: {}:{}:{}\n", rule.at.file, rule.at.line, rule.at.column);
  if (!rule.cite.empty()) text += fmt::format("    source: {}\n", join(rule.cite, ", "));
  return text;
}

/// Returns why the case exists: what it covers, each with what the spec says of it.
std::string reason_of(const BoundSpec& bound, const Case& planned) {
  std::string text =
      fmt::format("why: family {}, for {}\n", name_of(planned.family), join(to_texts(planned.covers), ", "));
  for (const Row& row : bound.op().rows) {
    if (is_for(planned, ReasonKind::row, row.id))
      text += fmt::format("  row '{}' ({}:{}); source: {}\n", row.id, row.at.file, row.at.line, join(row.cite, ", "));
  }
  for (const DataSet& set : bound.op().hints.data) {
    if (set.id == planned.data_set) text += fmt::format("  data set '{}': {}\n", set.id, set.text.en);
  }
  return text;
}

std::string expectation_of(const BoundSpec& bound, const Call& call) {
  const Judgement judgement = judge(bound, call);
  std::string text = fmt::format("expected: {}\n", name_of(judgement.verdict));
  if (!judgement.row.empty()) text += fmt::format("  row '{}'\n", judgement.row);
  for (const BoundRule* rule : judgement.broken) text += rule_text(*rule);
  return text;
}

std::string text_of(const Fill& fill) {
  std::string text(name_of(fill.kind));
  for (const ExpressionPtr& bound : fill.bounds) text += " " + to_text(*bound);
  for (const double number : fill.numbers) text += fmt::format(" {}", number);
  for (const std::uint64_t pattern : fill.patterns) text += fmt::format(" 0x{:X}", pattern);
  for (const Fill& column : fill.columns) text += fmt::format(" ({})", text_of(column));
  return text;
}

std::string tensor_text(const Tensor& tensor, const std::string& fill) {
  constexpr std::int64_t most_shown = 8;
  const TensorType& type = tensor.type;
  std::string text = fmt::format("{}{}, {}", name_of(type.dtype), to_text(type.shape), placing_text(type));
  if (tensor.values.empty()) return text;
  if (const auto stored = store(tensor); !stored.strides.empty())
    text += fmt::format(", strides {} from {}", to_text(stored.strides), stored.offset);
  if (!fill.empty()) text += fmt::format("\n    fill: {}", fill);
  const std::int64_t count = numel(type.shape);
  std::vector<std::string> values;
  for (std::int64_t i = 0; i < std::min(count, most_shown); ++i) values.push_back(judging::element_text(tensor, i));
  return text + fmt::format("\n    values: {}{}", join(values, ", "), count > most_shown ? ", …" : "");
}

/// How the values of an argument are made, in words; empty for what a call file gives.
using FillText = std::function<std::string(const std::string& key)>;

/// An argument on its lines.
struct ArgumentText : PlainText {
  std::string fill;

  using PlainText::operator();
  std::string operator()(const Tensor& tensor) const { return tensor_text(tensor, fill); }
};

std::string arguments_text(const BoundSpec& bound, const Call& call, const FillText& fill_of) {
  std::string text = "arguments:\n";
  for (const Parameter& parameter : bound.op().parameters) {
    const auto it = call.arguments.find(parameter.key);
    if (it == call.arguments.end()) continue;
    const ArgumentText argument{{}, fill_of(parameter.key)};
    text += fmt::format("  {}: {}\n", name_in(parameter, bound.spec(), call.target), std::visit(argument, it->second));
  }
  return text;
}

std::string snippet_text(const Result<std::string>& snippet) {
  return snippet ? fmt::format("torch:\n{}", indented(*snippet)) : "";
}

/// A case: why it is there, and `call`, which is its with the values that are filled in.
std::string case_text(const BoundSpec& bound, const Case& planned, const Call& call) {
  const FillText fill_of = [&](const std::string& key) {
    const Fill* fill = expand::find_fill(bound.op(), planned, key);
    return fill == nullptr ? "plain" : text_of(*fill);
  };
  return fmt::format("{}\n{}{}{}call file, without these values:\n{}", planned.id, reason_of(bound, planned),
                     expectation_of(bound, call), arguments_text(bound, call, fill_of),
                     indented(reader::write_call(bound.spec(), bound.op(), planned.call))) +
         snippet_text(ascend::to_snippet(bound, planned));
}

/// The call of a file, as far as a case has the same.
std::string call_text(const BoundSpec& bound, const Call& call) {
  const FillText given = [](const std::string&) { return std::string(); };
  return expectation_of(bound, call) + arguments_text(bound, call, given) +
         snippet_text(ascend::to_snippet(bound, call));
}

/// Returns what `name`, a call file or the id of a case, is. Errors: those of find_call.
Result<std::string> text_of(const Spec& spec, const std::string& name) {
  const auto named = find_call(spec, name);
  if (!named) return named.diagnostics();
  const Call& call = named->call;
  const auto bound = BoundSpec::bind(spec, *find_operator(spec, call.op), call.target);
  return named->planned ? case_text(bound, *named->planned, call) : call_text(bound, call);
}

int show(const ShowOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto text = text_of(*spec, options.call);
  return text ? run::say(*text, run::exit_conforms) : run::complain(text.diagnostics(), run::exit_usage);
}

}  // namespace

void add_show(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand(
      "show", "Shows a case: why it exists, what is expected, its arguments with their first values, and its call.");
  command->add_option("call", options->call, "the id of a case, or a call file")->required();
  run::add_spec_option(*command, options->spec);
  command->footer(
      "Examples:\n  npu-cts show npu_quant_scatter_/atlas_a2/26.1.0/eager/examples/eager\n"
      "  npu-cts show call.yaml\n"
      "  npu-cts run CASE --dump DIR     (writes all values, and what came out)");
  command->callback([options, &chosen] { chosen = [options] { return show(*options); }; });
}

}  // namespace npu_cts
