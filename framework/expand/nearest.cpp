#include "framework/expand/nearest.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/expand/moves.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_changes = 6;
constexpr std::size_t beam_width = 24;

struct Step {
  Call call;
  std::set<std::string> changed;  ///< arguments that differ from the call asked about
  std::size_t broken = 0;
};

std::size_t count_broken(const LawFor& law, const Call& call) {
  const Judgement judgement = judge_call(law.spec, law.op, call, law.rules);
  std::size_t undecided = 0;
  for (const Rule* rule : judgement.blocked) undecided += rule->on_data ? 0 : 1;
  return judgement.broken.size() * 2 + undecided;
}

void collect_names(const OpSpec& op, const Expression& expression, std::set<std::string>& names) {
  if (expression.op == Op::parameter) names.insert(expression.name);
  if (expression.op == Op::symbol) {
    const auto symbol = std::ranges::find(op.symbols, expression.name, &Symbol::name);
    if (symbol != op.symbols.end() && symbol->is) collect_names(op, *symbol->is, names);
  }
  for (const auto& child : expression.children) collect_names(op, *child, names);
}

/// Returns the arguments that the broken rules of `call` speak of: only changing one of these can help.
std::set<std::string> guilty(const LawFor& law, const Call& call) {
  std::set<std::string> names;
  const Judgement judgement = judge_call(law.spec, law.op, call, law.rules);
  for (const auto* rules : {&judgement.broken, &judgement.blocked}) {
    for (const Rule* rule : *rules) {
      if (rule->must) collect_names(law.op, *rule->must, names);
      if (rule->when) collect_names(law.op, *rule->when, names);
    }
  }
  return names;
}

/// Returns every size that stands in the call, for shapes that should agree.
std::set<std::int64_t> sizes_in(const Call& call) {
  std::set<std::int64_t> sizes;
  for (const auto& [key, value] : call.arguments) {
    const auto* tensor = std::get_if<Tensor>(&value);
    if (tensor != nullptr) sizes.insert(tensor->type.shape.begin(), tensor->type.shape.end());
  }
  return sizes;
}

void add_tensor_edits(const std::string& key, const TensorType& type, const std::set<std::int64_t>& sizes,
                      std::vector<Edit>& edits) {
  for (std::size_t axis = 0; axis < type.shape.size(); ++axis) {
    std::set<std::int64_t> wanted = sizes;
    for (const std::int64_t block : {8, 16, 32}) wanted.insert((type.shape[axis] + block - 1) / block * block);
    wanted.insert({1, 2, type.shape[axis] - 1, type.shape[axis] + 1});
    for (const std::int64_t size : wanted) {
      if (size >= 0 && size != type.shape[axis])
        edits.push_back({.kind = Edit::Kind::set_size, .key = key, .axis = axis, .size = size, .value = {}});
    }
    edits.push_back({.kind = Edit::Kind::drop_axis, .key = key, .axis = axis, .value = {}});
  }
  for (const std::size_t axis : {std::size_t{0}, type.shape.size()}) {
    edits.push_back({.kind = Edit::Kind::insert_axis, .key = key, .axis = axis, .size = 1, .value = {}});
  }
  for (const Layout layout : all_layouts) {
    edits.push_back({.kind = Edit::Kind::set_layout, .key = key, .layout = layout, .value = {}});
  }
  for (const Format format : all_formats) {
    edits.push_back({.kind = Edit::Kind::set_format, .key = key, .format = format, .value = {}});
  }
  for (const DTypeInfo& info : dtype_table)
    edits.push_back({.kind = Edit::Kind::set_dtype, .key = key, .value = info.dtype});
}

void add_gifts(const LawFor& law, const Parameter& parameter, std::vector<Edit>& edits) {
  const auto hinted = law.op.hints.arguments.find(parameter.key);
  if (hinted != law.op.hints.arguments.end()) {
    for (const Value& value : hinted->second) {
      if (!std::holds_alternative<None>(value))
        edits.push_back({.kind = Edit::Kind::give, .key = parameter.key, .value = value});
    }
  }
  if (parameter.kind == ParameterKind::dtype) {
    for (const DTypeInfo& info : dtype_table)
      edits.push_back({.kind = Edit::Kind::give, .key = parameter.key, .value = info.dtype});
  }
  if (parameter.kind == ParameterKind::integer) {
    for (const std::int64_t limit : integers_in(law.rules))
      edits.push_back({.kind = Edit::Kind::give, .key = parameter.key, .value = limit});
  }
}

std::vector<Edit> edits_of(const LawFor& law, const Call& call) {
  std::vector<Edit> edits;
  const auto sizes = sizes_in(call);
  for (const std::string& key : guilty(law, call)) {
    const Parameter* parameter = find_parameter(law.op, key);
    if (parameter == nullptr) continue;
    add_gifts(law, *parameter, edits);
    const auto argument = call.arguments.find(key);
    if (argument == call.arguments.end()) continue;
    if (const auto* tensor = std::get_if<Tensor>(&argument->second)) add_tensor_edits(key, tensor->type, sizes, edits);
    edits.push_back({.kind = Edit::Kind::remove, .key = key, .value = {}});
  }
  return edits;
}

std::vector<Step> steps_from(const LawFor& law, const Step& from) {
  std::vector<Step> steps;
  for (const Edit& edit : edits_of(law, from.call)) {
    Step step = from;
    if (!apply(edit, step.call.arguments) || step.call.arguments == from.call.arguments) continue;
    step.changed.insert(edit.key);
    step.broken = count_broken(law, step.call);
    steps.push_back(std::move(step));
  }
  return steps;
}

std::string text_of(const Call& call, const std::string& key) {
  const auto it = call.arguments.find(key);
  if (it == call.arguments.end()) return fmt::format("{}: left out", key);
  const auto tensor_text = [](const Tensor& tensor) {
    const TensorType& type = tensor.type;
    return fmt::format("{}, shape {}, {}, {}", name_of(type.dtype), to_text(type.shape), name_of(type.layout),
                       name_of(type.format));
  };
  return fmt::format("{}: {}", key, std::visit(Visitor{PlainText{}, tensor_text}, it->second));
}

/// The better step first: fewer broken rules, then fewer arguments touched. Equal ones keep the order they were found
/// in.
bool is_better(const Step& a, const Step& b) {
  return a.broken != b.broken ? a.broken < b.broken : a.changed.size() < b.changed.size();
}

}  // namespace

std::optional<Nearest> nearest_legal(const LawFor& law, const Call& call) {
  std::vector<Step> beam{{.call = call, .changed = {}, .broken = count_broken(law, call)}};
  for (std::size_t depth = 0; depth < most_changes && !beam.empty(); ++depth) {
    std::vector<Step> next;
    for (const Step& step : beam) std::ranges::move(steps_from(law, step), std::back_inserter(next));
    std::ranges::stable_sort(next, is_better);
    if (!next.empty() && next.front().broken == 0) {
      Nearest nearest{.call = next.front().call, .changes = {}};
      for (const std::string& key : next.front().changed) nearest.changes.push_back(text_of(nearest.call, key));
      return nearest;
    }
    if (next.size() > beam_width) next.erase(next.begin() + static_cast<std::ptrdiff_t>(beam_width), next.end());
    beam = std::move(next);
  }
  return std::nullopt;
}

}  // namespace npu_cts
