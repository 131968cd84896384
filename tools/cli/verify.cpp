#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/evidence/archive.h"
#include "framework/model/spec.h"
#include "reports/known_failures.h"
#include "suites/reference_driver.h"
#include "tools/cli/certificates.h"
#include "tools/cli/command.h"
#include "tools/cli/summary.h"

namespace npu_cts {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t fewest_recomputed = 20;

struct VerifyOptions {
  std::string spec;
  std::string certificate;
  std::string key;
  std::string challenge;
  std::string withdrawn;
  double recompute = -1.0;  ///< percent; negative: 1 where a challenge was given, else none
  std::string format = "text";
};

Result<Demands> read_demands(const VerifyOptions& options) {
  Demands demands;
  if (!options.challenge.empty()) demands.challenge = options.challenge;
  if (!options.key.empty()) {
    const auto text = read_file(options.key, most_key_bytes);
    if (!text) return text.diagnostics();
    const auto key = read_public_key(*text, options.key);
    if (!key) return key.diagnostics();
    demands.key = *key;
  }
  if (options.withdrawn.empty()) return demands;
  const auto text = read_file(options.withdrawn, most_key_bytes);
  if (!text) return text.diagnostics();
  for (const std::string& line : split(*text, '\n')) {
    const std::string_view word = trim(line);
    if (!word.empty() && !word.starts_with('#')) demands.withdrawn.emplace_back(word);
  }
  return demands;
}

/// Lets the oracle answer a sample that nobody could foresee.
CheckEnding recompute(const Spec& spec, const Journal& journal, double percent) {
  auto ids = recomputable(journal);
  std::shuffle(ids.begin(), ids.end(), std::mt19937_64(std::random_device{}()));
  const auto share = static_cast<std::size_t>(std::ceil(static_cast<double>(ids.size()) * percent / 100.0));
  ids.resize(std::min(ids.size(), std::max(share, fewest_recomputed)));
  CheckEnding checked{
      .name = "recompute", .says = "the outputs of a random sample are those of the oracle", .refusal = {}};
  for (const CaseResult& result : journal.results) {  // without its variant, nothing of a case is computed again
    if (result.status != Status::pass || result.outputs.empty() || !result.agrees.empty()) continue;
    checked.refusal = fmt::format("'{}' passes and agrees with no variant", result.id);
    return checked;
  }
  const std::set<std::string> sample(ids.begin(), ids.end());
  checked.refusal = find_other_outputs(spec, journal, sample, kernel_oracle());
  return checked;
}

/// What was not asked for is no check that passed.
void leave_out_unasked(std::vector<CheckEnding>& checks, const Demands& demands) {
  std::erase_if(checks, [&](const CheckEnding& one) {
    return (one.name == "key" && !demands.key) || (one.name == "challenge" && !demands.challenge) ||
           (one.name == "withdrawn" && demands.withdrawn.empty());
  });
}

std::string text_of(const std::vector<CheckEnding>& checks) {
  std::string text;
  for (const CheckEnding& one : checks)
    text += fmt::format("{} {}: {}\n", one.refusal ? "refused" : "checked", one.name,
                        one.refusal.value_or(std::string(one.says)));
  return text;
}

std::string json_of(const Opened& opened, const Report* report, const std::vector<CheckEnding>& checks, int code) {
  Json json{{"certificate", spec_path(opened.file)},
            {"accepted", code != exit_usage},
            {"level", level_of(opened.journal.info)},
            {"signer", fingerprint_of(opened.signer)},
            {"driver", opened.journal.info.driver}};
  if (report != nullptr) json["conclusion"] = name_of(report->conclusion);
  json["checks"] = Json::array();
  for (const CheckEnding& one : checks) {
    json["checks"].push_back({{"name", one.name}, {"passed", !one.refusal}});
    if (one.refusal) json["checks"].back()["refusal"] = *one.refusal;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int print(const VerifyOptions& options, const Opened& opened, const std::optional<Report>& report,
          const std::vector<CheckEnding>& checks) {
  Diagnostics refusals;
  for (const CheckEnding& one : checks) {
    if (one.refusal) refusals.push_back(bad_certificate(opened.file, one.name, *one.refusal));
  }
  const int code = refusals.empty() && report ? exit_of(report->conclusion) : exit_usage;
  const Report* const shown = report ? &*report : nullptr;
  std::string said = options.format == "json" ? json_of(opened, shown, checks, code) : text_of(checks);
  if (refusals.empty() && shown != nullptr && options.format != "json") {
    said += summary_of(*shown, opened.file, {.detail = Detail::verdict});
    const bool is_asked = std::ranges::find(checks, "key", &CheckEnding::name) != checks.end();
    said += fmt::format("level: {}; signed with {}{}\n", level_of(opened.journal.info), fingerprint_of(opened.signer),
                        is_asked ? "" : ", a key that nobody vouched for: give '--key'");
  }
  if (const int trouble = say(said, code); trouble != code) return trouble;
  return complain(refusals, code);
}

int verify_certificate(const VerifyOptions& options) {
  const auto spec = load_spec(options.spec);
  if (!spec) return complain(spec.diagnostics(), exit_spec);
  const auto demands = read_demands(options);
  if (!demands) return complain(demands.diagnostics(), exit_usage);
  auto bytes = read_file(options.certificate, most_certificate_bytes);
  if (!bytes) return complain(bytes.diagnostics(), exit_usage);
  const auto opened = open_certificate(std::move(*bytes), options.certificate);
  if (!opened) return complain(opened.diagnostics(), exit_usage);
  const auto made = certifying_of(*spec, find_spec_folder(options.spec), options.certificate);
  if (!made) return complain(made.diagnostics(), exit_usage);
  auto checks = verify(*opened, *demands, made->around, certificate_checks());
  leave_out_unasked(checks, *demands);
  const double percent = options.recompute < 0 && demands->challenge ? 1.0 : options.recompute;
  const bool is_refused = std::ranges::any_of(checks, [](const CheckEnding& one) { return one.refusal.has_value(); });
  if (percent > 0 && !is_refused) checks.push_back(recompute(*spec, opened->journal, percent));
  return print(options, *opened, *made->report, checks);
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
      ->add_option("--recompute", options->recompute,
                   "lets the oracle answer so many percent of the cases, at random (default: 1 with --challenge)")
      ->check(CLI::Range(0.0, 100.0))
      ->type_name("PERCENT");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->add_option("--spec", options->spec, "folder of the spec (default: found beside the program or above it)");
  command->footer(
      "Examples:\n  npu-cts verify npu-cts.certificate.tar.zst\n  npu-cts verify ours.tar.zst --key vendor.pub.pem "
      "--challenge 3f9c27a05be14d86 --recompute 5\n"
      "Exit code: as that of the run that it certifies; 3 the certificate is refused, or wrong usage.");
  command->callback([options, &chosen] { chosen = [options] { return verify_certificate(*options); }; });
}

}  // namespace npu_cts
