// SPDX-License-Identifier: Apache-2.0
// Terms against evaluator, solver against generator: two writings of the same spec that must not disagree.
#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "framework/expand/expand.h"
#include "framework/expression/functions.h"
#include "framework/expression/parse_expression.h"
#include "framework/findings/prove/fixed_calls_testing.h"
#include "framework/findings/prove/solver.h"
#include "framework/reader/read_spec.h"
#include "framework/rule/evaluate.h"
#include "framework/rule/judge_call.h"

namespace npu_cts::findings::prove {
namespace {

const Spec& spec_in(const std::string& folder) {
  static std::map<std::string, Spec> read;
  auto it = read.find(folder);
  if (it == read.end()) it = read.emplace(folder, reader::read_spec(NPU_CTS_SOURCE_DIR "/" + folder).value()).first;
  return it->second;
}

/// Returns what the evaluator says of `rule`, in the words of FixedCalls::kept.
std::optional<bool> judged(const SlotCall& call, const BoundRule& rule) {
  const auto when = binds(call, rule);
  if (when == false) return true;
  const auto require = decide(rule.requirement, call);
  if (when == true && require == false) return false;
  return when == true && require == true ? require : std::nullopt;
}

/// Changes one number of one argument: to a neighbour, an end of the box, or anything in it.
void change(Call& call, std::mt19937& random) {
  if (call.arguments.empty()) return;
  const auto which = static_cast<std::ptrdiff_t>(random() % call.arguments.size());
  auto it = std::next(call.arguments.begin(), which);
  static constexpr std::int64_t sizes[] = {0, 1, 2, 3, 8, 16, 17, 32, 64};
  const std::int64_t size = sizes[random() % std::size(sizes)];
  if (auto* tensor = std::get_if<Tensor>(&it->second)) {
    Shape& shape = tensor->type.shape;
    switch (random() % 6) {
      case 0:
        tensor->type.dtype = static_cast<DType>(random() % dtype_table.size());
        break;
      case 1:
        tensor->type.layout = static_cast<Layout>(random() % 3);
        break;
      case 2:
        if (shape.size() < 8) shape.insert(shape.begin(), size);
        break;
      case 3:
        if (!shape.empty()) shape.pop_back();
        break;
      default:
        if (!shape.empty()) shape[random() % shape.size()] += random() % 2 == 0 ? 1 : -1;
        if (!shape.empty() && random() % 3 == 0) shape[random() % shape.size()] = size;
    }
  } else if (auto* number = std::get_if<std::int64_t>(&it->second)) {
    *number += random() % 2 == 0 ? 1 : -1;
  } else if (random() % 4 == 0) {
    it->second = None{};
  }
}

/// Returns `call` with its defaults written out: the calls of the box leave nothing to them.
Call spelled_out(const BoundSpec& bound, Call call) {
  const Call given = call;
  const SlotCall slots(bound, given.arguments);
  for (std::size_t slot = 0; slot < bound.parameters().size(); ++slot) {
    const Value* const value = slots.argument(slot).value;
    if (value != nullptr) call.arguments.insert_or_assign(bound.parameters()[slot].written->key, *value);
  }
  return call;
}

/// Holds terms and evaluator against each other on `made`; returns whether it was in the box.
bool agree_on(FixedCalls& terms, const BoundSpec& bound, const Call& made) {
  const Call call = spelled_out(bound, made);
  if (!terms.is_in_box(call)) return false;
  const SlotCall slots(bound, call.arguments);
  for (const BoundRule& rule : bound.rules()) {
    if (rule.on_data) continue;
    EXPECT_EQ(terms.kept(rule, call), judged(slots, rule)) << bound.op().name << " " << rule.id;
  }
  return true;
}

class Engines : public testing::TestWithParam<std::string> {
 protected:
  /// Returns one target of each operator: the newest that the documents support.
  static std::vector<std::pair<const OpSpec*, Target>> targets(const Spec& spec) {
    std::vector<std::pair<const OpSpec*, Target>> found;
    for (const OpSpec& op : spec.operators) {
      std::optional<Target> newest;
      Filters every;
      every.releases = {"all"};
      for (const Target& target : expand::targets_of(spec, op, every)) {
        const SupportCell* const cell = find_support(spec, op, target);
        if (cell != nullptr && cell->state == SupportState::yes) newest = target;
      }
      if (newest) found.emplace_back(&op, *newest);
    }
    return found;
  }
};

/// Every call breaks what its solver's witness breaks, and one number away terms and evaluator still say the same.
TEST_P(Engines, SayTheSameOfEveryRuleOnWitnessesAndAroundThem) {
  const Spec& spec = spec_in(GetParam());
  std::mt19937 random(7);
  int seen = 0;
  for (const auto& [op, target] : targets(spec)) {
    const BoundSpec bound = BoundSpec::bind(spec, *op, target);
    SpecSolver solver(bound);
    FixedCalls terms(bound);
    for (const BoundRule& rule : bound.rules()) {
      const Answer answer = solver.breaks_only(rule);
      if (!answer.witness) continue;
      Call call = *answer.witness;
      EXPECT_TRUE(breaks_only(SlotCall(bound, call.arguments), rule)) << op->name << " " << rule.id;
      for (int i = 0; i < 3; ++i, change(call, random)) {
        seen += agree_on(terms, bound, call) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(seen, 10);
}

/// What the generator found, the solver may not exclude.
TEST_P(Engines, AgreeOnTheCasesOfTheGenerator) {
  const Spec& spec = spec_in(GetParam());
  int legal = 0;
  int negative = 0;
  for (const auto& [op, target] : targets(spec)) {
    const BoundSpec bound = BoundSpec::bind(spec, *op, target);
    if (op->rows.size() > 5) continue;  // the generator takes seconds for it; the test above has it
    SpecSolver solver(bound);
    FixedCalls terms(bound);
    const expand::Plan plan = expand::expand(bound);
    std::set<std::string> shown;
    for (const Case& one : plan.cases) {
      if (one.family != Family::negative || one.covers.empty()) continue;
      const BoundRule* const rule = bound.find_rule(one.covers.front().id);
      if (rule == nullptr || rule->on_data || !shown.insert(rule->id).second) continue;
      EXPECT_NE(solver.breaks_only(*rule).reply, Reply::impossible) << one.id;
      ++negative;
    }
    std::size_t position = 0;
    for (const Case& one : plan.cases) {
      if (one.expected != Verdict::accept || ++position % 97 != 1) continue;
      legal += agree_on(terms, bound, one.call) ? 1 : 0;
    }
    for (const BoundRule& rule : bound.rules()) {  // and what the solver excludes, it did not find
      if (rule.on_data || shown.contains(rule.id)) continue;
      EXPECT_NE(solver.breaks_only(rule).reply, Reply::unknown) << rule.id;
    }
  }
  EXPECT_GT(legal + negative, 0);
}

INSTANTIATE_TEST_SUITE_P(Specs, Engines,
                         testing::Values("framework/findings/checks/base", "tools/golden/unsound", "spec"),
                         [](const auto& folder) {
                           std::string name = folder.param;
                           std::ranges::replace(name, '/', '_');
                           return name;
                         });

/// Returns the claim that `function` is what it is, over the names of functions.h's examples.
ExpressionPtr claim_of(const Function& function, const Scope& names) {
  const std::string use(function.use);
  const std::string claim = function.type == Type::boolean ? use
                            : function.type == Type::set   ? "1 in " + use
                                                           : use + " == " + use;
  return parse_expression(claim, {.file = "spec.yaml", .line = 1, .column = 1}, names).value();
}

TEST(Translator, HasATermForEveryFunction) {
  const Spec& spec = spec_in("framework/findings/checks/base");
  OpSpec op = spec.operators.front();
  const Location at = op.rules.front().at;
  Scope names{.parameters = {{"x", ParameterKind::tensor}}};
  op.symbols.clear();
  for (const std::string name : {"a", "b", "n", "s", "t"}) {
    const bool is_shape = name == "s" || name == "t";
    op.symbols.push_back({name, *parse_expression(is_shape ? "shape(x)" : "last(x)", at, names), at});
  }
  for (const Symbol& symbol : op.symbols) names.symbols.emplace(symbol.name, symbol.value->type);
  op.rules.clear();
  for (const Function& function : all_functions()) {
    Rule rule;
    rule.id = function.name;
    rule.require = claim_of(function, names);
    op.rules.push_back(std::move(rule));
  }
  const Target target{.product = spec.products.front().id, .release = spec.releases.front(), .mode = "eager"};
  const BoundSpec bound = BoundSpec::bind(spec, op, target);
  EXPECT_GE(bound.rules().size(), op.rules.size());
  EXPECT_THAT(FixedCalls(bound).untranslated(), testing::IsEmpty());
}

}  // namespace
}  // namespace npu_cts::findings::prove
