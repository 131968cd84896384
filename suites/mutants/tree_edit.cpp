// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "suites/mutants/spec_mutants.h"

namespace npu_cts::mutants {
namespace {

reader::Node& child_of(reader::Node& node, std::size_t at) {
  return node.kind == reader::Node::Kind::map ? node.entries[at].value : node.items[at];
}

void remove_child(reader::Node& node, std::size_t at) {
  if (node.kind == reader::Node::Kind::map)
    node.entries.erase(node.entries.begin() + static_cast<std::ptrdiff_t>(at));
  else
    node.items.erase(node.items.begin() + static_cast<std::ptrdiff_t>(at));
}

/// Writes a tree in flow style, which may break its lines anywhere: so each node can stand on its line.
class Writer {
 public:
  std::string run(const reader::Node& root) {
    write(root);
    return std::move(text_) + "\n";
  }

 private:
  void go_to(const reader::Place& at) {
    for (; line_ < at.line; ++line_) text_ += '\n';
    text_ += ' ';
  }

  void write(const reader::Node& node) {
    go_to(node.at);
    switch (node.kind) {
      case reader::Node::Kind::scalar:
        write_scalar(node);
        return;
      case reader::Node::Kind::sequence:
        text_ += '[';
        for (const reader::Node& item : node.items) {
          write(item);
          text_ += ',';
        }
        text_ += ']';
        return;
      case reader::Node::Kind::map:
        text_ += '{';
        for (const reader::Entry& entry : node.entries) {
          write(entry.key);
          text_ += ':';
          write(entry.value);
          text_ += ',';
        }
        text_ += '}';
        return;
    }
    std::abort();
  }

  void write_scalar(const reader::Node& node) {
    const auto is_safe = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
    if (!node.quoted && !node.text.empty() && std::ranges::all_of(node.text, is_safe)) {
      text_ += node.text;
      return;
    }
    text_ += '"';
    for (const char c : node.text) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c == '\n' ? std::string_view("\\n") : std::string_view(&c, 1);
    }
    text_ += '"';
  }

  std::string text_;
  int line_ = 1;
};

}  // namespace

reader::Node edited(reader::Node root, const TreeEdit& edit) {
  reader::Node* parent = nullptr;
  reader::Node* node = &root;
  for (const std::size_t at : edit.path) {
    parent = node;
    node = &child_of(*node, at);
  }
  switch (edit.kind) {
    case TreeEdit::Kind::replace:
      *node = edit.node;
      break;
    case TreeEdit::Kind::remove:
      remove_child(*parent, edit.path.back());
      break;
    case TreeEdit::Kind::add: {
      const reader::Place at = node->entries.empty() ? node->at : node->entries.back().value.at;
      reader::Node value = edit.node;
      value.at = at;
      node->entries.push_back({.key = {.at = at, .text = edit.key, .entries = {}}, .value = std::move(value)});
      break;
    }
  }
  return root;
}

std::string to_yaml(const reader::Node& root) { return Writer().run(root); }

}  // namespace npu_cts::mutants
