// SPDX-License-Identifier: Apache-2.0
#include "framework/base/sort.h"

#include <algorithm>
#include <numeric>

namespace npu_cts {

std::vector<std::size_t> sorted_places(std::size_t count,
                                       const std::function<bool(std::size_t, std::size_t)>& comes_before) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, std::cref(comes_before));
  return places;
}

}  // namespace npu_cts
