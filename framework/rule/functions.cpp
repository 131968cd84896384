#include "framework/rule/functions.h"

#include <algorithm>
#include <array>

namespace npu_cts {
namespace {

constexpr auto many = max_arguments;

constexpr std::array functions{
    Function{"rank", ExprKind::rank, Type::integer, Takes::tensor_or_shape, Takes::integer, 1, 1, "rank(x)"},
    Function{"dim", ExprKind::dim, Type::integer, Takes::tensor_or_shape, Takes::integer, 2, 2, "dim(x, -1)"},
    Function{"last", ExprKind::last, Type::integer, Takes::tensor_or_shape, Takes::integer, 1, 1, "last(x)"},
    Function{"numel", ExprKind::numel, Type::integer, Takes::tensor_or_shape, Takes::integer, 1, 1, "numel(x)"},
    Function{"bytes", ExprKind::bytes, Type::integer, Takes::tensor_or_dtype, Takes::integer, 1, 1, "bytes(x)"},
    Function{"dtype", ExprKind::dtype_of, Type::dtype, Takes::tensor, Takes::integer, 1, 1, "dtype(x)"},
    Function{"layout", ExprKind::layout_of, Type::word, Takes::tensor, Takes::integer, 1, 1, "layout(x)"},
    Function{"format", ExprKind::format_of, Type::word, Takes::tensor, Takes::integer, 1, 1, "format(x)"},
    Function{"shape", ExprKind::shape_of, Type::shape, Takes::tensor, Takes::integer, 1, 1, "shape(x)"},
    Function{"axes", ExprKind::axes, Type::set, Takes::tensor_or_shape, Takes::integer, 1, 1, "axes(x)"},
    Function{"min", ExprKind::minimum, Type::integer, Takes::integer, Takes::integer, 2, many, "min(a, b)"},
    Function{"max", ExprKind::maximum, Type::integer, Takes::integer, Takes::integer, 2, many, "max(a, b)"},
    Function{"abs", ExprKind::absolute, Type::integer, Takes::integer, Takes::integer, 1, 1, "abs(a)"},
    Function{"ceildiv", ExprKind::ceil_divide, Type::integer, Takes::integer, Takes::integer, 2, 2, "ceildiv(a, 32)"},
    Function{"slice", ExprKind::slice, Type::shape, Takes::shape, Takes::integer, 3, 3, "slice(shape(x), 0, -2)"},
    Function{"replace", ExprKind::replace, Type::shape, Takes::shape, Takes::integer, 3, many,
             "replace(shape(x), 0, n)"},
    Function{"broadcast", ExprKind::broadcast, Type::shape, Takes::shape, Takes::shape, 2, 2, "broadcast(s, t)"},
    Function{"broadcastable", ExprKind::broadcastable, Type::boolean, Takes::shape, Takes::shape, 2, 2,
             "broadcastable(s, t)"},
    Function{"len", ExprKind::length, Type::integer, Takes::shape, Takes::integer, 1, 1, "len(s)"},
    Function{"at", ExprKind::at, Type::integer, Takes::elements, Takes::integer, 2, many, "at(x, 0)"},
};

constexpr std::array<std::string_view, 6> takes_texts{"an integer",
                                                      "a shape",
                                                      "a tensor parameter",
                                                      "a tensor parameter or a shape",
                                                      "a tensor parameter or a dtype",
                                                      "a list or a tensor parameter"};
constexpr std::array<std::string_view, 8> type_texts{"a truth value", "an integer", "a dtype",  "a word",
                                                     "a shape",       "a set",      "a tensor", "a list"};

}  // namespace

std::span<const Function> all_functions() { return functions; }

const Function* find_function(std::string_view name) {
  const auto* const it = std::ranges::find(functions, name, &Function::name);
  return it == functions.end() ? nullptr : it;
}

const Function* find_function(ExprKind kind) {
  if (kind == ExprKind::product) return find_function(ExprKind::numel);
  const auto* const it = std::ranges::find(functions, kind, &Function::kind);
  return it == functions.end() ? nullptr : it;
}

std::string_view describe(Takes takes) { return takes_texts[static_cast<std::size_t>(takes)]; }
std::string_view describe(Type type) { return type_texts[static_cast<std::size_t>(type)]; }

}  // namespace npu_cts
