// SPDX-License-Identifier: Apache-2.0
#include "framework/base/kinds.h"

#include <array>

namespace npu_cts {
namespace {

/// By enumerator.
constexpr std::array basic_table{
    KindInfo{"unreadable-file", "a file cannot be read"},
    KindInfo{"file-too-large", "a file is larger than a spec may be"},
    KindInfo{"not-text", "a file holds bytes that are no text"},
    KindInfo{"yaml-syntax", "the text is no YAML"},
    KindInfo{"trailing-text", "text follows the end of the document"},
    KindInfo{"too-deep", "values are nested too deeply"},
    KindInfo{"too-many-nodes", "a file holds too many values"},
    KindInfo{"scalar-too-long", "a value is too long"},
    KindInfo{"alias-not-allowed", "anchors and aliases are not part of the language"},
    KindInfo{"tag-not-allowed", "tags are not part of the language"},
    KindInfo{"duplicate-key", "a key stands twice in one map"},
    KindInfo{"merge-key", "merge keys are not part of the language"},
    KindInfo{"ambiguous-scalar", "YAML readers disagree about what a bare word means"},
    KindInfo{"unknown-key", "a map has no such key"},
    KindInfo{"missing-key", "a map lacks a key it must have"},
    KindInfo{"wrong-type", "a value is of another type than its key asks for"},
    KindInfo{"bad-integer", "a number is not a plain decimal integer"},
    KindInfo{"unknown-name", "a name is not known here"},
    KindInfo{"duplicate-id", "two things have the same id"},
    KindInfo{"unwritable-file", "a file cannot be written"},
    KindInfo{"bad-journal", "a journal holds what no run can have written"},
    KindInfo{"expectation-not-met", "a list of known failures does not say what a run shows"},
    KindInfo{"expression-syntax", "an expression cannot be parsed"},
    KindInfo{"expression-type", "an expression mixes types"},
    KindInfo{"expression-excess", "an expression asks for more than an evaluation can give"},
    KindInfo{"bad-call", "a call file does not describe a call"},
    KindInfo{"bad-data", "a data file does not hold what the call says"},
    KindInfo{"undocumented-release", "the release has no page for the operator"},
    KindInfo{"dangling-citation", "a citation names no statement"},
    KindInfo{"driver-not-started", "the implementation under test did not start"},
    KindInfo{"wrong-usage", "the command was called in a way it does not know"},
};

}  // namespace

Kind::Kind(Basic basic) : info_(&basic_table.at(basic)) {}

std::span<const KindInfo> basic_kinds() { return basic_table; }

}  // namespace npu_cts
