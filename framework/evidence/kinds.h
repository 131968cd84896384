// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "framework/base/kinds.h"

/// The kinds of messages about certificates.
namespace npu_cts::evidence::kinds {

inline constexpr KindInfo bad_certificate{"bad-certificate",
                                          "a certificate is not what 'npu-cts certify' wrote of a run"};
inline constexpr KindInfo bad_key{"bad-key", "a file holds no Ed25519 key"};

}  // namespace npu_cts::evidence::kinds

namespace npu_cts::evidence {

inline constexpr std::array<const KindInfo*, 2> evidence_kinds{&kinds::bad_certificate, &kinds::bad_key};

}  // namespace npu_cts::evidence
