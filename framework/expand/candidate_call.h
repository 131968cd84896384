#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/expand/dtype_choices.h"

namespace npu_cts {

/// A change to one argument of a call that no choice of symbols can make: how negative cases leave the spec.
struct ArgumentEdit {
  enum class Kind : std::uint8_t { set_size, insert_axis, drop_axis, set_layout, set_format, set_dtype, remove, give };
  Kind kind = Kind::remove;
  std::string key;
  std::size_t axis = 0;
  std::int64_t size = 0;
  Layout layout = Layout::contiguous;
  Format format = Format::nd;
  Value value;  ///< the DType of set_dtype; what `give` gives

  friend bool operator==(const ArgumentEdit&, const ArgumentEdit&) = default;
};

/// Everything that is chosen to make a call: what the spec leaves free.
struct CandidateCall {
  Target target;
  DTypeChoice dtypes;
  std::map<std::string, std::string>
      alternatives;                       ///< id of the shape alternative by tensor key; the first where absent
  std::map<std::string, Layout> layouts;  ///< contiguous where absent
  std::map<std::string, Format> formats;  ///< the first documented where absent
  std::map<std::string, Value> symbols;
  Arguments arguments;              ///< attributes that are given
  std::vector<ArgumentEdit> edits;  ///< applied last, in order

  friend bool operator==(const CandidateCall&, const CandidateCall&) = default;
};

/// Changes `arguments` by `edit`. Returns whether it could be made.
bool apply(const ArgumentEdit& edit, Arguments& arguments);

/// Returns the call that `candidate` describes, without values; nothing where a shape is not defined or is out of
/// bounds.
std::optional<Call> build_call(const BoundSpec& bound, const CandidateCall& candidate);

/// Returns the candidate call that every search starts from: the first candidate of everything.
CandidateCall first_candidate(const BoundSpec& bound, DTypeChoice dtypes);

}  // namespace npu_cts
