// SPDX-License-Identifier: Apache-2.0
#include "framework/explore/coverage.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/explore/dice.h"

namespace npu_cts::explore {
namespace {

constexpr std::size_t most_named = 8;  ///< rules that no call broke, by name

/// What stands for the dtypes of a call: the key and the dtype of each tensor.
std::string dtypes_of(const BoundSpec& bound, const SlotCall& slots) {
  std::string text;
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) {
    const SlotArgument& argument = slots.argument(slot);
    if (argument.tensor == nullptr) continue;
    text += text.empty() ? "" : ",";
    text += bound.parameters()[slot].written->key;
    text += '=';
    text += name_of(argument.tensor->type.dtype);
  }
  return text;
}

}  // namespace

bool Coverage::add(Operator& op, std::string_view group, const std::string& choice) {
  return op.groups[std::string(group)].insert(choice).second;
}

bool Coverage::see_parameters(const DecidedCall& call, const SlotCall& slots, Operator& op) {
  const BoundSpec& bound = *call.bound;
  bool is_new = add(op, "dtypes", dtypes_of(bound, slots));
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) {
    const SlotArgument& argument = slots.argument(slot);
    const std::string& key = bound.parameters()[slot].written->key;
    if (!argument.is_given()) {
      is_new |= add(op, "left out", key);
    } else if (argument.tensor != nullptr) {
      const TensorType& type = argument.tensor->type;
      is_new |= add(op, "layouts", fmt::format("{}={}", key, name_of(type.layout)));
      is_new |= add(op, "formats", fmt::format("{}={}", key, name_of(type.format)));
      if (type.storage_offset != 0) is_new |= add(op, "storage offsets", key);
      is_new |= add(op, "ranks", fmt::format("{}={}", key, type.shape.size()));
    } else if (argument.number) {
      is_new |= add(op, "arguments", fmt::format("{}={}", key, *argument.number));
    }
  }
  return is_new;
}

bool Coverage::see(const DecidedCall& call) {
  Operator& op = operators_[call.call.op];
  const BoundSpec& bound = *call.bound;
  if (targets_.insert(&bound).second) {
    for (const BoundRule& rule : bound.rules()) op.rules.insert(rule.id);
  }
  const SlotCall slots(bound, call.call.arguments);
  const Target& target = call.call.target;
  bool is_new = add(op, "targets", fmt::format("{}/{}/{}", target.product, target.release, target.mode));
  is_new |= add(op, "verdicts", std::string(name_of(call.planned.expected)));
  for (const std::string& rule : call.broken) {
    if (!op.rules.contains(rule)) continue;  // what is unsupported breaks none
    is_new |= add(op, "rules broken", rule);
    if (call.broken.size() == 1) is_new |= add(op, "rules broken alone", rule);
  }
  is_new |= see_parameters(call, slots, op);
  for (std::size_t slot = 0; slot < bound.op().symbols.size(); ++slot) {
    const SymbolValue& value = slots.symbol(slot);
    if (value.type != Type::integer || !value.number) continue;
    is_new |= add(op, "sizes", fmt::format("{}={}", bound.op().symbols[slot].name, class_of_size(*value.number)));
  }
  return is_new;
}

bool Coverage::see(const std::string& op, const std::string& group, const std::string& choice) {
  return add(operators_[op], group, choice);
}

/// Returns the rules that no call broke, in words.
std::string Coverage::never_broken(const Operator& op) {
  const auto broken = op.groups.find("rules broken");
  std::vector<std::string> kept;
  std::ranges::copy_if(op.rules, std::back_inserter(kept), [&](const std::string& rule) {
    return broken == op.groups.end() || !broken->second.contains(rule);
  });
  if (kept.empty()) return {};
  const std::size_t count = kept.size();
  const std::string more = count > most_named ? fmt::format(" and {} more", count - most_named) : "";
  kept.resize(std::min(count, most_named));
  return fmt::format("  never broken, of {}: {}{}\n", counted(op.rules.size(), "rule"), join(kept, ", "), more);
}

std::string Coverage::to_text() const {
  std::string text;
  for (const auto& [name, op] : operators_) {
    std::vector<std::string> counts;
    for (const auto& [group, choices] : op.groups) counts.push_back(fmt::format("{} {}", group, choices.size()));
    text += fmt::format("{}: {}\n", name, join(counts, ", ")) + never_broken(op);
  }
  return text;
}

}  // namespace npu_cts::explore
