// SPDX-License-Identifier: Apache-2.0
#include "framework/diff/witnesses.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/expand/families.h"

namespace npu_cts::diff {
namespace {

/// Why calls are on one side only. Calls of different rows are told apart only where dtypes are the reason.
using Reason = std::tuple<bool, std::vector<std::string>, std::string>;

/// How large a call is: few arguments first, then few elements, then small sizes.
std::tuple<std::size_t, std::int64_t, std::string> size_of(const Arguments& arguments) {
  std::int64_t elements = 0;
  std::string shapes;
  for (const auto& [key, value] : arguments) {
    const auto* const tensor = std::get_if<Tensor>(&value);
    if (tensor == nullptr) continue;
    elements += numel(tensor->type.shape) + static_cast<std::int64_t>(tensor->type.shape.size());
    shapes += key + npu_cts::to_text(tensor->type.shape);
  }
  return {arguments.size(), elements, shapes};
}

/// Returns one call of each choice, shape, layout, attribute and side of a limit that the spec of `view` has.
std::vector<Case> cases_of(const View& view) {
  if (!view.is_supported()) return {};
  expand::Families families(view.bound());
  families.add_legal_dtypes();
  families.add_choices();
  families.add_rules();
  return families.take().cases;
}

class Comparison {
 public:
  Comparison(const View& older, const View& newer) : older_(older), newer_(newer) {}

  /// Judges `call`, and once more without the arguments that either side has no parameter for.
  void judge(const Call& call) {
    if (auto difference = difference_of(call)) keep(std::move(*difference));
    Call known = call;
    for (const View* view : {&older_, &newer_}) {
      erase_if(known.arguments, [&](const auto& entry) { return view->is_supported() && !view->knows(entry.first); });
    }
    if (known.arguments.size() == call.arguments.size()) return;
    if (auto difference = difference_of(known)) keep(std::move(*difference));
  }

  /// Tries each reason found so far with the dtypes of `base`, a legal call of some row: a plan shows a choice once,
  /// not in every row.
  void try_with(const Call& base) {
    std::vector<Arguments> witnesses;
    for (const auto& [reason, difference] : found_) witnesses.push_back(difference.witness);
    for (const Arguments& witness : witnesses) {
      judge({.op = base.op, .arguments = with_dtypes_of(base.arguments, witness)});
      judge({.op = base.op, .arguments = with_attributes_of(witness, base.arguments)});
    }
  }

  std::vector<Difference> take() {
    drop_implied();
    std::vector<Difference> differences;
    for (auto& [reason, difference] : found_) differences.push_back(shrunk(std::move(difference)));
    return differences;
  }

 private:
  [[nodiscard]] std::optional<Difference> difference_of(const Call& call) const {
    const Opinion before = older_.opinion_of(call);
    const Opinion after = newer_.opinion_of(call);
    const bool was = before.verdict == Verdict::accept;
    if (was == (after.verdict == Verdict::accept)) return std::nullopt;
    const Opinion& refusing = was ? after : before;
    return Difference{.gained = !was,
                      .refused = refusing.refused,
                      .row = was ? before.row : after.row,
                      .refusal = refusing.verdict,
                      .witness = call.arguments};
  }

  static bool has_dtype(const Value& value) {
    return std::holds_alternative<Tensor>(value) || std::holds_alternative<DType>(value);
  }

  /// Returns `witness` with the dtypes of `base`, present where those are.
  static Arguments with_dtypes_of(const Arguments& base, Arguments witness) {
    erase_if(witness, [&](const auto& entry) { return has_dtype(entry.second) && !base.contains(entry.first); });
    for (const auto& [key, value] : base) {
      if (!has_dtype(value)) continue;
      const auto [it, is_new] = witness.try_emplace(key, value);
      auto* const tensor = std::get_if<Tensor>(&it->second);
      const auto* const like = std::get_if<Tensor>(&value);
      if (tensor != nullptr && like != nullptr) {
        tensor->type.dtype = like->type.dtype;
      } else {
        it->second = value;
      }
    }
    return witness;
  }

  /// Returns `base` with what `witness` says besides dtypes and shapes, and without what it leaves out.
  static Arguments with_attributes_of(const Arguments& witness, Arguments base) {
    erase_if(base, [](const auto& entry) { return !has_dtype(entry.second); });
    for (const auto& [key, value] : witness) {
      if (!has_dtype(value)) base.insert_or_assign(key, value);
    }
    return base;
  }

  static Reason reason_of(const Difference& difference) {
    return {!difference.gained, difference.refused, difference.row};
  }

  void keep(Difference difference) {
    const auto [it, is_new] = found_.try_emplace(reason_of(difference), difference);
    if (!is_new && size_of(difference.witness) < size_of(it->second.witness)) it->second = std::move(difference);
  }

  /// Drops reasons of which a part is reason enough for the same row.
  void drop_implied() {
    const auto is_implied = [&](const auto& entry) {
      return std::ranges::any_of(found_, [&](const auto& other) {
        const Difference& a = other.second;
        const Difference& b = entry.second;
        return a.gained == b.gained && a.row == b.row && a.refused.size() < b.refused.size() &&
               is_part(a.refused, b.refused);
      });
    };
    std::map<Reason, Difference> rest;
    for (const auto& entry : found_) {
      if (!is_implied(entry)) rest.insert(entry);
    }
    found_ = std::move(rest);
  }

  static bool is_part(const std::vector<std::string>& few, const std::vector<std::string>& many) {
    return std::ranges::all_of(few, [&](const auto& id) { return contains(many, id); });
  }

  /// Makes the witness smaller step by step while it stays a witness for the same reason.
  [[nodiscard]] Difference shrunk(Difference difference) const {
    for (bool again = true; again;) {
      again = false;
      for (Arguments& smaller : smaller_than(difference.witness)) {
        Call call{.op = "", .arguments = std::move(smaller)};
        const auto one = difference_of(call);
        if (!one || reason_of(*one) != reason_of(difference) || one->refusal != difference.refusal) continue;
        difference = *one;
        again = true;
        break;
      }
    }
    return difference;
  }

  static std::vector<Arguments> smaller_than(const Arguments& arguments) {
    std::vector<Arguments> candidates;
    for (const auto& [key, value] : arguments) {
      Arguments without = arguments;
      without.erase(key);
      candidates.push_back(std::move(without));
    }
    add_fewer_axes(arguments, candidates);
    add_smaller_sizes(arguments, candidates);
    const auto size = size_of(arguments);
    std::erase_if(candidates, [&](const Arguments& candidate) { return !(size_of(candidate) < size); });
    return candidates;
  }

  static void add_fewer_axes(const Arguments& arguments, std::vector<Arguments>& candidates) {
    for (const auto& [key, value] : arguments) {
      const auto* const tensor = std::get_if<Tensor>(&value);
      for (std::size_t axis = 0; tensor != nullptr && axis < tensor->type.shape.size(); ++axis) {
        Arguments fewer = arguments;
        Shape& shape = std::get_if<Tensor>(&fewer[key])->type.shape;
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
        candidates.push_back(std::move(fewer));
      }
    }
  }

  /// Replaces a size by a smaller one wherever it stands: sizes that are equal are mostly meant to be.
  static void add_smaller_sizes(const Arguments& arguments, std::vector<Arguments>& candidates) {
    std::set<std::int64_t> sizes;
    for (const auto& [key, value] : arguments) {
      if (const auto* tensor = std::get_if<Tensor>(&value))
        sizes.insert(tensor->type.shape.begin(), tensor->type.shape.end());
    }
    for (const std::int64_t size : sizes) {
      for (const std::int64_t less : std::set<std::int64_t>{1, 2, 3, 4, 8, 16, 32, size / 2, size - 1}) {
        if (less > 0 && less < size) candidates.push_back(replaced(arguments, size, less));
      }
    }
  }

  static Arguments replaced(Arguments arguments, std::int64_t from, std::int64_t to) {
    for (auto& [key, value] : arguments) {
      if (auto* tensor = std::get_if<Tensor>(&value)) std::ranges::replace(tensor->type.shape, from, to);
    }
    return arguments;
  }

  const View& older_;
  const View& newer_;
  std::map<Reason, Difference> found_;
};

/// Combinations by row, without the columns that are absent: a release without a parameter and a call without it agree.
std::map<std::string, std::set<std::string>> combinations_of(const View& view) {
  std::map<std::string, std::set<std::string>> found;
  if (!view.is_supported()) return found;
  for (const auto& [choice, row] : search::legal_dtypes(view.bound())) {
    search::DTypeChoice given = choice;
    std::erase_if(given, [](const search::DTypeOf& column) { return !column.dtype; });
    found[row].insert(to_text(view.bound(), given));
  }
  return found;
}

std::map<std::string, std::set<std::string>> without(std::map<std::string, std::set<std::string>> some,
                                                     const std::map<std::string, std::set<std::string>>& others) {
  for (auto& [row, choices] : some) {
    std::erase_if(choices, [&](const std::string& choice) {
      return std::ranges::any_of(others, [&](const auto& other) { return other.second.contains(choice); });
    });
  }
  std::erase_if(some, [](const auto& entry) { return entry.second.empty(); });
  return some;
}

}  // namespace

Disagreement compare(const View& older, const View& newer) {
  Disagreement found;
  const auto before = combinations_of(older);
  const auto after = combinations_of(newer);
  for (const auto& [row, choices] : before) found.rows.insert(row);
  for (const auto& [row, choices] : after) found.rows.insert(row);
  found.proved = older.lines() == newer.lines();
  if (found.proved) return found;
  found.gained_dtypes = without(after, before);
  found.lost_dtypes = without(before, after);
  Comparison comparison(older, newer);
  std::vector<Case> rows;
  for (const View* view : {&older, &newer}) {
    for (Case& planned : cases_of(*view)) {
      comparison.judge(planned.call);
      if (planned.family == Family::rows) rows.push_back(std::move(planned));
    }
  }
  for (const Case& row : rows) comparison.try_with(row.call);
  found.differences = comparison.take();
  return found;
}

}  // namespace npu_cts::diff
