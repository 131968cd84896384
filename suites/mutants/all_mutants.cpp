#include <algorithm>
#include <iterator>

#include "suites/mutants/mutant.h"

namespace npu_cts::mutants {

const std::vector<Mutant>& all_mutants() {
  static const std::vector<Mutant> all = [] {
    std::vector<Mutant> every;
    for (const auto& make :
         {quant_matmul_mutants, quant_conv2d_mutants, trans_quant_param_mutants, quant_scatter_mutants}) {
      std::ranges::move(make(), std::back_inserter(every));
    }
    return every;
  }();
  return all;
}

}  // namespace npu_cts::mutants
