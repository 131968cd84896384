// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "framework/base/names.h"
#include "framework/expect/apply.h"
#include "framework/model/result.h"
#include "framework/model/spec.h"
#include "framework/record/journal.h"
#include "framework/record/scope.h"
#include "reports/count_faults.h"
#include "reports/diagnose.h"
#include "reports/identify_variants.h"
#include "reports/run_cases.h"

namespace npu_cts::reports {

/// How a number of cases ended. `planned` is the sum of all statuses and of the cases that were not run.
struct Tally {
  std::size_t planned = 0;
  std::size_t not_run = 0;
  std::size_t undecided = 0;  ///< of those that ended: left open or undefined by the documents, or contested
  std::array<std::size_t, every<Status>.size()> ended{};  ///< by Status

  [[nodiscard]] std::size_t count(Status status) const { return ended[static_cast<std::size_t>(status)]; }
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// Adds the cases of `other`.
Tally& operator+=(Tally& sum, const Tally& other);

/// Returns how many cases of `tally` failed.
std::size_t failures(const Tally& tally);

/// What a run, or a part of it, has shown.
enum class Conclusion : std::uint8_t {
  conforms,
  conforms_in_its_scope,  ///< all that ran; a run plans more by default
  conforms_in_part,       ///< what it claims; the rest it declared unsupported, as --unsupported allow lets it
  passes_with_waivers,    ///< what fails is a known failure
  fails,
  incomplete,
  nothing_ran,
};
constexpr auto names_of(Conclusion) {
  return name_list("conforms", "conforms_in_its_scope", "conforms_in_part", "passes_with_waivers", "fails",
                   "incomplete", "nothing_ran");
}

/// How many documented calls ran, and how many of them the implementation did not declare unsupported.
struct Claim {
  std::size_t documented = 0;
  std::size_t claimed = 0;
  std::size_t left_out = 0;  ///< illegal calls that it declared unsupported, where that proves nothing
  friend bool operator==(const Claim&, const Claim&) = default;
};

/// What the documents say of a fact on one product, in the newest release that they speak of.
struct Documented {
  std::optional<SupportState> state;  ///< nothing: not documented
  std::string question = {};          ///< of what they leave open
  std::string changed_in = {};        ///< the release since which they say so; empty: no earlier one says another thing
};

/// The cases behind one fact on one product.
struct Evidence {
  Tally tally;
  std::vector<std::string> failing;  ///< ids, sorted
  std::vector<std::string> others;   ///< ids of the first few that did not fail
};

/// A statement of a document: where the reader finds what the spec was taken from.
struct CitedStatement {
  std::string id;
  std::vector<std::string> documents = {};
  std::string place = {};
};

/// A fact of the spec and what the cases say of it, product by product (in the order of Report::products).
struct Fact {
  std::string id;
  Text text;                            ///< our paraphrase; may be empty
  std::string expression;               ///< its expression in the language's notation; may be empty
  std::vector<std::string> cells;       ///< of a dtype row: one for each of OpReport::row_columns
  std::string holds;                    ///< "atlas_a2, since 7.1.0"; empty: always
  std::optional<Verdict> on_violation;  ///< of a rule
  std::optional<Phase> phase;           ///< of a rule
  bool derived = false;
  Location at;
  std::vector<CitedStatement> cite;
  std::vector<Documented> documented;  ///< product by product; empty where it is no fact of the documents
  std::vector<Evidence> evidence;
};

/// What the documents say of each product in a release and mode, and what the cases say.
struct SupportLine {
  std::string release;
  std::string mode;
  std::vector<Documented> documented = {};
  std::vector<Evidence> evidence;
};

/// Which numeric variants one product follows.
struct ProductVariants {
  std::string product;
  VariantIdentification variants;
};

/// One argument of a call, as people read it.
struct ArgumentLine {
  std::string name = {};     ///< as the pages of the release have it
  std::string dtype;         ///< of a tensor; empty for other arguments, as are shape and placing
  std::string shape = {};    ///< "[2, 3]"
  std::string placing = {};  ///< layout and format: "transposed, ND"
  std::string values;        ///< the first ones, or the argument itself
};

/// How many cases of a list a page shows, and of the failing ones with one diagnosis.
inline constexpr std::size_t listed_cases = 200;
inline constexpr std::size_t listed_alike = 20;

/// A case that a person should look at.
struct ListedCase {
  record::PlannedCase planned;
  CaseResult result;
  std::string reproducer;                    ///< a command line
  std::vector<ArgumentLine> arguments = {};  ///< of the call; empty where it was not planned again
  std::string snippet = {};                  ///< a Python program that makes the call; of an exemplar alone
};

/// A contested fact, and what the implementation did where it holds.
struct ContestedLine {
  Contested fact;
  std::size_t accepted = 0;
  std::size_t refused = 0;
};

struct OpReport {
  std::string name;
  Text text;
  std::string file;
  Conclusion conclusion = Conclusion::nothing_ran;
  Tally tally;
  Claim claim;
  std::vector<Tally> product_tallies;     ///< in the order of Report::products
  std::map<std::int64_t, Tally> by_size;  ///< cases whose values were judged, by their largest size, up to this one
  std::int64_t microseconds = 0;          ///< that its cases took; 0 where nothing measured it
  std::vector<SupportLine> support;
  std::vector<std::string> row_columns;  ///< parameter keys; empty where the operator has no rows
  std::vector<Fact> rows;                ///< dtype rows; without rows, the dtype combinations
  std::vector<Fact> rules;
  std::vector<Fact> data_sets;
  std::vector<Fact> families;
  std::vector<Fact> others;  ///< whatever else cases are there for
  std::vector<ImplementationDefined> implementation_defined;
  std::vector<ProductVariants> variants;
  std::vector<ListedCase> failing;
  std::vector<KindOfFailures> kinds;  ///< of its failures
  std::size_t passes_alone = 0;       ///< failed cases that pass alone: results depend on earlier calls
  std::vector<Suspicion> suspicions;  ///< what the wrong values have in common
  std::vector<ListedCase> weak;
  std::vector<std::string> not_run;
  std::vector<OpenQuestion> open;
  std::vector<Contradiction> contradictions;
  std::vector<ContestedLine> contested;  ///< those that some case met
};

/// A page beside the report, which links to it.
struct LinkedPage {
  std::string stem;  ///< of its file names
  std::string title;
};

/// How many wrong implementations the cases of a tier catch, of those that can be caught: see `npu-cts strength`.
struct MeasuredStrength {
  std::size_t killed = 0;
  std::size_t killable = 0;
  Tier tier = Tier::fast;
  std::string date;  ///< "2026-07-27"
};

/// Everything a compliance document shows. A value: the same spec and journal give the same report.
struct Report {
  RunInfo info;
  record::CoveredScope scope;
  bool finished = false;
  Conclusion conclusion = Conclusion::nothing_ran;
  std::vector<Product> products;  ///< the columns: those with cases, in the order of the spec
  Tally tally;
  Claim claim;
  std::vector<Tally> product_tallies;  ///< in the order of `products`
  std::vector<FaultCount> faults;      ///< those that were attributed
  std::vector<OpReport> operators;
  std::optional<expect::KnownFailures> known;  ///< where a list of them was given
  std::optional<MeasuredStrength> strength;    ///< where it was measured for this spec
  std::vector<LinkedPage> linked_pages;        ///< of the folder, where it has some
  record::Journal journal;                     ///< without its cases
  RunCases cases = [](const TakeCase& /*take*/) {};
};

/// A run as a report is made of it.
struct RunToReport {
  record::Journal head;  ///< its journal without the cases
  RunCases cases;
  std::set<std::string> products;                   ///< of the cases
  std::optional<expect::KnownFailures> known = {};  ///< what a list of them made of the cases; with a problem it fails
};

/// Returns the report of `run` under `spec`: the spec that planned it, of which the run covers `scope`.
Report build_report(const Spec& spec, RunToReport run, const record::CoveredScope& scope);

/// Returns the report of `journal` under `spec`: the spec that planned it, of which the journal covers `scope`.
Report build_report(const Spec& spec, record::Journal journal, const record::CoveredScope& scope);

/// Returns the report of what a list of known failures makes of a journal. It fails where the list has a problem.
Report build_report(const Spec& spec, expect::Expected expected, const record::CoveredScope& scope);

/// Returns the suspicion of `op` under which the wrong values of its case `result` are; null where none are wrong.
const Suspicion* explained_by(const OpReport& op, const CaseResult& result);

/// Failing cases with one diagnosis.
struct DiagnosisGroup {
  const Suspicion* suspicion = nullptr;  ///< what their values look like; null: no value was wrong, they ended alike
  std::vector<const ListedCase*> cases = {};  ///< sorted by id; the first stands for all

  /// Returns those that a page shows.
  [[nodiscard]] std::span<const ListedCase* const> shown() const {
    return std::span(cases).first(std::min(cases.size(), listed_alike));
  }
};

/// Returns the failing cases of `op` by what is wrong with them: those of its suspicions first.
std::vector<DiagnosisGroup> diagnosis_groups(const OpReport& op);

}  // namespace npu_cts::reports
