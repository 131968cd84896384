// SPDX-License-Identifier: Apache-2.0
// The check of fills against the tensors that they fill. Bounds that depend on the call are left to the rules.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/findings/checks/check.h"
#include "framework/model/element.h"
#include "framework/model/expression.h"
#include "framework/rule/bound_spec.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::findings {
namespace {

/// The dtypes of the tensors that a fill is for.
struct DTypes {
  std::set<DType> listed;
  std::set<DType> sure = {};  ///< those of `listed` that a call has for certain

  [[nodiscard]] const std::set<DType>& known() const { return sure.empty() ? listed : sure; }
};

/// Returns whether an element of `dtype` can be `number`, rounded where it is a float.
bool holds(DType dtype, std::int64_t number) {
  switch (info_of(dtype).kind) {
    case DTypeKind::boolean:
      return number == 0 || number == 1;
    case DTypeKind::unsigned_integer:
      return number >= 0 && decode_integer(encode(number, dtype), dtype) == number;
    case DTypeKind::signed_integer:
      return decode_integer(encode(number, dtype), dtype) == number;
    case DTypeKind::floating:
      return std::isfinite(decode_float(encode(number, dtype), dtype));
  }
  std::abort();
}

/// Returns the dtypes that `parameter` has anywhere: those of its lists, or of the rows where it has no list.
std::set<DType> listed_dtypes(const OpSpec& op, const Parameter& parameter) {
  std::set<DType> dtypes;
  for (const auto& listed : parameter.dtypes) dtypes.insert(listed.value.begin(), listed.value.end());
  if (!dtypes.empty()) return dtypes;
  for (const Row& row : op.rows) {
    const auto cell = row.cells.find(parameter.key);
    if (cell != row.cells.end()) dtypes.insert(cell->second.dtypes.begin(), cell->second.dtypes.end());
  }
  return dtypes;
}

/// Returns the dtypes of the tensor `key` in an example: what its call says.
DTypes dtypes_in(const Example& example, const std::string& key) {
  const auto argument = example.call.arguments.find(key);
  const auto* const tensor =
      argument == example.call.arguments.end() ? nullptr : std::get_if<Tensor>(&argument->second);
  return tensor == nullptr ? DTypes{} : DTypes{.listed = {tensor->type.dtype}, .sure = {tensor->type.dtype}};
}

/// Holds the fills of an operator against the dtypes of its parameters.
class Fills {
 public:
  Fills(const Spec& spec, const OpSpec& op) : op_(op), bound_(BoundSpec::bind(spec, op, {})) {}

  Findings run() {
    for (const DataSet& set : op_.hints.data) look(set);
    for (const SizeGroup& group : op_.hints.sizes) {
      if (group.is_named()) look(group.start);
    }
    for (const Example& example : op_.examples) {
      for (const auto& [key, fill] : example.fills) look(key, fill, dtypes_in(example, key));
    }
    return std::move(found_);
  }

 private:
  void look(const DataSet& set) {
    for (const auto& [key, fill] : set.fills) {
      const Parameter* const parameter = find_parameter(op_, key);
      if (parameter != nullptr) look(key, fill, dtypes_of(set, *parameter));
    }
  }

  /// Returns the dtypes of `parameter`; sure are those for which the condition of `set` holds whatever else is given.
  [[nodiscard]] DTypes dtypes_of(const DataSet& set, const Parameter& parameter) const {
    DTypes dtypes{.listed = listed_dtypes(op_, parameter)};
    for (const DType dtype : dtypes.listed) {
      Tensor tensor;
      tensor.type.dtype = dtype;
      const Arguments arguments{{parameter.key, std::move(tensor)}};
      if (set.when == nullptr || evaluate(*set.when, SlotCall(bound_, arguments)) == Computed(true))
        dtypes.sure.insert(dtype);
    }
    return dtypes;
  }

  void look(const std::string& key, const Fill& fill, const DTypes& dtypes) {
    switch (fill.kind) {
      case FillKind::uniform:
      case FillKind::distinct:
        return look_at_bounds(key, fill, dtypes);
      case FillKind::reals:
        if (fill.numbers.size() == 2 && fill.numbers[0] > fill.numbers[1])
          report(key, fill, fmt::format("the fill of '{}' ends below its beginning", key));
        return;
      case FillKind::cycle:
        return look_at_numbers(key, fill, dtypes);
      case FillKind::bits:
        return look_at_patterns(key, fill, dtypes);
      case FillKind::columns:
        for (const Fill& column : fill.columns) look(key, column, dtypes);
        return;
    }
    std::abort();
  }

  void look_at_bounds(const std::string& key, const Fill& fill, const DTypes& dtypes) {
    std::vector<std::int64_t> ends;
    for (const ExpressionPtr& bound : fill.bounds) {
      if (const auto number = constant(bound)) ends.push_back(*number);
    }
    if (ends.size() == 2 && ends[0] > ends[1]) {
      report(key, fill, fmt::format("the fill of '{}' goes from {} to {}, and has no value", key, ends[0], ends[1]));
    } else {
      compare(key, fill, ends, dtypes);
    }
  }

  void look_at_numbers(const std::string& key, const Fill& fill, const DTypes& dtypes) {
    constexpr double beyond = 0x1p63;
    std::vector<std::int64_t> numbers;
    for (const double number : fill.numbers) {
      if (std::abs(number) < beyond) numbers.push_back(std::llrint(number));
    }
    compare(key, fill, numbers, dtypes);
  }

  /// Reports `numbers` that a dtype lacks which a call has for certain, or that every dtype lacks.
  void compare(const std::string& key, const Fill& fill, const std::vector<std::int64_t>& numbers,
               const DTypes& dtypes) {
    const auto has_all = [&](DType dtype) {
      return std::ranges::all_of(numbers, [&](std::int64_t number) { return holds(dtype, number); });
    };
    std::set<DType> lacking;
    for (const DType dtype : dtypes.known()) {
      if (!has_all(dtype)) lacking.insert(dtype);
    }
    if (lacking.empty() || (dtypes.sure.empty() && lacking != dtypes.listed)) return;
    const auto [least, greatest] = std::ranges::minmax(numbers);
    report(key, fill,
           fmt::format("the fill of '{}' has values from {} to {}, which do not fit into {}", key, least, greatest,
                       join(dtype_names(lacking), ", ")));
  }

  void look_at_patterns(const std::string& key, const Fill& fill, const DTypes& dtypes) {
    int widest = 0;
    for (const DType dtype : dtypes.known()) widest = std::max(widest, 8 * bytes_of(dtype));
    if (widest == 0 || widest == 64) return;
    std::vector<std::string> wide;
    for (const std::uint64_t pattern : fill.patterns) {
      if ((pattern >> static_cast<unsigned>(widest)) != 0) wide.push_back(fmt::format("0x{:X}", pattern));
    }
    if (wide.empty()) return;
    report(key, fill,
           fmt::format("the fill of '{}' has {}, which {} not fit into {} of at most {} bits", key, join(wide, ", "),
                       wide.size() == 1 ? "does" : "do", join(dtype_names(dtypes.known()), ", "), widest));
  }

  /// Returns the value of `bound` where no call decides it.
  [[nodiscard]] std::optional<std::int64_t> constant(const ExpressionPtr& bound) const {
    bool asks_the_call = bound == nullptr;
    for_each_node(bound, [&](const Expression& node) {
      asks_the_call = asks_the_call || node.kind == ExprKind::parameter || node.kind == ExprKind::symbol;
    });
    if (asks_the_call) return std::nullopt;
    const Computed value = evaluate(*bound, SlotCall(bound_));
    const auto* const number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? std::nullopt : std::optional(*number);
  }

  void report(const std::string& key, const Fill& fill, std::string what) {
    found_.push_back(finding(op_, key, fill.at, std::move(what)));
  }

  const OpSpec& op_;
  BoundSpec bound_;
  Findings found_;
};

}  // namespace

Findings find_impossible_fills(const Spec& spec, const OpSpec& op) { return Fills(spec, op).run(); }

}  // namespace npu_cts::findings
