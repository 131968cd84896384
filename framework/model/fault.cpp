// SPDX-License-Identifier: Apache-2.0
#include "framework/model/fault.h"

#include <array>
#include <utility>

#include "framework/base/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, every<Fault>.size()> fault_words{"value mismatch",
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

}  // namespace

std::string_view words_of(Fault fault) { return fault_words[static_cast<std::size_t>(fault)]; }

Attribution attribution_of(Fault fault, std::string detail) { return {.fault = fault, .detail = std::move(detail)}; }

}  // namespace npu_cts
