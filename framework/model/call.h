#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/model/tensor.h"

namespace npu_cts {

enum class Mode : std::uint8_t { eager, graph_static, graph_dynamic };

inline constexpr std::array all_modes{Mode::eager, Mode::graph_static, Mode::graph_dynamic};

std::string_view name_of(Mode mode);
std::optional<Mode> find_mode(std::string_view name);

/// An argument that is given as none.
struct None {
  friend bool operator==(const None&, const None&) = default;
};

/// The value of one argument. A dtype argument (`output_dtype`) holds a DType; an enumeration, its word.
using Value = std::variant<None, bool, std::int64_t, std::string, DType, std::vector<std::int64_t>, Tensor>;

/// Where and how a call is made: what a driver is opened for.
struct Target {
  std::string product;
  std::string release;
  Mode mode = Mode::eager;

  friend bool operator==(const Target&, const Target&) = default;
  friend auto operator<=>(const Target&, const Target&) = default;
};

/// Argument values by parameter key (the spec's key, the same in every release). An absent key takes its default.
using Arguments = std::map<std::string, Value, std::less<>>;

/// One call of an operator, as its document would have a user write it.
struct Call {
  std::string op;
  Target target;
  Arguments arguments;

  friend bool operator==(const Call&, const Call&) = default;
};

}  // namespace npu_cts
