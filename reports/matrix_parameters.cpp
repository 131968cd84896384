// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_parameters.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "framework/base/find.h"
#include "reports/diff_pieces.h"

namespace npu_cts::reports {

using namespace document;

namespace {

std::string_view type_text(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::tensor:
      return "Tensor";
    case ParameterKind::integer:
      return "int";
    case ParameterKind::boolean:
      return "bool";
    case ParameterKind::word:
      return "str";
    case ParameterKind::dtype:
      return "torch.dtype";
    case ParameterKind::integer_list:
      return "list[int]";
    case ParameterKind::integer_pair:
      return "int | tuple[int, int]";
  }
  std::abort();
}

Span value_span(const MatrixScope& /*scope*/, DType dtype) { return code(std::string(name_of(dtype))); }
Span value_span(const MatrixScope& /*scope*/, Format format) { return code(std::string(name_of(format))); }
Span value_span(const MatrixScope& scope, Layout layout) {
  switch (layout) {
    case Layout::contiguous:
      return plain(scope.say("contiguous", "连续"));
    case Layout::strided:
      return plain(scope.say("strided", "非连续"));
    case Layout::transposed:
      return plain(scope.say("transposed", "转置"));
  }
  std::abort();
}

/// What some products list, in the order of the page.
struct Listing {
  std::vector<const Product*> products;
  Line values;
};

/// Returns whether `value` is listed for `product` in the release at `release`.
template <class T>
bool lists(const MatrixScope& scope, const std::vector<Dated<std::vector<T>>>& entries, const Target& target, T value) {
  const auto* const list = find_current(entries, scope.spec(), target);
  return list != nullptr && contains(*list, value);
}

/// Returns since which release `value` is listed without a break, where something else was listed before.
template <class T>
std::string since_of(const MatrixScope& scope, const std::vector<Dated<std::vector<T>>>& entries,
                     const Product& product, T value) {
  const auto& releases = scope.releases();
  Target target = scope.newest_target(product);
  std::size_t first = releases.size() - 1;
  const auto at = [&](std::size_t i) -> Target& {
    target.release = scope.spec().releases[releases[i]];
    return target;
  };
  while (first > 0 && lists(scope, entries, at(first - 1), value)) --first;
  const bool replaces = first > 0 && scope.supports(product, releases[first - 1]) &&
                        find_current(entries, scope.spec(), at(first - 1)) != nullptr;
  return replaces ? scope.since(releases[first]) : "";
}

template <class T>
std::vector<Listing> listings(const MatrixScope& scope, const std::vector<Dated<std::vector<T>>>& entries) {
  std::vector<Listing> listings;
  for (const Product* product : scope.products()) {
    const Target target = scope.newest_target(*product);
    Line line;
    if (const auto* const list = find_current(entries, scope.spec(), target)) {
      for (const T value : *list) {
        if (!line.empty()) line.push_back(plain(scope.say(", ", "、")));
        line.push_back(value_span(scope, value));
        line.push_back(plain(scope.with_note("", since_of(scope, entries, *product, value))));
      }
    }
    auto same = std::ranges::find(listings, line, &Listing::values);
    if (same == listings.end()) same = listings.insert(listings.end(), Listing{{}, std::move(line)});
    same->products.push_back(product);
  }
  return listings;
}

/// Adds one item where all products list the same, else one for each group of products.
template <class T>
void add_listings(const MatrixScope& scope, std::vector<Item>& items, const std::string& label,
                  const std::vector<Dated<std::vector<T>>>& entries) {
  if (entries.empty()) return;
  const auto found = listings(scope, entries);
  for (const Listing& one : found) {
    Line line{plain(found.size() == 1 ? label : scope.with_note(label, scope.names(one.products))),
              plain(scope.say(": ", "："))};
    line.insert(line.end(), one.values.begin(), one.values.end());
    if (one.values.empty()) line.push_back(plain(scope.say("none listed", "未列出")));
    items.push_back({std::move(line)});
  }
}

void add_shapes(const MatrixScope& scope, std::vector<Item>& items, const Parameter& parameter) {
  for (const ShapeAlternative& one : parameter.shapes) {
    if (!scope.is_current(one.applies) || !one.shape) continue;
    Line line{plain("shape" + scope.say(": ", "：")), code(to_text(*one.shape))};
    if (one.when) {
      line.push_back(plain(scope.say(", if ", "，条件：")));
      line.push_back(plain(to_sentence(*one.when, scope.language())));
    }
    line.push_back(plain(scope.with_note("", scope.note(one.applies))));
    items.push_back({std::move(line)});
  }
}

const Default* default_of(const MatrixScope& scope, const Parameter& parameter) {
  if (scope.products().empty()) return nullptr;
  return find_current(parameter.defaults, scope.spec(), scope.newest_target(*scope.products().front()));
}

void add_default(const MatrixScope& scope, Line& line, const Default& usual) {
  line.push_back(plain(scope.say("; default ", "，默认值为 ")));
  line.push_back(code(to_text(usual.value)));
  if (!usual.usable)
    line.push_back(
        plain(scope.with_note("", scope.say("documented, but the rules forbid it", "页面所列，违反约束，不可用"))));
}

Line parameter_line(const MatrixScope& scope, const Parameter& parameter) {
  const Default* const usual = default_of(scope, parameter);
  const bool required = !parameter.optional && usual == nullptr;
  const std::string& known_as = scope.products().empty()
                                    ? parameter.key
                                    : name_in(parameter, scope.spec(), scope.newest_target(*scope.products().front()));
  Line line{strong(known_as), plain(scope.say(" (", "（")), code(std::string(type_text(parameter.kind))),
            plain(scope.say("): ", "）：")),
            plain(required ? scope.say("required", "必选参数") : scope.say("optional", "可选参数"))};
  if (parameter.keyword_only) line.push_back(plain(scope.say(", keyword only", "，仅可按名称传入")));
  if (parameter.in_place) line.push_back(plain(scope.say(", written in place", "，原地写入")));
  if (parameter.reserved) line.push_back(plain(scope.say(", without effect", "，不起作用")));
  if (usual != nullptr) add_default(scope, line, *usual);
  line.push_back(plain(scope.say(". ", "。") + scope.sentence(pick(parameter.text, scope.language()))));
  line.push_back(plain(scope.with_note("", scope.note(parameter.applies))));
  return line;
}

Item parameter_item(const MatrixScope& scope, const Parameter& parameter) {
  Item item{.line = parameter_line(scope, parameter)};
  add_listings(scope, item.items, scope.say("dtypes", "数据类型"), parameter.dtypes);
  add_listings(scope, item.items, scope.say("formats", "数据格式"), parameter.formats);
  add_listings(scope, item.items, scope.say("layouts", "内存布局"), parameter.layouts);
  add_shapes(scope, item.items, parameter);
  return item;
}

std::string title_of(const MatrixScope& scope, Group group) {
  switch (group) {
    case Group::constructor:
      return scope.say("Constructor", "构造参数");
    case Group::variables:
      return scope.say("Variables", "变量");
    case Group::arguments:
      return scope.say("Input of the call", "调用输入");
  }
  std::abort();
}

template <class Entries>
void add_dated(const MatrixScope& scope, std::vector<Item>& items, const std::string& label, const Entries& entries) {
  for (const auto& entry : entries) {
    if (!scope.is_current(entry.applies) || !entry.value) continue;
    Line line{plain(label)};
    const Line said = explained(*entry.value, scope.language());
    line.insert(line.end(), said.begin(), said.end());
    line.push_back(plain(scope.with_note("", scope.note(entry.applies))));
    items.push_back({std::move(line)});
  }
}

}  // namespace

Line explained(const Expression& expression, Language language) {
  Line line{code(to_text(expression))};
  const std::string sentence = to_sentence(expression, language);
  if (sentence != line.front().text) line.push_back(plain(std::string(pick(language, ": ", "：")) + sentence));
  return line;
}

Blocks parameter_blocks(const MatrixScope& scope) {
  Blocks blocks;
  for (const Group group : groups_of_call) {
    List list;
    for (const Parameter& parameter : scope.op().parameters) {
      if (parameter.group == group && scope.is_current(parameter.applies))
        list.items.push_back(parameter_item(scope, parameter));
    }
    if (list.items.empty()) continue;
    if (!scope.op().module_form) {
      blocks.push_back({std::move(list)});
    } else {
      blocks.push_back({Section{.title = {plain(title_of(scope, group))}, .blocks = {{std::move(list)}}}});
    }
  }
  return blocks;
}

Blocks output_blocks(const MatrixScope& scope) {
  List list;
  for (const Output& output : scope.op().outputs) {
    Item item{.line = {strong(output.name), plain(scope.say(" (", "（")), code("Tensor"), plain(scope.say(")", "）"))}};
    if (!output.alias.empty()) {
      item.line.push_back(plain(scope.say(": the same tensor as ", "：即 ")));
      item.line.push_back(code(output.alias));
      item.line.push_back(plain(scope.say(", written in place", "，原地写入")));
    }
    add_dated(scope, item.items, scope.say("dtype: ", "数据类型："), output.dtype);
    add_dated(scope, item.items, scope.say("shape: ", "shape："), output.shape);
    list.items.push_back(std::move(item));
  }
  return {{std::move(list)}};
}

}  // namespace npu_cts::reports
