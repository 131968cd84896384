#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::mutants {

/// An implementation that is wrong in one way, to prove that the planned cases see it.
struct Mutant {
  std::string_view op;
  std::string_view name;      ///< CamelCase: a test is named after it
  std::string_view wrong;     ///< what it does wrong; empty for the faultless one
  std::string_view harmless;  ///< why no legal call can show it; empty where a case must catch it
  std::function<std::vector<NamedTensor>(const Target&, Request&)> run;
};

/// One line of an operator's table of faults.
template <class Fault>
struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view wrong;
  std::string_view harmless = {};
};

/// Return an operator's implementations; the first is without fault.
std::vector<Mutant> quant_matmul_mutants();
std::vector<Mutant> quant_conv2d_mutants();
std::vector<Mutant> trans_quant_param_mutants();
std::vector<Mutant> quant_scatter_mutants();

/// Returns those of every operator: the registration lines.
const std::vector<Mutant>& all_mutants();

}  // namespace npu_cts::mutants
