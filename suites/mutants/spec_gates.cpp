// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_gates.h"

#include <algorithm>
#include <fstream>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "framework/ascend/pages/citations.h"
#include "framework/ascend/pages/inventory.h"
#include "framework/findings/checks/check.h"
#include "framework/findings/checks/golden.h"
#include "framework/judge/variants.h"
#include "framework/reader/read_spec.h"
#include "suites/kernel_oracle.h"
#include "suites/mutants/spec_comparison.h"
#include "suites/mutants/spec_equality.h"

namespace npu_cts::mutants {
namespace {

namespace fs = std::filesystem;

/// Returns `spec` without the operators that `file` says nothing of: the other half of the work is theirs.
Spec of_file(Spec spec, const std::string& file) {
  const fs::path path = file;
  if (path.parent_path() != "ops" && path.parent_path() != "documents") return spec;
  const std::string op = path.stem().string();
  std::erase_if(spec.operators, [&](const OpSpec& one) { return one.name != op; });
  std::erase_if(spec.documents, [&](const Document& page) { return page.op != op; });
  std::erase_if(spec.statements,
                [&](const Statement& one) { return !one.at.file.ends_with("documents/" + op + ".yaml"); });
  return spec;
}

bool stands_at(const Diagnostic& found, const SpecMutant& mutant) {
  return found.at.line == mutant.line && found.at.file.ends_with(mutant.file);
}

/// Returns the verdict of `gate`, which said `found`: none where that is nothing.
SpecVerdict verdict_of(SpecGate gate, const Diagnostics& found, const SpecMutant& mutant) {
  if (found.empty()) return {};
  return {.by = gate,
          .says = fmt::format("{} [{}]", found.front().what, info_of(found.front().kind).name),
          .at_its_line = std::ranges::any_of(found, [&](const Diagnostic& one) { return stands_at(one, mutant); })};
}

}  // namespace

/// A copy of the spec in which one file is changed.
class SpecGates::Scratch {
 public:
  Scratch(const fs::path& from, std::size_t number)
      : folder_(fs::temp_directory_path() / fmt::format("npu-cts-spec-{}-{}", getpid(), number)) {
    fs::remove_all(folder_);
    fs::copy(from, folder_, fs::copy_options::recursive);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// Returns the spec with `text` as its `file`.
  Result<Spec> read(const fs::path& from, const std::string& file, const std::string& text) {
    std::ofstream out;
    out.exceptions(std::ios::failbit | std::ios::badbit);  // a full disk is no gate
    out.open(folder_ / file);
    out << text;
    out.close();
    auto spec = reader::read_spec(folder_);
    fs::copy_file(from / file, folder_ / file, fs::copy_options::overwrite_existing);
    return spec;
  }

 private:
  fs::path folder_;
};

SpecGates::SpecGates(fs::path folder, fs::path documents)
    : folder_(std::move(folder)), documents_(std::move(documents)), spec_(*reader::read_spec(folder_)) {}

SpecGates::~SpecGates() = default;

SpecVerdict SpecGates::ask(const SpecMutant& mutant, const reader::Node& tree) {
  std::unique_ptr<Scratch> scratch;
  {
    const std::lock_guard lock(scratch_mutex_);
    static std::size_t number = 0;
    if (scratch_.empty()) scratch_.push_back(std::make_unique<Scratch>(folder_, number++));
    scratch = std::move(scratch_.back());
    scratch_.pop_back();
  }
  const Result<Spec> changed = scratch->read(folder_, mutant.file, to_yaml(edited(tree, mutant.edit)));
  {
    const std::lock_guard lock(scratch_mutex_);
    scratch_.push_back(std::move(scratch));
  }
  if (!changed) return verdict_of(SpecGate::reader, changed.diagnostics(), mutant);
  const Spec spec = of_file(*changed, mutant.file);
  const Found found = check(spec);
  SpecVerdict verdict = verdict_of(found.by, found.said, mutant);
  if (verdict.by != SpecGate::none) return verdict;
  verdict.says = first_difference(spec_, spec);
  if (!verdict.says.empty()) verdict.by = SpecGate::reference;
  if (verdict.by != SpecGate::none) return verdict;
  verdict.says = proof_of_equality(spec_, spec, mutant);
  if (!verdict.says.empty()) verdict.by = SpecGate::equal;
  if (verdict.by != SpecGate::none || !mutant.file.starts_with("ops/")) return verdict;
  verdict.says = solved_difference(spec_, spec);
  if (!verdict.says.empty()) verdict.by = SpecGate::reference;
  return verdict;
}

SpecGates::Found SpecGates::check(const Spec& spec) const {
  BoundSpecs specs(spec);
  const auto formula = [&](const Call& call) {
    return kernel_oracle()(call, judging::variant_choices(*specs.find(call), call));
  };
  const auto cite = [](const Spec& one) -> Result<findings::EngineAnswer> {
    return findings::EngineAnswer{.found = ascend::check_citations(one)};
  };
  const auto ask_all = [&](const std::vector<findings::Engine>& engines) {
    const auto found = findings::find_all(spec, engines);
    return found ? findings::to_diagnostics(*found) : found.diagnostics();
  };
  Diagnostics said = ask_all({findings::written_engine(),
                              findings::planned_engine(),
                              {.run = cite},
                              findings::golden_engine(formula),
                              ascend::document_engine({})});
  if (!said.empty()) return {.by = SpecGate::check, .said = std::move(said)};
  if (documents_.empty()) return {};
  said = ask_all({findings::written_engine(),
                  findings::unasked(findings::planned_engine()),
                  {.run = cite},
                  findings::unasked(findings::golden_engine(formula)),
                  ascend::document_engine(documents_)});
  return {.by = SpecGate::documents, .said = std::move(said)};
}

Diagnostics SpecGates::find_unsound() const { return check(spec_).said; }

}  // namespace npu_cts::mutants
