// SPDX-License-Identifier: Apache-2.0
// Programs that pass, print or show what they cannot.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "framework/ascend/pages/lint.h"
#include "framework/ascend/pages/programs.h"
#include "framework/base/ascii.h"
#include "framework/base/find.h"
#include "framework/base/sort.h"
#include "framework/base/text.h"

namespace npu_cts::ascend {
namespace {

/// A program of a page, and what it prints where the page shows that.
struct ShownProgram {
  const PageStatement* code = nullptr;
  const PageStatement* output = nullptr;
};

std::vector<ShownProgram> programs_on(const ReadPage& page) {
  std::vector<ShownProgram> programs;
  for (const PageStatement& statement : page.in_order) {
    if (statement.kind == BlockKind::code && statement.place != "signature, signature")
      programs.push_back({.code = &statement, .output = nullptr});
    if (statement.kind == BlockKind::output && !programs.empty()) programs.back().output = &statement;
  }
  return programs;
}

struct StatedType {
  std::string_view name;
  ArgumentKind kind;
};

/// Types that pages state, and the one kind of written value that each takes.
constexpr std::array stated_types{
    StatedType{"int", ArgumentKind::integer},     StatedType{"float", ArgumentKind::real},
    StatedType{"bool", ArgumentKind::truth},      StatedType{"str", ArgumentKind::word},
    StatedType{"string", ArgumentKind::word},     StatedType{"torch.dtype", ArgumentKind::dtype},
    StatedType{"ScalarType", ArgumentKind::dtype}};

/// Returns whether a parameter of `type` may be given a value of `kind`: what is not known may be.
bool takes(std::string type, ArgumentKind kind) {
  if (type.ends_with('?')) type.pop_back();
  const auto* const stated = std::ranges::find(stated_types, type, &StatedType::name);
  if (stated == stated_types.end() || kind == ArgumentKind::unknown || kind == ArgumentKind::none) return true;
  return stated->kind == kind || (stated->kind == ArgumentKind::real && kind == ArgumentKind::integer);
}

/// An argument of a call: whose it is by its place or name, and what is written.
struct PassedArgument {
  std::size_t parameter = 0;  ///< its number in the signature
  std::string written;
};

/// Returns the arguments of `call` by the parameters of the page's signature; names that it lacks come behind them.
std::vector<PassedArgument> passed_by(const ProgramCall& call, const std::vector<PageParameter>& parameters) {
  std::vector<PassedArgument> passed;
  for (const std::string& argument : call.arguments) {
    const std::size_t equals = argument.find('=');
    const std::string name = equals == std::string::npos ? "" : argument.substr(0, equals);
    const auto named = std::ranges::find(parameters, name, &PageParameter::name);
    passed.push_back({.parameter = passed.size(), .written = argument});
    if (name.empty()) continue;
    passed.back() = {.parameter = static_cast<std::size_t>(named - parameters.begin()),
                     .written = argument.substr(equals + 1)};
  }
  sort_stably(passed, {}, &PassedArgument::parameter);
  return passed;
}

/// Returns what of a program decides its numbers, as far as its words say it: what it draws at random, with the
/// numbers in it, and which arguments but defaults its calls of the operator pass. Names of variables are left out:
/// they decide nothing.
struct Computation {
  std::vector<std::string> draws;
  std::vector<std::string> calls;

  friend bool operator==(const Computation&, const Computation&) = default;
};

bool draws_at_random(std::string_view name) {
  constexpr std::array<std::string_view, 11> generators{"rand",      "randn",      "randint",      "randperm",
                                                        "rand_like", "randn_like", "randint_like", "uniform",
                                                        "normal",    "random",     "choice"};
  return contains(generators, name);
}

bool is_seeded(const std::vector<ProgramCall>& calls) {
  return std::ranges::any_of(calls, [](const ProgramCall& call) {
    return call.name == "seed" || call.name == "manual_seed" || call.name == "default_rng";
  });
}

/// Returns the numbers in an argument, signs and commas with them: "(15,1,n)" gives "15,1,".
std::string numbers_in(std::string_view argument) {
  std::string numbers;
  bool in_name = false;
  for (const char c : argument) {
    const bool is_letter = is_ascii_letter(c) || c == '_';
    const bool is_number = is_ascii_digit(c) || c == '.';
    in_name = is_letter || (in_name && is_number);
    if (!in_name && std::string_view("()[]").find(c) == std::string_view::npos) numbers += c;
  }
  return numbers;
}

Computation computation_of(const std::vector<ProgramCall>& calls, const OperatorPages& pages, const ReadPage& page) {
  const std::vector<PageParameter>& parameters = page.facts.parameters;
  Computation is;
  for (const ProgramCall& call : calls) {
    if (draws_at_random(call.name)) {
      is.draws.push_back(call.name);
      for (const std::string& argument : call.arguments) is.draws.back() += " " + numbers_in(argument);
    }
    if (call.name != pages.op) continue;
    is.calls.emplace_back();
    for (const PassedArgument& one : passed_by(call, parameters)) {
      if (one.parameter < parameters.size() && parameters[one.parameter].default_text == one.written) continue;
      const bool is_literal = kind_of_argument(one.written) != ArgumentKind::unknown;
      is.calls.back() += fmt::format(" {}={}", one.parameter, is_literal ? one.written : "x");
    }
  }
  std::ranges::sort(is.draws);
  return is;
}

/// Returns the tensors that `output` prints, without blanks, that are too long and varied to be alike by chance.
std::vector<std::string> tensors_in(std::string_view output) {
  constexpr std::size_t fewest_numbers = 8;
  constexpr std::size_t fewest_values = 4;
  std::vector<std::string> tensors;
  for (const ProgramCall& call : calls_in(output)) {
    if (call.name != "tensor" || call.arguments.empty()) continue;
    std::string text = call.arguments.front();
    std::ranges::replace_if(
        text, [](char c) { return c == '[' || c == ']'; }, ',');
    std::vector<std::string> numbers = split(text, ',');
    std::erase_if(numbers, [](const std::string& one) { return one.empty() || one == "..."; });
    if (numbers.size() < fewest_numbers) continue;
    if (std::set<std::string>(numbers.begin(), numbers.end()).size() < fewest_values) continue;
    tensors.push_back(call.arguments.front());
  }
  return tensors;
}

/// Returns whether `line` of an output is one of program, however it was indented.
bool is_program_line(std::string_view line) {
  line = trim(line);
  return line.starts_with("import ") || (line.starts_with("print(") && line.ends_with(')'));
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): programs, calls and arguments are nested
findings::Findings find_arguments_of_other_types(const OperatorPages& pages) {
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    const std::vector<PageParameter>& parameters = page->facts.parameters;
    std::set<std::size_t> said;  // once a parameter
    for (const ShownProgram& program : programs_on(*page)) {
      for (const ProgramCall& call : calls_in(program.code->source)) {
        if (call.name != pages.op) continue;
        for (const PassedArgument& one : passed_by(call, parameters)) {
          if (one.parameter >= parameters.size()) continue;
          const PageParameter& parameter = parameters[one.parameter];
          if (takes(parameter.type, kind_of_argument(one.written)) || !said.insert(one.parameter).second) continue;
          found.push_back(lint_finding(
              pages, *page,
              {parameter.from.empty() ? page->facts.signature_from : parameter.from.front(), *program.code},
              fmt::format("'{}' is stated as {} and a program passes {}", parameter.name, parameter.type,
                          one.written)));
        }
      }
    }
  }
  return found;
}

findings::Findings find_reused_outputs(const OperatorPages& pages) {
  struct Printed {
    Computation by;
    std::string page;
  };
  std::map<std::string, Printed> first;  // by the tensor
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    for (const ShownProgram& program : programs_on(*page)) {
      const std::vector<ProgramCall> calls = calls_in(program.code->source);
      if (program.output == nullptr || is_seeded(calls)) continue;
      const Computation is = computation_of(calls, pages, *page);
      for (const std::string& tensor : tensors_in(program.output->source)) {
        const auto& [before, is_new] = first.try_emplace(tensor, Printed{is, page->page->id});
        if (is_new || before->second.by == is || is.draws.empty()) continue;
        found.push_back(lint_finding(
            pages, *page, {*program.code, *program.output},
            fmt::format("a tensor is printed that page '{}' shows of a program that {}", before->second.page,
                        before->second.by.draws == is.draws ? "passes other arguments" : "draws other values")));
        break;  // one tensor of a program is enough
      }
    }
  }
  return found;
}

findings::Findings find_code_in_outputs(const OperatorPages& pages) {
  findings::Findings found;
  for (const ReadPage* page : pages.pages) {
    for (const PageStatement& statement : page->statements) {
      if (statement.kind != BlockKind::output) continue;
      const std::vector<std::string> lines = split(statement.source, '\n');
      const auto line = std::ranges::find_if(lines, is_program_line);
      if (line == lines.end()) continue;
      found.push_back(
          lint_finding(pages, *page, {statement}, fmt::format("'{}' stands among what is printed", trim(*line))));
    }
  }
  return found;
}

}  // namespace npu_cts::ascend
