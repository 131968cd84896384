// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace npu_cts::reports {

/// Takes pages one after another, each piece by piece. Another name than that of the last piece begins a page.
using TakeText = std::function<void(const std::string& page, std::string_view piece)>;

/// The text of a page that may be large: handed on as it grows, and never there as a whole.
class PageText {
 public:
  /// Hands the page `name` on to `take`, which outlives it.
  PageText(std::string name, const TakeText& take) : name_(std::move(name)), take_(take) {}
  ~PageText() { take_(name_, text_); }
  PageText(const PageText&) = delete;
  PageText& operator=(const PageText&) = delete;

  void add(std::string_view piece) {
    constexpr std::size_t most = std::size_t{1} << 16U;  // bytes
    text_ += piece;
    if (text_.size() < most) return;
    take_(name_, text_);
    text_.clear();
  }

 private:
  std::string name_;
  const TakeText& take_;
  std::string text_;
};

}  // namespace npu_cts::reports
