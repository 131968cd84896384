// SPDX-License-Identifier: Apache-2.0
#include "reports/document/document.h"

#include <utility>

namespace npu_cts::document {

PageContent page_titled(std::string title, std::string_view language) {
  PageContent page{.language = std::string(language), .title = title, .blocks = {}};
  page.heading.push_back(plain(std::move(title)));
  return page;
}

Span plain(std::string text) { return {.text = std::move(text)}; }
Span dim(std::string text) { return {.text = std::move(text), .style = Style::dim}; }
Span strong(std::string text) { return {.text = std::move(text), .style = Style::strong}; }
Span name(std::string text) { return {.text = std::move(text), .style = Style::name}; }
Span code(std::string text) { return {.text = std::move(text), .style = Style::code}; }
Span badge(Mark mark, std::string text) { return {.text = std::move(text), .style = Style::badge, .mark = mark}; }

Span picture(std::string file, std::string text) {
  return {.text = std::move(text), .style = Style::picture, .link = {.to = To::nowhere, .name = std::move(file)}};
}

Span linked(Span span, To to, std::string target) {
  span.link = {.to = to, .name = std::move(target)};
  return span;
}

TableCell cell(Span span) {
  if (span.text.empty()) return {};
  return {.lines = {{std::move(span)}}};
}

TableCell cell(std::string text) { return cell(plain(std::move(text))); }
TableCell cell(std::size_t number) { return cell(std::to_string(number)); }

}  // namespace npu_cts::document
