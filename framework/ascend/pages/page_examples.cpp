// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/page_citations.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "framework/ascend/pages/inventory.h"
#include "framework/ascend/pages/product_names.h"
#include "framework/ascend/pages/programs.h"
#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

using Words = std::set<std::string, std::less<>>;

std::string text_of(const Words& words) { return join(std::vector(words.begin(), words.end()), ", "); }

/// Returns the modes of which `program` has a call of `op`. What is compiled is no call of its own: a program that
/// compiles as often as it calls shows only that.
Words modes_in(const Spec& spec, const OpSpec& op, std::string_view program) {
  Words modes;
  std::ptrdiff_t alone = 0;
  for (const ProgramCall& call : calls_in(program)) {
    if (call.name == op.name) ++alone;
    if (call.name != "compile") continue;
    --alone;
    const bool is_dynamic = contains(call.arguments, "dynamic=True");
    for (const Mode& mode : spec.modes.all) {
      if (mode.is_compiled && mode.is_dynamic == is_dynamic) modes.insert(mode.id);
    }
  }
  for (const Mode& mode : spec.modes.all) {
    if (alone > 0 && !mode.is_compiled) modes.insert(mode.id);
  }
  return modes;
}

Words modes_of(const Spec& spec, const Example& example) {
  Words modes;
  for (const Mode& mode : spec.modes.all) {
    const std::string& said = example.call.target.mode;
    if (said.empty() ? admits(example.applies.modes, mode.id) : mode.id == said) modes.insert(mode.id);
  }
  return modes;
}

Words products_of(const Spec& spec, const Example& example) {
  Words products;
  for (const Product& product : spec.products) {
    if (admits(example.applies.products, product.id)) products.insert(product.id);
  }
  return products;
}

/// Asks what stands on one page for examples.
class PageExamples {
 public:
  PageExamples(const Spec& spec, const OpSpec& op, const Document& page)
      : spec_(spec), op_(op), page_(page), names_(product_names(spec, find_release(spec, page.release))) {}

  findings::Findings run(const std::vector<PageStatement>& said) {
    for (const PageStatement& one : said) {
      const Statement* const entry = find_entry(spec_, page_.id, one.sha256);
      if (entry != nullptr) ask(*entry, one);
    }
    for (const auto& [example, products] : named_) {
      const Words own = products_of(spec_, *example);
      if (own != products)
        say(*example, fmt::format("page '{}' names {} for example '{}', which is of {}", page_.id, text_of(products),
                                  example->id, text_of(own)));
    }
    return std::move(found_);
  }

 private:
  void ask(const Statement& entry, const PageStatement& said) {
    for (const Grounded& grounded : entry.encodes) {
      if (!grounded.fact.starts_with("examples.")) continue;
      const auto example = std::ranges::find(op_.examples, grounded.fact.substr(9), &Example::id);
      if (example == op_.examples.end()) continue;
      if (said.kind == BlockKind::code) ask_modes(*example, said);
      if (said.kind != BlockKind::prose) continue;
      for (const ProductName& name : names_standing_in(said.words, names_)) named_[&*example].insert(name.product);
    }
  }

  /// A program that lost its lines is not asked: a comment hides what stood behind it.
  void ask_modes(const Example& example, const PageStatement& said) {
    if (said.source.find('\n') == std::string::npos) return;
    const Words shown = modes_in(spec_, op_, said.source);
    const Words own = modes_of(spec_, example);
    if (!shown.empty() && shown != own)
      say(example, fmt::format("the program at {} of page '{}' shows {}, and example '{}' is in {}", said.place,
                               page_.id, text_of(shown), example.id, text_of(own)));
  }

  void say(const Example& example, std::string what) {
    found_.push_back({.kind = kinds::misplaced_citation, .op = op_.name, .at = example.at, .what = std::move(what)});
  }

  const Spec& spec_;
  const OpSpec& op_;
  const Document& page_;
  std::vector<ProductName> names_;
  std::map<const Example*, Words> named_;
  findings::Findings found_;
};

}  // namespace

findings::Findings check_page_examples(const Spec& spec, const OpSpec& op, const Document& page,
                                       const std::vector<PageStatement>& said) {
  return PageExamples(spec, op, page).run(said);
}

}  // namespace npu_cts::ascend
