// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/model/spec.h"
#include "reports/words.h"

namespace npu_cts::reports {

/// What the page of one operator speaks about: its releases, the products that its newest release supports, and where
/// facts hold in the words of the page's language. The spec outlives it.
class MatrixScope {
 public:
  MatrixScope(const Spec& spec, const OpSpec& op, Language language);

  [[nodiscard]] const Spec& spec() const { return spec_; }
  [[nodiscard]] const OpSpec& op() const { return op_; }
  [[nodiscard]] Language language() const { return language_; }
  [[nodiscard]] std::string say(std::string_view en, std::string_view zh) const;

  /// The releases that have a page, oldest first: places in Spec::releases.
  [[nodiscard]] const std::vector<std::size_t>& releases() const { return releases_; }
  /// The products that the newest release supports in some mode.
  [[nodiscard]] const std::vector<const Product*>& products() const { return products_; }

  /// Returns whether the pages of the release at `release` support `product` in some mode, or leave it open.
  [[nodiscard]] bool supports(const Product& product, std::size_t release) const;

  /// Returns a place of the newest release: `product` in the first mode that it supports.
  [[nodiscard]] Target newest_target(const Product& product) const;

  /// Returns whether the newest release has the fact, on some product that it supports.
  [[nodiscard]] bool is_current(const Applies& applies) const;

  /// Returns where a fact holds, as far as that is not everywhere: "Atlas A2 series; since 7.2.0; static graph".
  [[nodiscard]] std::string note(const Applies& applies) const;

  /// Returns `text` and a note behind it in brackets; no brackets where there is no note.
  [[nodiscard]] std::string with_note(const std::string& text, const std::string& note) const;

  /// Returns "since 7.2.0".
  [[nodiscard]] std::string since(std::size_t release) const;

  /// Returns "Atlas A2 series, Atlas A3 series".
  [[nodiscard]] std::string names(const std::vector<const Product*>& products) const;

  /// Returns `text` as a sentence of its own.
  [[nodiscard]] std::string sentence(std::string text) const;

  /// Returns the names of `parts` with this language's comma, or its semicolon, between them.
  [[nodiscard]] std::string listed(const std::vector<std::string>& parts) const;
  [[nodiscard]] std::string separated(const std::vector<std::string>& parts) const;

 private:
  [[nodiscard]] std::string releases_note(const Applies& applies) const;
  [[nodiscard]] std::string modes_note(const Applies& applies) const;

  const Spec& spec_;
  const OpSpec& op_;
  Language language_;
  std::vector<std::size_t> releases_;
  std::vector<const Product*> products_;
};

}  // namespace npu_cts::reports
