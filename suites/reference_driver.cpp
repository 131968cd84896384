// SPDX-License-Identifier: Apache-2.0
#include "suites/reference_driver.h"

#include <utility>

#include "kernels/kernel.h"

namespace npu_cts {
namespace {

class ReferenceDriver final : public run::Driver {
 public:
  ReferenceDriver(Target target, RunCall run) : target_(std::move(target)), run_(std::move(run)) {}

  Outcome run(Request& request) override {
    const kernels::Kernel* kernel = kernels::find_kernel(request.op);
    if (kernel == nullptr) {
      return {.kind = OutcomeKind::unsupported, .code = 0, .message = "no kernel is registered"};
    }
    if (const auto refusal = kernel->check(target_, request)) {
      return {.kind = OutcomeKind::refused, .code = 0, .message = refusal->parameter + ": " + refusal->reason};
    }
    return {.kind = OutcomeKind::completed,
            .code = 0,
            .message = "",
            .outputs = run_ ? run_(target_, request) : kernel->run(target_, request)};
  }

 private:
  Target target_;
  RunCall run_;
};

}  // namespace

std::unique_ptr<run::Driver> open_reference_driver(const Target& target, RunCall run) {
  return std::make_unique<ReferenceDriver>(target, std::move(run));
}

}  // namespace npu_cts
