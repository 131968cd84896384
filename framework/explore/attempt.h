// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/explore/drawn_call.h"
#include "framework/judge/judge_case.h"
#include "framework/run/drive/driver.h"

namespace npu_cts::explore {

/// Starts the implementation anew: no call lies behind what it opens.
using StartDriver = std::function<Result<run::OpenDriver>()>;

/// What verdicts are made from, besides the spec.
struct Bench {
  StartDriver start;
  judging::Oracle oracle;
  judging::JudgeOptions options = {};
  std::function<void(const DecidedCall*)> on_call = {};  ///< told of each call that begins, and null when it ended
};

/// A call that ended, and what was seen of it.
struct Tried {
  CaseResult result;
  run::Observation seen = {};
};

/// A call that was tried, behind others in one worker.
struct TriedStory {
  std::vector<DecidedCall> before = {};
  DecidedCall call;
  Tried tried = {};
  bool fails_again = true;  ///< no: one that was to be shrunk did not fail a second time, and is as it was
};

/// Runs calls one after the other on an implementation that was started for them.
class Attempt {
 public:
  /// `bench` must outlive it.
  explicit Attempt(const Bench& bench) : bench_(bench) {}

  /// Runs `call` and judges it.
  Tried run(const DecidedCall& call);

  /// Runs `call` for what it leaves behind.
  void pass(const DecidedCall& call);

 private:
  run::Driver* driver_for(const Target& target);
  void say(const DecidedCall* call) const;

  const Bench& bench_;
  run::OpenDriver open_;
  std::map<Target, std::unique_ptr<run::Driver>> drivers_;
  std::string trouble_;  ///< why no driver is open
};

/// How a call failed: two calls fail in the same way where these are alike.
struct Signature {
  Status status = Status::fail;
  std::optional<Fault> fault;
  std::string tensor = {};          ///< the argument or output that the fault is about
  std::vector<std::string> broken;  ///< the rules that the call breaks

  friend bool operator==(const Signature&, const Signature&) = default;
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

Signature signature_of(const DecidedCall& call, const CaseResult& result);

/// Returns whether `now`, of a simpler call, is the failure `first`: it breaks no rule that the first did not, and some
/// rule if that one did.
bool is_same_way(const Signature& first, const Signature& now);

}  // namespace npu_cts::explore
