// SPDX-License-Identifier: Apache-2.0
#include "framework/model/fault.h"

#include <array>
#include <utility>

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, fault_count> fault_names{
    "value_mismatch", "accepted_invalid", "refused_valid",    "wrong_code", "out_of_bounds",
    "input_modified", "unwritten_output", "nondeterministic", "crash",      "timeout",
    "exited",         "resource",         "protocol"};
constexpr std::array<std::string_view, fault_count> fault_words{"value mismatch",
                                                                "accepted an invalid call",
                                                                "refused a valid call",
                                                                "wrong code",
                                                                "out of bounds",
                                                                "input modified",
                                                                "unwritten output",
                                                                "non-deterministic",
                                                                "crash",
                                                                "timeout",
                                                                "exited",
                                                                "resource",
                                                                "protocol"};
constexpr std::array<std::string_view, 2> side_names{"before_start", "past_end"};

}  // namespace

std::string_view name_of(Fault fault) { return fault_names[static_cast<std::size_t>(fault)]; }
std::string_view words_of(Fault fault) { return fault_words[static_cast<std::size_t>(fault)]; }
std::optional<Fault> find_fault(std::string_view name) { return find_in<Fault>(fault_names, name); }

std::string_view name_of(TensorEnd side) { return side_names[static_cast<std::size_t>(side)]; }
std::optional<TensorEnd> find_tensor_end(std::string_view name) { return find_in<TensorEnd>(side_names, name); }

Attribution attribution_of(Fault fault, std::string detail, std::string tensor) {
  return {.fault = fault, .tensor = std::move(tensor), .side = {}, .code = {}, .detail = std::move(detail)};
}

}  // namespace npu_cts
