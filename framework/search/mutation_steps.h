// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "framework/rule/slot_call.h"

namespace npu_cts::search {

/// One step away from a candidate call: another choice of something the spec leaves free, or an edit that leaves the
/// spec. The one language of changes: the search, negative cases and the nearest legal call are made of it.
struct MutationStep {
  enum class Kind : std::uint8_t {
    // choices
    alternative,
    symbol,
    argument,
    omit,
    layout,
    format,
    storage_offset,  ///< `size` elements come before the tensor; none comes before one in blocks
    // edits, made last: how negative cases leave the spec
    set_size,
    insert_axis,
    drop_axis,
    swap_axes,
    set_shape,
    set_layout,
    set_format,
    set_dtype,
    remove,
    give,
  };
  Kind kind = Kind::remove;
  std::size_t place = 0;     ///< in a SlotSet, of the parameter or symbol it touches
  std::size_t position = 0;  ///< of a shape alternative or an axis; of two exchanged axes, the first
  std::int64_t size = 0;
  DType dtype = DType::int8;
  Layout layout = Layout::contiguous;
  Format format = Format::nd;
  std::optional<Value> value = {};  ///< of a symbol or argument, nothing to omit it; a whole shape

  [[nodiscard]] bool is_edit() const { return kind >= Kind::set_size; }

  friend bool operator==(const MutationStep&, const MutationStep&) = default;
};

/// Returns whether `a` and `b` choose the same thing, so that one undoes the other.
bool are_of_one_choice(const MutationStep& a, const MutationStep& b);

/// Returns whether `step` changes what `choice` chose: all of the argument, or the same part of it.
bool undoes(const MutationStep& step, const MutationStep& choice);

/// Returns the parts of a call that `step` may change.
Parts parts_of(const MutationStep& step);

/// Returns the size that `step` chooses; 0 where it chooses none.
std::int64_t size_in(const MutationStep& step);

/// Adds to `steps` those to sizes that fill as many words as `steps` have elements.
void add_packed_steps(std::vector<MutationStep>& steps);

/// Largest tensor that the generator makes, in elements.
inline constexpr std::int64_t max_elements = std::int64_t{1} << 28;

/// So many elements of the narrowest dtype stand in a word of the widest that packs them.
inline constexpr std::int64_t most_packed = 8;

/// Returns whether no size of `shape` is negative and a tensor of it is not too large.
bool is_sane(const Shape& shape);

/// Changes `type` by `edit`, one of a tensor. Returns whether it could be made.
bool apply(const MutationStep& edit, TensorType& type);

/// Changes `argument` by `edit`. Returns whether it could be made.
bool apply(const MutationStep& edit, std::optional<Value>& argument);

/// Returns the integers that stand in the rules, sorted, each with its neighbours: the candidates for limits.
std::vector<std::int64_t> integers_in(const BoundSpec& bound);

/// The steps that are worth trying at a target. Sizes and attribute values come from the hints and from the integers in
/// the rules.
class MutationSteps {
 public:
  /// `bound` must outlive it.
  explicit MutationSteps(const BoundSpec& bound);

  [[nodiscard]] const SlotSet& every_name() const { return every_name_; }

  /// Returns the steps from a candidate call that builds `arguments`: legal choices first, in an order that depends on
  /// names alone.
  [[nodiscard]] std::vector<MutationStep> from(const SlotArguments& arguments) const;

  /// Returns those on a name of `names`.
  [[nodiscard]] std::vector<MutationStep> from(const SlotArguments& arguments, const SlotSet& names) const;

 private:
  const BoundSpec& bound_;
  std::vector<MutationStep> values_;              ///< of symbols and arguments: the same from every candidate call
  std::vector<std::vector<MutationStep>> gifts_;  ///< by slot: what a call that leaves a parameter out may be given
  SlotSet every_name_;
};

}  // namespace npu_cts::search
