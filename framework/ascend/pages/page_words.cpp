// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/pages/spec_page_mismatch.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

/// Returns `signature` without what pages print in several ways: blanks and the sort of quotes.
std::string comparable(std::string_view signature) {
  std::string text;
  for (const char c : signature) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) text += c == '"' ? '\'' : c;
  }
  return text;
}

class WordComparison {
 public:
  WordComparison(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts)
      : spec_(spec), op_(op), page_(page), facts_(facts), release_(find_release(spec, page.release).value_or(0)) {}

  findings::Findings run() {
    check_signature();
    for (const PageParameter& one : facts_.parameters) check_flags(one);
    check_frameworks();
    return std::move(found_);
  }

 private:
  void report(const Location& at, std::string what, const PageStatement& from) {
    found_.push_back(mismatch(op_, page_, at, std::move(what), from.place));
  }

  void check_signature() {
    const auto ours =
        std::ranges::find_if(op_.signatures, [&](const auto& one) { return in_release(one.applies, release_); });
    if (facts_.signature.empty() || ours == op_.signatures.end()) return;
    if (comparable(ours->value) == comparable(facts_.signature)) return;
    report(ours->at, fmt::format("the signature is '{}' in the spec, '{}' on the page", ours->value, facts_.signature),
           facts_.signature_from);
  }

  [[nodiscard]] const Parameter* find(const PageParameter& parameter) const {
    const Target target{.release = page_.release, .mode = spec_.modes.all.front().id};
    const auto is_it = [&](const Parameter& one) {
      const bool is_variable = parameter.section == "variables";
      return name_in(one, spec_, target) == parameter.name &&
             (!op_.module_form || is_variable == (one.group == Group::variables));
    };
    return find_where(op_.parameters, is_it);
  }

  void check_flags(const PageParameter& parameter) {
    const Parameter* const ours = find(parameter);
    if (ours == nullptr || parameter.from.empty()) return;
    const auto differ = [&](bool here, bool there, std::string_view word) {
      if (here != there)
        report(ours->at, fmt::format("'{}' is {} {} only", ours->key, word, here ? "in the spec" : "on the page"),
               parameter.from.front());
    };
    differ(ours->reserved, parameter.reserved, "reserved");
    if (parameter.required && ours->optional) differ(false, true, "required");
  }

  /// The frameworks of a release stand in a list or in a sentence, of all products or of one mode.
  void check_frameworks() {
    std::set<std::string> ours;
    for (const SupportCell& cell : op_.support) {
      if (in_release(cell.applies, release_)) ours.insert(cell.frameworks.begin(), cell.frameworks.end());
    }
    if (ours == facts_.frameworks) return;
    const auto text = [](const std::set<std::string>& all) { return all.empty() ? "none" : join(all, ", "); };
    report(op_.support.empty() ? Location{} : op_.support.front().at,
           fmt::format("frameworks are {} in the spec, {} on the page", text(ours), text(facts_.frameworks)),
           facts_.frameworks_from);
  }

  const Spec& spec_;
  const OpSpec& op_;
  const Document& page_;
  const PageFacts& facts_;
  std::size_t release_;
  findings::Findings found_;
};

}  // namespace

findings::Findings check_page_words(const Spec& spec, const OpSpec& op, const Document& page, const PageFacts& facts) {
  return WordComparison(spec, op, page, facts).run();
}

}  // namespace npu_cts::ascend
