// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts::run {

/// Returns the first `most_bytes` of a long `text`, and how many more there are. It ends with a whole character.
std::string shortened(std::string_view text, std::size_t most_bytes);

/// Returns the last lines of what a program printed, each safe to print and not too long; no more than a reader of many
/// failures can bear. Names of C++ functions in the frames of a worker's backtrace become readable.
std::vector<std::string> last_lines(std::string_view printed);

/// Returns a note of each of `lines`, which a program printed, but for empty ones.
std::vector<Note> notes_of(const std::vector<std::string>& lines);

/// Returns the last of what a program that printed `lines` says is wrong, in the form of our programs:
/// "PLACE: error: WHAT", and behind it "  why: WHY" and "  hint: HINT", each of which may be missing. The lines before
/// it are notes. Nothing where no line says so.
std::optional<Diagnostic> read_complaint(const std::vector<std::string>& lines);

/// Returns what `diagnostic` says is wrong, and its last notes, in one line: as the reason of a case.
std::string one_line(const Diagnostic& diagnostic);

}  // namespace npu_cts::run
