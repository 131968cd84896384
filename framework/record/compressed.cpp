// SPDX-License-Identifier: Apache-2.0
#include "framework/record/compressed.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>

#include "framework/record/journal_line.h"

namespace npu_cts::record {
namespace {

/// Every line has a hash of 32 random bytes; the longest has some ten thousand letters that a backend printed.
constexpr std::size_t most_times = 2000;

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
  std::string start;
  const auto take = [&](std::string_view piece) {
    start = piece;
    return start.empty() ? std::nullopt : std::optional(Diagnostics());  // one letter says it
  };
  Decompressor({}, 1).unpack(bytes, take);
  return start == "{";
}

void Decompressor::Free::operator()(ZSTD_DCtx_s* stream) const { ZSTD_freeDStream(stream); }

Decompressor::Decompressor(std::string file, std::size_t most_piece)
    : file_(std::move(file)), stream_(ZSTD_createDStream()), piece_(most_piece, '\0') {}

Diagnostics Decompressor::refused(std::string what) const { return {bad_journal({.file = file_}, std::move(what))}; }

std::optional<Diagnostics> Decompressor::unpack(std::string_view bytes, const TakePiece& take) {
  ZSTD_inBuffer in{.src = bytes.data(), .size = bytes.size(), .pos = 0};
  seen_ += bytes.size();
  bool is_full = false;  // then more may come without more bytes
  while (in.pos < in.size || is_full) {
    ZSTD_outBuffer out{.dst = piece_.data(), .size = piece_.size(), .pos = 0};
    left_ = ZSTD_decompressStream(stream_.get(), &out, &in);
    if (ZSTD_isError(left_) != 0) return refused(fmt::format("no frame of zstd: {}", ZSTD_getErrorName(left_)));
    taken_ += out.pos;
    if (taken_ > most_times * seen_) return refused(fmt::format("it unpacks to over {} times its size", most_times));
    if (auto problem = take({piece_.data(), out.pos})) return problem;
    is_full = out.pos == out.size && left_ > 0;
  }
  return std::nullopt;
}

std::optional<Diagnostics> Decompressor::close() const {
  if (left_ > 0) return refused("the frame of zstd has no end");
  return std::nullopt;
}

}  // namespace npu_cts::record
