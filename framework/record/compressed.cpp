// SPDX-License-Identifier: Apache-2.0
#include "framework/record/compressed.h"

#include <cstddef>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>

#include "framework/record/journal_line.h"

namespace npu_cts::record {
namespace {

/// Every line has a hash of 32 random bytes; the longest has some ten thousand letters that a backend printed.
constexpr std::size_t most_times = 2000;

struct FreeStream {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};
using Stream = std::unique_ptr<ZSTD_DStream, FreeStream>;

}  // namespace

std::string compress(std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), ZSTD_CLEVEL_DEFAULT);
  if (ZSTD_isError(size) != 0) return std::string(text);
  bytes.resize(size);
  return bytes;
}

bool is_compressed(std::string_view bytes) { return bytes.starts_with("\x28\xB5\x2F\xFD"); }

bool is_compressed_journal(std::string_view bytes) {
  const Stream stream(ZSTD_createDStream());
  char first = '\0';
  ZSTD_inBuffer in{.src = bytes.data(), .size = bytes.size(), .pos = 0};
  ZSTD_outBuffer out{.dst = &first, .size = 1, .pos = 0};
  std::size_t left = 1;
  while (left > 0 && ZSTD_isError(left) == 0 && out.pos == 0 && in.pos < in.size) {
    left = ZSTD_decompressStream(stream.get(), &out, &in);
  }
  return ZSTD_isError(left) == 0 && out.pos == 1 && first == '{';
}

std::optional<Diagnostics> decompress(std::string_view bytes, std::string_view file, const TakePiece& take) {
  const auto refused = [&file](std::string what) {
    return Diagnostics{bad_journal({.file = std::string(file), .line = 0, .column = 0}, std::move(what))};
  };
  const Stream stream(ZSTD_createDStream());
  const std::size_t most = most_times * bytes.size();
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{.src = bytes.data(), .size = bytes.size(), .pos = 0};
  std::size_t taken = 0;
  std::size_t left = 0;
  bool is_full = false;  // then more may come without more bytes
  while (in.pos < in.size || is_full) {
    ZSTD_outBuffer out{.dst = piece.data(), .size = piece.size(), .pos = 0};
    left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left) != 0) return refused(fmt::format("no frame of zstd: {}", ZSTD_getErrorName(left)));
    taken += out.pos;
    if (taken > most) return refused(fmt::format("it unpacks to over {} times its size", most_times));
    if (auto problem = take({piece.data(), out.pos})) return problem;
    is_full = out.pos == out.size && left > 0;
  }
  if (left > 0) return refused("the frame of zstd has no end");
  return std::nullopt;
}

}  // namespace npu_cts::record
