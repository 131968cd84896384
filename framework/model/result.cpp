#include "framework/model/result.h"

#include <array>

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, 9> status_names{"pass", "weak",  "expected_fail", "skip", "unexpected_pass",
                                                       "fail", "crash", "timeout",       "error"};

}  // namespace

std::string_view name_of(Status status) { return status_names[static_cast<std::size_t>(status)]; }
std::optional<Status> find_status(std::string_view name) { return find_in<Status>(status_names, name); }

}  // namespace npu_cts
