// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/certificate.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/evidence/archive.h"
#include "framework/record/journal_line.h"

namespace npu_cts::evidence {
namespace {

constexpr std::string_view envelope_name = "statement.dsse.json";
constexpr std::string_view key_name = "key.pem";
constexpr std::string_view expectations_name = "expectations.yaml";
constexpr std::size_t most_kept = std::size_t{8} << 20U;  ///< bytes of a file that is no journal

Result<std::optional<expect::Expectations>> read_list(const std::optional<std::string>& text, const std::string& file) {
  if (!text) return std::optional<expect::Expectations>();
  auto list = expect::read_expectations(*text, file);
  if (!list) return list.diagnostics();
  return std::optional(std::move(*list));
}

std::string inside(const std::string& file, std::string_view name) { return file + ":" + std::string(name); }

std::vector<std::string> names_of(const std::vector<Member>& members) {
  std::vector<std::string> names;
  for (const Member& member : members) names.push_back(member.name);
  return names;
}

/// Gives the journal inside a certificate.
class ArchivedJournal final : public record::JournalSource {
 public:
  explicit ArchivedJournal(const Sealed& sealed)
      : reader_(sealed.archive, sealed.file), at_{.file = inside(sealed.file, journal_name)} {}

  Result<std::string_view> read() override {
    while (!is_at_member_) {
      const auto name = reader_.next();
      if (!name) return name.diagnostics();
      if (!*name) return record::bad_journal(at_, "the archive has no journal");
      is_at_member_ = **name == journal_name;
    }
    return reader_.read();
  }

 private:
  ArchiveReader reader_;
  Location at_;
  bool is_at_member_ = false;
};

/// What a certificate states of a journal, and what the journal is then.
struct Stated {
  std::string statement;
  std::string digest;
  std::size_t bytes = 0;
};

/// Reads the journal of `run` once and returns what is stated of it.
Result<Stated> state(const Certified& run, const Surroundings& around) {
  const auto list = read_list(run.expectations, std::string(expectations_name));
  if (!list) return list.diagnostics();
  auto stream = JournalStream::open(run.open, run.file);
  if (!stream) return stream.diagnostics();
  const std::string day = day_of(stream->head(), around.day);
  const auto judge = around.judge(stream->head(), *list, day);
  if (!judge) return judge.diagnostics();
  while (true) {
    const auto one = stream->next();
    if (!one) return one.diagnostics();
    if (!*one) break;
    const RecordedCase& recorded = **one;
    (*judge)->take(recorded.planned, recorded.result ? &*recorded.result : nullptr);
  }
  if (!stream->is_as_written())
    return record::bad_journal({.file = run.file}, "a line is not in the form in which a run ends");
  auto verdict = (*judge)->conclude(stream->head());
  if (!verdict) return verdict.diagnostics();
  RecordsSeal records = stream->seal();
  std::string digest = records.digest;
  return Stated{
      .statement = statement_of(
          {.run = stream->head(),
           .records = std::move(records),
           .expectations_digest = run.expectations ? std::optional(sha256_of(*run.expectations)) : std::nullopt,
           .day = day,
           .verdict = std::move(*verdict),
           .documents_digest = around.documents_digest}),
      .digest = std::move(digest),
      .bytes = stream->bytes()};
}

/// Adds the journal of `run` to an archive.
std::optional<Diagnostics> add_journal(ArchiveWriter& archive, const Certified& run, const Stated& stated) {
  archive.begin(journal_name, stated.bytes);
  const auto source = run.open();
  Sha256 hash;
  while (true) {
    const auto piece = source->read();
    if (!piece) return piece.diagnostics();
    if (piece->empty()) break;
    hash.add(*piece);
    archive.write(*piece);
  }
  if (hash.take() == stated.digest) return std::nullopt;
  return Diagnostics{record::bad_journal({.file = run.file}, "it changed while it was read")};
}

}  // namespace

Result<std::optional<expect::Expectations>> read_known_failures(const Sealed& sealed) {
  return read_list(sealed.expectations_text, inside(sealed.file, expectations_name));
}

Result<std::string> certify(const Certified& run, const PrivateKey& key, const Surroundings& around) {
  const auto stated = state(run, around);
  if (!stated) return stated.diagnostics();
  Envelope envelope{.payload = stated->statement};
  auto signature = sign(key, sealed(envelope.payload));
  if (!signature) return signature.diagnostics();
  envelope.signature = std::move(*signature);
  ArchiveWriter archive;
  archive.add({.name = std::string(envelope_name), .bytes = to_text(envelope)});
  archive.add({.name = std::string(key_name), .bytes = to_pem(public_key_of(key))});
  if (auto problem = add_journal(archive, run, *stated)) return *std::move(problem);
  if (run.expectations) archive.add({.name = std::string(expectations_name), .bytes = *run.expectations});
  return archive.close();
}

std::string day_of(const record::Journal& journal, const std::string& other) {
  constexpr std::size_t size = std::string_view("2026-07-27").size();
  if (journal.environments.empty()) return other;
  std::string day = journal.environments.back().ended.substr(0, size);
  return expect::is_day(day) ? day : other;
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
  Sealed sealed{.file = file, .archive = std::move(archive), .envelope = std::move(*envelope), .signer = *signer};
  if (members->size() == most.size()) sealed.expectations_text = std::move(members->back().bytes);
  return sealed;
}

Result<JournalStream> open_journal(const Sealed& sealed) {
  return JournalStream::open([&sealed] { return std::make_unique<ArchivedJournal>(sealed); },
                             inside(sealed.file, journal_name));
}

Result<Contents> read_contents(const Sealed& sealed) {
  auto list = read_known_failures(sealed);
  if (!list) return list.diagnostics();
  const auto members = unpack(sealed.archive, sealed.file);
  if (!members) return members.diagnostics();
  const auto text = std::ranges::find(*members, journal_name, &Member::name);
  auto journal = record::parse_journal(text->bytes, inside(sealed.file, journal_name));
  if (!journal) return journal.diagnostics();
  return Contents{.journal = std::move(*journal), .expectations = std::move(*list)};
}

}  // namespace npu_cts::evidence
