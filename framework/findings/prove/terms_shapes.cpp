// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "framework/findings/prove/terms.h"

// Terms whose values are shapes and lists.
namespace npu_cts::findings::prove {

z3::expr Terms::active(const Sizes& sizes, std::size_t position) const {
  return number(static_cast<std::int64_t>(position)) < sizes.length;
}

Number Terms::at_offset(const Sizes& sizes, const z3::expr& offset) const {
  const z3::expr place = offset.simplify();
  std::int64_t known = 0;
  if (place.is_numeral_i64(known)) {
    if (known < 0 || known >= static_cast<std::int64_t>(sizes.items.size())) return undefined();
    return sizes.items[static_cast<std::size_t>(known)];
  }
  Number found = undefined();
  for (std::size_t i = 0; i < sizes.items.size(); ++i) {
    const z3::expr here = place == number(static_cast<std::int64_t>(i));
    found.value = z3::ite(here, sizes.items[i].value, found.value);
    found.defined = z3::ite(here, sizes.items[i].defined, found.defined);
    found.most = std::max(found.most, sizes.items[i].most);
  }
  return found;
}

Number Terms::item(const Sizes& sizes, const Number& index) const {
  const z3::expr place = z3::ite(index.value < 0, index.value + sizes.length, index.value);
  Number found = at_offset(sizes, place);
  found.defined =
      found.defined && sizes.defined && index.defined && -sizes.length <= index.value && index.value < sizes.length;
  return found;
}

Sizes Terms::solid(const Sizes& sizes) const {
  std::vector<z3::expr> claims{sizes.defined};
  for (std::size_t i = 0; i < sizes.items.size(); ++i) {
    claims.push_back(z3::implies(active(sizes, i), sizes.items[i].defined));
  }
  return {all(claims), sizes.length, sizes.items};
}

/// One product a length, so that a shape whose length is known asks for no other.
Number Terms::numel(const Sizes& sizes) const {
  const Sizes whole = solid(sizes);
  Number product = literal(1);
  Number found = literal(1);
  std::vector<z3::expr> factors;
  for (std::size_t i = 0; i < whole.items.size(); ++i) {
    product = multiply(product, whole.items[i]);
    const z3::expr longer = active(whole, i);
    found = {z3::ite(longer, product.value, found.value), z3::ite(longer, product.defined, found.defined),
             std::max(found.most, product.most)};
    factors.push_back(z3::ite(longer, whole.items[i].value, number(1)));
  }
  found.defined = found.defined && whole.defined;
  found.factors = std::move(factors);
  return found;
}

Sizes Terms::slice(const Sizes& whole, const Number& from, const Number& to) const {
  const auto clamped = [&](const z3::expr& index) {
    const z3::expr place = z3::ite(index < 0, index + whole.length, index);
    return z3::ite(place < 0, number(0), z3::ite(place > whole.length, whole.length, place));
  };
  const z3::expr first = clamped(from.value).simplify();
  const z3::expr end = clamped(to.value);
  Sizes part{whole.defined && from.defined && to.defined, z3::ite(end > first, end - first, number(0)), {}};
  for (std::size_t i = 0; i < whole.items.size(); ++i) {
    part.items.push_back(at_offset(whole, first + static_cast<int>(i)));
  }
  return part;
}

Sizes Terms::replaced(const Sizes& whole, const Number& axis, const Number& size) const {
  const z3::expr place = z3::ite(axis.value < 0, axis.value + whole.length, axis.value);
  Sizes result{
      whole.defined && axis.defined && size.defined && -whole.length <= axis.value && axis.value < whole.length,
      whole.length,
      {}};
  for (std::size_t i = 0; i < whole.items.size(); ++i) {
    const z3::expr here = place == number(static_cast<std::int64_t>(i));
    const Number& old = whole.items[i];
    result.items.push_back({z3::ite(here, size.value, old.value), z3::ite(here, size.defined, old.defined),
                            std::max(old.most, size.most)});
  }
  return result;
}

Sizes Terms::broadcast(const Sizes& a, const Sizes& b) const {
  const z3::expr length = z3::ite(a.length >= b.length, a.length, b.length);
  std::vector<z3::expr> claims{a.defined, b.defined};
  Sizes both{truth(0), length, {}};
  for (std::size_t i = 0; i < std::max(a.items.size(), b.items.size()); ++i) {
    const z3::expr from_end = length - static_cast<int>(i);
    const auto size_in = [&](const Sizes& sizes) {
      const Number found = at_offset(sizes, sizes.length - from_end);
      return z3::ite(from_end <= sizes.length, found.value, number(1));
    };
    const z3::expr left = size_in(a);
    const z3::expr right = size_in(b);
    const z3::expr outside = from_end <= 0;
    claims.push_back(outside || left == right || left == 1 || right == 1);
    double most = 1;
    for (const Sizes* sizes : {&a, &b}) {
      for (const Number& item : sizes->items) most = std::max(most, item.most);
    }
    both.items.push_back({z3::ite(left == 1, right, left), truth(1), most});
  }
  both.defined = all(claims);
  return both;
}

Sizes Terms::append(const Sizes& front, const Sizes& back) const {
  Sizes joined{front.defined && back.defined, (front.length + back.length).simplify(), {}};
  const std::size_t count = std::min(front.items.size() + back.items.size(), most_items);
  for (std::size_t i = 0; i < count; ++i) {
    const Number behind = at_offset(back, number(static_cast<std::int64_t>(i)) - front.length);
    if (i >= front.items.size()) {
      joined.items.push_back(behind);
      continue;
    }
    const z3::expr in_front = active(front, i);
    const Number& old = front.items[i];
    joined.items.push_back({z3::ite(in_front, old.value, behind.value), z3::ite(in_front, old.defined, behind.defined),
                            std::max(old.most, behind.most)});
  }
  return joined;
}

/// Shapes of different length differ even where an item is not defined.
Truth Terms::same(const Sizes& a, const Sizes& b) const {
  std::vector<z3::expr> equal{a.length == b.length};
  std::vector<z3::expr> unlike{a.length != b.length};
  for (std::size_t i = 0; i < std::max(a.items.size(), b.items.size()); ++i) {
    const Number left = i < a.items.size() ? a.items[i] : undefined();
    const Number right = i < b.items.size() ? b.items[i] : undefined();
    const z3::expr known = left.defined && right.defined;
    equal.push_back(z3::implies(active(a, i), known && left.value == right.value));
    unlike.push_back(active(a, i) && known && left.value != right.value);
  }
  const z3::expr known = a.defined && b.defined;
  return {known && all(equal), known && any(unlike)};
}

}  // namespace npu_cts::findings::prove
