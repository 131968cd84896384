// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::ascend {

/// Returns where the bracket that opens at `open` closes, or npos.
std::size_t closing_bracket(std::string_view text, std::size_t open);

/// Returns `text` cut at the commas outside brackets.
std::vector<std::string> cut_at_commas(std::string_view text);

/// A call that a page's program makes.
struct ProgramCall {
  std::string name;                         ///< the last part of a dotted one
  std::vector<std::string> arguments = {};  ///< as written, without blanks

  friend bool operator==(const ProgramCall&, const ProgramCall&) = default;
};

/// Returns the calls of a Python program in the order in which they are written, an outer one before those inside it.
/// Comments make none, nor does a bracket that is not closed.
std::vector<ProgramCall> calls_in(std::string_view program);

/// What kind of value an argument is, where its words alone say it.
enum class ArgumentKind : std::uint8_t { integer, real, truth, word, dtype, none, unknown };

/// Returns the kind of the value `argument` (without its name): `torch.int8` is a dtype, `x` is unknown.
ArgumentKind kind_of_argument(std::string_view argument);

}  // namespace npu_cts::ascend
