// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/expand/expand.h"
#include "framework/judge/judge_case.h"
#include "framework/record/case_sink.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::run {

/// Gives the driver that a case runs on, or says why there is none.
using DriverOfCase = std::function<Result<std::shared_ptr<Driver>>(const Case&)>;

/// Returns one driver a target, opened by `open` for the first case of the target.
DriverOfCase one_driver_a_target(OpenDriver open);

/// Returns in words which implementations that are wrong on purpose give the outputs that were seen of a call.
using MatchingMutants = std::function<std::vector<std::string>(const Call&, const Observation&)>;

/// A case that has ended, and all that is known of it.
struct EndedCase {
  const BoundSpec& bound;
  const Case& planned;
  const Call& call;
  const Observation& seen;
  const CaseResult& result;
};

/// A call that is made for a case: the planned one, or another of which `words` tell.
struct CallOfCase {
  Call call;
  std::string words = {};
  std::string nonce = {};  ///< of its values, where they are neither the planned ones nor those in another order
  bool is_typed_otherwise = false;  ///< so that an implementation may support the planned one alone
};

/// Returns the calls that run once the planned one of a case, filled, has passed.
using FurtherCalls = std::function<std::vector<CallOfCase>(const BoundSpec&, const Case&, const Call&)>;

/// What verdicts are made from, besides the spec: what knows kernels is passed in by the program that links them.
struct Judging {
  judging::JudgeOptions options = {};
  judging::Oracle oracle;
  MatchingMutants matching_mutants = {};                  ///< asked where values are wrong; may be empty
  std::size_t repeat = 1;                                 ///< how often each case runs
  std::function<void(const EndedCase&)> on_failure = {};  ///< told of each case that failed; may be empty
  bool keeps_printed = false;                ///< what the implementation prints in cases that do not fail, too
  std::function<std::int64_t()> clock = {};  ///< microseconds since some moment; empty: cases are not timed
  std::string challenge = {};                ///< of the run; where there is one, outputs are on record
  FurtherCalls further_calls = {};           ///< empty: the planned call is all that a case runs
};

/// Runs cases, and writes to `sink` before and after each. `spec` and `sink` must live as long as the session.
class Session {
 public:
  Session(const Spec& spec, DriverOfCase driver_of, Judging judging, record::CaseSink& sink);

  /// Returns the verdict on `planned`; begun and ended in the sink.
  CaseResult run(const Case& planned);

  /// Whether the sink took a line no more: nothing that runs now would be on record.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

  [[nodiscard]] const Spec& spec() const { return spec_; }

 private:
  CaseResult run_open(const Case& planned);
  CaseResult run_call(const BoundSpec& bound, const Case& planned, const CallOfCase& asked, Driver& driver);
  CaseResult run_repeatedly(const Case& planned);

  const Spec& spec_;
  BoundSpecs specs_;
  DriverOfCase driver_of_;
  Judging judging_;
  judging::JudgeOptions options_of_further_;  ///< for further calls
  record::CaseSink& sink_;
  bool is_broken_ = false;
};

/// Writes what was seen of `ended` into the folder of `root` that its id names: `call.yaml` with the inputs; of each
/// output `NAME.got.npy`, `NAME.want.npy` (under the first variant) and `NAME.difference.npy` (got - want, float64);
/// and `manifest.json`, which lists them.
record::WriteError dump(const std::filesystem::path& root, const EndedCase& ended, const judging::Oracle& oracle);

}  // namespace npu_cts::run
