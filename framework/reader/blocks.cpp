// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/op_spec_parts.h"

#include <fmt/format.h>

namespace npu_cts::reader {
namespace {

std::size_t size_of(const Node& node) {
  std::size_t size = 1;
  for (const Node& item : node.items) size += size_of(item);
  for (const Entry& entry : node.entries) size += 1 + size_of(entry.value);
  return size;
}

class Expansion {
 public:
  explicit Expansion(Reading& reading) : reading_(reading) {}

  Node expand(Node tree) {
    std::vector<Node> items;
    items.reserve(tree.items.size());
    for (Node& item : tree.items) add(std::move(item), items);
    tree.items = std::move(items);
    for (Entry& entry : tree.entries) entry.value = expand(std::move(entry.value));
    return tree;
  }

 private:
  /// Adds `item` to the list `items`; of a block, its facts.
  void add(Node item, std::vector<Node>& items) {
    const Node* const facts = item.kind == Node::Kind::map ? find(item, "facts") : nullptr;
    if (facts == nullptr) return items.push_back(expand(std::move(item)));
    const std::size_t shared = size_of(item) - size_of(*facts);
    for (const Node& fact : reading_.items(*facts)) {
      copied_ += shared;
      if (copied_ > Limits::nodes) {
        return reading_.report(error_at(Kind::too_many_nodes, item.at,
                                        fmt::format("the blocks stand for more than {} values", Limits::nodes),
                                        "a file must stay readable in bounded time", "split the file"));
      }
      add(with_keys_of(item, fact), items);
    }
  }

  /// Returns `fact` with what `block` has beside its facts.
  [[nodiscard]] Node with_keys_of(const Node& block, const Node& fact) const {
    if (fact.kind != Node::Kind::map) return fact;
    Node whole = fact;
    for (const Entry& entry : block.entries) {
      if (entry.key.text == "facts") continue;
      const Node* const again = find(fact, entry.key.text);
      if (again == nullptr) {
        whole.entries.push_back(entry);
        continue;
      }
      reading_.report(error_at(Kind::duplicate_key, again->at,
                               fmt::format("the block of this fact has '{}' too", entry.key.text),
                               "what a block says, each of its facts has", "delete one, or move the fact out"));
    }
    return whole;
  }

  Reading& reading_;
  std::size_t copied_ = 0;
};

}  // namespace

Node without_blocks(Reading& reading, Node tree) { return Expansion(reading).expand(std::move(tree)); }

}  // namespace npu_cts::reader
