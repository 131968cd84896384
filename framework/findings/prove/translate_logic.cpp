#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/findings/prove/translate.h"

// The part of the translation whose values are true, false or not defined.
namespace npu_cts::prove {
namespace {

/// Ranges up to this long are written out; longer ones are left to the solver's quantifiers.
constexpr double most_unrolled = 64;

bool is_zero(const Number& number) {
  std::int64_t value = -1;
  return number.value.is_numeral_i64(value) && value == 0;
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): an exhaustive switch
Truth Translator::boolean(const Expression& node) {
  switch (node.kind) {
    case ExprKind::boolean:
      return terms_.certain(terms_.truth(node.integer));
    case ExprKind::parameter: {
      const SymbolicArgument* argument = call_.find(node.name);
      if (argument == nullptr) return terms_.unknown();
      return terms_.where(argument->given, argument->code.value == 1);
    }
    case ExprKind::symbol: {
      const Expression* is = definition(node);
      return is == nullptr ? terms_.unknown() : boolean(*is);
    }
    case ExprKind::logical_not: {
      const Truth truth = boolean(*node.children[0]);
      return {truth.no, truth.yes};
    }
    case ExprKind::logical_and:
    case ExprKind::logical_or:
      return connective(node);
    case ExprKind::equal:
      return equal(*node.children[0], *node.children[1]);
    case ExprKind::not_equal: {
      const Truth same = equal(*node.children[0], *node.children[1]);
      return {same.no, same.yes};
    }
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
      return compare(node);
    case ExprKind::in:
      return member_of(node);
    case ExprKind::given:
    case ExprKind::absent: {
      const SymbolicArgument* argument = call_.find(node.children[0]->name);
      const z3::expr given = argument == nullptr ? terms_.truth(0) : argument->given;
      return terms_.certain(node.kind == ExprKind::given ? given : !given);
    }
    case ExprKind::conditional:
      return terms_.choose(boolean(*node.children[0]), boolean(*node.children[1]), boolean(*node.children[2]));
    case ExprKind::all_of:
    case ExprKind::any_of:
      return quantify(node);
    case ExprKind::broadcastable: {
      const Sizes a = shape(*node.children[0]);
      const Sizes b = shape(*node.children[1]);
      return terms_.where(a.defined && b.defined, terms_.broadcast(a, b).defined);
    }
    default:
      give_up("a claim of an operation that has no terms");
      return terms_.unknown();
  }
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
    case Type::integer: {
      const Number left = integer(a);
      const Number right = integer(b);
      return terms_.where(left.defined && right.defined, left.value == right.value);
    }
    case Type::dtype:
    case Type::word: {
      const Number left = coded(a);
      const Number right = coded(b);
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
  if (node.kind == ExprKind::greater && is_zero(b) && !a.factors.empty()) {
    std::vector<z3::expr> positive;
    for (const z3::expr& factor : a.factors) positive.push_back(factor > 0);
    return terms_.where(known, terms_.all(positive));
  }
  if (node.kind == ExprKind::less) return terms_.where(known, a.value < b.value);
  if (node.kind == ExprKind::less_equal) return terms_.where(known, a.value <= b.value);
  if (node.kind == ExprKind::greater) return terms_.where(known, a.value > b.value);
  return terms_.where(known, a.value >= b.value);
}

/// Whether a defined `value` is in `set`.
Truth Translator::contains(const Expression& set, const Number& value, Type type) {
  const auto known_as = [&](const Number& other) { return terms_.where(other.defined, value.value == other.value); };
  switch (set.kind) {
    case ExprKind::set: {
      std::vector<z3::expr> same{terms_.truth(0)};
      std::vector<z3::expr> unlike{terms_.truth(1)};
      for (const ExpressionPtr& member : set.children) {
        const Truth truth = known_as(type == Type::integer ? integer(*member) : coded(*member));
        same.push_back(truth.yes);
        unlike.push_back(truth.no);
      }
      return {terms_.any(same), terms_.all(unlike)};
    }
    case ExprKind::range: {
      const Number first = integer(*set.children[0]);
      const Number last = integer(*set.children[1]);
      return {first.defined && last.defined && first.value <= value.value && value.value <= last.value,
              (first.defined && value.value < first.value) || (last.defined && value.value > last.value)};
    }
    case ExprKind::axes: {
      const Sizes sizes = sizes_of(*set.children[0]);
      return terms_.where(sizes.defined, 0 <= value.value && value.value < sizes.length);
    }
    case ExprKind::difference: {
      const Truth inside = contains(*set.children[0], value, type);
      const Truth removed = contains(*set.children[1], value, type);
      return {inside.yes && removed.no, inside.no || removed.yes};
    }
    case ExprKind::conditional: {
      const Truth condition = boolean(*set.children[0]);
      const Truth a = contains(*set.children[1], value, type);
      const Truth b = contains(*set.children[2], value, type);
      return {(condition.yes && a.yes) || (condition.no && b.yes), (condition.yes && a.no) || (condition.no && b.no)};
    }
    default:
      give_up("a set of an operation that has no terms");
      return terms_.unknown();
  }
}

Truth Translator::member_of(const Expression& node) {
  const Expression& value = *node.children[0];
  const Expression& domain = *node.children[1];
  if (value.type == Type::integer || value.type == Type::dtype || value.type == Type::word) {
    const Number found = value.type == Type::integer ? integer(value) : coded(value);
    const Truth inside = contains(domain, found, value.type);
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
    const Truth inside = contains(*node.children[0], member, Type::integer);
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
  const Truth inside = contains(*node.children[0], member, Type::integer);
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

}  // namespace npu_cts::prove
