// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/reading/blocks.h"

#include <algorithm>
#include <array>

#include "framework/base/find.h"

namespace npu_cts::ascend {
namespace {

struct Section {
  std::string_view title;
  std::string_view key;
};

/// Headings only: a page's sentences are never part of the project.
constexpr std::array section_table{
    Section{"产品支持情况", "products"},
    Section{"支持的型号", "products"},
    Section{"Supported Products", "products"},
    Section{"功能描述", "function"},
    Section{"功能说明", "function"},
    Section{"Function", "function"},
    Section{"接口原型", "signature"},
    Section{"函数原型", "signature"},
    Section{"Prototype", "signature"},
    Section{"参数说明", "parameters"},
    Section{"Parameters", "parameters"},
    Section{"计算参数", "constructor"},
    Section{"计算输入", "inputs"},
    Section{"变量说明", "variables"},
    Section{"Computation Parameters", "constructor"},
    Section{"Computation Input", "inputs"},
    Section{"Variable Description", "variables"},
    Section{"输出说明", "output"},
    Section{"返回值", "output"},
    Section{"返回值说明", "output"},
    Section{"Return Values", "output"},
    Section{"Output Description", "output"},
    Section{"约束说明", "constraints"},
    Section{"Constraints", "constraints"},
    Section{"支持的PyTorch版本", "frameworks"},
    Section{"调用示例", "examples"},
    Section{"Examples", "examples"},
    Section{"Example", "examples"},
};

}  // namespace

std::optional<std::string_view> section_of(std::string_view title) {
  const auto* const row = std::ranges::find(section_table, title, &Section::title);
  if (row == section_table.end()) return std::nullopt;
  return row->key;
}

bool names_subjects(std::string_view section) {
  constexpr std::array<std::string_view, 4> sections{"parameters", "constructor", "inputs", "variables"};
  return contains(sections, section);
}

}  // namespace npu_cts::ascend
