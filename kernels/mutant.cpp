// SPDX-License-Identifier: Apache-2.0
#include "kernels/mutant.h"

#include <algorithm>

namespace npu_cts::mutants {

const std::vector<Mutant>& all_mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> every;
    for (const OperatorMutants& row : operators_with_mutants()) {
      for (Mutant& mutant : row.mutants()) every.emplace_back(std::move(mutant)).op = row.op;
    }
    return every;
  }();
  return all;
}

std::vector<Oversight> all_oversights() {
  std::vector<Oversight> all;
  for (const OperatorMutants& row : operators_with_mutants()) {
    for (Oversight& one : row.oversights()) all.emplace_back(one).op = row.op;
  }
  return all;
}

std::int64_t cost_of(const Call& call) {
  const auto rows = operators_with_mutants();
  const auto row = std::ranges::find(rows, call.op, &OperatorMutants::op);
  return row == rows.end() ? 0 : row->cost_of(call);
}

}  // namespace npu_cts::mutants
