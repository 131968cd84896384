// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "framework/base/result.h"

struct ZSTD_DCtx_s;  // libzstd's

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

/// Unpacks the text of a compressed journal piece by piece: any number of frames.
class Decompressor {
 public:
  /// `file` is used only in diagnostics. A piece of the text has `most_piece` bytes at most.
  explicit Decompressor(std::string file, std::size_t most_piece = std::size_t{128} * 1024);

  /// Gives `take` what the next `bytes` are compressed from.
  /// Errors: those of `take`; bad_journal, where the bytes are cut short or damaged, or hold far more than a journal of
  /// their size can.
  std::optional<Diagnostics> unpack(std::string_view bytes, const TakePiece& take);

  /// Returns why nothing may end here, if so.
  [[nodiscard]] std::optional<Diagnostics> close() const;

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* stream) const;
  };

  [[nodiscard]] Diagnostics refused(std::string what) const;

  std::string file_;
  std::unique_ptr<ZSTD_DCtx_s, Free> stream_;
  std::string piece_;
  std::size_t seen_ = 0;   ///< bytes
  std::size_t taken_ = 0;  ///< bytes of text
  std::size_t left_ = 0;   ///< 0 between frames
};

}  // namespace npu_cts::record
