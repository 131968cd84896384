// SPDX-License-Identifier: Apache-2.0
#include "reports/traits.h"

#include <string_view>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "framework/base/names.h"

namespace npu_cts::reports {
namespace {

Trait equal(TraitOf kind, std::string of, std::string_view value) {
  return {.kind = kind, .of = std::move(of), .is = fmt::format("== {}", value)};
}

Trait equal(TraitOf kind, std::string of, std::int64_t value) {
  Trait trait = equal(kind, std::move(of), std::to_string(value));
  trait.number = value;
  return trait;
}

/// The traits of one argument.
struct TraitsOf {
  const std::string& key;
  std::vector<Trait>& traits;

  void operator()(const Tensor& tensor) const {
    const TensorType& type = tensor.type;
    add("dtype", name_of(type.dtype));
    traits.push_back(equal(TraitOf::call, fmt::format("rank({})", key), static_cast<std::int64_t>(type.shape.size())));
    add("layout", name_of(type.layout));
    add("format", name_of(type.format));
    if (!type.shape.empty()) {
      add_size("dim({}, 0)", type.shape.front());
      add_size("last({})", type.shape.back());
    }
    add_size("numel({})", numel(type.shape));
    if (type.storage_offset > 0) traits.push_back({.of = fmt::format("storage_offset({})", key), .is = "> 0"});
  }
  void operator()(None /*none*/) const { traits.push_back({.of = key, .is = "is none"}); }
  template <class Plain>
  void operator()(const Plain& plain) const {
    if constexpr (std::is_same_v<Plain, std::int64_t>) {
      traits.push_back(equal(TraitOf::call, key, plain));
    } else {
      traits.push_back(equal(TraitOf::call, key, PlainText{}(plain)));
    }
  }

 private:
  void add_size(std::string_view of, std::int64_t size) const {
    traits.push_back(equal(TraitOf::size, fmt::format(fmt::runtime(of), key), size));
  }
  void add(std::string_view function, std::string_view value) const {
    traits.push_back(equal(TraitOf::call, fmt::format("{}({})", function, key), value));
  }
};

}  // namespace

std::vector<Trait> traits_of(const OpSpec& op, const Call& call) {
  const Value none;
  std::vector<Trait> traits;
  for (const Parameter& parameter : op.parameters) {
    const auto argument = call.arguments.find(parameter.key);
    const Value& value = argument == call.arguments.end() ? none : argument->second;
    if (parameter.optional && !std::holds_alternative<None>(value))
      traits.push_back({.of = parameter.key, .is = "is not none"});
    std::visit(TraitsOf{.key = parameter.key, .traits = traits}, value);
  }
  return traits;
}

std::vector<Trait> traits_of(const record::PlannedCase& planned, const CaseResult& result) {
  std::vector<Trait> traits{equal(TraitOf::target, "product", planned.target.product),
                            equal(TraitOf::target, "release", planned.target.release),
                            equal(TraitOf::target, "mode", planned.target.mode)};
  if (planned.expected != Verdict::accept && !planned.covers.empty())
    traits.push_back({.of = fmt::format("'{}'", planned.covers.front()), .is = "is broken"});
  for (const auto& [symbol, size] : result.sizes) traits.push_back(equal(TraitOf::size, symbol, size));
  return traits;
}

std::size_t TraitNumbers::of(const Trait& trait) {
  const auto [it, is_new] = numbers_.try_emplace(trait, all_.size());
  if (is_new) all_.push_back(trait);
  return it->second;
}

}  // namespace npu_cts::reports
