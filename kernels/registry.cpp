#include <algorithm>
#include <array>

#include "kernels/kernel.h"
#include "kernels/npu_quant_matmul.h"
#include "kernels/npu_quant_matmul_check.h"
#include "kernels/npu_quant_scatter_.h"
#include "kernels/npu_quant_scatter_check.h"
#include "kernels/npu_trans_quant_param.h"
#include "kernels/npu_trans_quant_param_check.h"
#include "kernels/quant_conv2d.h"
#include "kernels/quant_conv2d_check.h"
#include "kernels/quant_conv2d_oracle.h"
#include "kernels/quant_matmul_oracle.h"
#include "kernels/quant_scatter_oracle.h"
#include "kernels/trans_quant_param_oracle.h"

namespace npu_cts::kernels {
namespace {

using Oracle = std::vector<NamedTensor> (*)(const Call&, const ModelChoice&);

/// An oracle that shares no work between choices.
template <Oracle oracle>
std::vector<std::vector<NamedTensor>> each(const Call& call, std::span<const ModelChoice> choices) {
  std::vector<std::vector<NamedTensor>> results;
  for (const ModelChoice& models : choices) results.push_back(oracle(call, models));
  return results;
}

constexpr std::array<Kernel, 4> kernels{{
    {"npu_trans_quant_param", check_npu_trans_quant_param, outputs_of_npu_trans_quant_param, run_npu_trans_quant_param,
     each<trans_quant_param_oracle>},
    {"npu_quant_matmul", check_npu_quant_matmul, outputs_of_npu_quant_matmul, run_npu_quant_matmul,
     quant_matmul_oracles},
    {"QuantConv2d", check_quant_conv2d, outputs_of_quant_conv2d, run_quant_conv2d, each<quant_conv2d_oracle>},
    {"npu_quant_scatter_", check_npu_quant_scatter, outputs_of_npu_quant_scatter, run_npu_quant_scatter,
     each<quant_scatter_oracle>},
}};

}  // namespace

std::span<const Kernel> all_kernels() { return kernels; }

const Kernel* find_kernel(std::string_view op) {
  const auto kernel = std::ranges::find(kernels, op, &Kernel::op);
  return kernel == kernels.end() ? nullptr : &*kernel;
}

}  // namespace npu_cts::kernels
