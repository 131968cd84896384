// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/result.h"

namespace npu_cts::expect {

/// One word of a list, and where it stands.
struct PlacedText {
  std::string text;
  Location at;

  friend bool operator==(const PlacedText&, const PlacedText&) = default;
};

/// One entry of a list of known failures: which cases fail, and in which way.
struct Expectation {
  std::vector<PlacedText> cases;  ///< queries, each on a line of its own
  Status status = Status::fail;   ///< fail, crash or timeout
  std::string diagnosis;          ///< as a run prints it; '*' stands for any run of characters
  std::size_t count = 0;          ///< how many cases it is about
  std::string reason;
  std::string link;
  std::string owner;
  PlacedText expires;   ///< "2027-01-31": the last day on which it holds
  std::string product;  ///< only cases of this one; empty: all, as of the next two
  std::string release;
  std::string mode;
  Location at;        ///< the first line
  Location count_at;  ///< where `count` stands; without a line where it does not

  friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// The known failures of an implementation, in the order of their file.
struct Expectations {
  std::string file;
  std::vector<Expectation> entries = {};

  friend bool operator==(const Expectations&, const Expectations&) = default;
};

/// Returns the list that `text`, YAML, holds; `file` is used in places. An empty list has no entries.
/// Errors: everything wrong in the file, in the order of its lines.
Result<Expectations> read_expectations(std::string_view text, const std::string& file);

/// Returns the list in the file at `path`.
Result<Expectations> read_expectations_file(const std::string& path);

/// Returns whether `text` is a day as "2027-01-31".
bool is_day(std::string_view text);

}  // namespace npu_cts::expect
