// SPDX-License-Identifier: Apache-2.0
#include "framework/model/result.h"

#include <cstdlib>

namespace npu_cts {

bool is_failure(Status status) {
  switch (status) {
    case Status::pass:
    case Status::weak:
    case Status::expected_fail:
    case Status::skip:
    case Status::contested:
      return false;
    case Status::unexpected_pass:
    case Status::fail:
    case Status::crash:
    case Status::timeout:
    case Status::error:
      return true;
  }
  std::abort();
}

}  // namespace npu_cts
