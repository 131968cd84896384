// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/record/journal_source.h"

namespace npu_cts::evidence {

/// Returns the journal that is the member `name` of `archive`, the bytes of `file`, which outlives its sources.
/// Errors of its sources: those of ArchiveReader; bad_journal, where there is no such member.
record::OpenJournal journal_in_archive(std::string_view archive, std::string file, std::string_view name);

}  // namespace npu_cts::evidence
