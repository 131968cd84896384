// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/request.h"
#include "framework/rule/evaluate.h"
#include "suites/mutants/formula_value.h"

namespace npu_cts::mutants {

/// The formulas of an operator, computed on one call. `outputs` are those of the oracle: what a formula takes of an
/// output that it does not give itself, and none before it. All three must outlive it.
class FormulaCall {
 public:
  FormulaCall(const BoundSpec& bound, const Call& call, const std::vector<NamedTensor>& outputs);

  template <class Fact>
  [[nodiscard]] bool touches(const Conditional<Fact>& fact) const {
    return !fact.when || decide(*fact.when, slots_) == true;
  }

  /// Computes `formula`, and remembers what it gives under its name.
  void compute(const std::string& formula);

  /// Returns what is known of `name` now: of a formula, or of a parameter.
  [[nodiscard]] std::optional<FormulaValue> value_of(std::string_view name) const;

  /// Returns what the formulas that were computed give for `output`; null where that is not known.
  [[nodiscard]] const FormulaValue* result(std::string_view output) const;

 private:
  [[nodiscard]] std::optional<FormulaValue> value_of_output(std::string_view name) const;
  [[nodiscard]] std::optional<FormulaValue> rounded_bits(const std::string& name) const;
  void find_operands();
  void add_operands(std::string_view formula);
  void find_convolution();

  const BoundSpec& bound_;
  const Call& call_;
  const std::vector<NamedTensor>& outputs_;
  SlotCall slots_;
  Convolution convolution_;
  std::set<std::string, std::less<>> left_;   ///< parameters that stand left of '@' in formulas
  std::set<std::string, std::less<>> right_;  ///< and right of it
  std::map<std::string, std::optional<FormulaValue>, std::less<>> known_;
};

}  // namespace npu_cts::mutants
