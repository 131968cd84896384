#include <algorithm>

#include "framework/rule/evaluate.h"

namespace npu_cts {
namespace {

/// Returns the position of `name` in `range` by the strings `name_of` gives. Names that differ mostly differ in their
/// length or last letter: that is looked at before the rest.
template <class Range, class NameOf>
std::optional<std::size_t> find_position(const Range& range, std::string_view name, NameOf name_of) {
  if (name.empty()) return std::nullopt;
  for (std::size_t i = 0; i < range.size(); ++i) {
    const std::string& other = range[i].*name_of;
    if (other.size() == name.size() && other.back() == name.back() && other == name) return i;
  }
  return std::nullopt;
}

}  // namespace

void Facts::forget() {
  arguments_.clear();
  defined_.clear();
}

const Value* Facts::argument(std::string_view key) const {
  const auto position = find_position(op_.parameters, key, &Parameter::key);
  if (!position) {
    const auto it = call_.arguments.find(key);
    return it == call_.arguments.end() ? nullptr : &it->second;
  }
  if (arguments_.empty()) arguments_.resize(op_.parameters.size());
  auto& known = arguments_[*position];
  if (!known) known = look_up(op_.parameters[*position]);
  return *known;
}

const Value* Facts::look_up(const Parameter& parameter) const {
  if (const auto it = call_.arguments.find(parameter.key); it != call_.arguments.end()) return &it->second;
  if (parameter.defaults.empty()) return nullptr;
  if (!release_) release_ = find_release(spec_, call_.target.release);
  const auto applies = [&](const Applies& when) { return *release_ && holds(when, **release_, call_.target); };
  if (!applies(parameter.applies)) return nullptr;
  for (const auto& entry : parameter.defaults) {
    if (applies(entry.applies)) return &entry.is.value;
  }
  return nullptr;
}

const Tensor* Facts::tensor(std::string_view key) const {
  const Value* const value = argument(key);
  return value == nullptr ? nullptr : std::get_if<Tensor>(value);
}

const Value* Facts::outside_symbol(const std::string& name) const {
  if (symbols_ == nullptr) return nullptr;
  const auto it = symbols_->find(name);
  return it == symbols_->end() ? nullptr : &it->second;
}

std::optional<std::size_t> Facts::find_symbol(std::string_view name) const {
  return find_position(op_.symbols, name, &Symbol::name);
}

std::optional<Remembered>& Facts::remembered(std::size_t position) const {
  if (defined_.empty()) defined_.resize(op_.symbols.size());
  return defined_[position];
}

}  // namespace npu_cts
