// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "framework/base/result.h"
#include "framework/model/result.h"
#include "framework/record/merge_parts.h"
#include "framework/run/session/selection.h"
#include "framework/run/shards/shards.h"

namespace npu_cts::run {

/// What stands of an earlier run of a journal.
struct Earlier {
  enum class Stands : std::uint8_t {
    nothing,
    parts,  ///< it was killed: its parts stand beside the journal
    whole,  ///< the journal is complete
  };
  Stands stands = Stands::nothing;
  /// of its parts once they have gone on: of ids where each has ended the first of its cases and no other
  record::RunOrder order = record::RunOrder::of_ids;
};

/// Returns what stands of the run of `cases` that `info` describes. A journal that is not complete, and has
/// no parts beside it, becomes the one part that stands. Errors: wrong_usage, where what stands is of another run;
/// those of read_journal; unwritable_file. Nothing that stands is changed then.
Result<Earlier> find_earlier(const ShardedRun& run, const RunInfo& info, std::span<const ChosenCase> cases);

}  // namespace npu_cts::run
