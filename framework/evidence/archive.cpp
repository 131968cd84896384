// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "framework/base/sha256.h"
#include "framework/base/text.h"
#include "framework/evidence/kinds.h"

namespace npu_cts::evidence {
namespace {

constexpr std::size_t hash_digits = 64;
/// A frame that zstd skips: its magic number, then the length of what it holds, little-endian.
constexpr std::string_view skipped{"\x50\x2A\x4D\x18\x40\x00\x00\x00", 8};
constexpr std::size_t trailer_size = skipped.size() + hash_digits;

constexpr std::size_t least_budget = std::size_t{1} << 20U;
constexpr std::size_t most_unpacked = std::size_t{2} << 30U;  ///< bytes: of more than a million cases
constexpr std::size_t most_ratio = 200;                       ///< journals shrink to a tenth: each line has a hash
constexpr std::size_t most_members = 8;
constexpr std::size_t most_piece = std::size_t{256} * 1024;

struct FreeEntry {
  void operator()(archive_entry* one) const { archive_entry_free(one); }
};

la_ssize_t append(archive* /*writer*/, void* text, const void* bytes, std::size_t size) {
  static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

bool is_plain_name(std::string_view name) {
  const auto is_plain = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || letter == '.' || letter == '-' || letter == '_';
  };
  return !name.empty() && !name.starts_with('.') && std::ranges::all_of(name, is_plain);
}

/// Reads the rest of the member that `reader` is at, and keeps none of it.
Result<std::string> drop(ArchiveReader& reader) {
  while (true) {
    const auto piece = reader.read();
    if (!piece) return piece.diagnostics();
    if (piece->empty()) return std::string();
  }
}

}  // namespace

ArchiveWriter::ArchiveWriter() : writer_(archive_write_new()) {
  archive_write_set_format_ustar(writer_.get());
  archive_write_add_filter_zstd(writer_.get());
  archive_write_set_bytes_per_block(writer_.get(), 0);
  archive_write_open(writer_.get(), &packed_, nullptr, append, nullptr);
}

ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::Free::operator()(archive* one) const { archive_write_free(one); }

void ArchiveWriter::begin(std::string_view name, std::size_t bytes) {
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), std::string(name).c_str());
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes));
  archive_write_header(writer_.get(), entry.get());
}

void ArchiveWriter::write(std::string_view piece) { archive_write_data(writer_.get(), piece.data(), piece.size()); }

void ArchiveWriter::add(const Member& member) {
  begin(member.name, member.bytes.size());
  write(member.bytes);
}

std::string ArchiveWriter::close() {
  archive_write_close(writer_.get());
  const std::string hash = sha256_of(packed_);
  packed_.append(skipped).append(hash);
  return std::move(packed_);
}

std::string pack(const std::vector<Member>& members) {
  ArchiveWriter writer;
  for (const Member& member : members) writer.add(member);
  return writer.close();
}

std::optional<std::string> find_damage(std::string_view archive) {
  if (archive.size() < trailer_size || archive.substr(archive.size() - trailer_size, skipped.size()) != skipped)
    return "it does not end with its hash: it is truncated, or another program wrote it";
  const std::string_view body = archive.substr(0, archive.size() - trailer_size);
  if (sha256_of(body) != archive.substr(archive.size() - hash_digits)) return "its bytes are not those of its hash";
  return std::nullopt;
}

ArchiveReader::ArchiveReader(std::string_view bytes, std::string file)
    : reader_(archive_read_new()),
      file_(std::move(file)),
      left_(std::min(least_budget + most_ratio * bytes.size(), most_unpacked)),
      piece_(most_piece, '\0') {
  archive_read_support_format_tar(reader_.get());
  archive_read_support_filter_zstd(reader_.get());
  is_open_ = archive_read_open_memory(reader_.get(), bytes.data(), bytes.size()) == ARCHIVE_OK;
}

void ArchiveReader::Free::operator()(archive* one) const { archive_read_free(one); }

Diagnostic ArchiveReader::bad(std::string what) const { return bad_certificate(file_, "archive", std::move(what)); }

Result<std::optional<std::string>> ArchiveReader::next() {
  archive_entry* entry = nullptr;
  const int state = is_open_ ? archive_read_next_header(reader_.get(), &entry) : ARCHIVE_FATAL;
  if (state == ARCHIVE_EOF) return std::optional<std::string>();
  if (state != ARCHIVE_OK) return bad("it is no archive that 'npu-cts certify' writes");
  if (names_.size() == most_members) return bad("it has more files than a certificate");
  const char* const path = archive_entry_pathname(entry);
  std::string name = path == nullptr ? "" : path;
  shown_ = escape_control(name);
  if (!is_plain_name(name)) return bad(fmt::format("'{}' is no name of a file of a certificate", shown_));
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
    return bad(fmt::format("'{}' is no plain file", shown_));
  if (!names_.insert(name).second) return bad(fmt::format("'{}' is there twice", shown_));
  stated_size_ = static_cast<std::size_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
  return std::optional(std::move(name));
}

Result<std::string_view> ArchiveReader::read() {
  const la_ssize_t size = archive_read_data(reader_.get(), piece_.data(), piece_.size());
  if (size < 0) return bad(fmt::format("'{}' is damaged", shown_));
  if (static_cast<std::size_t>(size) > left_) return bad("it unpacks to more than a certificate of its size has");
  left_ -= static_cast<std::size_t>(size);
  return std::string_view(piece_).substr(0, static_cast<std::size_t>(size));
}

Result<std::string> ArchiveReader::read_all(std::size_t most) {
  std::string bytes;
  while (stated_size_ <= most) {
    const auto piece = read();
    if (!piece) return piece.diagnostics();
    if (piece->empty()) return bytes;
    if (piece->size() > most - bytes.size()) break;
    bytes += *piece;
  }
  return bad(fmt::format("'{}' has more than {} bytes", shown_, most));
}

Result<std::vector<Member>> unpack(std::string_view archive, const std::string& file, const UnpackLimits& limits) {
  ArchiveReader reader(archive, file);
  std::vector<Member> members;
  while (true) {
    auto name = reader.next();
    if (!name) return name.diagnostics();
    if (!*name) return members;
    auto bytes = **name == limits.dropped ? drop(reader) : reader.read_all(limits.most_bytes);
    if (!bytes) return bytes.diagnostics();
    members.push_back({.name = std::move(**name), .bytes = std::move(*bytes)});
  }
}

Diagnostic bad_certificate(const std::string& file, std::string_view check, std::string what, std::string_view hint) {
  return error_at(kinds::bad_certificate, {.file = file}, fmt::format("refused by the check '{}': {}", check, what),
                  "a certificate holds what a run recorded, and a signature over all of it", std::string(hint));
}

}  // namespace npu_cts::evidence
