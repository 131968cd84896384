// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/skeleton.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts {
namespace {

constexpr std::size_t longest_name = 64;

/// The keywords of C++20, and names that a namespace of the skeleton cannot have.
constexpr std::string_view cpp_words =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t "
    "class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue "
    "decltype default delete do double dynamic_cast else enum explicit export extern false float for friend "
    "goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private "
    "protected public register reinterpret_cast requires return short signed sizeof static static_assert "
    "static_cast struct switch template this thread_local throw true try typedef typeid typename union "
    "unsigned using virtual void volatile wchar_t while xor xor_eq npu_cts std ";

/// The first line of a source file.
constexpr std::string_view licence = "// SPDX-License-Identifier: Apache-2.0\n";

struct Template {
  std::string_view path;
  std::string_view text;
};

/// '@' stands for the operator's name.
constexpr std::array templates{
    Template{
        "spec/ops/@.yaml",
        R"(# The spec of @. The language is taught in spec/README.md; 'npu-cts import PAGE' writes much of it from a page.
operator: @
form: function          # TO BE WRITTEN: function, or module
import: torch_npu       # TO BE WRITTEN: where Python imports it from
text: {en: "", zh: ""}  # TO BE WRITTEN: what it does, in one sentence
pages: {}               # TO BE WRITTEN: by release, the ids of its pages in spec/documents.yaml
signatures: []          # TO BE WRITTEN: as the pages print them
parameters: []          # TO BE WRITTEN: each with key, kind, text, dtypes and shapes
outputs: []             # TO BE WRITTEN: each with name, dtype and shape
support: []             # TO BE WRITTEN: the products and modes of each release
)"},
    Template{
        "spec/documents/@.yaml",
        R"(# Every statement of the pages of @: where it stands, the hash of its normalized text, and what carries it.
operator: @
statements: []  # TO BE WRITTEN: 'npu-cts-inventory --op @ --prefix x --documents DIR' writes it
)"},
    Template{"kernels/@/README.md", R"(# @: reference kernels

TO BE WRITTEN: a table of what the documents leave open. It has choices, variants and grounds. Then decisions.
)"},
    Template{"kernels/@/oracle.h", R"(#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernels/common/oracle_values.h"

namespace npu_cts::kernels::@ {

/// The choices that the documents leave open. TO BE WRITTEN, where there are any.
inline constexpr std::array<ImplementationDefined, 0> behaviours{};

/// Returns the results of @ under each of `choices`.
/// TO BE WRITTEN: the formula; Shapes, Units, Errors and Source.
std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices);

}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/oracle.cpp", R"(#include "kernels/@/oracle.h"

namespace npu_cts::kernels::@ {
namespace {

/// TO BE WRITTEN: read with tensor_of and floats_of, one operation at a time, and return each output by its name.
std::vector<NamedTensor> oracle(const Call&, const VariantChoice&) { return {}; }

}  // namespace

std::vector<std::vector<NamedTensor>> oracles(const Call& call, std::span<const VariantChoice> choices) {
  return under_each(oracle, call, choices);
}

}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/oracle_test.cpp", R"(#include "kernels/@/oracle.h"

#include <gmock/gmock.h>

#include <array>

#include "kernels/common/oracle_testing.h"

namespace npu_cts::kernels::@ {
namespace {

// TO BE WRITTEN: the values that the page prints, and one test per sentence of the formula.
TEST(Oracle, GivesTheValuesThatThePagePrints) {
  const std::array<VariantChoice, 1> first;
  EXPECT_FALSE(oracles(call_of("@", "26.1.0"), first).front().empty());
}

}  // namespace
}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/fast.h", R"(#pragma once

#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::@ {

/// Returns what @ gives, fast. May write the storage of in-place arguments.
/// TO BE WRITTEN: the formula under the first variant of every choice; Shapes and Source.
std::vector<NamedTensor> run(const Target& target, Request& request);

/// Returns what `run` will give, without the values.
std::vector<OutputType> outputs(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/fast.cpp", R"(#include "kernels/@/fast.h"

namespace npu_cts::kernels::@ {

/// TO BE WRITTEN: the dtype and shape of each output.
std::vector<OutputType> outputs(const Target&, const Request&) { return {}; }

/// TO BE WRITTEN: gather and gather_floats (kernels/common/elements.h) read through any strides.
std::vector<NamedTensor> run(const Target&, Request&) { return {}; }

}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/check.h", R"(#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::kernels::@ {

/// Returns why @ refuses `request` on `target`, or nothing.
/// TO BE WRITTEN: what is not looked at, and Source.
std::optional<Refusal> check(const Target& target, const Request& request);

/// Returns what the pages leave open about `request` on `target`, whatever `check` decides there: ids of questions, and
/// the words undefined, unchecked, nondeterministic and unsupported.
std::vector<std::string_view> left_open(const Target& target, const Request& request);

}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/check.cpp", R"(#include "kernels/@/check.h"

#include <array>

#include "kernels/common/arguments.h"

namespace npu_cts::kernels::@ {
namespace {

/// TO BE WRITTEN: a step per rule, each from the page; until then every call is refused.
MaybeRefusal check_nothing_is_known(const CheckedCall&) { return refuse("", "no call is known to be legal"); }

constexpr std::array<Check, 1> checks{check_nothing_is_known};

}  // namespace

std::optional<Refusal> check(const Target& target, const Request& request) {
  return first_refusal(target, request, checks);
}

/// TO BE WRITTEN: a line per question, from the pages.
std::vector<std::string_view> left_open(const Target& /*target*/, const Request& /*request*/) { return {}; }

}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/fast_test.cpp", R"(#include "kernels/@/fast.h"

#include <gmock/gmock.h>

#include "framework/model/storage.h"
#include "kernels/common/testing.h"
#include "kernels/@/check.h"

namespace npu_cts::kernels::@ {
namespace {

// TO BE WRITTEN: a legal call, a call per rule that breaks it with the parameter that is refused, and results.
TEST(Fast, TakesTheCallThatThePageShows) {
  Request request = request_of({.op = "@"});
  EXPECT_FALSE(check(testing::on("atlas_a2"), request));
  EXPECT_FALSE(run(testing::on("atlas_a2"), request).empty());
}

}  // namespace
}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/equality_test.cpp", R"(#include "kernels/common/sweep_testing.h"

namespace npu_cts::kernels::@ {
namespace {

using namespace testing;  // the makers of random calls

/// TO BE WRITTEN: random sizes, layouts and values of a legal call.
Call any_call(Random&) { return {.op = "@", .target = on("atlas_a2")}; }

TEST(FastEqualsOracle, OnRandomCalls) { expect_equal(any_call, 1, 300); }

}  // namespace
}  // namespace npu_cts::kernels::@
)"},
    Template{"kernels/@/mutants.h", R"(#pragma once

#include <cstdint>
#include <vector>

#include "kernels/mutant.h"

namespace npu_cts::mutants::@ {

/// Returns the implementations of @ that are wrong on purpose; the first is without fault.
std::vector<Mutant> mutants();

/// Returns argument checks that overlook one way of being wrong each.
std::vector<Oversight> oversights();

/// Returns how many multiply-adds `call` takes, or how many elements its largest tensor has where that is more.
std::int64_t cost_of(const Call& call);

}  // namespace npu_cts::mutants::@
)"},
    Template{"kernels/@/mutants.cpp", R"(#include "kernels/@/mutants.h"

#include <array>
#include <cstdint>

#include "kernels/common/mutant_values.h"

namespace npu_cts::mutants::@ {
namespace {

enum class Fault : std::uint8_t { none };

/// TO BE WRITTEN: every mistake an implementer may make, a row each; 'it' is the subject of the words.
constexpr std::array faults{FaultRow<Fault>{Fault::none, "Faultless", "", "it has no fault"}};

/// TO BE WRITTEN: the formula once more, slow, with a fault.
std::vector<NamedTensor> run(const Target&, Request&, Fault) { return {}; }

}  // namespace

std::vector<Mutant> mutants() { return each_fault(faults, run); }

/// TO BE WRITTEN: every way of being wrong that a check may overlook.
std::vector<Oversight> oversights() { return {}; }

std::int64_t cost_of(const Call& call) { return largest_tensor(call); }

}  // namespace npu_cts::mutants::@
)"}};

std::string filled(std::string_view text, std::string_view name) {
  std::string result;
  for (const char c : text) result += c == '@' ? std::string(name) : std::string(1, c);
  return result;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_inside(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

std::string why_no_name(std::string_view name) {
  if (name.empty() || !is_letter(name.front()) || !std::ranges::all_of(name, is_inside)) {
    return "a name is a letter, and then letters, digits and '_'";
  }
  if (name.size() > longest_name) return fmt::format("a name has at most {} characters", longest_name);
  if (name == "common") return "kernels/common holds what operators share";
  if (name == "testing") return "namespace npu_cts::kernels::testing holds what tests share";
  if (cpp_words.find(" " + std::string(name) + " ") != std::string_view::npos)
    return "it is a word of C++, and the name is a namespace";
  return "";
}

std::vector<SkeletonFile> skeleton_of(std::string_view name) {
  std::vector<SkeletonFile> files;
  for (const Template& each : templates) {
    const bool is_source = each.path.ends_with(".h") || each.path.ends_with(".cpp");
    files.push_back({filled(each.path, name), std::string(is_source ? licence : "") + filled(each.text, name)});
  }
  return files;
}

}  // namespace npu_cts
