// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace npu_cts {

/// A file that a new operator begins with.
struct SkeletonFile {
  std::string path;  ///< from the root of the source tree
  std::string text;
};

/// Returns why no operator can be called `name`, or "". A name is also a folder and a C++ namespace.
std::string why_no_name(std::string_view name);

/// Returns the files of a new operator: a spec with every required key, an inventory, and a folder in kernels/ whose
/// sources compile and refuse every call. What is to be filled in is marked TO BE WRITTEN, which gate.operators lists.
/// Precondition: `why_no_name(name)` is empty.
std::vector<SkeletonFile> skeleton_of(std::string_view name);

}  // namespace npu_cts
