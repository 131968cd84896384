// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "framework/base/read_file.h"
#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/reader/read_spec.h"
#include "framework/record/file.h"
#include "framework/record/journal_source.h"
#include "framework/record/rerun.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/check_plan.h"
#include "framework/run/session/environment.h"
#include "framework/run/shards/portion.h"
#include "reports/count_report.h"
#include "reports/known_failures.h"
#include "tools/cli/certificates.h"
#include "tools/cli/command.h"
#include "tools/cli/strength_record.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

constexpr std::size_t most_text_bytes = std::size_t{4} * 1024 * 1024;

struct CertifyOptions {
  std::string spec;
  std::vector<std::string> journals;
  std::string key;
  std::string expectations;
  std::string out = "npu-cts.certificate.tar.zst";
};

std::map<std::string, std::size_t> tally_of(const reports::Report& report) {
  std::map<std::string, std::size_t> tally{{"planned", report.tally.planned}, {"not_run", report.tally.not_run}};
  for (const Status status : every<Status>) tally.emplace(name_of(status), report.tally.count(status));
  return tally;
}

std::optional<evidence::Strength> strength_of(const std::vector<reports::MeasuredStrength>& measured) {
  if (measured.empty()) return std::nullopt;
  evidence::Strength strength{.day = measured.front().date};
  for (const reports::MeasuredStrength& one : measured)
    strength.scores.push_back({.tier = std::string(name_of(one.tier)), .killed = one.killed, .killable = one.killable});
  return strength;
}

evidence::RunVerdict verdict_of(const JudgedRun& judged) {
  const reports::Report& report = *judged.report;
  return {.scope = report.scope,
          .conclusion = std::string(name_of(report.conclusion)),
          .tally = tally_of(report),
          .waived = report.known ? expect::waived_cases(*report.known) : 0,
          .strength = judged.strength};
}

Diagnostic no_legal_call(const std::string& journal) {
  return error_at(Kind::bad_journal, {.file = journal},
                  "the run has no documented call, and a backend that refuses everything passes it",
                  "a certificate says that an implementation computes what the documents say",
                  "run a scope that has one: npu-cts run --tier full --op OPERATOR --product PRODUCT");
}

/// Judges the cases of a certificate as `npu-cts report` does, and keeps none of them.
class CountingJudge final : public evidence::RunJudge {
 public:
  CountingJudge(run::PlanCheck check, std::unique_ptr<reports::ReportCounter> counter,
                std::shared_ptr<JudgedRun> judged, std::string path)
      : check_(std::move(check)), counter_(std::move(counter)), judged_(std::move(judged)), path_(std::move(path)) {}

  void take(const record::PlannedCase& planned, const CaseResult* result) override {
    has_legal_call_ = has_legal_call_ || planned.expected == Verdict::accept;
    check_.take(planned);
    counter_->take(planned, result);
  }

  Result<evidence::RunVerdict> conclude(const record::Journal& head) override {
    if (auto lost = run::check_portions(head)) return *std::move(lost);
    if (!has_legal_call_) return no_legal_call(path_);
    const auto scope = check_.conclude();
    if (!scope) return scope.diagnostics();
    judged_->report = counter_->close(head, *scope);
    const auto measured = read_strength(*judged_->report);
    if (!measured) return measured.diagnostics();
    judged_->strength = strength_of(*measured);
    return verdict_of(*judged_);
  }

 private:
  run::PlanCheck check_;
  std::unique_ptr<reports::ReportCounter> counter_;
  std::shared_ptr<JudgedRun> judged_;
  std::string path_;  ///< of the journal
  bool has_legal_call_ = false;
};

Diagnostic old_journal(const RunInfo& info, const std::string& journal) {
  return error_at(Kind::bad_journal, {.file = journal}, "the journal does not say which program judged its cases",
                  "a certificate states the digest of the program that ran",
                  fmt::format("run the cases again with this npu-cts: {}", record::run_command(info)));
}

Diagnostic not_full(const RunInfo& info, const std::string& path) {
  RunInfo full = info;
  full.filters.tier = evidence::certified_tier;
  return error_at(Kind::wrong_usage, {.file = path},
                  fmt::format("a run of the tier {} is not certified", name_of(info.filters.tier)),
                  "a certificate speaks of everything that is planned, and only the tier full runs that",
                  fmt::format("run it again: {}", record::run_command(full)));
}

/// Returns why no run of `info`, whose journal is at `path`, is certified, if none is.
std::optional<Diagnostic> refuse(const RunInfo& info, const std::string& path) {
  if (info.filters.tier != evidence::certified_tier) return not_full(info, path);
  if (info.tool_digest.empty()) return old_journal(info, path);
  return std::nullopt;
}

/// Returns the journals as one, which its run would have written: they may be parts, or in any order.
Result<std::string> text_of(const std::vector<std::string>& journals) {
  const auto journal = read_journals(journals);
  if (!journal) return journal.diagnostics();
  return to_text(*journal);
}

/// Returns the certificate of the journals. One that stands as its run ended is not read into memory.
Result<std::string> certify_journals(const CertifyOptions& options, const std::optional<std::string>& list,
                                     const evidence::PrivateKey& key, const evidence::Surroundings& around) {
  const std::string& path = options.journals.front();
  std::error_code failed;
  if (options.journals.size() == 1 && std::filesystem::is_regular_file(path, failed)) {
    auto certificate =
        evidence::certify({.file = path, .open = record::journal_in_file(path), .expectations = list}, key, around);
    if (certificate) return certificate;
  }
  const auto text = text_of(options.journals);
  if (!text) return text.diagnostics();
  return evidence::certify(
      {.file = std::string(evidence::journal_name), .open = record::journal_in_text(*text), .expectations = list}, key,
      around);
}

Result<std::optional<std::string>> read_list(const CertifyOptions& options) {
  if (options.expectations.empty()) return std::optional<std::string>();
  auto text = read_file(options.expectations, most_text_bytes);
  if (!text) return text.diagnostics();
  return std::optional(std::move(*text));
}

bool is_certificate(const std::string& path) {
  auto bytes = read_file(path, most_certificate_bytes);
  return bytes && evidence::open_certificate(std::move(*bytes), path);
}

int certify_run(const CertifyOptions& options) {
  if (const auto foreign = record::find_foreign_file(options.out, "certificate", is_certificate))
    return run::complain({*foreign}, run::exit_usage);
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto key_text = read_file(options.key, most_key_bytes);
  if (!key_text) return run::complain(key_text.diagnostics(), run::exit_usage);
  const auto key = evidence::read_private_key(*key_text, options.key);
  if (!key) return run::complain(key.diagnostics(), run::exit_usage);
  const auto list = read_list(options);
  if (!list) return run::complain(list.diagnostics(), run::exit_usage);
  const std::string& path = options.journals.front();
  auto made = certifying_of(*spec, run::find_spec_folder(options.spec), path);
  if (!made) return run::complain(made.diagnostics(), run::exit_usage);
  made->around.judge = [judge = made->around.judge, path](
                           const record::Journal& head, const std::optional<expect::Expectations>& known,
                           const std::string& day) -> Result<std::unique_ptr<evidence::RunJudge>> {
    if (auto refusal = refuse(head.info, path)) return *std::move(refusal);
    return judge(head, known, day);
  };
  const auto certificate = certify_journals(options, *list, *key, made->around);
  if (!certificate) return run::complain(certificate.diagnostics(), run::exit_usage);
  const reports::Report& report = *made->judged->report;
  if (const auto error = record::write_file(options.out, *certificate)) return run::complain({*error}, run::exit_usage);
  const std::string said = summary_of(report, path, {.detail = Detail::verdict}) +
                           fmt::format("{}: {}, signed with {}\n", options.out, evidence::level_of(report.info),
                                       evidence::fingerprint_of(evidence::public_key_of(*key))) +
                           to_text(made->judged->strength);
  const int code = run::say(said, exit_of(report.conclusion));
  return report.known ? run::complain(report.known->problems, code) : code;
}

}  // namespace

std::string to_text(const std::optional<evidence::Strength>& strength) {
  if (!strength) return "kill score: not measured for this spec\n";
  std::vector<std::string> parts;
  for (const evidence::KillScore& one : strength->scores)
    parts.push_back(fmt::format("tier {}, {} of {}", escape_control(one.tier), one.killed, one.killable));
  return fmt::format("kill score: {}; measured on {} for this spec\n", join(parts, "; "),
                     escape_control(strength->day));
}

Result<Certifying> certifying_of(const Spec& spec, const std::string& folder, const std::string& journal_path) {
  const auto digest = reader::digest_of(folder);
  if (!digest) return digest.diagnostics();
  const auto documents = read_file(folder + "/documents.yaml", most_text_bytes);
  Certifying made{
      .around = {.spec_digest = *digest,
                 .documents_digest = sha256_of(documents ? std::string_view(*documents) : std::string_view()),
                 .day = run::today()}};
  const run::DigestedSpec digested{.spec = spec, .digest = *digest};
  made.around.judge = [digested, journal_path, judged = made.judged](
                          const record::Journal& head, const std::optional<expect::Expectations>& list,
                          const std::string& day) -> Result<std::unique_ptr<evidence::RunJudge>> {
    if (judged->everything.empty() || judged->tier != head.info.filters.tier)
      judged->everything = run::plan_everything(digested.spec, head.info.filters.tier);
    judged->tier = head.info.filters.tier;
    auto check = run::PlanCheck::begin(digested, judged->everything, head, journal_path);
    if (!check) return check.diagnostics();
    return std::unique_ptr<evidence::RunJudge>(std::make_unique<CountingJudge>(
        std::move(*check), std::make_unique<reports::ReportCounter>(digested.spec, list, day), judged, journal_path));
  };
  return made;
}

void add_certify(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CertifyOptions>();
  CLI::App* command = app.add_subcommand("certify", "Signs a run: writes a certificate that 'npu-cts verify' checks.");
  command->add_option("journals", options->journals, "journals of one run (several where it was sharded)")->required();
  command->add_option("--key", options->key, "private Ed25519 key: PEM, or OpenSSH's form, without a passphrase")
      ->required()
      ->type_name("FILE");
  command->add_option("-o,--output", options->out, "file for the certificate")->capture_default_str();
  add_expectations_option(*command, options->expectations);
  run::add_spec_option(*command, options->spec);
  command->footer(
      "Examples:\n  openssl genpkey -algorithm ed25519 -out key.pem\n  npu-cts run --tier full --driver "
      "plugin:libours.so "
      "--challenge 3f9c27a05be14d86\n  npu-cts certify npu-cts.journal.jsonl --key key.pem\n"
      "Exit code: as that of the run; 3 wrong usage or unreadable input.");
  command->callback([options, &chosen] { chosen = [options] { return certify_run(*options); }; });
}

}  // namespace npu_cts
