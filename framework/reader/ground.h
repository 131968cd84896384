// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

/// Joins the inventory of `spec` and its operators: the `cite` of each fact becomes the statements that encode it, in
/// the order of the inventory. A statement speaks of the operator of its pages. It calls a fact
///   signatures, support, KEY, KEY.names, KEY.defaults, KEY.dtypes, KEY.formats, KEY.layouts, KEY.shapes.ID, rows.ID,
///   a rule's id, OUTPUT, OUTPUT.dtype, OUTPUT.shape, BEHAVIOUR.VARIANT, examples.ID, open.ID, contradictions.ID.SIDE.
/// Of a list with several entries, `@` and a release, product or mode chooses those that hold there:
/// "support@alpha", "x.dtypes@7.1.0@alpha". A statement whose disposition is open also grounds the question that
/// it names. Errors: dangling_citation and unknown_name, at the name in the inventory.
Diagnostics ground(Spec& spec);

}  // namespace npu_cts::reader
