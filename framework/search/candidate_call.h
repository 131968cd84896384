// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/search/dtype_choices.h"
#include "framework/search/mutation_steps.h"

namespace npu_cts::search {

/// So many elements come before a tensor that begins inside its storage: more than a byte counts, and no multiple of
/// what memory is aligned to.
inline constexpr std::int64_t elements_before = 307;

/// So many come before one that begins far inside its storage: more than two bytes count.
inline constexpr std::int64_t elements_far_before = 65'549;

/// What is chosen for one parameter.
struct ParameterChoice {
  std::optional<DType> dtype = {};  ///< of a tensor or a dtype; nothing: left out
  std::size_t alternative = 0;      ///< of its shapes at the target; one that is not there builds no call
  Layout layout = Layout::contiguous;
  Format format = Format::nd;
  std::int64_t storage_offset = 0;     ///< of a tensor; one in blocks with another than 0 builds no call
  std::optional<Value> argument = {};  ///< of an attribute; nothing: left out

  friend bool operator==(const ParameterChoice&, const ParameterChoice&) = default;
};

/// Everything that is chosen to make a call: what the spec leaves free.
struct CandidateCall {
  std::vector<ParameterChoice> parameters;    ///< by slot
  std::vector<std::optional<Value>> symbols;  ///< by slot: of each symbol that has hints
  std::vector<MutationStep> edits;            ///< applied last, in order

  friend bool operator==(const CandidateCall&, const CandidateCall&) = default;
};

/// Returns the candidate call that every search starts from: the first candidate of everything.
CandidateCall first_candidate(const BoundSpec& bound, const DTypeChoice& dtypes);

/// Gives `candidate` the dtypes of `choice`.
void set_dtypes(CandidateCall& candidate, const DTypeChoice& choice);

/// Returns whether `a` and `b` choose the same for each of `names`.
bool agree_on(const SlotSet& names, const CandidateCall& a, const CandidateCall& b);

/// Returns how many elements the tensors of `call` and its outputs have, as far as those are known.
std::int64_t elements_of(const SlotCall& call);

/// Returns the shapes of the outputs of `call`, as far as they are known.
std::vector<Shape> shapes_of_results(const SlotCall& call);

/// Returns whether the verdict on `call`, values aside, is another where each layout that no stride shows is
/// contiguous: a backend could not know which of the two it got.
bool depends_on_unseen_layout(const SlotCall& call);

/// Builds the calls of one candidate after the other, each in the memory of the last. What no change has touched since
/// the last call is not built again: a search changes one thing at a time.
class CallBuilder {
 public:
  /// `bound` must outlive it.
  explicit CallBuilder(const BoundSpec& bound);
  CallBuilder(const CallBuilder&) = delete;
  CallBuilder& operator=(const CallBuilder&) = delete;
  ~CallBuilder() = default;

  [[nodiscard]] const BoundSpec& bound() const { return call_.bound(); }
  [[nodiscard]] const CandidateCall& candidate() const { return candidate_; }

  /// Goes on from `candidate`.
  void start(const CandidateCall& candidate) {
    start(candidate, [](const CandidateCall&) {});
  }

  /// Goes on from `candidate` as `change` leaves it.
  template <class Change>
  void start(const CandidateCall& candidate, const Change& change) {
    candidate_ = candidate;  // in the memory of the last
    change(candidate_);
    set_out();
  }

  /// Returns what the steps taken since the start change.
  [[nodiscard]] Parts changes() const { return changes_.empty() ? Parts{} : changes_.back(); }

  /// Returns whether the call is made of what the candidate chooses at `place`: a tensor that is left out has no
  /// layout, and a symbol is in use where a shape of the call has it. An argument that is no tensor always is.
  [[nodiscard]] bool is_in_use(std::size_t place) const;

  /// Returns whether the call is made of what `step` has chosen. None in words is in use where no dtype is chosen.
  [[nodiscard]] bool is_in_use(const MutationStep& step) const;

  /// Returns whether the shape `alternative` of the tensor at `slot` is made of what is chosen at `place`.
  /// It is, too, where it reads a tensor whose own shape is.
  [[nodiscard]] bool is_made_of(std::size_t slot, std::size_t alternative, std::size_t place) const;

  /// Returns whether another parameter is built of the one at `slot`.
  [[nodiscard]] bool is_built_of(std::size_t slot) const { return affected_[slot].size() > 1; }

  /// Returns the call that the candidate describes, without values, until the candidate changes; null where a shape is
  /// not defined or is out of bounds.
  const SlotCall* build() { return build(every_slot_); }

  /// As above, for who reads the parameters at `slots` alone, which are sorted: what the others are is left open.
  const SlotCall* build(std::span<const std::size_t> slots);

  /// Returns where another choice may let build what the last build could not; nothing where that built.
  [[nodiscard]] std::optional<SlotSet> unblocking_places() const;

  /// Returns the arguments of the call built last.
  [[nodiscard]] SlotArguments arguments() const;

 private:
  friend class StepTaken;

  void set_out();
  void take(MutationStep& step);
  void take_back(MutationStep& step);
  void exchange(MutationStep& step);
  void find_affected();
  void add_whole_reads(std::size_t slot, SlotSet& reads) const;
  void set_stale(std::size_t place);
  void set(std::size_t slot, const Value* value);
  bool rebuild(std::size_t slot);
  bool build_tensor(std::size_t slot);
  bool apply_edit(const MutationStep& edit);
  const SlotCall* fail_at(std::size_t slot);

  CandidateCall candidate_;
  SlotCall
      symbols_given_;  ///< the call without its edits, and the symbols that were chosen: what shapes are built from
  SlotCall call_;
  std::vector<const Value*> given_;                 ///< by slot
  std::vector<const Value*> unedited_;              ///< by slot: as the candidate's choices make them
  std::vector<Value> edited_;                       ///< by slot: a tensor that an edit has changed
  std::vector<std::size_t> edited_slots_;           ///< of the call built last
  std::vector<Value> made_;                         ///< by slot: a tensor or dtype, where the candidate chooses one
  std::vector<std::vector<SlotSet>> made_of_;       ///< by slot and alternative: the places its shape reads
  std::vector<std::vector<std::size_t>> affected_;  ///< by place: slots to build again where it changes
  std::vector<std::vector<std::size_t>> later_;     ///< by slot: what its shapes read that is built only after it
  std::vector<std::uint8_t> stale_;                 ///< by slot: 1 where it is to be built again
  std::vector<std::size_t> every_slot_;
  std::vector<Parts> changes_;       ///< by step taken: what it and those before it change
  std::size_t failed_at_ = no_slot;  ///< what the last build could not build
};

/// Changes the candidate of a builder by a step for as long as it lives. Several end in the reverse of their order.
class StepTaken {
 public:
  /// `step` is the builder's to change meanwhile.
  StepTaken(MutationStep& step, CallBuilder& builder) : step_(step), builder_(builder) { builder_.take(step_); }
  StepTaken(const StepTaken&) = delete;
  StepTaken& operator=(const StepTaken&) = delete;
  ~StepTaken() { builder_.take_back(step_); }

 private:
  MutationStep& step_;
  CallBuilder& builder_;
};

}  // namespace npu_cts::search
