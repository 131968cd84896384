// SPDX-License-Identifier: Apache-2.0
#include "framework/arrays/cover.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "framework/arrays/coverage.h"
#include "framework/arrays/greedy.h"
#include "framework/arrays/legality.h"
#include "framework/base/text.h"

namespace npu_cts::arrays {
namespace {

constexpr double most_bytes = 2e9;  // fewer than the pairs of as many literals as have a number take

Diagnostic bad_request(std::string what, std::string why, std::string hint) {
  return error_at(Kind::wrong_usage, {}, std::move(what), std::move(why), std::move(hint));
}

std::optional<Diagnostic> misfit(const Model& model, std::size_t strength) {
  if (strength < 2 || strength > most_strength)
    return bad_request(fmt::format("strength {} is not offered", strength),
                       "it says values of how many parameters must meet", "2, 3 or 4");
  if (model.parameters.size() < strength)
    return bad_request(fmt::format("strength {} needs at least {} parameters, and the model has {}", strength, strength,
                                   model.parameters.size()),
                       "it says values of how many parameters must meet",
                       model.parameters.size() < 2 ? "add parameters" : "lower the strength, or add parameters");
  for (const Parameter& parameter : model.parameters) {
    if (parameter.values.empty())
      return bad_request(fmt::format("parameter '{}' has no values", parameter.name),
                         "every row has a value of each parameter", "remove it, or give it values");
  }
  const Space space(model);
  if (Coverage::bytes(space, strength) > most_bytes)
    return bad_request(
        fmt::format("strength {} takes too much memory for {}", strength, counted(space.literals(), "value")),
        fmt::format("the tuples may take {} bytes", most_bytes), "lower the strength");
  return std::nullopt;
}

std::optional<Diagnostic> bad_seed(const Model& model, const Legality& legality, const Row& seed, std::size_t number) {
  const auto at = fmt::format("seed row {}", number);
  if (seed.size() != model.parameters.size())
    return bad_request(fmt::format("{} has {}", at, counted(seed.size(), "value")),
                       fmt::format("the model has {}", counted(model.parameters.size(), "parameter")),
                       "mark what may be anything as unset");
  for (std::size_t p = 0; p < seed.size(); ++p)
    if (seed[p] != unset && seed[p] >= model.parameters[p].values.size())
      return bad_request(fmt::format("{} has no value of '{}'", at, model.parameters[p].name),
                         "values count from 0 in the order of the model", "mark it as unset");
  const Literals literals = legality.space().to_literals(seed);
  if (legality.complete(literals, literals)) return std::nullopt;
  return bad_request(fmt::format("{} is not legal", at), "it, or every row that contains it, breaks a constraint",
                     "correct the row, or remove it");
}

Diagnostics bad_seeds(const Model& model, const Legality& legality, const std::vector<Row>& seeds) {
  Diagnostics errors;
  for (std::size_t i = 0; i < seeds.size(); ++i)
    if (auto error = bad_seed(model, legality, seeds[i], i + 1)) errors.push_back(*std::move(error));
  return errors;
}

/// Returns how many rows the `strength` parameters with the most values need.
std::size_t least_rows(const Model& model, const std::vector<Literals>& infeasible, std::size_t strength) {
  const Space space(model);
  std::vector<std::size_t> widest(model.parameters.size());
  std::iota(widest.begin(), widest.end(), std::size_t{0});
  std::ranges::stable_sort(widest, std::ranges::greater{},
                           [&](std::size_t p) { return model.parameters[p].values.size(); });
  widest.resize(strength);
  std::ranges::sort(widest);
  Model part;
  for (const std::size_t p : widest) part.parameters.push_back(model.parameters[p]);
  Row values(strength, 0);
  std::size_t rows = 0;
  for (bool more = true; more;) {
    const auto has = [&](Literal literal) {
      const auto at = std::ranges::find(widest, space.parameter_of(literal));
      return at != widest.end() &&
             space.literal({.parameter = *at, .value = values[static_cast<std::size_t>(at - widest.begin())]}) ==
                 literal;
    };
    rows += std::ranges::none_of(infeasible, [&](const Literals& t) { return std::ranges::all_of(t, has); }) ? 1U : 0U;
    more = false;
    for (std::size_t i = 0; i < strength && !more; ++i) {
      more = ++values[i] < part.parameters[i].values.size();
      if (!more) values[i] = 0;
    }
  }
  return rows;
}

Diagnostic too_many_rows() {
  return bad_request(fmt::format("more than {} rows are needed", most_rows), "a tuple is counted in that many at most",
                     "lower the strength, or leave out values");
}

/// Returns the rows for a model that fits its strength and has a legal row, and legal seeds.
Result<std::vector<Row>> cover(const Model& model, const CoverOptions& options, const Legality& legality) {
  const Space& space = legality.space();
  const auto infeasible = infeasible_tuples(legality, options.strength);
  ImproveOptions improving{.steps = options.steps, .least = least_rows(model, infeasible, options.strength)};
  if (improving.least > most_rows || options.seeds.size() > most_rows) return too_many_rows();

  Random random(options.random_seed);
  Coverage coverage(space, options.strength);
  for (const Literals& tuple : infeasible) coverage.exclude(tuple);
  Greedy greedy(legality, coverage, random);
  std::vector<Literals> rows;
  for (const Row& seed : options.seeds) {
    improving.seeds.push_back(space.to_literals(seed));
    rows.push_back(greedy.complete(improving.seeds.back()));
    coverage.add(rows.back());
  }
  while (coverage.open() > 0) {
    if (rows.size() == most_rows) return too_many_rows();
    rows.push_back(greedy.next_row(options.candidates));
    coverage.add(rows.back());
  }
  std::vector<Row> array;
  for (const Literals& row : improve(std::move(rows), legality, coverage, random, improving))
    array.push_back(space.to_row(row));
  return array;
}

}  // namespace

Result<std::vector<Row>> cover(const Model& model, const CoverOptions& options) {
  if (auto error = misfit(model, options.strength)) return *std::move(error);
  const auto forbidden = forbidden_tuples(model);
  if (!forbidden) return forbidden.diagnostics();
  const Space space(model);
  const Legality legality(space, *forbidden);
  const Literals anything(space.parameters(), no_literal);
  if (!legality.complete(anything, anything))
    return bad_request("no row keeps all constraints", "they contradict each other", "relax one of them");
  if (auto errors = bad_seeds(model, legality, options.seeds); !errors.empty()) return errors;
  return cover(model, options, legality);
}

}  // namespace npu_cts::arrays
