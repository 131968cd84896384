// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"

struct archive;  // libarchive's

namespace npu_cts::evidence {

/// A file of a certificate.
struct Member {
  std::string name;
  std::string bytes;

  friend bool operator==(const Member&, const Member&) = default;
};

/// Writes a .tar.zst, member by member. Behind it stands a frame that every zstd reader skips: the SHA-256 of all bytes
/// before. So no bit of the file can change without notice, also none that the compression does not need.
class ArchiveWriter {
 public:
  ArchiveWriter();
  ArchiveWriter(const ArchiveWriter&) = delete;
  ArchiveWriter& operator=(const ArchiveWriter&) = delete;
  ~ArchiveWriter();

  void add(const Member& member);

  /// Begins a member of `bytes` bytes, which come next.
  void begin(std::string_view name, std::size_t bytes);
  void write(std::string_view piece);

  /// Returns the archive. Comes last.
  std::string close();

 private:
  struct Free {
    void operator()(archive* one) const;
  };

  std::string packed_;
  std::unique_ptr<archive, Free> writer_;
};

/// Returns `members` as one archive.
std::string pack(const std::vector<Member>& members);

/// Returns why the bytes of `archive` are not those that pack wrote, if they are not.
std::optional<std::string> find_damage(std::string_view archive);

/// Reads the members of an archive one after the other, and keeps none of them. What is read is bounded.
/// Errors: bad_certificate, for what is no such archive, a member that is no plain file, a name that `pack` would not
/// write (a folder, '..', a name that is there twice), and more bytes than a certificate of this size has.
class ArchiveReader {
 public:
  /// Reads `bytes`, those of `file`, which outlive the reader.
  ArchiveReader(std::string_view bytes, std::string file);

  /// Returns the name of the next member; nothing after the last.
  Result<std::optional<std::string>> next();

  /// Returns the next bytes of the member, which stand until the next call; none at its end.
  Result<std::string_view> read();

  /// Returns the bytes of the member, of which no more than `most` are kept.
  /// Errors: those of read; bad_certificate for a member that states, or has, more.
  Result<std::string> read_all(std::size_t most);

 private:
  struct Free {
    void operator()(archive* one) const;
  };

  [[nodiscard]] Diagnostic bad(std::string what) const;

  std::unique_ptr<archive, Free> reader_;
  std::string file_;
  std::size_t left_;
  std::size_t stated_size_ = 0;
  bool is_open_ = false;
  std::string shown_;  ///< the name of the member, for messages
  std::set<std::string> names_;
  std::string piece_;
};

/// What unpack keeps.
struct UnpackLimits {
  std::string_view dropped = {};                                     ///< the member whose bytes are read and not kept
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  ///< of any other member
};

/// Returns the members of `archive`. Nothing is written anywhere.
/// Errors: those of ArchiveReader; bad_certificate for a member that states, or has, too many bytes. No more are kept.
Result<std::vector<Member>> unpack(std::string_view archive, const std::string& file, const UnpackLimits& limits = {});

/// What to do about a certificate of which no check says more.
inline constexpr std::string_view ask_for_another = "ask for a certificate that 'npu-cts certify' wrote, unchanged";

/// Returns the diagnostic of a certificate that is refused: `check` names what refuses it.
Diagnostic bad_certificate(const std::string& file, std::string_view check, std::string what,
                           std::string_view hint = ask_for_another);

}  // namespace npu_cts::evidence
