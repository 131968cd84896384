// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/names.h"
#include "framework/base/result.h"
#include "framework/expression/print_expression.h"
#include "framework/model/case.h"
#include "framework/model/spec.h"
#include "reports/document/document.h"

/// How strong the planned cases are: which of them catch an implementation that is wrong on purpose.

namespace npu_cts::mutants {

/// What is wrong with an implementation.
enum class WrongIn : std::uint8_t {
  values,    ///< it computes with a fault (Mutant)
  checks,    ///< its argument check is wrong in one way (Oversight)
  looser,    ///< it refuses by the spec but for one fact that it ignores (SpecDevice)
  stricter,  ///< one fact that it refuses by is stricter than the spec's (SpecDevice)
};
constexpr auto names_of(WrongIn) { return name_list("values", "checks", "looser", "stricter"); }

/// The first case that kills, of a family.
struct Kill {
  Tier tier = Tier::smoke;
  std::string case_id;
};

/// An implementation that is wrong in one way, and what kills it.
struct WrongImplementation {
  WrongIn in = WrongIn::values;
  std::string name;
  std::string wrong;                           ///< what it does
  std::string harmless = {};                   ///< why no legal call can show it; empty where a case must kill it
  std::map<std::string, Kill> killed_by = {};  ///< by family
};

/// How many cases each tier has, with those of the tiers before it.
using CasesByTier = std::array<std::size_t, every<Tier>.size()>;

/// The kill matrix of an operator: implementations that are wrong on purpose × families of cases.
struct KillMatrix {
  std::string op;
  std::vector<WrongImplementation> wrong = {};
  std::map<std::string, CasesByTier> families;
  /// Accepted cases that were left out as too large, of those where mutants are tried first.
  std::size_t too_large = 0;
  /// By family: cases that kill nothing, where all were asked.
  std::optional<std::map<std::string, CasesByTier>> idle = {};
};

struct StrengthOptions {
  Tier tier = Tier::fast;            ///< the last that is measured
  std::vector<std::string> without;  ///< families whose cases are left out, as the matrix names them
  bool by_data_set = false;          ///< a data set, and a group of sizes, counts as a family of its own: "data/SET"
  bool every_case = false;           ///< ask also the cases whose family has killed already, to find idle ones
  std::size_t jobs = 0;              ///< threads; 0: one a core
};

/// Returns the kill matrix of `op`: the same whatever the jobs.
KillMatrix measure(const Spec& spec, std::string_view op, const StrengthOptions& options);

/// How many were killed, of those that can be.
struct Score {
  std::size_t killed = 0;
  std::size_t killable = 0;

  friend bool operator==(const Score&, const Score&) = default;
};

/// Returns the share that is killed, in percent; 100 where there is nothing to kill.
double percent(const Score& score);

/// Returns the score of the cases up to `tier`: of `in` alone where that is given.
Score score_of(const KillMatrix& matrix, Tier tier, std::optional<WrongIn> in = {});

/// What a family contributes.
struct FamilyStrength {
  std::string family;
  std::size_t cases = 0;
  std::size_t kills = 0;
  std::optional<std::size_t> idle = {};  ///< cases that kill nothing
  std::vector<std::string> alone = {};   ///< the names of what no other family kills
};

/// Returns what each family contributes up to `tier`.
std::vector<FamilyStrength> families_of(const KillMatrix& matrix, Tier tier);

/// Returns by how many percent the score of `matrix` falls without `family`. Other targets are not asked again then.
double loss_of(const KillMatrix& matrix, const FamilyStrength& family);

/// Returns what can be killed and is not up to `tier`.
std::vector<const WrongImplementation*> survivors_of(const KillMatrix& matrix, Tier tier);

/// Returns how many cases are the first of their family to kill something up to `tier`: they alone give the matrix.
std::size_t needed_cases(const KillMatrix& matrix, Tier tier);

/// What the tests notice of changes to a part of this program or to its kernels, as tools/mutation measured it.
struct MachinePart {
  std::string name;  ///< "framework/record"
  std::string date;
  std::map<std::string, std::string> sources;  ///< SHA-256 of each file as it was measured
  std::optional<std::size_t> changed = {};     ///< how many of them differ today; nothing where none is at hand
  std::size_t mutants = 0;                     ///< that the part has
  std::size_t tried = 0;
  std::size_t equivalent = 0;  ///< of those tried: no test can tell them
  Score score;                 ///< of the others
  std::string command;

  friend bool operator==(const MachinePart&, const MachinePart&) = default;
};

/// Returns the parts in `text`, the record that tools/mutation/run.py wrote to `file`. Their sources are compared with
/// those of the tree in which `file` stands under reports/.
/// Errors: bad_data.
Result<std::vector<MachinePart>> read_machine_parts(const std::string& text, const std::string& file);

/// What `npu-cts strength` measured, and of which spec.
struct Strength {
  std::string spec_digest;
  std::string release;
  std::string date;  ///< empty: left out
  Tier tier = Tier::fast;
  std::vector<std::string> without = {};
  std::vector<KillMatrix> operators = {};
  std::vector<MachinePart> machine = {};  ///< measured before, by another command
};

/// Returns `strength` for a terminal: the scores, the families and the survivors of the operators.
std::string to_text(const Strength& strength);

/// Returns `strength` as JSON, with the whole kill matrix and without what another command measured.
std::string to_json(const Strength& strength);

/// Returns the scores of `strength` alone, as JSON: what reports print on their front.
std::string to_record(const Strength& strength);

/// Returns the page of `strength`. What each wrong implementation does is in English.
document::PageContent build_strength_page(const Strength& strength, Language language);

}  // namespace npu_cts::mutants
