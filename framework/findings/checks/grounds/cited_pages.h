// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "framework/model/spec.h"

namespace npu_cts::findings {

/// In which releases the pages of an operator have the statements that its facts cite.
class CitedPages {
 public:
  /// `spec` must outlive this.
  CitedPages(const Spec& spec, const OpSpec& op);

  /// Returns the releases whose pages have the statement `id`.
  [[nodiscard]] std::set<std::size_t> of(const std::string& id) const;

  /// Returns the releases whose pages have one of `cite`.
  [[nodiscard]] std::set<std::size_t> of(const Citations& cite) const;

  /// Returns whether the page of `release` reached us in part: a question about the page says so.
  [[nodiscard]] bool is_lost(std::size_t release) const { return lost_.contains(release); }

 private:
  std::map<std::string, std::size_t> releases_;  ///< by page
  std::map<std::string, const Statement*> statements_;
  std::set<std::size_t> lost_;
};

}  // namespace npu_cts::findings
