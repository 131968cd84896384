#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/expand/dtype_choices.h"

namespace npu_cts {

/// A change to one argument of a call that no choice of symbols can make: how negative cases leave the law.
struct Edit {
  enum class Kind : std::uint8_t { set_size, insert_axis, drop_axis, set_layout, set_format, set_dtype, remove, give };
  Kind kind = Kind::remove;
  std::string key;
  std::size_t axis = 0;
  std::int64_t size = 0;
  Layout layout = Layout::contiguous;
  Format format = Format::nd;
  Value value;  ///< the DType of set_dtype; what `give` gives

  friend bool operator==(const Edit&, const Edit&) = default;
};

/// Everything that is chosen to make a call: what the law leaves free.
struct Draft {
  Target target;
  DTypeChoice dtypes;
  std::map<std::string, std::string>
      alternatives;                       ///< id of the shape alternative by tensor key; the first where absent
  std::map<std::string, Layout> layouts;  ///< contiguous where absent
  std::map<std::string, Format> formats;  ///< the first documented where absent
  std::map<std::string, Value> symbols;
  Arguments arguments;      ///< attributes that are given
  std::vector<Edit> edits;  ///< applied last, in order

  friend bool operator==(const Draft&, const Draft&) = default;
};

/// Changes `arguments` by `edit`. Returns whether it could be made.
bool apply(const Edit& edit, Arguments& arguments);

/// Returns the call that `draft` describes, without values; nothing where a shape is not defined or is out of bounds.
std::optional<Call> build_call(const BoundSpec& bound, const Draft& draft);

/// Returns the draft that every search starts from: the first candidate of everything.
Draft first_draft(const BoundSpec& bound, DTypeChoice dtypes);

}  // namespace npu_cts
