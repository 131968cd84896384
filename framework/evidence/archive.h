// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"

namespace npu_cts {

/// A file of a certificate.
struct Member {
  std::string name;
  std::string bytes;

  friend bool operator==(const Member&, const Member&) = default;
};

/// Returns `members` as one .tar.zst. Behind it stands a frame that every zstd reader skips: the SHA-256 of all bytes
/// before. So no bit of the file can change without notice, also none that the compression does not need.
std::string pack(const std::vector<Member>& members);

/// Returns why the bytes of `archive` are not those that pack wrote, if they are not.
std::optional<std::string> find_damage(std::string_view archive);

/// Returns the members of `archive`. Nothing is written anywhere, and what is read is bounded.
/// Errors: bad_certificate, for what is no such archive, a member that is no plain file, a name that `pack` would not
/// write (a folder, '..', a name that is there twice), and more bytes than a certificate of this size has.
Result<std::vector<Member>> unpack(std::string_view archive, const std::string& file);

/// Returns the diagnostic of a certificate that is refused: `check` names what refuses it.
Diagnostic bad_certificate(const std::string& file, std::string_view check, std::string what);

}  // namespace npu_cts
