// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/names.h"

namespace npu_cts {

/// What an implementation did wrong in a case: finer than how the case ended. A closed set; journals keep its words.
enum class Fault : std::uint8_t {
  value_mismatch,    ///< an output is not what the spec says: values, dtype, shape, or missing
  accepted_invalid,  ///< ran a call that the documents refuse or do not support
  refused_valid,     ///< refused a documented call, or said that it failed
  wrong_code,        ///< refused with another code than the documented one, or failed where it should refuse
  out_of_bounds,
  input_modified,
  unwritten_output,
  nondeterministic,
  crash,
  timeout,
  exited,
  resource,
  protocol,
};

constexpr auto names_of(Fault) {
  return name_list("value_mismatch", "accepted_invalid", "refused_valid", "wrong_code", "out_of_bounds",
                   "input_modified", "unwritten_output", "nondeterministic", "crash", "timeout", "exited", "resource",
                   "protocol");
}
std::string_view words_of(Fault fault);  ///< "out of bounds": in messages

/// The end of a tensor that an access went past.
enum class TensorEnd : std::uint8_t { before_start, past_end };
constexpr auto names_of(TensorEnd) { return name_list("before_start", "past_end"); }

/// A fault and what is known of it.
struct Attribution {
  Fault fault = Fault::protocol;
  std::string tensor = {};                ///< the argument or output it is about; empty where it is about none
  std::optional<TensorEnd> side = {};     ///< of out_of_bounds
  std::string signal = {};                ///< of crash: "SIGSEGV"; empty where it is not known
  std::optional<std::int64_t> code = {};  ///< the process's of exited; else the vendor's, where it gave one
  std::string detail = {};                ///< in words; may be empty

  friend bool operator==(const Attribution&, const Attribution&) = default;
};

/// Returns an attribution of `fault` with no more to say than `detail`.
Attribution attribution_of(Fault fault, std::string detail);

}  // namespace npu_cts
