// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"

namespace npu_cts::record {

/// What the name of a compressed journal ends with.
inline constexpr std::string_view compressed_ending = ".zst";

/// Returns `text` as one frame of zstd; as it is where there is no memory for that. Readers take both.
std::string compress(std::string_view text);

/// Returns whether `bytes` begin as a frame of zstd.
bool is_compressed(std::string_view bytes);

/// Returns whether `bytes`, or the beginning of them, are a frame of zstd that holds a journal: not another file, such
/// as an archive.
bool is_compressed_journal(std::string_view bytes);

/// Takes a piece of a text. Returns why it takes no more, where it does not.
using TakePiece = std::function<std::optional<Diagnostics>(std::string_view piece)>;

/// Gives `take` the text that `bytes` are compressed from: any number of frames. `file` is used only in diagnostics.
/// Errors: those of `take`; bad_journal, where the bytes are torn, or hold far more than a journal of their size can.
std::optional<Diagnostics> decompress(std::string_view bytes, std::string_view file, const TakePiece& take);

}  // namespace npu_cts::record
