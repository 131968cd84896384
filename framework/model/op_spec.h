// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "framework/base/location.h"
#include "framework/base/names.h"
#include "framework/model/call.h"
#include "framework/model/expression.h"

namespace npu_cts {

/// Ids of statements in the inventory of the documents (spec/documents/…), in its order.
using Citations = std::vector<std::string>;

/// A sentence of ours in the project's two languages.
struct Text {
  std::string en;
  std::string zh;

  friend bool operator==(const Text&, const Text&) = default;
};

/// Where a fact holds. Empty products or modes mean all; releases are indices into Spec::releases, both inside.
struct Applies {
  std::size_t since = 0;
  std::size_t until = SIZE_MAX;
  std::vector<std::string> products = {};
  std::vector<std::string> modes = {};

  friend bool operator==(const Applies&, const Applies&) = default;
};

/// What follows when a rule is broken, worst last. Also a verdict (with `accept` in front).
enum class Verdict : std::uint8_t {
  accept,
  open,  ///< the documents do not say: see the question
  nondeterministic,
  unchecked,  ///< documented as not validated
  undefined,
  unsupported,
  reject,
};

constexpr auto names_of(Verdict) {
  return name_list("accept", "open", "nondeterministic", "unchecked", "undefined", "unsupported", "reject");
}

/// The order of judgement.
enum class Phase : std::uint8_t { support, signature, dtype, shape, layout, attribute, data };
constexpr auto names_of(Phase) {
  return name_list("support", "signature", "dtype", "shape", "layout", "attribute", "data");
}

enum class ParameterKind : std::uint8_t { tensor, integer, boolean, word, dtype, integer_list, integer_pair };
constexpr auto names_of(ParameterKind) {
  return name_list("tensor", "integer", "boolean", "word", "dtype", "integer_list", "integer_pair");
}

/// Where a module's argument is given; functions have `arguments` only.
enum class Group : std::uint8_t { arguments, constructor, variables };
constexpr auto names_of(Group) { return name_list("arguments", "constructor", "variables"); }
/// The groups in the order in which a call has them.
inline constexpr std::array groups_of_call{Group::constructor, Group::variables, Group::arguments};

/// A fact that depends on release, product or mode: the entry that applies is the first whose `applies` holds.
template <class T>
struct Dated {
  T value;
  Applies applies = {};
  Citations cite = {};
  Location at = {};
};

/// A default as the document states it. `usable: false` marks one that breaks the document's own rules for every input.
struct Default {
  Value value;
  bool usable = true;
};

/// One way a shape may be: an alternative of the spec.
struct ShapeAlternative {
  std::string id;       ///< "pair", "vector": part of case ids
  ExpressionPtr shape;  ///< a shape expression over symbols
  ExpressionPtr when;   ///< null: always
  Applies applies = {};
  Citations cite = {};
  Location at = {};
};

struct Parameter {
  std::string key;  ///< the same in every release; what expressions and drivers say
  ParameterKind kind = ParameterKind::tensor;
  Group group = Group::arguments;
  Text text;
  std::vector<Dated<std::string>> names;  ///< as documented; empty: the key in every release
  Applies applies;                        ///< releases (products, modes) that have the parameter
  bool optional = false;
  bool in_place = false;  ///< the call may write it
  bool reserved = false;  ///< documented as without effect
  bool keyword_only = false;
  std::vector<Dated<Default>> defaults;
  std::vector<Dated<std::vector<DType>>> dtypes;
  std::vector<Dated<std::vector<Format>>> formats;
  std::vector<Dated<std::vector<Layout>>> layouts;
  std::vector<ShapeAlternative> shapes;  ///< empty: no alternative binds the shape; rules may
  Citations cite;
  Location at;
};

/// A set of dtypes that one column of a row admits; `none` where the argument may be absent.
struct Cell {
  std::vector<DType> dtypes = {};
  bool none = false;

  friend bool operator==(const Cell&, const Cell&) = default;
};

/// A joint row of dtypes, one cell a column.
struct Row {
  std::string id;
  std::map<std::string, Cell> cells = {};  ///< by parameter key
  Applies applies = {};
  Citations cite = {};
  Location at = {};
};

/// A statement that a call must satisfy. Explicit ones are written in the spec; derived ones come from parameters
/// and rows (see framework/rule/derive_rules.h).
struct Rule {
  std::string id = {};  ///< "R09"; derived: "updates.dtype", "rows"
  Phase phase = Phase::shape;
  ExpressionPtr require = nullptr;
  ExpressionPtr when = nullptr;  ///< null: always
  Verdict on_violation = Verdict::reject;
  Applies applies = {};
  Text text = {};                                   ///< our paraphrase
  std::string question = {};                        ///< the open question, where `on_violation` is open
  ExpressionPtr remedy = nullptr;                   ///< what the page tells a caller to do instead; null: nothing
  std::optional<std::int64_t> code = std::nullopt;  ///< the vendor's code of the refusal, where a document names it
  bool on_data = false;
  bool derived = false;
  Citations cite = {};
  Location at = {};
};

struct Symbol {
  std::string name;
  ExpressionPtr value;  ///< its definition over the call
  Location at = {};
};

struct Output {
  std::string name;
  std::vector<Dated<ExpressionPtr>> dtype;  ///< dtype expressions
  std::vector<Dated<ExpressionPtr>> shape;  ///< shape expressions
  std::string alias = {};                   ///< the parameter it is, for in-place operators
  Citations cite = {};
  Location at = {};
};

/// Whether a product (in a mode) is documented as supported.
enum class SupportState : std::uint8_t { yes, no, open };
constexpr auto names_of(SupportState) { return name_list("supported", "unsupported", "open"); }

struct SupportCell {
  SupportState state = SupportState::yes;
  Applies applies = {};
  std::vector<std::string> frameworks = {};  ///< each with its version, where the page lists them
  std::string question = {};
  Citations cite = {};
  Location at = {};
};

struct Variant {
  std::string id = {};  ///< "truncate"
  Text text = {};
  std::string basis = {};  ///< document, vendor-code, vendor-golden, convention
  Citations cite = {};
  Location at = {};
  std::string seen_in = {};  ///< as of a contradiction
  std::string formula = {};  ///< its numeric model, as ResultFormula::formula; empty: words alone say it
};

/// What a result is, as people write it. Nothing is computed from it.
struct ResultFormula {
  std::string id;
  std::string formula;  ///< "out = (x1 @ x2 + bias) * scale"
  ExpressionPtr when;   ///< the calls it speaks of; null: all
  Text text = {};
  std::string basis;  ///< as of a variant
  Applies applies = {};
  Citations cite = {};
  Location at = {};
  std::string seen_in = {};  ///< as of a contradiction
};

/// An implementation-defined behaviour that the documents leave in a number: an implementation follows one of its
/// variants throughout.
struct ImplementationDefined {
  std::string id;      ///< "fp19"
  ExpressionPtr when;  ///< the calls it touches; null: all
  Applies applies = {};
  std::vector<Variant> variants = {};  ///< the first is the reference's
  Location at = {};
};

/// In which way a fill makes its elements.
enum class FillKind : std::uint8_t { uniform, distinct, reals, cycle, bits, columns };
constexpr auto names_of(FillKind) { return name_list("uniform", "distinct", "reals", "cycle", "bits", "columns"); }

/// How one argument's values are made; see framework/expand/fill.h.
struct Fill {
  FillKind kind = FillKind::uniform;
  std::vector<ExpressionPtr> bounds = {};    ///< integers over the call, for uniform and distinct
  std::vector<double> numbers;               ///< for cycle and real ranges
  std::vector<std::uint64_t> patterns = {};  ///< for bits
  std::vector<Fill> columns = {};            ///< for columns
  Location at = {};
};

/// A data set aimed at one class of faults.
struct DataSet {
  std::string id;
  Text text;
  ExpressionPtr when;  ///< null: every call
  Applies applies;
  std::map<std::string, Fill> fills;                       ///< by parameter key; others take the default fill
  std::map<std::string, std::vector<std::int64_t>> sizes;  ///< symbols set for this data set
  std::map<std::string, Value> arguments;                  ///< attributes set for this data set
  std::map<std::string, Layout> layouts;                   ///< by tensor key, as are formats and shapes
  std::map<std::string, Format> formats;
  std::map<std::string, std::string> shapes;  ///< ids of shape alternatives
  std::string seen;                           ///< where users make such calls; empty: made up
  bool needs_full_tier = false;
  Location at;
};

/// Choices that meet, most of them sizes.
struct SizeGroup {
  DataSet start;  ///< what is chosen beside, and how calls are filled; its id, if it has one, is part of case ids
  std::map<std::string, std::vector<Value>> of;  ///< by key of a symbol, attribute or tensor; words stand for choices
  std::size_t strength = 2;                      ///< how many meet; 1: each is there
  std::int64_t most_elements = std::int64_t{5} << 18;  ///< of all tensors of a call: two sizes of 1,025 can meet

  /// Whether its cases have its id.
  [[nodiscard]] bool is_named() const { return !start.id.empty(); }
};

/// What the generator may try; not part of the spec. See spec/README.md.
struct Hints {
  std::map<std::string, std::vector<Value>> symbols;           ///< candidates by symbol: integers, or lists for packs
  std::map<std::string, std::vector<Value>> arguments;         ///< candidates by attribute key
  std::map<std::string, std::vector<ShapeAlternative>> build;  ///< shapes of parameters the spec binds by rules only
  std::vector<DataSet> data;                                   ///< those that users call last
  std::vector<SizeGroup> sizes;
};

struct Example {
  std::string id;
  Call call;  ///< target.product empty: every product of the page
  Verdict verdict = Verdict::accept;
  std::map<std::string, Fill> fills;  ///< how the document's program makes the data
  std::vector<std::int64_t> golden;   ///< the integers that the page prints as its output, if any
  Applies applies;
  Citations cite;
  Location at;
};

/// What an open question leaves open: which calls are legal, what results they have, or what a page says or shows.
enum class Leaves : std::uint8_t { calls, results, page };
constexpr auto names_of(Leaves) { return name_list("calls", "results", "page"); }

struct OpenQuestion {
  std::string id;
  Text question = {};
  std::string found = {};  ///< what other evidence says, and where
  Leaves leaves = Leaves::calls;
  Citations cite = {};
  Location at = {};
};

/// Two statements that cannot both hold.
struct Contradiction {
  std::string id;
  std::string kind;     ///< the check that finds it
  std::string subject;  ///< the rule, parameter or row it touches
  std::vector<Citations> statements;
  std::vector<std::string> party_names = {};  ///< what the inventory calls each of them
  Text text;
  Text resolution;
  std::string basis;
  std::string seen_in;           ///< where a program shows it: REPOSITORY@COMMIT:PATH; empty: in no program
  ExpressionPtr rejected_claim;  ///< what does not hold, as a claim on every call; null: no call shows it
  Applies applies;
  Location at;
};

/// Evidence against a refusal of the documents. The rule stands; a case that breaks it proves nothing.
struct Contested {
  std::string id;
  std::string subject;  ///< the rule that refuses, a derived one too: "rows"
  ExpressionPtr when;   ///< the calls it is about; null: every call that breaks the rule
  std::string by;       ///< vendor-tests, vendor-code, callers
  std::string where;    ///< where it was seen
  Text says;
  Applies applies = {};
  Location at = {};
  Citations cite = {};
};

struct OpSpec {
  // Written once, in members.cpp. Else each file that copies or destroys one compiles how every fact is copied and
  // destroyed: an eighth of what a test is compiled to.
  OpSpec();
  OpSpec(const OpSpec&);
  OpSpec(OpSpec&&) noexcept;
  OpSpec& operator=(const OpSpec&);
  OpSpec& operator=(OpSpec&&) noexcept;
  ~OpSpec();

  std::string name;
  bool module_form = false;
  std::string import_path;  ///< where Python imports it from; empty: not said
  Text text;
  std::map<std::size_t, std::vector<std::string>> pages;  ///< release → document ids
  std::vector<Dated<std::string>> signatures;
  std::vector<Parameter> parameters;  ///< in the order of the signature
  std::vector<Symbol> symbols;
  std::vector<Row> rows;
  std::vector<Rule> rules;  ///< explicit ones, in file order
  std::vector<Output> outputs;
  std::vector<ResultFormula> formulas;
  std::vector<SupportCell> support;
  std::vector<ImplementationDefined> implementation_defined;
  std::vector<Example> examples;
  std::vector<OpenQuestion> open;
  std::vector<Contradiction> contradictions;
  std::vector<Contested> contested;
  Hints hints;
  std::string file;
};

/// Returns the parameter with `key`, or null.
const Parameter* find_parameter(const OpSpec& op, std::string_view key);

/// Returns the symbol with `name`, or null.
const Symbol* find_symbol(const OpSpec& op, std::string_view name);

}  // namespace npu_cts
