#include <algorithm>
#include <array>

#include "kernels/kernel.h"
#include "kernels/npu_quant_scatter_.h"
#include "kernels/npu_quant_scatter_check.h"
#include "kernels/npu_trans_quant_param.h"
#include "kernels/npu_trans_quant_param_check.h"
#include "kernels/quant_scatter_oracle.h"
#include "kernels/trans_quant_param_oracle.h"

namespace npu_cts::kernels {
namespace {

constexpr std::array<Kernel, 2> kernels{{
    {"npu_trans_quant_param", check_npu_trans_quant_param, run_npu_trans_quant_param, trans_quant_param_oracle},
    {"npu_quant_scatter_", check_npu_quant_scatter, run_npu_quant_scatter, quant_scatter_oracle},
}};

}  // namespace

std::span<const Kernel> all_kernels() { return kernels; }

const Kernel* find_kernel(std::string_view op) {
  const auto kernel = std::ranges::find(kernels, op, &Kernel::op);
  return kernel == kernels.end() ? nullptr : &*kernel;
}

}  // namespace npu_cts::kernels
