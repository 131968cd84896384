// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/findings/prove/translate.h"

// The part of the translation whose values are true, false or not defined.
namespace npu_cts::findings::prove {
namespace {

/// Ranges up to this long are written out; longer ones are left to the solver's quantifiers.
constexpr double most_unrolled = 64;

bool is_number(const Number& number, std::int64_t wanted) {
  std::int64_t value = -1;
  return number.value.is_numeral_i64(value) && value == wanted;
}

Truth opposite(const Truth& truth) { return {truth.no, truth.yes}; }

}  // namespace

struct Translator::Claims {
  using T = Translator;
  using E = Expression;

  static constexpr Row<Truth> rows[] = {
      {ExprKind::boolean, [](T& t, const E& n) { return t.terms_.certain(t.terms_.truth(n.integer)); }},
      {ExprKind::parameter,
       [](T& t, const E& n) {
         const SymbolicArgument* argument = t.call_.find(n.name);
         return argument == nullptr ? t.terms_.unknown() : t.terms_.where(argument->given, argument->code.value == 1);
       }},
      {ExprKind::symbol,
       [](T& t, const E& n) {
         const Expression* is = t.definition(n);
         return is == nullptr ? t.terms_.unknown() : t.boolean(*is);
       }},
      {ExprKind::logical_not, [](T& t, const E& n) { return opposite(t.boolean(*n.children[0])); }},
      {ExprKind::logical_and, [](T& t, const E& n) { return t.connective(n); }},
      {ExprKind::logical_or, [](T& t, const E& n) { return t.connective(n); }},
      {ExprKind::equal, [](T& t, const E& n) { return t.equal(*n.children[0], *n.children[1]); }},
      {ExprKind::not_equal, [](T& t, const E& n) { return opposite(t.equal(*n.children[0], *n.children[1])); }},
      {ExprKind::less, [](T& t, const E& n) { return t.compare(n); }},
      {ExprKind::less_equal, [](T& t, const E& n) { return t.compare(n); }},
      {ExprKind::greater, [](T& t, const E& n) { return t.compare(n); }},
      {ExprKind::greater_equal, [](T& t, const E& n) { return t.compare(n); }},
      {ExprKind::in, [](T& t, const E& n) { return t.member_of(n); }},
      {ExprKind::given, [](T& t, const E& n) { return t.terms_.certain(t.is_given(*n.children[0])); }},
      {ExprKind::absent, [](T& t, const E& n) { return t.terms_.certain(!t.is_given(*n.children[0])); }},
      {ExprKind::conditional, [](T& t, const E& n) { return t.choose(n, &T::boolean); }},
      {ExprKind::all_of, [](T& t, const E& n) { return t.quantify(n); }},
      {ExprKind::any_of, [](T& t, const E& n) { return t.quantify(n); }},
      {ExprKind::broadcastable,
       [](T& t, const E& n) {
         const Sizes a = t.shape(*n.children[0]);
         const Sizes b = t.shape(*n.children[1]);
         return t.terms_.where(a.defined && b.defined, t.terms_.broadcast(a, b).defined);
       }},
  };
};

Truth Translator::boolean(const Expression& node) { return look_up(Claims::rows, node, "a claim", &Terms::unknown); }

z3::expr Translator::is_given(const Expression& parameter) const {
  const SymbolicArgument* argument = call_.find(parameter.name);
  return argument == nullptr ? terms_.truth(0) : argument->given;
}

Truth Translator::connective(const Expression& node) {
  std::vector<z3::expr> yes;
  std::vector<z3::expr> no;
  for (const ExpressionPtr& child : node.children) {
    const Truth truth = boolean(*child);
    yes.push_back(truth.yes);
    no.push_back(truth.no);
  }
  if (node.kind == ExprKind::logical_and) return {terms_.all(yes), terms_.any(no)};
  return {terms_.any(yes), terms_.all(no)};
}

Truth Translator::equal(const Expression& a, const Expression& b) {
  switch (a.type) {
    case Type::boolean: {
      const Truth left = boolean(a);
      const Truth right = boolean(b);
      return {(left.yes && right.yes) || (left.no && right.no), (left.yes && right.no) || (left.no && right.yes)};
    }
    case Type::integer:
    case Type::dtype:
    case Type::word: {
      const Number left = number(a);
      const Number right = number(b);
      return terms_.where(left.defined && right.defined, left.value == right.value);
    }
    case Type::shape:
    case Type::list:
      return terms_.same(a.kind == ExprKind::shape ? items(a) : shape(a),
                         b.kind == ExprKind::shape ? items(b) : shape(b));
    case Type::set:
    case Type::tensor:
      return terms_.unknown();
  }
  std::abort();
}

/// A product of sizes is above zero where each of them is: the solver need not multiply.
Truth Translator::compare(const Expression& node) {
  const Number a = integer(*node.children[0]);
  const Number b = integer(*node.children[1]);
  const z3::expr known = a.defined && b.defined;
  const bool is_above_one = is_number(b, 1);
  if (node.kind == ExprKind::greater && (is_number(b, 0) || is_above_one) && !a.factors.empty()) {
    std::vector<z3::expr> positive;
    std::vector<z3::expr> longer;
    for (const z3::expr& factor : a.factors) {
      positive.push_back(factor > 0);
      longer.push_back(factor > 1);
    }
    if (is_above_one) positive.push_back(terms_.any(longer));
    return terms_.where(known, terms_.all(positive));
  }
  if (node.kind == ExprKind::less) return terms_.where(known, a.value < b.value);
  if (node.kind == ExprKind::less_equal) return terms_.where(known, a.value <= b.value);
  if (node.kind == ExprKind::greater) return terms_.where(known, a.value > b.value);
  return terms_.where(known, a.value >= b.value);
}

/// Whether a defined `value` is in `set`.
Truth Translator::contains(const Expression& set, const Number& value) {
  const auto known_as = [&](const Number& other) { return terms_.where(other.defined, value.value == other.value); };
  if (set.kind == ExprKind::set) {
    std::vector<z3::expr> same{terms_.truth(0)};
    std::vector<z3::expr> unlike{terms_.truth(1)};
    for (const ExpressionPtr& member : set.children) {
      const Truth truth = known_as(number(*member));
      same.push_back(truth.yes);
      unlike.push_back(truth.no);
    }
    return {terms_.any(same), terms_.all(unlike)};
  }
  if (set.kind == ExprKind::range) {
    const Number first = integer(*set.children[0]);
    const Number last = integer(*set.children[1]);
    return {first.defined && last.defined && first.value <= value.value && value.value <= last.value,
            (first.defined && value.value < first.value) || (last.defined && value.value > last.value)};
  }
  if (set.kind == ExprKind::axes) {
    const Sizes sizes = sizes_of(*set.children[0]);
    return terms_.where(sizes.defined, 0 <= value.value && value.value < sizes.length);
  }
  if (set.kind == ExprKind::difference) {
    const Truth inside = contains(*set.children[0], value);
    const Truth removed = contains(*set.children[1], value);
    return {inside.yes && removed.no, inside.no || removed.yes};
  }
  if (set.kind == ExprKind::conditional) {
    const Truth condition = boolean(*set.children[0]);
    const Truth a = contains(*set.children[1], value);
    const Truth b = contains(*set.children[2], value);
    return {(condition.yes && a.yes) || (condition.no && b.yes), (condition.yes && a.no) || (condition.no && b.no)};
  }
  give_up("a set of an operation that has no terms");
  return terms_.unknown();
}

Truth Translator::member_of(const Expression& node) {
  const Expression& value = *node.children[0];
  const Expression& domain = *node.children[1];
  if (value.type == Type::integer || value.type == Type::dtype || value.type == Type::word) {
    const Number found = number(value);
    const Truth inside = contains(domain, found);
    return {found.defined && inside.yes, found.defined && inside.no};
  }
  if (domain.kind != ExprKind::set) {
    give_up("membership in a set that is not written out");
    return terms_.unknown();
  }
  std::vector<z3::expr> yes{terms_.truth(0)};
  std::vector<z3::expr> no{terms_.truth(1)};
  for (const ExpressionPtr& member : domain.children) {
    const Truth same = equal(value, *member);
    yes.push_back(same.yes);
    no.push_back(same.no);
  }
  return {terms_.any(yes), terms_.all(no)};
}

/// Returns what a quantifier says of `members`, those that are in its domain.
Truth Translator::unrolled(const Expression& node, const std::vector<Number>& members) {
  const bool every = node.kind == ExprKind::all_of;
  std::vector<z3::expr> each;
  std::vector<z3::expr> some;
  for (const Number& member : members) {
    const Truth inside = contains(*node.children[0], member);
    variables_.emplace_back(node.name, member);
    const Truth body = boolean(*node.children[1]);
    variables_.pop_back();
    each.push_back(inside.no || (every ? body.yes : body.no));
    some.push_back(inside.yes && (every ? body.no : body.yes));
  }
  const z3::expr all = terms_.all(each);
  const z3::expr any = terms_.any(some);
  return every ? Truth{all, any} : Truth{any, all};
}

Truth Translator::quantify(const Expression& node) {
  const Expression* domain = node.children[0].get();
  while (domain->kind == ExprKind::difference) domain = domain->children[0].get();
  std::vector<Number> members;
  z3::expr known = terms_.truth(1);
  if (domain->kind == ExprKind::axes) {
    const Sizes sizes = sizes_of(*domain->children[0]);
    known = sizes.defined;
    for (std::size_t i = 0; i < sizes.items.size(); ++i)
      members.push_back(terms_.literal(static_cast<std::int64_t>(i)));
  } else if (domain->kind == ExprKind::set) {
    for (const ExpressionPtr& member : domain->children) members.push_back(integer(*member));
    for (const Number& member : members) known = known && member.defined;
  } else if (domain->kind == ExprKind::range) {
    const Number first = integer(*domain->children[0]);
    const Number last = integer(*domain->children[1]);
    if (std::max(first.most, last.most) > most_unrolled) return quantified(node);
    known = first.defined && last.defined;
    const auto end = static_cast<std::int64_t>(last.most);
    for (auto i = -static_cast<std::int64_t>(first.most); i <= end; ++i) members.push_back(terms_.literal(i));
  } else {
    give_up("a quantifier over a set that is not written out");
    return terms_.unknown();
  }
  const Truth truth = unrolled(node, members);
  const bool every = node.kind == ExprKind::all_of;
  return {every ? known && truth.yes : truth.yes, every ? truth.no : known && truth.no};
}

/// A range as long as a size: the solver's own quantifier.
Truth Translator::quantified(const Expression& node) {
  const bool every = node.kind == ExprKind::all_of;
  if (node.children[0]->kind != ExprKind::range) {
    give_up("a quantifier over what is left of a long range");
    return terms_.unknown();
  }
  const std::string name = fmt::format("{}!{}", node.name, ++fresh_);
  const z3::expr bound = terms_.context().int_const(name.c_str());
  const Number member{bound, terms_.truth(1), 2.0 * static_cast<double>(call_.box().most_size)};
  const Truth inside = contains(*node.children[0], member);
  variables_.emplace_back(node.name, member);
  const Truth body = boolean(*node.children[1]);
  variables_.pop_back();
  const Number first = integer(*node.children[0]->children[0]);
  const Number last = integer(*node.children[0]->children.back());
  const z3::expr known = first.defined && last.defined;
  const z3::expr all = known && z3::forall(bound, z3::implies(inside.yes, every ? body.yes : body.no));
  const z3::expr any = known && z3::exists(bound, inside.yes && (every ? body.no : body.yes));
  return every ? Truth{all, any} : Truth{any, all};
}

}  // namespace npu_cts::findings::prove
