#include <algorithm>
#include <utility>

#include "framework/rule/evaluate.h"

namespace npu_cts {

Facts::Facts(const Spec& spec, const OpSpec& op, const Call& call) : spec_(spec), op_(op), call_(call) {}

Facts::Facts(const Spec& spec, const OpSpec& op, const Call& call, std::map<std::string, Value> symbols)
    : spec_(spec),
      op_(op),
      call_(call),
      symbols_(std::make_move_iterator(symbols.begin()), std::make_move_iterator(symbols.end())) {}

const Value* Facts::argument(std::string_view key) const {
  if (const auto it = call_.arguments.find(key); it != call_.arguments.end()) return &it->second;
  const Parameter* const parameter = find_parameter(op_, key);
  if (parameter == nullptr || parameter->defaults.empty()) return nullptr;
  if (!holds(parameter->applies, spec_, call_.target)) return nullptr;
  for (const auto& entry : parameter->defaults) {
    if (holds(entry.applies, spec_, call_.target)) return &entry.is.value;
  }
  return nullptr;
}

const Tensor* Facts::tensor(std::string_view key) const {
  const Value* const value = argument(key);
  return value == nullptr ? nullptr : std::get_if<Tensor>(value);
}

const Value* Facts::outside_symbol(std::string_view name) const {
  if (symbols_.empty()) return nullptr;
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : &it->second;
}

const Expression* Facts::definition(std::string_view name) const {
  const auto it = std::ranges::find(op_.symbols, name, &Symbol::name);
  return it == op_.symbols.end() ? nullptr : it->is.get();
}

}  // namespace npu_cts
