// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "framework/model/spec.h"
#include "framework/rule/bound_node.h"

// Binding makes of an operator, as the spec writes it for all targets, what it is for one. The order: the names of the
// operator become slots (a parameter's is its place in the signature, a symbol's its place in the file); the support
// cell, the parameters, defaults, lists, shapes, outputs, implementation-defined behaviours and data sets that hold for
// the target are chosen; the rules that follow from them are derived and sorted with the written ones by phase; last,
// every expression is rewritten over slots, words as numbers. Judging a call then looks no name up. A symbol uses only
// symbols above it, so each is evaluated at most once a call. A BoundSpec refers to its spec, which must outlive it.
namespace npu_cts {

class SlotCall;
struct Judgement;

/// Id of the rule that a call on a target without support breaks.
inline constexpr std::string_view support_rule_id = "support";

/// Id of the rule that joins the rows of dtypes.
inline constexpr std::string_view rows_rule_id = "rows";

/// What a rule reads or a choice touches: parameters by slot and, behind them, symbols.
using SlotSet = std::vector<bool>;

/// Parts of the arguments of a call: a bit for each place of a SlotSet. Places from 64 on share the bits of the first,
/// so that two sets may seem to meet, and never seem to be apart.
struct Parts {
  std::uint64_t values = 0;   ///< dtypes, attributes, what is given; symbols that are chosen
  std::uint64_t shapes = 0;   ///< of tensors
  std::uint64_t storage = 0;  ///< their layouts and formats

  static constexpr std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << (place % 64); }

  [[nodiscard]] bool meets(const Parts& other) const {
    return ((values & other.values) | (shapes & other.shapes) | (storage & other.storage)) != 0;
  }
  Parts& operator|=(const Parts& other) {
    values |= other.values;
    shapes |= other.shapes;
    storage |= other.storage;
    return *this;
  }

  friend bool operator==(const Parts&, const Parts&) = default;
};

/// A rule of a target, written or derived, and what binding adds to it.
struct BoundRule : Rule {
  std::size_t index = 0;      ///< its place in the order of judgement
  bool joins_rows = false;    ///< the rule "rows"
  bool lists_dtypes = false;  ///< a derived rule on the dtype of one parameter
  BoundNode requirement;
  std::optional<BoundNode> condition;  ///< nothing: always
  std::optional<BoundNode> instead;    ///< its remedy
  SlotSet reads;                       ///< parameters and symbols whose choice can change what it says
  Parts depends_on;                    ///< as `reads`, by parts
};

/// A way the shape of a tensor may be built.
struct BoundShape {
  const ShapeAlternative* written;
  BoundNode shape;
};

/// A parameter at a target.
struct BoundParameter {
  const Parameter* written;
  bool applies = true;                   ///< the target has it
  const Value* default_value = nullptr;  ///< its default, or null
  std::optional<Format> format = {};     ///< the first documented
  std::vector<BoundShape> shapes = {};   ///< how it may be built: by the hints where they say, or by the spec
};

/// An output at a target; nothing where the documents do not say.
struct BoundOutput {
  const Output* written;
  std::optional<BoundNode> dtype;
  std::optional<BoundNode> shape;
};

/// An implementation-defined behaviour, formula or data set that holds at a target, and the calls it touches (nothing:
/// all).
template <class T>
struct Conditional {
  const T* written;
  std::optional<BoundNode> when;
};

/// A group of choices that holds at a target.
struct BoundSizeGroup {
  const SizeGroup* written;
  Conditional<DataSet> start;
};

/// An operator for one target. See the head of this file. Many threads may use one.
class BoundSpec {
 public:
  /// Returns `op` of `spec` at `target`. Both must outlive it.
  static BoundSpec bind(const Spec& spec, const OpSpec& op, const Target& target);

  BoundSpec(BoundSpec&&) noexcept;  // written once, as with OpSpec
  BoundSpec& operator=(BoundSpec&&) noexcept;
  BoundSpec(const BoundSpec&) = delete;  // judgements and calls point into it
  BoundSpec& operator=(const BoundSpec&) = delete;
  ~BoundSpec();

  [[nodiscard]] const Spec& spec() const { return *spec_; }
  [[nodiscard]] const OpSpec& op() const { return *op_; }
  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] const SlotNames& names() const { return names_; }

  /// Returns whether what `applies` dates holds at the target.
  [[nodiscard]] bool holds(const Applies& applies) const {
    return release_ && npu_cts::holds(applies, *release_, target_);
  }

  /// Returns the entry of a dated fact that holds at the target, or null.
  template <class T>
  [[nodiscard]] const Dated<T>* current(const std::vector<Dated<T>>& entries) const {
    for (const Dated<T>& entry : entries) {
      if (holds(entry.applies)) return &entry;
    }
    return nullptr;
  }

  /// Returns the cell of the support table, or null where the documents have none.
  [[nodiscard]] const SupportCell* support() const { return support_; }
  [[nodiscard]] bool is_supported() const { return support_ != nullptr && support_->state == SupportState::yes; }

  /// Returns the rule that every call breaks where the target is not supported, or null.
  [[nodiscard]] const BoundRule* support_rule() const { return support_rule_ ? &*support_rule_ : nullptr; }

  /// Returns every other rule that binds a call, in the order of judgement.
  [[nodiscard]] std::span<const BoundRule> rules() const { return rules_; }
  [[nodiscard]] const BoundRule* find_rule(std::string_view id) const;

  [[nodiscard]] std::span<const BoundParameter> parameters() const { return parameters_; }
  [[nodiscard]] const BoundParameter* find_parameter(std::string_view key) const;
  [[nodiscard]] std::span<const BoundNode> symbols() const { return symbols_; }
  [[nodiscard]] std::span<const BoundOutput> outputs() const { return outputs_; }
  [[nodiscard]] std::span<const Conditional<ImplementationDefined>> implementation_defined() const {
    return implementation_defined_;
  }
  [[nodiscard]] std::span<const Conditional<ResultFormula>> formulas() const { return formulas_; }
  [[nodiscard]] std::span<const Conditional<Contested>> contested() const { return contested_; }
  [[nodiscard]] std::span<const Conditional<DataSet>> data_sets() const { return data_sets_; }
  [[nodiscard]] std::span<const BoundSizeGroup> size_groups() const { return size_groups_; }

  /// Returns `written`, a bound of a fill of the operator, over slots: null where it is another expression or a number.
  [[nodiscard]] const BoundNode* find_fill_bound(const Expression& written) const;

  /// Returns the place of a parameter or symbol in a SlotSet, or no_slot.
  [[nodiscard]] std::size_t place_of(std::string_view name) const;

  /// Returns the parameters and symbols that `node` depends on, and what the shapes of those parameters are built from.
  [[nodiscard]] SlotSet reads_of(const BoundNode& node) const;

  /// Returns the parts that say what the value of `node` is in a call.
  [[nodiscard]] Parts parts_of(const BoundNode& node) const;

  /// Returns `parts`, and those that the shapes among them are built from.
  [[nodiscard]] Parts with_builds(Parts parts) const;

 private:
  BoundSpec(const Spec& spec, const OpSpec& op, const Target& target);

  void bind_parameters();
  void bind_rules();
  void bind_facts();
  void bind_fills(const std::map<std::string, Fill>& fills);
  void bind_bounds(const Fill& fill);
  [[nodiscard]] BoundRule bind_rule(Rule rule) const;
  [[nodiscard]] std::optional<BoundNode> bind_optional(const ExpressionPtr& expression) const;
  void add_reads(const BoundNode& node, SlotSet& reads) const;
  [[nodiscard]] Parts parts_of_argument(std::size_t slot, ExprKind kind) const;

  const Spec* spec_;
  const OpSpec* op_;
  Target target_;
  std::optional<std::size_t> release_;
  SlotNames names_;
  const SupportCell* support_;
  std::optional<BoundRule> support_rule_;
  std::vector<BoundParameter> parameters_;  ///< by slot
  std::vector<BoundNode> symbols_;          ///< by slot: their definitions; those of the hints have none
  std::vector<Parts> parts_of_symbols_;     ///< by slot: of their definitions
  std::vector<BoundRule> rules_;
  std::vector<BoundOutput> outputs_;
  std::vector<Conditional<ImplementationDefined>> implementation_defined_;
  std::vector<Conditional<ResultFormula>> formulas_;
  std::vector<Conditional<Contested>> contested_;
  std::vector<Conditional<DataSet>> data_sets_;
  std::vector<BoundSizeGroup> size_groups_;
  std::unordered_map<const Expression*, BoundNode> fill_bounds_;
};

/// The operators of a spec at many targets, each bound when it is first asked for. Not for several threads at once.
class BoundSpecs {
 public:
  explicit BoundSpecs(const Spec& spec) : spec_(&spec) {}

  const BoundSpec& at(const OpSpec& op, const Target& target);

  /// Returns the operator of `call` at its target, or null where the spec has no such operator.
  const BoundSpec* find(const Call& call);

 private:
  const Spec* spec_;
  std::map<std::pair<const OpSpec*, Target>, std::unique_ptr<const BoundSpec>> bound_;
};

/// Returns a text that two targets of one operator share where it is the same at both in all that cases, searches and
/// verdicts come from: rules, parameters, shapes, dtypes of the page, rows, data sets and examples. Support is not in
/// it. Costs little: for who binds only targets that differ.
std::string same_spec_key(const Spec& spec, const OpSpec& op, const Target& target);

/// As same_spec_key, with what results depend on: outputs, formulas and implementation-defined behaviour.
std::string same_results_key(const Spec& spec, const OpSpec& op, const Target& target);

/// As same_spec_key, without what no search depends on: examples, data sets and evidence against rules. Targets that
/// share the other share this one.
std::string same_search_key(const Spec& spec, const OpSpec& op, const Target& target);

/// Returns the support cell for `target`, or null where the operator's documents have none (not documented).
const SupportCell* find_support(const Spec& spec, const OpSpec& op, const Target& target);

/// Returns every target on which the documents call `op` supported, in order of release, product and mode.
std::vector<Target> supported_targets(const Spec& spec, const OpSpec& op);

}  // namespace npu_cts
