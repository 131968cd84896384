// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace npu_cts {

/// Values by name, sorted, in one piece of memory. A std::map allocates a node for each entry, and plans make and drop
/// very many maps of few entries. What is added or erased moves the entries behind it: no reference outlives that.
template <class Value>
class NameMap {
 public:
  using mapped_type = Value;
  using value_type = std::pair<std::string, Value>;
  using iterator = typename std::vector<value_type>::iterator;
  using const_iterator = typename std::vector<value_type>::const_iterator;

  NameMap() = default;
  NameMap(std::initializer_list<value_type> entries) {
    for (const value_type& entry : entries) try_emplace(entry.first, entry.second);
  }

  [[nodiscard]] iterator begin() { return entries_.begin(); }
  [[nodiscard]] iterator end() { return entries_.end(); }
  [[nodiscard]] const_iterator begin() const { return entries_.begin(); }
  [[nodiscard]] const_iterator end() const { return entries_.end(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  [[nodiscard]] iterator find(std::string_view name) { return begin() + std::as_const(*this).index_of(name); }
  [[nodiscard]] const_iterator find(std::string_view name) const { return begin() + index_of(name); }
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != end(); }

  /// Returns the value of `name`, which there is.
  [[nodiscard]] Value& at(std::string_view name) {
    return entries_.at(static_cast<std::size_t>(index_of(name))).second;
  }
  [[nodiscard]] const Value& at(std::string_view name) const {
    return entries_.at(static_cast<std::size_t>(index_of(name))).second;
  }
  Value& operator[](std::string_view name) { return try_emplace(name).first->second; }

  void reserve(std::size_t entries) { entries_.reserve(entries); }
  void clear() { entries_.clear(); }

  /// Adds `name` unless it is there. Returns its place, and whether it is new.
  template <class... Arguments>
  std::pair<iterator, bool> try_emplace(std::string_view name, Arguments&&... arguments) {
    const auto place = begin() + lower_bound(name);
    if (place != end() && place->first == name) return {place, false};
    return {entries_.emplace(place, std::string(name), Value(std::forward<Arguments>(arguments)...)), true};
  }

  void insert_or_assign(std::string_view name, Value value) { (*this)[name] = std::move(value); }

  /// Adds the entries of `others` whose names are not there.
  void merge(NameMap others) {
    for (auto& [name, value] : others) try_emplace(name, std::move(value));
  }

  void erase(std::string_view name) {
    if (const auto entry = find(name); entry != end()) entries_.erase(entry);
  }

  template <class Predicate>
  friend void erase_if(NameMap& map, const Predicate& predicate) {
    std::erase_if(map.entries_, predicate);
  }

  friend bool operator==(const NameMap&, const NameMap&) = default;

 private:
  /// Returns the place of the first entry that is not before `name`. Most are added in their order.
  [[nodiscard]] std::ptrdiff_t lower_bound(std::string_view name) const {
    if (entries_.empty() || entries_.back().first < name) return std::ssize(entries_);
    const auto is_before = [](const value_type& entry, std::string_view other) { return entry.first < other; };
    return std::lower_bound(begin(), end(), name, is_before) - begin();
  }

  /// Returns the place of `name`; where it is not there, the end.
  [[nodiscard]] std::ptrdiff_t index_of(std::string_view name) const {
    const auto place = std::find_if(begin(), end(), [&](const value_type& entry) { return entry.first == name; });
    return place - begin();
  }

  std::vector<value_type> entries_;
};

}  // namespace npu_cts
