// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/record/file.h"
#include "framework/record/journal.h"
#include "framework/run/session/selection.h"

namespace npu_cts::run {

/// What one machine of many runs: the cases of its shards of one partition. An id alone decides its shard, so that
/// journals merge as those of any shards; which shards a portion has is decided by the cost of their cases.
struct Portion {
  std::size_t index = 1;  ///< 1 to count
  std::size_t count = 1;

  friend bool operator==(const Portion&, const Portion&) = default;
};

/// Returns the portion that "I/N" names, 1 to 256 of N; nothing where it names none.
std::optional<Portion> read_portion(std::string_view text);

/// Returns the shards of `portion`. Each shard of the partition falls to one portion of the run of all `cases`, and the
/// portions cost about the same. The same cases give the same shards on every machine.
std::vector<record::Shard> shards_of(const Portion& portion, std::span<const ChosenCase> cases);

/// Returns what is wrong with a merged journal that lacks shards of its run: the portions, and the command that runs
/// one, where the journal keeps command lines.
/// Errors: bad_journal.
record::WriteError check_portions(const record::Journal& journal);

}  // namespace npu_cts::run
