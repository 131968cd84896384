// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

// What oversights are made of: each changes the wrong argument that its check does not look at into a right one.
namespace npu_cts::mutants {

/// Returns the shape of the tensor argument `key`, to be changed; null where there is no such tensor.
Shape* shape_in(Request& request, std::string_view key);

/// Makes a vector of `key`, whatever axes it has.
void flatten(Request& request, std::string_view key);

/// Gives the vector `key` the size `wants` where its own is `off` from it.
void forgive_size(Request& request, std::string_view key, std::int64_t wants, std::int64_t off);

/// Brings entry `place` of the pair `key` into low..high; a single integer stands for both entries.
void forgive_entry(Request& request, std::string_view key, std::size_t place, std::int64_t low, std::int64_t high);

/// Drops axis `axis` of the tensor `key` where it has `rank` axes and that one is of size 1.
void drop_axis_of_one(Request& request, std::string_view key, std::size_t rank, std::size_t axis);

/// Makes the tensor `key` contiguous where it has the layout `layout`.
void forgive_layout(Request& request, std::string_view key, Layout layout);

/// Returns the integer list `key`, to be changed; null where it is not given.
std::vector<std::int64_t>* list_in(Request& request, std::string_view key);

/// Returns the integer `key`, to be changed; null where it is not given.
std::int64_t* integer_in(Request& request, std::string_view key);

}  // namespace npu_cts::mutants
