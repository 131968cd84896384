// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/model/call.h"
#include "framework/model/request.h"
#include "framework/run/drive/attempts.h"

namespace npu_cts::wire {

/// A call that completed, and what it gave.
struct KnownCall {
  std::string name;
  Target target;
  Request request;
  std::vector<RawOutput> outputs;
};

/// A few small calls of each operator, early ones and later ones. Each must give the same when it runs again, whatever
/// ran meanwhile.
class KnownCalls {
 public:
  /// Counts a call that gave `outputs`, and keeps it where it is one of the few.
  void note(std::string_view name, const Target& target, const Request& request, const std::vector<RawOutput>& outputs);

  /// Returns the call that is to run again now, of another operator than `op` where there is one; nothing after most.
  std::optional<KnownCall> find_due(std::string_view op);

  /// Returns the last few small calls of different sizes, which are of one operator and target.
  [[nodiscard]] const std::vector<KnownCall>& last_small() const { return last_small_; }

  /// How many calls run until one is to run again.
  static constexpr std::size_t calls = 64;

 private:
  /// Returns whether a call with `bytes` in its tensors becomes one of the last small ones, and makes room for it then.
  bool makes_room(const Target& target, const Request& request, std::size_t bytes);

  /// What is known of an operator.
  struct Count {
    std::size_t completed = 0;
    std::size_t kept = 0;
  };
  std::map<std::string, Count, std::less<>> counts_;
  std::vector<KnownCall> kept_;
  std::vector<KnownCall> last_small_;
  std::size_t noted_ = 0;
  std::size_t last_ = 0;  ///< which ran again last
};

/// A few small calls that the target refused which is open. One runs between the two runs of some calls: what a refusal
/// leaves behind must not show there.
class RefusedCalls {
 public:
  /// Keeps a call that `target` refused. Those of the target before are forgotten.
  void note(std::string_view name, const Target& target, const Request& request);

  /// Returns the call that is to run between the two runs of one of `op` now; null in most, and at another target.
  [[nodiscard]] const KnownCall* find_due(const Target& target, std::string_view op);

  /// In one of so many calls a refused one runs.
  static constexpr std::size_t calls = 8;

 private:
  std::vector<KnownCall> kept_;
  std::size_t asked_ = 0;
};

/// Chooses of each operator the call that runs again thousands of times: a small one with outputs.
class SoakedCalls {
 public:
  /// Counts a call that gave `outputs`. Returns whether it is the first that fits, once `after` of them completed.
  bool choose(const Request& request, const std::vector<RawOutput>& outputs, std::size_t after);

 private:
  std::map<std::string, std::size_t, std::less<>> completed_;
  std::set<std::string, std::less<>> chosen_;  ///< operators of which one was
};

}  // namespace npu_cts::wire
