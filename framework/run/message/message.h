// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/base/names.h"
#include "framework/model/request.h"

namespace npu_cts::wire {

/// The protocol between the runner and a worker: frames over one socket, two-phase calls. See README.md.
inline constexpr std::int64_t protocol_version = 1;

/// The exit code of npu-cts-worker at its end. A plugin that ends the process where it is closed, or in a destructor,
/// ends it with another: mostly with 0, to hide what crashes there.
inline constexpr int worker_end_code = 86;
inline constexpr std::size_t frame_prefix_bytes = 8;
inline constexpr std::size_t most_header_bytes = std::size_t{1} << 20;
inline constexpr std::size_t most_body_bytes = std::size_t{1} << 28;
inline constexpr std::size_t most_rank = 16;
inline constexpr std::size_t most_outputs = 16;

/// How the bytes of tensors travel.
enum class Transfer : std::uint8_t {
  inline_bytes,
  shared_memory,  ///< outputs lie where the runner places them
  placed,         ///< shared, too; the worker may place outputs itself
};
constexpr auto names_of(Transfer) { return name_list("inline", "shared", "placed"); }

/// Which end of a tensor lies at a guard page in the worker; the rest of its pages is canary.
enum class Flush : std::uint8_t { start, end };
constexpr auto names_of(Flush) { return name_list("start", "end"); }

/// How the tensors of a call are placed, and what its outputs hold before it.
struct Placing {
  Flush flush = Flush::start;
  std::byte pattern{0xA5};

  friend bool operator==(const Placing&, const Placing&) = default;
};

/// Some bytes of a frame's body, or of a shared memory.
struct Place {
  std::size_t offset = 0;
  std::size_t bytes = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

/// A stored tensor whose bytes lie elsewhere.
struct PlacedTensor {
  TensorType type;
  std::vector<std::int64_t> strides = {};
  std::int64_t offset = 0;
  Place at = {};

  friend bool operator==(const PlacedTensor&, const PlacedTensor&) = default;
};

using PlacedValue = ArgumentOf<PlacedTensor>;

/// An output as a worker declares it; `alias` names the argument that it is, or is empty.
struct DeclaredOutput {
  std::string name;
  std::string alias;
  DType dtype = DType::int8;
  Shape shape;
  Place at = {};  ///< of a finished call with inline bytes

  friend bool operator==(const DeclaredOutput&, const DeclaredOutput&) = default;
};

/// Worker: who it is. `note` says what is missing in it, if anything. `files` make it up beside those that the command
/// line names.
struct Hello {
  std::int64_t protocol = protocol_version;
  std::string name;
  std::string version;
  Transfer transfer = Transfer::inline_bytes;
  std::string note = {};
  std::vector<std::string> files = {};

  friend bool operator==(const Hello&, const Hello&) = default;
};

/// Runner: the target of the calls that follow.
struct Open {
  Target target;

  friend bool operator==(const Open&, const Open&) = default;
};

/// Worker: the target is open, or why not.
struct Opened {
  std::string trouble;

  friend bool operator==(const Opened&, const Opened&) = default;
};

/// Runner: a call. Its tensors lie in the body, or in the memory that the worker may only read. A worker that may place
/// its outputs itself is told how.
struct Run {
  std::string op;
  ArgumentsOf<PlacedTensor> arguments = {};
  std::optional<Placing> placing = std::nullopt;

  friend bool operator==(const Run&, const Run&) = default;
};

/// Worker, with shared memory: the call is acceptable and will write these outputs.
struct Prepared {
  std::uint64_t workspace = 0;  ///< bytes
  std::vector<DeclaredOutput> outputs = {};

  friend bool operator==(const Prepared&, const Prepared&) = default;
};

/// Runner: run it; places in the memory that the worker may write, in the order of the outputs. An aliased output's
/// place holds the argument's storage.
struct Proceed {
  Place workspace;
  std::vector<Place> outputs = {};

  friend bool operator==(const Proceed&, const Proceed&) = default;
};

/// Worker: how the call ended. With shared memory the outputs stand where the runner placed them. Where the worker did,
/// it declares them here, and its `workspace`. `heap` is how many
/// bytes of the heap are in use after the call, when the worker holds none for it; 0 where it does not say. `mapped` is
/// how many bytes of addresses it keeps for tensors of its own accord: of those, too, the call leaks none.
struct Finished {
  OutcomeKind kind = OutcomeKind::completed;
  std::int64_t code = 0;
  std::string message = {};
  std::vector<DeclaredOutput> outputs = {};
  std::optional<std::uint64_t> workspace = std::nullopt;
  std::int64_t heap = 0;
  std::int64_t mapped = 0;

  friend bool operator==(const Finished&, const Finished&) = default;
};

/// Worker: an access where none is allowed, just before the signal that ends it.
struct OutOfBoundsAccess {
  std::string where;          ///< in words
  std::string wrote_to = {};  ///< the argument, where it wrote to one that it may only read
  std::string tensor = {};    ///< else the tensor that it went past; empty for the workspace
  std::string side;           ///< and its end: a name of TensorEnd

  friend bool operator==(const OutOfBoundsAccess&, const OutOfBoundsAccess&) = default;
};

/// Runner: no more calls.
struct Bye {
  friend bool operator==(const Bye&, const Bye&) = default;
};

using Message = std::variant<Hello, Open, Opened, Run, Prepared, Proceed, Finished, OutOfBoundsAccess, Bye>;

/// A frame as it was read: a message, or why it is none.
struct Decoded {
  Message message;
  std::string trouble;  ///< empty: the message holds

  friend bool operator==(const Decoded&, const Decoded&) = default;
};

/// The lengths that a frame's prefix announces.
struct FrameSizes {
  std::size_t header = 0;
  std::size_t body = 0;
  std::string trouble = {};  ///< empty: within the bounds
};

/// Returns the frame of `message`: two little-endian 32-bit lengths, the header in JSON, the body.
std::string encode(const Message& message, std::string_view body = {});

/// Returns the lengths in the first frame_prefix_bytes of `prefix`.
FrameSizes read_prefix(std::string_view prefix);

/// Returns the message of a frame's header. Every place must lie within `reach` bytes, every rank, count and word
/// within its bounds: a message without trouble can be used unseen.
Decoded decode(std::string_view header, std::size_t reach);

}  // namespace npu_cts::wire
