// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "framework/model/request.h"
#include "kernels/mutant.h"

// What a fault asks of a call that shows only where several choices meet. For a tensor that is not given, each returns
// false or 0.
namespace npu_cts::mutants {

/// A call, and where it is made.
struct MetCall {
  const Target& target;
  const Request& request;
};

/// Returns both; they must outlive it.
inline MetCall met_call(const Target& target, const Request& request) { return {target, request}; }

/// Returns whether `key` is there and not none.
bool gives(const Request& request, std::string_view key);

/// Returns whether the argument `key` is the dtype `dtype`.
bool asks_for(const Request& request, std::string_view key, DType dtype);

/// Returns whether the tensor `key` holds `dtype`.
bool holds(const Request& request, std::string_view key, DType dtype);

/// Returns whether the tensor `key` has the layout `layout`.
bool is_laid(const Request& request, std::string_view key, Layout layout);

/// Returns whether the tensor `key` is in the format `format`.
bool is_formed(const Request& request, std::string_view key, Format format);

/// Returns whether the tensor `key` begins inside its storage.
bool begins_inside(const Request& request, std::string_view key);

/// Returns how many axes the tensor `key` has.
std::size_t axes_of(const Request& request, std::string_view key);

/// Returns how many elements the tensor `key` has.
std::int64_t elements_of(const Request& request, std::string_view key);

/// Returns whether a call at `target` becomes part of a graph.
bool is_in_graph(const Target& target);

/// Returns whether two cores share `size` unevenly; 1 counts as even.
bool is_shared_unevenly(std::int64_t size);

/// Returns `all`, and behind them `meetings`, which only calls in which several choices meet can show.
template <class T>
std::vector<T> with_meetings(std::vector<T> all, std::type_identity_t<std::span<const T>> meetings) {
  for (T one : meetings) {
    one.meets = true;
    all.push_back(std::move(one));
  }
  return all;
}

/// As above, and each of `meetings` has the mark `mark` too.
template <class T>
std::vector<T> with_meetings(std::vector<T> all, std::type_identity_t<std::span<const T>> meetings, bool T::*mark) {
  const auto known = static_cast<std::ptrdiff_t>(all.size());
  all = with_meetings(std::move(all), meetings);
  std::for_each(all.begin() + known, all.end(), [mark](T& one) { one.*mark = true; });
  return all;
}

/// Returns `all`, and behind them `limits`, which only calls can show in which a choice meets a limit or what is near
/// it.
template <class T>
std::vector<T> with_limits(std::vector<T> all, std::type_identity_t<std::span<const T>> limits) {
  return with_meetings(std::move(all), limits, &T::at_limit);
}

/// Returns `all`, and behind them `threes`: of the tiers, only full has a call in which their three choices meet.
inline std::vector<Mutant> with_threes(std::vector<Mutant> all, std::span<const Mutant> threes) {
  return with_meetings(std::move(all), threes, &Mutant::needs_full);
}

}  // namespace npu_cts::mutants
