// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "framework/model/request.h"

namespace npu_cts::mutants {

/// An implementation that is wrong in one way, to prove that the planned cases see it.
struct Mutant {
  std::string_view op;
  std::string_view name;      ///< CamelCase: a test is named after it
  std::string_view wrong;     ///< what it does wrong; empty for the faultless one
  std::string_view harmless;  ///< why no legal call can show it; empty where a case must catch it
  std::function<std::vector<NamedTensor>(const Target&, Request&)> run;
  bool meets = false;       ///< only calls in which several choices meet can show it: not every tier has such a call
  bool at_limit = false;    ///< and one of those choices is at a limit, or near it
  bool needs_full = false;  ///< and there are three of them: of the tiers, only full has such a call
  /// Whether a call takes the path of the fault: all others are computed without fault. Empty: every call does.
  std::function<bool(const Target&, const Request&)> is_taken = {};
  /// Returns the bytes of one row, along the last axis, of the only output: what `run` gives there, and much cheaper.
  /// Empty where the operator has no such way.
  std::function<std::vector<std::byte>(const Target&, const Request&, std::int64_t row)> run_row = {};

  /// Returns whether `request` may show the fault: where it takes another path, it is computed without fault.
  [[nodiscard]] bool is_on_path(const Target& target, const Request& request) const {
    return !is_taken || is_taken(target, request);
  }
};

/// One line of an operator's table of faults.
template <class Fault>
struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view wrong;
  std::string_view harmless = {};
};

/// A fault of one path of an implementation: only calls that take the path show it.
template <class Fault, class Call>
struct PathFault {
  Fault fault;
  bool (*is_taken)(const Call&);
};

/// Returns a mutant for each of `faults`, rows of a table, which computes `run(target, request, fault)`, and single
/// rows of it where there is a `run(target, request, fault, row)`. Its operator is filled in by `all_mutants`.
template <class Rows, class Run>
std::vector<Mutant> each_fault(const Rows& faults, Run run) {
  std::vector<Mutant> all;
  for (const auto& row : faults) {
    Mutant& mutant = all.emplace_back(
        Mutant{{}, row.name, row.wrong, row.harmless, [run, fault = row.fault](const Target& target, Request& request) {
                 return run(target, request, fault);
               }});
    if constexpr (std::is_invocable_v<const Run&, const Target&, const Request&, decltype(row.fault), std::int64_t>) {
      mutant.run_row = [run, fault = row.fault](const Target& target, const Request& request, std::int64_t place) {
        return run(target, request, fault, place);
      };
    }
  }
  return all;
}

/// Returns `request`: what most paths are chosen by.
inline const Request& request_itself(const Target& /*target*/, const Request& request) { return request; }

/// Computes `run` with the fault of a path where the path is taken, else without fault.
template <class Run, class CallOf>
struct OnPath {
  Run run;
  CallOf call_of;

  template <class AnyRequest, class Path, class... Row>
  requires std::is_invocable_v<const Run&, const Target&, AnyRequest&, decltype(Path::fault), Row...>
  auto operator()(const Target& target, AnyRequest& request, const Path& path, Row... row) const {
    return run(target, request, path.is_taken(call_of(target, request)) ? path.fault : decltype(path.fault){}, row...);
  }
};

/// Returns a mutant for each of `paths`, rows of `PathFault`: where a path is taken, it has the fault, else none, the
/// first of the enumeration. `call_of(target, request)` is what the paths are chosen by.
template <class Paths, class Run, class CallOf = decltype(&request_itself)>
std::vector<Mutant> each_path(const Paths& paths, Run run, CallOf call_of = request_itself) {
  std::vector<Mutant> all = each_fault(paths, OnPath<Run, CallOf>{.run = run, .call_of = call_of});
  auto mutant = all.begin();
  for (const auto& row : paths) {
    (mutant++)->is_taken = [call_of, is_taken = row.fault.is_taken](const Target& target, const Request& request) {
      return is_taken(call_of(target, request));
    };
  }
  return all;
}

/// Returns the mutants of both tables.
template <class Rows, class Paths, class Run, class CallOf = decltype(&request_itself)>
std::vector<Mutant> each_fault(const Rows& faults, const Paths& paths, Run run, CallOf call_of = request_itself) {
  std::vector<Mutant> all = each_fault(faults, run);
  for (Mutant& mutant : each_path(paths, run, call_of)) all.push_back(std::move(mutant));
  return all;
}

/// An argument check that overlooks one way of being wrong, to prove that a planned case is wrong in that way alone. Or
/// one that refuses some legal calls, to prove that a planned case is such a call.
struct Oversight {
  std::string_view name;                 ///< CamelCase: a test is named after it
  std::string_view wrong;                ///< what it does
  void (*overlook)(Request&) = nullptr;  ///< makes what it does not look at right; the rest is checked as it should be
  std::string_view op = {};              ///< filled in by `all_oversights`
  bool meets = false;                    ///< as of a Mutant
  bool at_limit = false;                 ///< as of a Mutant
  bool (*refuses)(const Request&) = nullptr;  ///< says which legal calls it refuses: all its other verdicts are right
};

/// What the folder of an operator declares in its mutants.h.
struct OperatorMutants {
  std::string_view op;
  std::vector<Mutant> (*mutants)();
  std::int64_t (*cost_of)(const Call& call);
  std::vector<Oversight> (*oversights)();
};

/// Returns those of every folder that has a mutants.h; kernels/CMakeLists.txt writes the list.
std::span<const OperatorMutants> operators_with_mutants();

/// Returns the mutants of every operator.
const std::vector<Mutant>& all_mutants();

/// Returns the oversights of every operator.
std::vector<Oversight> all_oversights();

/// Returns how many multiply-adds the legal `call` takes, or how many elements its largest tensor has where that is
/// more; 0 where its operator has no mutants.
std::int64_t cost_of(const Call& call);

}  // namespace npu_cts::mutants
