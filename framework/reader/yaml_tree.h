// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/diagnostic.h"

namespace npu_cts::reader {

struct Entry;

/// Where a value stands. All values of a text share the name of its file.
struct Place {
  std::shared_ptr<const std::string> file = {};
  int line = 0;
  int column = 0;

  // NOLINTNEXTLINE(google-explicit-constructor): whoever keeps a place keeps the name
  operator Location() const { return {file ? *file : std::string(), line, column}; }
};

/// A value of a YAML text, with its place. Scalars are words: what a word means is up to whoever asks for it.
struct Node {
  enum class Kind : std::uint8_t { scalar, sequence, map };

  Kind kind = Kind::scalar;
  Place at = {};
  bool quoted = false;           ///< a scalar in quotes, or a block scalar
  std::string text = {};         ///< of a scalar
  std::vector<Node> items = {};  ///< of a sequence
  std::vector<Entry> entries;    ///< of a map, in the order of the text; no key twice
};

/// A key of a map and its value. The key is a scalar.
struct Entry {
  Node key;
  Node value;
};

/// Returns the value of `key` in `map`, or null.
const Node* find(const Node& map, std::string_view key);

/// What a YAML text holds, and everything that is wrong with it as YAML.
/// `root` may be there in spite of errors: then a reader goes on, to report its own beside them.
struct Tree {
  std::optional<Node> root;
  Diagnostics found;
};

/// How much a text may ask of us.
struct Limits {
  static constexpr std::size_t bytes = std::size_t{4} * 1024 * 1024;
  static constexpr std::size_t scalar_bytes = std::size_t{64} * 1024;
  static constexpr std::size_t nodes = 200'000;
  static constexpr std::size_t depth = 16;
  static constexpr std::size_t diagnostics = 100;  ///< of one file; later ones are dropped
};

/// Returns the tree of `text`, which must hold exactly one document of the strict YAML that the project speaks: no
/// anchors, aliases, tags or merge keys, no key twice, none of the bare words that YAML readers dispute. `file` is used
/// only in places. Errors: in `found`, in the order of the text.
Tree read_tree(std::string_view text, std::string_view file);

}  // namespace npu_cts::reader
