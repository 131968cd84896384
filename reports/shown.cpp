// SPDX-License-Identifier: Apache-2.0
#include "reports/shown.h"

#include <algorithm>
#include <map>
#include <utility>

#include "framework/base/find.h"

namespace npu_cts::reports {
namespace {

/// Takes from one operator what the shown pages do not say.
class Narrowing {
 public:
  Narrowing(const Spec& spec, OpSpec& op) : spec_(spec), op_(op) {}

  void run() {
    keep(op_.signatures);
    keep(op_.parameters);
    for (Parameter& parameter : op_.parameters) keep_entries(parameter);
    for (Output& output : op_.outputs) {
      keep(output.dtype);
      keep(output.shape);
    }
    keep(op_.rows);
    keep(op_.rules);
    keep(op_.formulas);
    keep(op_.implementation_defined);
    keep(op_.contradictions);
    keep(op_.contested);
    std::erase_if(op_.open, [this](const OpenQuestion& open) { return !open.cite.empty() && !is_asked(open); });
  }

 private:
  [[nodiscard]] bool is_shown(const Applies& applies) const {
    return std::ranges::any_of(op_.pages, [&](const auto& page) { return in_release(applies, page.first); }) &&
           std::ranges::any_of(spec_.products,
                               [&](const Product& product) { return admits(applies.products, product.id); });
  }

  /// Returns whether a shown page has a sentence that the question is about.
  [[nodiscard]] bool is_asked(const OpenQuestion& open) const {
    return std::ranges::any_of(op_.pages, [&](const auto& page) {
      return std::ranges::any_of(open.cite, [&](const std::string& id) { return has_statement(page.second, id); });
    });
  }

  [[nodiscard]] bool has_statement(const std::vector<std::string>& documents, const std::string& id) const {
    const Statement* const statement = find_statement(spec_, id);
    return statement == nullptr || std::ranges::any_of(documents, [&](const std::string& document) {
             return contains(statement->documents, document);
           });
  }

  /// Facts are moved into a new list, as the reader makes lists: to erase some is code of its own for each kind.
  template <class Fact>
  void keep(std::vector<Fact>& facts) const {
    std::vector<Fact> kept;
    for (Fact& fact : facts) {
      if (is_shown(fact.applies)) kept.push_back(std::move(fact));
    }
    facts.swap(kept);
  }

  void keep_entries(Parameter& parameter) const {
    keep(parameter.names);
    keep(parameter.defaults);
    keep(parameter.dtypes);
    keep(parameter.formats);
    keep(parameter.layouts);
    keep(parameter.shapes);
  }

  const Spec& spec_;
  OpSpec& op_;
};

}  // namespace

void narrow(Spec& spec, const Shown& shown) {
  if (shown.products.empty() && shown.releases.empty()) return;
  std::erase_if(spec.products, [&](const Product& product) { return !admits(shown.products, product.id); });
  for (OpSpec& op : spec.operators) {
    std::erase_if(op.pages, [&](const auto& page) { return !admits(shown.releases, spec.releases[page.first]); });
    Narrowing(spec, op).run();
  }
  std::erase_if(spec.operators, [](const OpSpec& op) { return op.pages.empty(); });
}

}  // namespace npu_cts::reports
