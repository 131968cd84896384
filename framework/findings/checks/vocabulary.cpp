// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/findings/checks/check.h"

namespace npu_cts::findings {
namespace {

const Alias* namesake(const Product& product, const Alias& alias) {
  return find_where(product.aliases,
                    [&](const Alias& other) { return other.name == alias.name && meet(other.applies, alias.applies); });
}

bool has_chip(const Product& product, const std::string& chip) { return contains(product.chips, chip); }

bool is_listed(const OpSpec& op, const std::string& id) {
  return std::ranges::any_of(op.pages, [&](const auto& entry) { return contains(entry.second, id); });
}

}  // namespace

Findings find_ambiguous_aliases(const Spec& spec) {
  Findings found;
  const auto report = [&](const std::string& name, const Product& earlier, const Product& later) {
    found.push_back(
        {.subject = name, .at = later.at, .what = fmt::format("'{}' means '{}' and '{}'", name, earlier.id, later.id)});
  };
  for (std::size_t later = 1; later < spec.products.size(); ++later) {
    const Product& product = spec.products[later];
    for (const Alias& alias : product.aliases) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (namesake(spec.products[earlier], alias) != nullptr) report(alias.name, spec.products[earlier], product);
      }
    }
    for (const std::string& chip : product.chips) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        if (has_chip(spec.products[earlier], chip)) report(chip, spec.products[earlier], product);
      }
    }
  }
  return found;
}

Findings find_missing_operators(const Spec& spec) {
  Findings found;
  std::set<std::string> said;
  for (const Document& document : spec.documents) {
    if (find_operator(spec, document.op) != nullptr || !said.insert(document.op).second) continue;
    const auto pages = std::ranges::count(spec.documents, document.op, &Document::op);
    const auto statements = std::ranges::count_if(spec.statements, [&](const Statement& statement) {
      return std::ranges::any_of(statement.documents, [&](const std::string& id) {
        const Document* const page = find_by(spec.documents, id, &Document::id);
        return page != nullptr && page->op == document.op;
      });
    });
    found.push_back({.subject = document.op,
                     .at = document.at,
                     .what = fmt::format("no file of ops/ describes '{}', which has {} and {}", document.op,
                                         counted(static_cast<std::size_t>(pages), "page"),
                                         counted(static_cast<std::size_t>(statements), "statement"))});
  }
  return found;
}

Findings find_page_mismatches(const Spec& spec, const OpSpec& op) {
  Findings found;
  const Location top{.file = op.file, .line = 1, .column = 1};
  for (const auto& [release, pages] : op.pages) {
    for (const std::string& id : pages) {
      const Document* document = find_by(spec.documents, id, &Document::id);
      if (document == nullptr) continue;  // the reader says so where documents are listed at all
      if (document->op == op.name && document->release == spec.releases[release]) continue;
      found.push_back(finding(op, id, top,
                              fmt::format("page '{}' is listed for {}, and is of '{}' in {}", id,
                                          spec.releases[release], document->op, document->release)));
    }
  }
  for (const Document& document : spec.documents) {
    if (document.op == op.name && !is_listed(op, document.id))
      found.push_back(
          finding(op, document.id, document.at, fmt::format("'{}' does not list its page '{}'", op.name, document.id)));
  }
  return found;
}

}  // namespace npu_cts::findings
