// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace npu_cts {

/// A list that allocates only where it grows beyond `capacity` items: sizes and variables of an evaluation.
template <class T, std::size_t capacity = 8>
class Few {
 public:
  void push_back(T item) {
    if (size_ == capacity || !many_.empty()) return push_beyond(item);
    few_[size_++] = item;
  }

  void pop_back() {
    if (!many_.empty()) many_.pop_back();
    --size_;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<T> items() { return {many_.empty() ? few_.data() : many_.data(), size_}; }
  [[nodiscard]] std::span<const T> items() const { return {many_.empty() ? few_.data() : many_.data(), size_}; }

 private:
  void push_beyond(T item) {
    if (many_.empty()) many_.assign(few_.begin(), few_.end());
    many_.push_back(item);
    ++size_;
  }

  std::array<T, capacity> few_;  ///< not set to anything first: most lists have few items
  std::vector<T> many_;
  std::size_t size_ = 0;
};

}  // namespace npu_cts
