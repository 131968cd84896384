// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace npu_cts {

/// From now on the heap of this program grows in large pages where the system has them, and keeps what is freed: a page
/// that is touched first costs more than what most cases do with it. Call it first of all. Does nothing without glibc.
void use_large_pages();

}  // namespace npu_cts
