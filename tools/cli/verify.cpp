// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "framework/base/ascii.h"
#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/expect/expectations.h"
#include "framework/model/spec.h"
#include "framework/run/session/add_word.h"
#include "framework/run/session/options.h"
#include "reports/phrases.h"
#include "suites/kernel_oracle.h"
#include "tools/cli/certificates.h"
#include "tools/cli/command.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

/// A share of the cases, in percent; nothing where it was not asked for.
using Percent = std::optional<double>;

struct VerifyOptions {
  std::string spec;
  std::string certificate;
  std::string key;
  std::string challenge;
  std::string withdrawn;
  std::string as_of;
  Percent recompute;  ///< 1 where a challenge was given and this was not
  Percent replay;
  ReplayOn on;
  std::string format = "text";
};

/// Returns whether `word` may be a version, a commit or a SHA-256 of a suite.
bool names_suite(std::string_view word) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const auto is_of_version = [](char c) { return is_ascii_alphanumeric(c) || c == '.' || c == '-' || c == '+'; };
  const bool is_hash = (word.size() == 40 || word.size() == 64) && std::ranges::all_of(word, is_hex);
  const bool is_version = word.front() >= '0' && word.front() <= '9' && word.find('.') != std::string_view::npos;
  return is_hash || (is_version && std::ranges::all_of(word, is_of_version));
}

Diagnostic no_suite(const Location& at, std::string_view word) {
  constexpr std::size_t most = 80;
  return error_at(Kind::wrong_usage, at, fmt::format("'{}' names no suite", escape_control(word.substr(0, most))),
                  "a line of this list is a version, a commit or a SHA-256 of a suite that was withdrawn",
                  "write the whole commit or SHA-256, and '#' before a comment");
}

Result<evidence::Demands> read_demands(const VerifyOptions& options) {
  evidence::Demands demands;
  if (!options.challenge.empty()) demands.challenge = options.challenge;
  if (!options.key.empty()) {
    const auto text = read_file(options.key, most_key_bytes);
    if (!text) return text.diagnostics();
    const auto key = evidence::read_public_key(*text, options.key);
    if (!key) return key.diagnostics();
    demands.key = *key;
  }
  if (options.withdrawn.empty()) return demands;
  const auto text = read_file(options.withdrawn, most_key_bytes);
  if (!text) return text.diagnostics();
  demands.withdrawn.emplace();
  Location at{.file = options.withdrawn, .line = 0, .column = 1};
  for (const std::string& line : split(*text, '\n')) {
    ++at.line;
    const std::string_view word = trim(line);
    if (word.empty() || word.starts_with('#')) continue;
    if (!names_suite(word)) return no_suite(at, word);
    demands.withdrawn->emplace_back(word);
  }
  return demands;
}

/// A certificate that was verified, and what its cases are looked at again with.
struct Examined {
  const Spec& spec;
  const evidence::Sealed& sealed;
  const evidence::Verified& verified;
  const JudgedRun& judged;

  [[nodiscard]] const record::Journal& journal() const { return verified.contents.journal; }

  /// Returns the cases that `draw` drew, as a journal.
  [[nodiscard]] record::Journal drawn(const evidence::SampleDraw& draw) const { return draw.drawn(journal()); }

  /// Returns the cases of `drawn` as a sample.
  [[nodiscard]] evidence::Sample sample(const record::Journal& drawn) const {
    evidence::Sample sample{.spec = spec, .everything = judged.everything, .journal = drawn};
    for (const record::PlannedCase& planned : drawn.planned) sample.ids.insert(planned.id);
    return sample;
  }
};

/// Returns the draw of a sample, where one is asked for. It could not be foreseen.
std::optional<evidence::SampleDraw> draw_of(const Percent& percent) {
  return percent ? std::optional(evidence::SampleDraw(*percent, std::random_device{}())) : std::nullopt;
}

/// The samples of a certificate that is read once.
struct Draws {
  std::optional<evidence::SampleDraw> recomputed;
  std::optional<evidence::SampleDraw> replayed;

  void take(const evidence::RecordedCase& one) {
    if (!one.result) return;
    if (recomputed && evidence::has_outputs(*one.result)) recomputed->take(one);
    if (replayed) replayed->take(one);
  }
};

/// Returns the size of a sample: "20 of 11,136 cases".
std::string size_of(const evidence::SampleDraw& draw) {
  return fmt::format("{} of {} cases", reports::grouped(draw.size()), reports::grouped(draw.taken()));
}

/// Lets the oracle answer a sample.
evidence::CheckEnding recompute(const Examined& run, const evidence::SampleDraw& draw) {
  const record::Journal drawn = run.drawn(draw);
  return {.name = "recompute",
          .says = fmt::format("{} with outputs, drawn at random, have those of the oracle", size_of(draw)),
          .refusal = evidence::find_other_outputs(run.sample(drawn), kernel_oracle())};
}

/// Lets the attached backend answer a sample. Errors: those of replay, which say nothing against the certificate.
Result<evidence::CheckEnding> replay_on(const Examined& run, const VerifyOptions& options,
                                        const evidence::SampleDraw& draw) {
  evidence::CheckEnding checked{
      .name = "replay",
      .says = fmt::format("the attached backend answers {}, drawn at random, as in the run", size_of(draw))};
  ReplayOn on = options.on;
  on.spec = run::find_spec_folder(options.spec);
  const record::Journal drawn = run.drawn(draw);
  const auto replayed = replay(run.sample(drawn), on);
  if (!replayed) return replayed.diagnostics();
  checked.refusal = evidence::find_other_answers(drawn, *replayed);
  return checked;
}

/// Returns the level that an accepted certificate has for this verifier.
std::string_view level_for(const VerifyOptions& options, const RunInfo& info) {
  const bool is_witnessed = !options.challenge.empty() && options.replay;
  return is_witnessed ? "witnessed" : evidence::level_of(info);
}

std::string text_of(const std::vector<evidence::CheckEnding>& checks) {
  std::string text;
  for (const evidence::CheckEnding& one : checks)
    text += fmt::format("{} {}: {}\n", one.refusal ? "refused" : "checked", one.name, one.refusal.value_or(one.says));
  return text;
}

std::string json_of(const Examined& run, const VerifyOptions& options, int code) {
  const bool is_accepted = !evidence::is_refused(run.verified.checks);
  const RunInfo& info = run.journal().info;
  Json json{{"certificate", spec_path(run.sealed.file)},
            {"accepted", is_accepted},
            {"level", is_accepted ? level_for(options, info) : evidence::level_of(info)},
            {"signer", evidence::fingerprint_of(run.sealed.signer)},
            {"driver", info.driver}};
  if (run.verified.contents.expectations)
    json["days"] = {{"judged", evidence::day_of(run.journal(), options.as_of)}, {"asOf", options.as_of}};
  if (run.judged.report) json["conclusion"] = name_of(run.judged.report->conclusion);
  if (const auto& strength = run.verified.strength) {
    json["killScore"] = {{"day", strength->day}, {"isOfRecord", run.judged.strength.has_value()}};
    for (const evidence::KillScore& one : strength->scores)
      json["killScore"]["tiers"][one.tier] = {{"killed", one.killed}, {"of", one.killable}};
  }
  json["exitCode"] = code;
  json["checks"] = Json::array();
  for (const evidence::CheckEnding& one : run.verified.checks) {
    json["checks"].push_back({{"name", one.name}, {"passed", !one.refusal}});
    if (one.refusal) json["checks"].back()["refusal"] = *one.refusal;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Returns what holds of an accepted certificate, in lines.
std::string conclusion_of(const Examined& run, const VerifyOptions& options) {
  std::string text = summary_of(*run.judged.report, run.sealed.file, {.detail = Detail::verdict});
  const bool is_unheld = run.verified.strength && !run.judged.strength;
  text += to_text(run.verified.strength);
  if (is_unheld) text += "the kill score is the vendor's word: no record of this spec stands beside this suite\n";
  if (run.verified.contents.expectations)
    text += fmt::format("known failures: judged by {}, the day of the run, and by {}\n",
                        evidence::day_of(run.journal(), options.as_of), options.as_of);
  return text + fmt::format("level: {}; signed with {}{}\n", level_for(options, run.journal().info),
                            evidence::fingerprint_of(run.sealed.signer),
                            options.key.empty() ? "; the key was not checked: give '--key FILE'" : "");
}

int print(const Examined& run, const VerifyOptions& options) {
  Diagnostics refusals;
  for (const evidence::CheckEnding& one : run.verified.checks) {
    if (one.refusal) refusals.push_back(evidence::to_diagnostic(run.sealed, one));
  }
  const auto& report = run.judged.report;
  const int code = refusals.empty() && report ? exit_of(report->conclusion) : run::exit_usage;
  std::string said = options.format == "json" ? json_of(run, options, code) : text_of(run.verified.checks);
  if (refusals.empty() && report && options.format != "json") said += conclusion_of(run, options);
  if (const int trouble = run::say(said, code); trouble != code) return trouble;
  return run::complain(refusals, code);
}

int verify_certificate(VerifyOptions options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return run::complain_of_spec(spec.diagnostics());
  const auto demands = read_demands(options);
  if (!demands) return run::complain(demands.diagnostics(), run::exit_usage);
  auto bytes = read_file(options.certificate, most_certificate_bytes);
  if (!bytes) return run::complain(bytes.diagnostics(), run::exit_usage);
  const auto sealed = evidence::open_certificate(std::move(*bytes), options.certificate);
  if (!sealed) return run::complain(sealed.diagnostics(), run::exit_usage);
  auto made = certifying_of(*spec, run::find_spec_folder(options.spec), options.certificate);
  if (!made) return run::complain(made.diagnostics(), run::exit_usage);
  if (options.as_of.empty()) options.as_of = made->around.day;
  made->around.day = options.as_of;
  if (demands->challenge && !options.recompute) options.recompute = 1;
  Draws draws{.recomputed = draw_of(options.recompute), .replayed = draw_of(options.replay)};
  auto verified = evidence::verify(*sealed, *demands, made->around, evidence::certificate_checks(),
                                   [&draws](const evidence::RecordedCase& one) { draws.take(one); });
  if (!verified) return run::complain(verified.diagnostics(), run::exit_usage);
  const Examined run{.spec = *spec, .sealed = *sealed, .verified = *verified, .judged = *made->judged};
  auto& checks = verified->checks;
  if (draws.recomputed && !evidence::is_refused(checks)) checks.push_back(recompute(run, *draws.recomputed));
  if (draws.replayed && !evidence::is_refused(checks)) {
    auto replayed = replay_on(run, options, *draws.replayed);
    if (!replayed) {
      const bool is_of_driver = replayed.diagnostics().front().kind == Kind::driver_not_started;
      return run::complain(replayed.diagnostics(), is_of_driver ? run::exit_driver : run::exit_usage);
    }
    checks.push_back(std::move(*replayed));
  }
  return print(run, options);
}

/// Leaves the number in "5" or "5%". Returns why `word` is no share: one that is none would sample nothing.
std::string check_percent(std::string& word) {
  const char* const end = word.data() + word.size() - (word.ends_with('%') ? 1 : 0);
  double percent = 0;
  const auto read = std::from_chars(word.data(), end, percent);
  const bool is_share = read.ec == std::errc() && read.ptr == end && percent > 0 && percent <= 100;
  if (!is_share) return fmt::format("'{}' is no share above 0% and up to 100%", word);
  word.resize(static_cast<std::size_t>(end - word.data()));
  return {};
}

/// Adds an option that takes "5" or "5%".
CLI::Option* add_percent(CLI::App& command, const std::string& name, Percent& percent, const std::string& text) {
  return command.add_option(name, percent, text)->transform(CLI::Validator(check_percent, ""))->type_name("PERCENT");
}

void add_replay_options(CLI::App& command, VerifyOptions& options) {
  CLI::Option* const replay =
      add_percent(command, "--replay", options.replay,
                  fmt::format("runs about so many percent of the cases, at random and at least {}, "
                              "again on '--driver'",
                              evidence::fewest_sampled));
  CLI::Option* const driver =
      command
          .add_option("--driver", options.on.driver,
                      "the backend to attach: reference, mock, plugin:LIBRARY, exec:PROGRAM or python:FILE")
          ->needs(replay);
  replay->needs(driver);
  command.add_option("--jobs,-j", options.on.jobs, "processes to share the cases of '--replay'")
      ->check(run::whole_number(1, 256))
      ->capture_default_str();
  run::add_limit_options(command, options.on.limits);
}

}  // namespace

void add_verify(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify", "Checks a certificate, and says what it checked.");
  command->add_option("certificate", options->certificate, "file that 'npu-cts certify' wrote")->required();
  command->add_option("--key", options->key, "public key that must have signed it: PEM, X.509 or OpenSSH's form")
      ->type_name("FILE");
  command->add_option("--challenge", options->challenge, "the nonce that its run must have had")->type_name("NONCE");
  command
      ->add_option("--withdrawn", options->withdrawn,
                   "list of suites that do not count any more: a version, commit or SHA-256 a line")
      ->type_name("FILE");
  command
      ->add_option("--as-of", options->as_of,
                   "the day on which its known failures must hold, too, as 2026-07-27 (default: today)")
      ->check(day_check())
      ->type_name("DAY");
  add_percent(*command, "--recompute", options->recompute,
              fmt::format("lets the oracle answer about so many percent of the cases, at random and at least {} "
                          "(default: 1 with --challenge)",
                          evidence::fewest_sampled));
  add_replay_options(*command, *options);
  run::add_one_of(*command, "--format", options->format, {"text", "json"}, "text or json");
  run::add_spec_option(*command, options->spec);
  command->footer(
      "Examples:\n  npu-cts verify npu-cts.certificate.tar.zst\n  npu-cts verify ours.tar.zst --key vendor.pub.pem "
      "--challenge 3f9c27a05be14d86 --recompute 5%\n  npu-cts verify ours.tar.zst --challenge 3f9c27a05be14d86 "
      "--replay 1% --driver plugin:./libours.so\n"
      "Exit code: as that of the run that it certifies; 3 the certificate is refused, or wrong usage; "
      "4 the driver of '--replay' did not start.");
  command->callback([options, &chosen] { chosen = [options] { return verify_certificate(*options); }; });
}

}  // namespace npu_cts
