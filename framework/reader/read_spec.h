// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/spec.h"

namespace npu_cts::reader {

/// Returns the spec in the folder `spec`: releases.yaml, modes.yaml, dtypes.yaml, products.yaml, documents.yaml, the
/// inventories in documents/ and the operators in ops/, both in the order of their files' names.
/// Errors: everything wrong in all the files; that there is no operator; what in these two folders is no `*.yaml`.
/// Without releases, modes or products nothing else can be read.
Result<Spec> read_spec(const std::filesystem::path& spec);

/// Returns the spec in the folder `spec` with `operators` and without the inventories: what it takes to run cases of
/// these. For whoever has read the whole, or leaves to check what is wrong elsewhere. Errors: as read_spec, of the
/// files that are read.
Result<Spec> read_operators(const std::filesystem::path& spec, std::set<std::string, std::less<>> operators);

/// Returns the SHA-256 of the spec in the folder `spec`, in lower-case digits: of the name, the length and the bytes of
/// each of its YAML files, in the order of their names. Anything else in the folder does not count. Errors:
/// unreadable_file, also of a folder, file_too_large.
Result<std::string> digest_of(const std::filesystem::path& spec);

// Each returns what the vocabulary `text` says; `file` is used only in diagnostics. Errors: everything wrong in the
// file.

/// Returns the releases, oldest first.
Result<std::vector<std::string>> read_releases(std::string_view text, std::string_view file);

/// Returns the dtypes, which must be exactly those of the model.
Result<std::vector<DType>> read_dtypes(std::string_view text, std::string_view file);

/// Returns the modes and their groups; there is a mode.
Result<Modes> read_modes(std::string_view text, std::string_view file);

// These need the releases of `spec`; statements also its documents.
Result<std::vector<Product>> read_products(std::string_view text, std::string_view file, const Spec& spec);
Result<std::vector<Document>> read_documents(std::string_view text, std::string_view file, const Spec& spec);
Result<std::vector<Statement>> read_statements(std::string_view text, std::string_view file, const Spec& spec);

/// Returns the operator that `text` describes; `file` is used only in diagnostics. `spec` is the vocabulary: releases,
/// products, and, where they are known, documents. What its facts cite is not in it: see ground. Errors: everything
/// wrong in the file, in the order of its lines.
Result<OpSpec> read_op_spec(std::string_view text, std::string_view file, const Spec& spec);

/// Joins the inventory of `spec` and its operators: the `cite` of each fact becomes the statements that encode it, in
/// the order of the inventory. A statement speaks of the operator of its pages. It calls a fact
///   signatures, support, KEY, KEY.names, KEY.defaults, KEY.dtypes, KEY.formats, KEY.layouts, KEY.shapes.ID, rows.ID,
///   a rule's id, OUTPUT, OUTPUT.dtype, OUTPUT.shape, BEHAVIOUR.VARIANT, examples.ID, open.ID, contradictions.ID.SIDE.
/// Of a list with several entries, `@` and a release, product or mode chooses those that hold there:
/// "support@alpha", "x.dtypes@7.1.0@alpha". A statement whose disposition is open also grounds the question that
/// it names. Errors: dangling_citation and unknown_name, at the name in the inventory.
Diagnostics ground(Spec& spec);

}  // namespace npu_cts::reader
