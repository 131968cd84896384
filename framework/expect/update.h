// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "framework/base/result.h"
#include "framework/expect/expectations.h"
#include "framework/record/journal.h"

namespace npu_cts::expect {

/// What a person says of the failures that are new.
struct Grounds {
  std::string reason;
  std::string link;
  std::string owner;
  std::string expires;
};

/// Returns `text`, the file of a list of known failures, as it must be for `journal` on the day `today`:
///   a query that no longer meets its failures is replaced by the ids that still fail as its entry says
///   a query or an entry without cases goes; one that the run does not show whole stays
///   `count` is what the entry matches
///   failures without an entry become entries at the end, one for each status and diagnosis, on `grounds`
/// Every other line stays to the byte. An expired entry stays: a person decides. Updating twice changes nothing more.
/// Errors: those of read_expectations. wrong_usage, where failures are new and `grounds` lack something.
Result<std::string> update_expectations(const PlacedText& text, const record::Journal& journal, std::string_view today,
                                        const Grounds& grounds);

}  // namespace npu_cts::expect
