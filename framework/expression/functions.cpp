// SPDX-License-Identifier: Apache-2.0
#include "framework/expression/functions.h"

#include <algorithm>
#include <array>

#include "framework/base/find.h"
#include "framework/base/names.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

constexpr auto many = max_arguments;

constexpr std::array functions{
    Function{"rank", ExprKind::rank, Type::integer, Takes::tensor_or_shape, Takes::integer, 1, 1, "rank(x)",
             "the rank of $1", "$1的维数"},
    Function{"dim", ExprKind::dim, Type::integer, Takes::tensor_or_shape, Takes::integer, 2, 2, "dim(x, -1)",
             "the size of axis $2 of $1", "$1第$2轴的大小"},
    Function{"last", ExprKind::last, Type::integer, Takes::tensor_or_shape, Takes::integer, 1, 1, "last(x)",
             "the size of the last axis of $1", "$1最后一轴的大小"},
    Function{"numel", ExprKind::numel, Type::integer, Takes::tensor_or_shape, Takes::integer, 1, 1, "numel(x)",
             "the number of elements of $1", "$1的元素个数"},
    Function{"bytes", ExprKind::bytes, Type::integer, Takes::tensor_or_dtype, Takes::integer, 1, 1, "bytes(x)",
             "the bytes of one element of $1", "$1每个元素的字节数"},
    Function{"dtype", ExprKind::dtype_of, Type::dtype, Takes::tensor, Takes::integer, 1, 1, "dtype(x)",
             "the dtype of $1", "$1的数据类型"},
    Function{"layout", ExprKind::layout_of, Type::word, Takes::tensor, Takes::integer, 1, 1, "layout(x)",
             "the layout of $1", "$1的内存排布"},
    Function{"format", ExprKind::format_of, Type::word, Takes::tensor, Takes::integer, 1, 1, "format(x)",
             "the format of $1", "$1的数据格式"},
    Function{"shape", ExprKind::shape_of, Type::shape, Takes::tensor, Takes::integer, 1, 1, "shape(x)",
             "the shape of $1", "$1的形状"},
    Function{"axes", ExprKind::axes, Type::set, Takes::tensor_or_shape, Takes::integer, 1, 1, "axes(x)",
             "the axes of $1", "$1的各轴"},
    Function{"min", ExprKind::minimum, Type::integer, Takes::integer, Takes::integer, 2, many, "min(a, b)",
             "the least of $1", "$1中的最小者"},
    Function{"max", ExprKind::maximum, Type::integer, Takes::integer, Takes::integer, 2, many, "max(a, b)",
             "the greatest of $1", "$1中的最大者"},
    Function{"abs", ExprKind::absolute, Type::integer, Takes::integer, Takes::integer, 1, 1, "abs(a)",
             "the magnitude of $1", "$1的绝对值"},
    Function{"ceildiv", ExprKind::ceil_divide, Type::integer, Takes::integer, Takes::integer, 2, 2, "ceildiv(a, 32)",
             "$1 divided by $2 and rounded up", "$1除以$2（向上取整）"},
    Function{"slice", ExprKind::slice, Type::shape, Takes::shape, Takes::integer, 3, 3, "slice(shape(x), 0, -2)",
             "axes $2 up to, not including, $3 of $1", "$1从第$2轴到第$3轴之前的部分"},
    Function{"replace", ExprKind::replace, Type::shape, Takes::shape, Takes::integer, 3, many,
             "replace(shape(x), 0, n)", "", ""},
    Function{"broadcast", ExprKind::broadcast, Type::shape, Takes::shape, Takes::shape, 2, 2, "broadcast(s, t)",
             "what $1 and $2 broadcast to", "$1与$2广播后的形状"},
    Function{"broadcastable", ExprKind::broadcastable, Type::boolean, Takes::shape, Takes::shape, 2, 2,
             "broadcastable(s, t)", "$1 and $2 can be broadcast together", "$1与$2可以互相广播"},
    Function{"len", ExprKind::length, Type::integer, Takes::shape, Takes::integer, 1, 1, "len(s)", "the length of $1",
             "$1的长度"},
    Function{"at", ExprKind::at, Type::integer, Takes::elements, Takes::integer, 2, many, "at(x, 0)", "", ""},
};

using enum SyntaxForm;
constexpr Notation comparison(ExprKind kind, std::string_view sign, std::string_view en, std::string_view zh) {
  return {kind, infix, sign, en, zh, Binding::comparison, Binding::interval, Binding::interval};
}
constexpr Notation sum(ExprKind kind, std::string_view sign, std::string_view en, std::string_view zh) {
  return {kind, infix, sign, en, zh, Binding::sum, Binding::sum, Binding::term};
}
constexpr Notation term(ExprKind kind, std::string_view sign, std::string_view en, std::string_view zh) {
  return {kind, infix, sign, en, zh, Binding::term, Binding::term, Binding::unary};
}
constexpr Notation connective(ExprKind kind, std::string_view sign, std::string_view en, std::string_view zh,
                              Binding binding) {
  const auto tighter = static_cast<Binding>(static_cast<int>(binding) + 1);
  return {kind, infix, sign, en, zh, binding, tighter, tighter};
}

constexpr std::array notations{
    Notation{ExprKind::integer, value, "", "", ""},
    Notation{ExprKind::boolean, value, "", "", ""},
    Notation{ExprKind::dtype, value, "", "", ""},
    Notation{ExprKind::word, value, "", "", ""},
    Notation{ExprKind::parameter, name, "", "", ""},
    Notation{ExprKind::symbol, name, "", "", ""},
    Notation{ExprKind::variable, name, "", "", ""},
    Notation{ExprKind::logical_not, prefix, "not ", "it is not so that $1", "并非（$1）", Binding::negation,
             Binding::negation},
    connective(ExprKind::logical_and, " and ", ", and ", "，且", Binding::conjunction),
    connective(ExprKind::logical_or, " or ", ", or ", "，或", Binding::disjunction),
    comparison(ExprKind::equal, " == ", "$1 equals $2", "$1等于$2"),
    comparison(ExprKind::not_equal, " != ", "$1 differs from $2", "$1不等于$2"),
    comparison(ExprKind::less, " < ", "$1 is less than $2", "$1小于$2"),
    comparison(ExprKind::less_equal, " <= ", "$1 is at most $2", "$1不大于$2"),
    comparison(ExprKind::greater, " > ", "$1 is greater than $2", "$1大于$2"),
    comparison(ExprKind::greater_equal, " >= ", "$1 is at least $2", "$1不小于$2"),
    comparison(ExprKind::in, " in ", "", ""),
    Notation{ExprKind::given, postfix, " is given", "$1 is given", "传入了$1", Binding::comparison},
    Notation{ExprKind::absent, postfix, " is none", "$1 is not given", "未传入$1", Binding::comparison},
    Notation{ExprKind::set, enclosed, "{}", " and ", "和"},
    Notation{ExprKind::range, infix, "..", "$1 to $2", "$1到$2", Binding::interval, Binding::sum, Binding::sum},
    sum(ExprKind::add, " + ", "$1 plus $2", "$1加$2"),
    sum(ExprKind::subtract, " - ", "$1 minus $2", "$1减$2"),
    sum(ExprKind::difference, " - ", "$1 except $2", "$1（$2除外）"),
    term(ExprKind::multiply, " * ", "$1 times $2", "$1乘以$2"),
    term(ExprKind::floor_divide, " // ", "$1 divided by $2 and rounded down", "$1除以$2（向下取整）"),
    term(ExprKind::modulo, " % ", "the remainder of $1 divided by $2", "$1除以$2的余数"),
    Notation{ExprKind::negate, prefix, "-", "minus $1", "负的$1", Binding::unary, Binding::unary},
    Notation{ExprKind::conditional, enclosed, "if()", "$2 if $1, otherwise $3", "若$1则为$2，否则为$3"},
    Notation{ExprKind::all_of, quantifier, "all", "for every $1 of $2, $3", "对$2中的每个$1，$3"},
    Notation{ExprKind::any_of, quantifier, "any", "for some $1 of $2, $3", "在$2中存在$1，使得$3"},
    Notation{ExprKind::shape, enclosed, "[]", "", ""},
    Notation{ExprKind::splice, prefix, "*", "*$1", "*$1"},
};

constexpr bool is_complete() {
  std::array<int, expression_kinds> rows{};
  for (const Function& row : functions) ++rows[static_cast<std::size_t>(row.kind)];
  for (const Notation& row : notations) ++rows[static_cast<std::size_t>(row.kind)];
  return std::ranges::all_of(rows, [](int count) { return count == 1; });
}
static_assert(is_complete());

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

const Function* find_function(std::string_view name) { return find_by(functions, name, &Function::name); }
const Function* find_function(ExprKind kind) { return find_by(functions, kind, &Function::kind); }
const Notation* find_notation(ExprKind kind) { return find_by(notations, kind, &Notation::kind); }

const Notation* find_operator(std::string_view sign, Binding binding) {
  const auto written = [&](const Notation& row) {
    return row.form == infix && row.binding == binding && trim(row.sign) == sign;
  };
  return find_by(notations, true, written);
}

std::string_view phrase_of(ExprKind kind, Language language) {
  const auto in_language = [&](const auto& row) { return language == Language::en ? row.en : row.zh; };
  const Function* const function = find_function(kind);
  return function != nullptr ? in_language(*function) : in_language(*find_notation(kind));
}

std::string_view describe(Takes takes) { return takes_texts[static_cast<std::size_t>(takes)]; }
std::string_view describe(Type type) { return type_texts[static_cast<std::size_t>(type)]; }

}  // namespace npu_cts
