#include "framework/model/case.h"

#include <fmt/format.h>

namespace npu_cts {

std::string case_id(const Call& call, const std::string& content) {
  return fmt::format("{}/{}/{}/{}/{}", call.op, call.target.product, call.target.release, name_of(call.target.mode),
                     content);
}

std::string contested_fact(const std::string& id) { return "contested." + id; }

}  // namespace npu_cts
