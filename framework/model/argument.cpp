// SPDX-License-Identifier: Apache-2.0
#include "framework/model/argument.h"

#include <fmt/format.h>

#include "framework/model/tensor.h"

namespace npu_cts {

std::string PlainText::operator()(None) const { return "none"; }
std::string PlainText::operator()(bool flag) const { return flag ? "true" : "false"; }
std::string PlainText::operator()(std::int64_t number) const { return fmt::format("{}", number); }
std::string PlainText::operator()(const std::string& word) const { return word; }
std::string PlainText::operator()(DType dtype) const { return std::string(name_of(dtype)); }
std::string PlainText::operator()(const std::vector<std::int64_t>& numbers) const { return to_text(numbers); }

}  // namespace npu_cts
