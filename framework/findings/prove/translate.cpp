// SPDX-License-Identifier: Apache-2.0
#include "framework/findings/prove/translate.h"

#include <algorithm>

#include <fmt/format.h>

namespace npu_cts::findings::prove {
void Translator::give_up(std::string what) {
  if (untranslated_.empty()) untranslated_ = std::move(what);
}

RuleTerms Translator::rule(const Rule& rule) {
  const Truth require = boolean(*rule.require);
  const Truth when = rule.when ? boolean(*rule.when) : terms_.certain(terms_.truth(1));
  return {.kept = when.no || (when.yes && require.yes),
          .broken = when.yes && require.no,
          .untranslated = take_untranslated()};
}

const Expression* Translator::definition(const Expression& symbol) const {
  const Symbol* const known = find_symbol(op_, symbol.name);
  return known == nullptr || known->value->type != symbol.type ? nullptr : known->value.get();
}

Number Translator::chain(const Expression& node, Number (Terms::*step)(const Number&, const Number&) const) {
  Number result = integer(*node.children[0]);
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    result = (terms_.*step)(result, integer(*node.children[i]));
  }
  return result;
}

/// How the kinds become terms: one row each. A function without a row fails a test.
struct Translator::Values {
  using T = Translator;
  using E = Expression;

  static constexpr Row<Number> numbers[] = {
      {ExprKind::integer, [](T& t, const E& n) { return t.terms_.literal(n.integer); }},
      {ExprKind::variable, [](T& t, const E& n) { return t.variable(n); }},
      {ExprKind::parameter, [](T& t, const E& n) { return t.code_of(n); }},
      {ExprKind::symbol, [](T& t, const E& n) { return t.symbol(n); }},
      {ExprKind::conditional, [](T& t, const E& n) { return t.choose(n, &T::integer); }},
      {ExprKind::add, [](T& t, const E& n) { return t.chain(n, &Terms::add); }},
      {ExprKind::subtract, [](T& t, const E& n) { return t.chain(n, &Terms::subtract); }},
      {ExprKind::multiply, [](T& t, const E& n) { return t.chain(n, &Terms::multiply); }},
      {ExprKind::floor_divide, [](T& t, const E& n) { return t.chain(n, &Terms::floor_divide); }},
      {ExprKind::modulo, [](T& t, const E& n) { return t.chain(n, &Terms::modulo); }},
      {ExprKind::minimum, [](T& t, const E& n) { return t.chain(n, &Terms::least); }},
      {ExprKind::maximum, [](T& t, const E& n) { return t.chain(n, &Terms::most); }},
      {ExprKind::ceil_divide,
       [](T& t, const E& n) {
         return t.minus(t.terms_.floor_divide(t.minus(t.integer(*n.children[0])), t.integer(*n.children[1])));
       }},
      {ExprKind::negate, [](T& t, const E& n) { return t.minus(t.integer(*n.children[0])); }},
      {ExprKind::absolute,
       [](T& t, const E& n) {
         const Number value = t.integer(*n.children[0]);
         return t.terms_.most(value, t.minus(value));
       }},
      {ExprKind::rank, [](T& t, const E& n) { return t.length(n); }},
      {ExprKind::length, [](T& t, const E& n) { return t.length(n); }},
      {ExprKind::dim, [](T& t, const E& n) { return t.item(n, t.integer(*n.children[1])); }},
      {ExprKind::last, [](T& t, const E& n) { return t.item(n, t.terms_.literal(-1)); }},
      {ExprKind::numel, [](T& t, const E& n) { return t.numel(n); }},
      {ExprKind::bytes, [](T& t, const E& n) { return t.bytes(n); }},
      {ExprKind::at,  // a tensor of the box carries no values: not defined, as for the evaluator
       [](T& t, const E& n) {
         return n.children[0]->type == Type::tensor ? t.terms_.undefined() : t.item(n, t.integer(*n.children[1]));
       }},
  };

  static constexpr Row<Number> codes[] = {
      {ExprKind::dtype, [](T& t, const E& n) { return t.terms_.literal(static_cast<std::int64_t>(n.dtype)); }},
      {ExprKind::word, [](T& t, const E& n) { return t.word(n); }},
      {ExprKind::parameter, [](T& t, const E& n) { return t.code_of(n); }},  // a tensor stands for its dtype here
      {ExprKind::dtype_of, [](T& t, const E& n) { return t.code_of(*n.children[0]); }},
      {ExprKind::layout_of, [](T& t, const E& n) { return t.fact(n, &SymbolicArgument::layout, every<Layout>); }},
      {ExprKind::format_of, [](T& t, const E& n) { return t.fact(n, &SymbolicArgument::format, every<Format>); }},
      {ExprKind::conditional, [](T& t, const E& n) { return t.choose(n, &T::coded); }},
      {ExprKind::symbol,
       [](T& t, const E& n) {
         const Expression* is = t.definition(n);
         return is == nullptr ? t.terms_.undefined() : t.coded(*is);
       }},
  };

  static constexpr Row<Sizes> sizes[] = {
      {ExprKind::shape_of, [](T& t, const E& n) { return t.sizes_of(*n.children[0]); }},
      {ExprKind::parameter, [](T& t, const E& n) { return t.sizes_of_argument(n); }},
      {ExprKind::symbol, [](T& t, const E& n) { return t.symbol_sizes(n); }},
      {ExprKind::conditional, [](T& t, const E& n) { return t.choose(n, &T::shape); }},
      {ExprKind::shape, [](T& t, const E& n) { return t.literal(n); }},
      {ExprKind::slice,
       [](T& t, const E& n) {
         return t.terms_.slice(t.shape(*n.children[0]), t.integer(*n.children[1]), t.integer(*n.children[2]));
       }},
      {ExprKind::replace,
       [](T& t, const E& n) {
         Sizes whole = t.shape(*n.children[0]);
         for (std::size_t i = 1; i + 1 < n.children.size(); i += 2) {
           whole = t.terms_.replaced(whole, t.integer(*n.children[i]), t.integer(*n.children[i + 1]));
         }
         return whole;
       }},
      {ExprKind::broadcast,
       [](T& t, const E& n) { return t.terms_.broadcast(t.shape(*n.children[0]), t.shape(*n.children[1])); }},
  };
};

Number Translator::integer(const Expression& node) {
  return look_up(Values::numbers, node, "an integer", &Terms::undefined);
}

Number Translator::coded(const Expression& node) {
  return look_up(Values::codes, node, "a word or dtype", &Terms::undefined);
}

Sizes Translator::items(const Expression& node) { return look_up(Values::sizes, node, "a shape", &Terms::no_sizes); }

Number Translator::variable(const Expression& node) const {
  const auto it =
      std::ranges::find(variables_.rbegin(), variables_.rend(), node.name, [](const auto& one) { return one.first; });
  return it == variables_.rend() ? terms_.undefined() : it->second;
}

Number Translator::code_of(const Expression& parameter) const {
  const SymbolicArgument* argument = call_.find(parameter.name);
  return argument == nullptr ? terms_.undefined() : argument->code;
}

Number Translator::symbol(const Expression& node) {
  if (const auto known = numbers_.find(node.name); known != numbers_.end()) return known->second;
  const Expression* is = definition(node);
  const Number value = is == nullptr ? terms_.undefined() : integer(*is);
  return numbers_.emplace(node.name, value).first->second;
}

Number Translator::minus(const Number& value) const { return terms_.subtract(terms_.literal(0), value); }

Number Translator::length(const Expression& node) {
  const Sizes sizes = sizes_of(*node.children[0]);
  return {sizes.length, sizes.defined, static_cast<double>(sizes.items.size())};
}

Number Translator::item(const Expression& node, const Number& axis) {
  return terms_.item(sizes_of(*node.children[0]), axis);
}

/// The box keeps the elements of a tensor below 2^62, so their number is defined wherever the tensor is.
Number Translator::numel(const Expression& node) {
  const Expression& of = *node.children[0];
  Number count = terms_.numel(sizes_of(of));
  if (of.type == Type::tensor) count.defined = sizes_of(of).defined;
  return count;
}

Number Translator::bytes(const Expression& node) {
  const Number dtype = coded(*node.children[0]);
  Number size = terms_.literal(1);
  for (const DTypeInfo& info : dtype_table) {
    size.value = z3::ite(dtype.value == terms_.number(static_cast<std::int64_t>(info.dtype)),
                         terms_.number(bytes_of(info.dtype)), size.value);
  }
  return {size.value, dtype.defined, 8};
}

Number Translator::word(const Expression& node) {
  const auto code = call_.code_of(node.name);
  if (!code) give_up(fmt::format("the word '{}'", node.name));
  return code ? terms_.literal(*code) : terms_.undefined();
}

template <typename Words>
Number Translator::fact(const Expression& node, Number SymbolicArgument::*of, const Words& words) const {
  const SymbolicArgument* argument = call_.find(node.children[0]->name);
  if (argument == nullptr) return terms_.undefined();
  Number word{terms_.number(0), argument->given, 0};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto code = call_.code_of(name_of(words[i]));
    word.value = z3::ite((argument->*of).value == static_cast<int>(i),
                         terms_.number(code.value_or(-1 - static_cast<std::int64_t>(i))), word.value);
  }
  return word;
}

Sizes Translator::sizes_of(const Expression& tensor_or_shape) {
  if (tensor_or_shape.type != Type::tensor) return shape(tensor_or_shape);
  return sizes_of_argument(tensor_or_shape);
}

Sizes Translator::sizes_of_argument(const Expression& parameter) const {
  const SymbolicArgument* argument = call_.find(parameter.name);
  return argument == nullptr ? terms_.no_sizes() : argument->sizes;
}

Sizes Translator::shape(const Expression& node) { return terms_.solid(items(node)); }

Sizes Translator::symbol_sizes(const Expression& node) {
  if (const auto known = shapes_.find(node.name); known != shapes_.end()) return known->second;
  const Expression* is = definition(node);
  const Sizes value = is == nullptr ? terms_.no_sizes() : shape(*is);
  return shapes_.emplace(node.name, value).first->second;
}

Sizes Translator::literal(const Expression& node) {
  Sizes whole{terms_.truth(1), terms_.number(0), {}};
  for (const ExpressionPtr& child : node.children) {
    const bool spread = child->kind == ExprKind::splice;
    whole = terms_.append(
        whole, spread ? items(*child->children[0]) : Sizes{terms_.truth(1), terms_.number(1), {integer(*child)}});
  }
  return whole;
}

}  // namespace npu_cts::findings::prove
