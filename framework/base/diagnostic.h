// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/kinds.h"
#include "framework/base/location.h"

namespace npu_cts {

/// Another place that a message speaks of.
struct Note {
  Location at = {};
  std::string text;

  friend bool operator==(const Note&, const Note&) = default;
};

/// Something a person must know about an input: where, what, why, and what would fix it.
struct Diagnostic {
  Kind kind = Kind::wrong_type;
  Level level = Level::error;
  Location at = {};
  std::string what = {};
  std::string why = {};
  std::string hint = {};
  std::vector<Note> notes = {};

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// Returns an error of `kind` at `at`.
Diagnostic error_at(Kind kind, Location at, std::string what, std::string why, std::string hint);

/// Returns `file:line:column: level: what [kind]`, the line of `source` with a caret where `source` has it,
/// then `why:` and `hint:` lines and the notes. Ends with a newline. Control characters are escaped.
std::string to_text(const Diagnostic& diagnostic, std::string_view source = {});

/// Returns whether any of `diagnostics` is an error.
bool has_error(std::span<const Diagnostic> diagnostics);

/// Sorts by file, line and column; keeps the order of equals.
void sort_by_place(Diagnostics& diagnostics);

}  // namespace npu_cts
