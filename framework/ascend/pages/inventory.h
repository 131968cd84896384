// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/findings/findings.h"
#include "framework/model/spec.h"

namespace npu_cts::ascend {

namespace kinds {
inline constexpr KindInfo stale_citation{"stale-citation", "a statement's hash no longer matches its page"};
inline constexpr KindInfo untraced_statement{"untraced-statement", "a sentence of a page is not in the inventory", "",
                                             "add it with npu-cts-inventory and give it a disposition"};
inline constexpr KindInfo unused_entry{"unused-entry", "an entry of the inventory is in none of its pages"};
}  // namespace kinds

/// Returns the id of the statement whose normalized text has the hash `sha256`: "PREFIX-" and its first eight digits.
std::string statement_id(std::string_view prefix, std::string_view sha256);

/// Returns the entry of the inventory with the hash `sha256` on the page `page`, an id; null where none is listed.
/// Equal words of two operators are two entries.
const Statement* find_entry(const Spec& spec, std::string_view page, std::string_view sha256);

/// Returns the error that there is no folder `documents`, if there is none.
std::optional<Diagnostic> check_folder(const std::filesystem::path& documents);

/// Returns the engine that holds the inventory of a spec, and the spec, against the pages in `documents`, and lints
/// those; it is not asked where `documents` is empty:
///   unreadable_file     a page of spec/documents.yaml cannot be read; its operator is unseen
///   stale_citation      a page's file or a statement's text is not what its hash says
///   untraced_statement  a sentence of a page is not in the inventory (only pages of operators that have one)
///   unused_entry        an entry of the inventory is in none of its pages
///   dangling_citation   an entry names a page that is not listed
///   unknown_product     a page names a product that no alias has
///   unknown_dtype       a page lists a dtype that the spec does not know
///   spec_page_mismatch          the page and the spec of its operator list other rows, dtypes, products or defaults
///   the kinds of lint_checks
findings::Engine document_engine(std::filesystem::path documents);

/// Returns the statements of `pages` merged by hash, in reading order, each with every page that has it.
/// Ids are `prefix`-first eight digits of the hash; entries of `existing` keep disposition, encodes and why.
/// Errors: unreadable_file.
Result<std::vector<Statement>> take_inventory(const std::vector<Document>& pages,
                                              const std::filesystem::path& documents, const std::string& prefix,
                                              const std::vector<Statement>& existing);

/// Returns the YAML text of an operator's inventory.
std::string to_yaml(const std::string& op, const std::vector<Statement>& statements);

}  // namespace npu_cts::ascend
