#include "framework/findings/prove/translate.h"

#include <algorithm>

#include <fmt/format.h>

namespace npu_cts::prove {
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
  const auto it = std::ranges::find(op_.symbols, symbol.name, &Symbol::name);
  return it == op_.symbols.end() || it->value->type != symbol.type ? nullptr : it->value.get();
}

Number Translator::chain(const Expression& node, Number (Terms::*step)(const Number&, const Number&) const) {
  Number result = integer(*node.children[0]);
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    result = (terms_.*step)(result, integer(*node.children[i]));
  }
  return result;
}

// NOLINTNEXTLINE(readability-function-size): an exhaustive switch
Number Translator::integer(const Expression& node) {
  switch (node.kind) {
    case ExprKind::integer:
      return terms_.literal(node.integer);
    case ExprKind::variable: {
      const auto it = std::ranges::find(variables_.rbegin(), variables_.rend(), node.name,
                                        [](const auto& one) { return one.first; });
      return it == variables_.rend() ? terms_.undefined() : it->second;
    }
    case ExprKind::parameter: {
      const SymbolicArgument* argument = call_.find(node.name);
      return argument == nullptr ? terms_.undefined() : argument->code;
    }
    case ExprKind::symbol: {
      if (const auto known = numbers_.find(node.name); known != numbers_.end()) return known->second;
      const Expression* is = definition(node);
      const Number value = is == nullptr ? terms_.undefined() : integer(*is);
      return numbers_.emplace(node.name, value).first->second;
    }
    case ExprKind::conditional:
      return terms_.choose(boolean(*node.children[0]), integer(*node.children[1]), integer(*node.children[2]));
    case ExprKind::add:
      return chain(node, &Terms::add);
    case ExprKind::subtract:
      return chain(node, &Terms::subtract);
    case ExprKind::multiply:
      return chain(node, &Terms::multiply);
    case ExprKind::floor_divide:
      return chain(node, &Terms::floor_divide);
    case ExprKind::modulo:
      return chain(node, &Terms::modulo);
    case ExprKind::minimum:
      return chain(node, &Terms::least);
    case ExprKind::maximum:
      return chain(node, &Terms::most);
    case ExprKind::ceil_divide: {
      const Number divisor = integer(*node.children[1]);
      const Number down = terms_.floor_divide(terms_.subtract(terms_.literal(0), integer(*node.children[0])), divisor);
      return terms_.subtract(terms_.literal(0), down);
    }
    case ExprKind::negate:
      return terms_.subtract(terms_.literal(0), integer(*node.children[0]));
    case ExprKind::absolute: {
      const Number value = integer(*node.children[0]);
      return terms_.most(value, terms_.subtract(terms_.literal(0), value));
    }
    case ExprKind::rank:
    case ExprKind::length: {
      const Sizes sizes = sizes_of(*node.children[0]);
      return {sizes.length, sizes.defined, static_cast<double>(sizes.items.size())};
    }
    case ExprKind::dim:
      return terms_.item(sizes_of(*node.children[0]), integer(*node.children[1]));
    case ExprKind::last:
      return terms_.item(sizes_of(*node.children[0]), terms_.literal(-1));
    case ExprKind::numel:
    case ExprKind::product:
      return numel(node);
    case ExprKind::bytes:
      return bytes(node);
    case ExprKind::at:  // a tensor of the box carries no values: not defined, as for the evaluator
      if (node.children[0]->type == Type::tensor) return terms_.undefined();
      return terms_.item(sizes_of(*node.children[0]), integer(*node.children[1]));
    default:
      give_up("an integer of an operation that has no terms");
      return terms_.undefined();
  }
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

Number Translator::coded(const Expression& node) {
  switch (node.kind) {
    case ExprKind::dtype:
      return terms_.literal(static_cast<std::int64_t>(node.dtype));
    case ExprKind::word: {
      const auto code = call_.code_of(node.name);
      if (!code) give_up(fmt::format("the word '{}'", node.name));
      return code ? terms_.literal(*code) : terms_.undefined();
    }
    case ExprKind::parameter:  // a tensor stands for its dtype here
    case ExprKind::dtype_of: {
      const SymbolicArgument* argument =
          call_.find(node.kind == ExprKind::parameter ? node.name : node.children[0]->name);
      return argument == nullptr ? terms_.undefined() : argument->code;
    }
    case ExprKind::layout_of:
    case ExprKind::format_of: {
      const SymbolicArgument* argument = call_.find(node.children[0]->name);
      if (argument == nullptr) return terms_.undefined();
      const bool is_layout = node.kind == ExprKind::layout_of;
      Number word{terms_.number(0), argument->given, 0};
      for (std::size_t i = 0; i < (is_layout ? all_layouts.size() : all_formats.size()); ++i) {
        const auto code = call_.code_of(is_layout ? name_of(all_layouts[i]) : name_of(all_formats[i]));
        const z3::expr here = (is_layout ? argument->layout : argument->format).value == static_cast<int>(i);
        word.value = z3::ite(here, terms_.number(code.value_or(-1 - static_cast<std::int64_t>(i))), word.value);
      }
      return word;
    }
    case ExprKind::conditional:
      return terms_.choose(boolean(*node.children[0]), coded(*node.children[1]), coded(*node.children[2]));
    case ExprKind::symbol: {
      const Expression* is = definition(node);
      return is == nullptr ? terms_.undefined() : coded(*is);
    }
    default:
      give_up("a word or dtype of an operation that has no terms");
      return terms_.undefined();
  }
}

Sizes Translator::sizes_of(const Expression& tensor_or_shape) {
  if (tensor_or_shape.type != Type::tensor) return shape(tensor_or_shape);
  const SymbolicArgument* argument = call_.find(tensor_or_shape.name);
  return argument == nullptr ? terms_.no_sizes() : argument->sizes;
}

Sizes Translator::shape(const Expression& node) { return terms_.solid(items(node)); }

Sizes Translator::items(const Expression& node) {
  switch (node.kind) {
    case ExprKind::shape_of:
      return sizes_of(*node.children[0]);
    case ExprKind::parameter: {
      const SymbolicArgument* argument = call_.find(node.name);
      return argument == nullptr ? terms_.no_sizes() : argument->sizes;
    }
    case ExprKind::symbol: {
      if (const auto known = shapes_.find(node.name); known != shapes_.end()) return known->second;
      const Expression* is = definition(node);
      const Sizes value = is == nullptr ? terms_.no_sizes() : shape(*is);
      return shapes_.emplace(node.name, value).first->second;
    }
    case ExprKind::conditional:
      return terms_.choose(boolean(*node.children[0]), shape(*node.children[1]), shape(*node.children[2]));
    case ExprKind::shape: {
      Sizes whole{terms_.truth(1), terms_.number(0), {}};
      for (const ExpressionPtr& child : node.children) {
        const bool spread = child->kind == ExprKind::splice;
        whole = terms_.append(
            whole, spread ? items(*child->children[0]) : Sizes{terms_.truth(1), terms_.number(1), {integer(*child)}});
      }
      return whole;
    }
    case ExprKind::slice:
      return terms_.slice(shape(*node.children[0]), integer(*node.children[1]), integer(*node.children[2]));
    case ExprKind::replace: {
      Sizes whole = shape(*node.children[0]);
      for (std::size_t i = 1; i + 1 < node.children.size(); i += 2) {
        whole = terms_.replaced(whole, integer(*node.children[i]), integer(*node.children[i + 1]));
      }
      return whole;
    }
    case ExprKind::broadcast:
      return terms_.broadcast(shape(*node.children[0]), shape(*node.children[1]));
    default:
      give_up("a shape of an operation that has no terms");
      return terms_.no_sizes();
  }
}

}  // namespace npu_cts::prove
