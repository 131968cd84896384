// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bitset>

#include "framework/rule/bound_spec.h"

namespace npu_cts {
namespace {

/// Writes down what of an operator holds at one target, a letter for each fact in the order of the file. Whatever
/// depends on a target does so through these.
class KeyWriter {
 public:
  KeyWriter(const Spec& spec, const OpSpec& op, const Target& target)
      : spec_(spec), op_(op), target_(target), release_(find_release(spec, target.release)) {}

  /// Returns what a search depends on.
  std::string search_key() {
    for (const Parameter& parameter : op_.parameters) add_parameter(parameter);
    add(op_.rows);
    add(op_.rules);
    return std::move(key_);
  }

  /// Returns that and the rest.
  std::string spec_key() {
    key_ = search_key();
    add(op_.hints.data);
    for (const SizeGroup& group : op_.hints.sizes) add(group.start.applies);
    add(op_.contested);
    add(op_.examples);
    return std::move(key_);
  }

  /// Returns that and what results depend on.
  std::string results_key() {
    key_ = spec_key();
    for (const Output& output : op_.outputs) {
      add(output.dtype);
      add(output.shape);
    }
    add(op_.formulas);
    add(op_.implementation_defined);
    return std::move(key_);
  }

 private:
  bool holds(const Applies& applies, const Target& target) const {
    return release_ && npu_cts::holds(applies, *release_, target);
  }

  void add(const Applies& applies) { key_ += holds(applies, target_) ? '1' : '0'; }

  template <class Entries>
  void add(const Entries& entries) {
    for (const auto& entry : entries) add(entry.applies);
  }

  void add_parameter(const Parameter& parameter) {
    add(parameter.applies);
    add(parameter.defaults);
    add(parameter.dtypes);
    add(parameter.formats);
    add(parameter.layouts);
    add(parameter.shapes);
    const auto hinted = op_.hints.build.find(parameter.key);
    if (hinted != op_.hints.build.end()) add(hinted->second);
    add_page(parameter);
  }

  /// Adds the dtypes that the page lists for any product: what illegal combinations are drawn from.
  void add_page(const Parameter& parameter) {
    if (parameter.reserved) return;
    std::bitset<64> listed;
    Target target = target_;
    for (const Product& product : spec_.products) {
      target.product = product.id;
      if (!holds(parameter.applies, target)) continue;
      const auto entry =
          std::ranges::find_if(parameter.dtypes, [&](const auto& dated) { return holds(dated.applies, target); });
      if (entry == parameter.dtypes.end()) continue;
      for (const DType dtype : entry->value) listed.set(static_cast<std::size_t>(dtype));
    }
    key_ += listed.to_string<char>();
  }

  const Spec& spec_;
  const OpSpec& op_;
  const Target& target_;
  std::optional<std::size_t> release_;
  std::string key_;
};

}  // namespace

std::string same_search_key(const Spec& spec, const OpSpec& op, const Target& target) {
  return KeyWriter(spec, op, target).search_key();
}

std::string same_spec_key(const Spec& spec, const OpSpec& op, const Target& target) {
  return KeyWriter(spec, op, target).spec_key();
}

std::string same_results_key(const Spec& spec, const OpSpec& op, const Target& target) {
  return KeyWriter(spec, op, target).results_key();
}

}  // namespace npu_cts
