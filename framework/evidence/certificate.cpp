// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/certificate.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/evidence/archive.h"
#include "framework/record/journal_line.h"
#include "framework/record/sorted_cases.h"

namespace npu_cts {
namespace {

constexpr std::string_view envelope_name = "statement.dsse.json";
constexpr std::string_view key_name = "key.pem";
constexpr std::string_view expectations_name = "expectations.yaml";
constexpr std::size_t most_kept = std::size_t{8} << 20U;  ///< bytes of a file that is no journal

Result<std::optional<Expectations>> read_list(const std::optional<std::string>& text, const std::string& file) {
  if (!text) return std::optional<Expectations>();
  auto list = read_expectations(*text, file);
  if (!list) return list.diagnostics();
  return std::optional(std::move(*list));
}

std::string inside(const std::string& file, std::string_view name) { return file + ":" + std::string(name); }

std::vector<std::string> names_of(const std::vector<Member>& members) {
  std::vector<std::string> names;
  for (const Member& member : members) names.push_back(member.name);
  return names;
}

/// Hands the cases of `journal`, which is sorted, to `judge`. Returns their Merkle root.
std::string take_cases(const Journal& journal, RunJudge& judge) {
  RecordsTree tree;
  for_each_case(journal, [&](const PlannedCase& planned, const CaseResult* result) {
    tree.add(to_text(planned), result == nullptr ? "" : to_text(*result));
    judge.take(planned, result);
  });
  return tree.root();
}

/// Returns the certificate of `run`, whose journal is `text`.
Result<std::string> pack_signed(const Certified& run, const std::string& statement, const std::string& text,
                                const PrivateKey& key) {
  Envelope envelope{.payload = statement, .signature = {}};
  auto signature = sign(key, sealed(envelope.payload));
  if (!signature) return signature.diagnostics();
  envelope.signature = std::move(*signature);
  std::vector<Member> members{{.name = std::string(envelope_name), .bytes = to_text(envelope)},
                              {.name = std::string(key_name), .bytes = to_pem(public_key_of(key))},
                              {.name = std::string(journal_name), .bytes = text}};
  if (run.expectations) members.push_back({.name = std::string(expectations_name), .bytes = *run.expectations});
  return pack(members);
}

}  // namespace

Result<std::optional<Expectations>> read_known_failures(const Sealed& sealed) {
  return read_list(sealed.expectations_text, inside(sealed.file, expectations_name));
}

Result<std::string> certify(Certified run, const PrivateKey& key, const Surroundings& around) {
  const auto list = read_list(run.expectations, std::string(expectations_name));
  if (!list) return list.diagnostics();
  Journal& journal = run.journal;
  sort_by_id(journal.planned);
  sort_by_id(journal.results);
  const std::string day = day_of(journal, around.day);
  const auto judge = around.judge(journal, *list, day);
  if (!judge) return judge.diagnostics();
  const std::string text = to_text(journal);
  RecordsSeal records{.count = journal.planned.size(), .root = take_cases(journal, **judge), .digest = sha256_of(text)};
  auto verdict = (*judge)->conclude(journal);
  if (!verdict) return verdict.diagnostics();
  const std::string statement = statement_of(
      {.run = journal,
       .records = std::move(records),
       .expectations_digest = run.expectations ? std::optional(sha256_of(*run.expectations)) : std::nullopt,
       .day = day,
       .verdict = std::move(*verdict),
       .documents_digest = around.documents_digest});
  return pack_signed(run, statement, text, key);
}

std::string day_of(const Journal& journal, const std::string& other) {
  constexpr std::size_t size = std::string_view("2026-07-27").size();
  if (journal.environments.empty()) return other;
  std::string day = journal.environments.back().ended.substr(0, size);
  return is_day(day) ? day : other;
}

Result<Sealed> open_certificate(std::string archive, const std::string& file) {
  auto members = unpack(archive, file, {.dropped = journal_name, .most_bytes = most_kept});
  if (!members) return members.diagnostics();
  const std::vector<std::string> names = names_of(*members);
  const std::vector<std::string> least{std::string(envelope_name), std::string(key_name), std::string(journal_name)};
  auto most = least;
  most.emplace_back(expectations_name);
  if (names != least && names != most)
    return bad_certificate(file, "archive", "it has not the files of a certificate, in their order");
  auto envelope = read_envelope((*members)[0].bytes);
  if (!envelope) return bad_certificate(file, "envelope", "the envelope of its statement is not as DSSE has it");
  const auto signer = read_public_key((*members)[1].bytes, inside(file, key_name));
  if (!signer || to_pem(*signer) != (*members)[1].bytes)
    return bad_certificate(file, "envelope", "the key inside is no public Ed25519 key in PEM");
  Sealed sealed{.file = file,
                .archive = std::move(archive),
                .envelope = std::move(*envelope),
                .signer = *signer,
                .expectations_text = {}};
  if (members->size() == most.size()) sealed.expectations_text = std::move(members->back().bytes);
  return sealed;
}

Result<Contents> read_contents(const Sealed& sealed) {
  auto list = read_known_failures(sealed);
  if (!list) return list.diagnostics();
  const auto members = unpack(sealed.archive, sealed.file);
  if (!members) return members.diagnostics();
  const auto text = std::ranges::find(*members, journal_name, &Member::name);
  auto journal = parse_journal(text->bytes, inside(sealed.file, journal_name));
  if (!journal) return journal.diagnostics();
  return Contents{.journal = std::move(*journal), .expectations = std::move(*list)};
}

}  // namespace npu_cts
