#pragma once

#include <optional>
#include <vector>

#include "framework/expand/dtype_choices.h"
#include "framework/expand/mutation_steps.h"

namespace npu_cts {

/// What is chosen for one parameter.
struct ParameterChoice {
  std::optional<DType> dtype = {};  ///< of a tensor or a dtype; nothing: left out
  std::size_t alternative = 0;      ///< of its shapes at the target; one that is not there builds no call
  Layout layout = Layout::contiguous;
  Format format = Format::nd;
  std::optional<Value> argument = {};  ///< of an attribute; nothing: left out

  friend bool operator==(const ParameterChoice&, const ParameterChoice&) = default;
};

/// Everything that is chosen to make a call: what the spec leaves free.
struct CandidateCall {
  std::vector<ParameterChoice> parameters;    ///< by slot
  std::vector<std::optional<Value>> symbols;  ///< by slot
  std::vector<MutationStep> edits;            ///< applied last, in order

  friend bool operator==(const CandidateCall&, const CandidateCall&) = default;
};

/// Returns the candidate call that every search starts from: the first candidate of everything.
CandidateCall first_candidate(const BoundSpec& bound, const DTypeChoice& dtypes);

/// Gives `candidate` the dtypes of `choice`.
void set_dtypes(CandidateCall& candidate, const DTypeChoice& choice);

/// Returns whether `a` and `b` choose the same for each of `names`.
bool agree_on(const SlotSet& names, const CandidateCall& a, const CandidateCall& b);

/// Changes a candidate call by a step for as long as it lives. Both must outlive it, and not be touched; several end in
/// the reverse of their order.
class StepTaken {
 public:
  StepTaken(MutationStep& step, CandidateCall& candidate);
  StepTaken(const StepTaken&) = delete;
  StepTaken& operator=(const StepTaken&) = delete;
  ~StepTaken();

 private:
  void exchange();

  MutationStep& step_;
  CandidateCall& candidate_;
};

/// Builds the calls of candidates, one after the other in the same memory.
class CallBuilder {
 public:
  /// `bound` must outlive it.
  explicit CallBuilder(const BoundSpec& bound);
  CallBuilder(const CallBuilder&) = delete;
  CallBuilder& operator=(const CallBuilder&) = delete;
  ~CallBuilder() = default;

  [[nodiscard]] const BoundSpec& bound() const { return slots_.bound(); }

  /// Returns the call that `candidate` describes, without values, until the next is built or the candidate changes;
  /// null where a shape is not defined or is out of bounds.
  const SlotCall* build(const CandidateCall& candidate);

  /// Returns the arguments of the call built last.
  [[nodiscard]] SlotArguments arguments() const;

 private:
  bool add_tensor(std::size_t slot, const ParameterChoice& choice);
  bool apply_edit(const MutationStep& edit);
  void set(std::size_t slot, const Value* value);

  SlotCall slots_;
  std::vector<const Value*> given_;  ///< by slot
  std::vector<Value> made_;          ///< by slot: tensors and dtypes, where the candidate chooses one
};

}  // namespace npu_cts
