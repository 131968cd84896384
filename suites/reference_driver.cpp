// SPDX-License-Identifier: Apache-2.0
#include "suites/reference_driver.h"

#include <utility>

#include "kernels/kernel.h"

namespace npu_cts {
namespace {

class ReferenceDriver final : public run::Driver {
 public:
  explicit ReferenceDriver(Target target) : target_(std::move(target)) {}

  Outcome run(Request& request) override {
    const kernels::Kernel* kernel = kernels::find_kernel(request.op);
    if (kernel == nullptr) {
      return {.kind = OutcomeKind::unsupported, .code = 0, .message = "no kernel is registered"};
    }
    if (const auto refusal = kernel->check(target_, request)) {
      return {.kind = OutcomeKind::refused, .code = 0, .message = refusal->parameter + ": " + refusal->reason};
    }
    return {.kind = OutcomeKind::completed, .code = 0, .message = "", .outputs = kernel->run(target_, request)};
  }

 private:
  Target target_;
};

}  // namespace

std::unique_ptr<run::Driver> open_reference_driver(const Target& target) {
  return std::make_unique<ReferenceDriver>(target);
}

}  // namespace npu_cts
