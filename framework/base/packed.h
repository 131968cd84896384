// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace npu_cts {

/// A value that is packed as its bytes are.
template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// An optional value: std::optional, Boxed.
template <class T>
concept Holder = requires(const T& holder) {
  { holder.has_value() } -> std::same_as<bool>;
  *holder;
};

/// A std::map with texts as keys, or what is like one.
template <class T>
concept MapLike = requires {
  typename T::mapped_type;
};

/// Packs values into bytes for an Unpacker of this build: plain values as they are, a count before texts, lists and
/// maps. `Structs::fields_of` returns the fields of a struct as a tuple of references.
template <class Structs>
class Packer {
 public:
  Packer() = default;
  /// Begins in the memory of `reused`, whose text is dropped.
  explicit Packer(std::string reused) : bytes_(std::move(reused)) { bytes_.clear(); }

  template <Plain T>
  void add(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add(const std::string& text) {
    add(text.size());
    bytes_ += text;
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(values.size());
    for (const T& value : values) add(value);
  }
  template <MapLike Map>
  void add(const Map& values) {
    add(values.size());
    for (const auto& [key, value] : values) {
      add(key);
      add(value);
    }
  }
  template <Holder T>
  void add(const T& holder) {
    add(holder.has_value());
    if (holder.has_value()) add(*holder);
  }
  template <class... T>
  void add(const std::variant<T...>& value) {
    add(value.index());
    std::visit([this](const auto& held) { this->add(held); }, value);
  }
  template <class... Field>
  void add(const std::tuple<Field&...>& fields) {
    std::apply([&](const auto&... field) { (add(field), ...); }, fields);
  }
  template <class T>
  void add(const T& value) {
    add(Structs::fields_of(value));
  }

  /// Begins a part whose size in bytes stands before it, and returns what `end` takes.
  std::size_t begin() {
    add(std::size_t{0});
    return bytes_.size();
  }
  void end(std::size_t begun) {
    const std::size_t size = bytes_.size() - begun;
    std::memcpy(bytes_.data() + begun - sizeof size, &size, sizeof size);
  }

  [[nodiscard]] std::string take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

/// Reads what a Packer of the same `Structs` packed. Once the bytes do not suffice, or `Structs::is_known` does not
/// know an enumerator, nothing more is read.
template <class Structs>
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}

  [[nodiscard]] bool is_sound() const { return is_sound_; }
  [[nodiscard]] bool is_at_end() const { return left_.empty(); }

  template <class T>
  T take() {
    T value{};
    read(value);
    return value;
  }

  /// Takes so many bytes, without a copy.
  std::string_view bytes(std::size_t count) {
    is_sound_ = is_sound_ && count <= left_.size();
    const std::string_view taken = is_sound_ ? left_.substr(0, count) : std::string_view();
    left_.remove_prefix(taken.size());
    return taken;
  }

  template <Plain T>
  void read(T& value) {
    const std::string_view taken = bytes(sizeof value);
    if (!is_sound_) return;
    T held{};
    std::memcpy(&held, taken.data(), sizeof held);
    if constexpr (std::is_enum_v<T>) is_sound_ = Structs::is_known(held);
    if (is_sound_) value = held;
  }
  void read(bool& value) {
    const auto byte = take<unsigned char>();
    is_sound_ = is_sound_ && byte <= 1;
    value = is_sound_ && byte == 1;
  }
  void read(std::string& text) { text = bytes(take<std::size_t>()); }
  /// Reads into the values that are there, and adds those that are not.
  template <class T>
  void read(std::vector<T>& values) {
    const auto count = take<std::size_t>();
    values.resize(is_sound_ ? std::min(count, values.size()) : 0);
    values.reserve(most_of(count, Plain<T> ? sizeof(T) : sizeof count));
    for (T& value : values) read(value);
    while (is_sound_ && values.size() < count) values.push_back(take<T>());
  }
  template <MapLike Map>
  void read(Map& values) {
    values.clear();
    auto left = take<std::size_t>();
    if constexpr (requires { values.reserve(left); }) values.reserve(most_of(left, 2 * sizeof left));
    for (; left > 0 && is_sound_; --left) {
      auto key = take<std::string>();
      values.try_emplace(std::move(key), take<typename Map::mapped_type>());
    }
  }
  template <Holder T>
  void read(T& holder) {
    if (take<bool>())
      holder = take<std::remove_cvref_t<decltype(*holder)>>();
    else
      holder = T();
  }
  template <class... T>
  void read(std::variant<T...>& value) {
    read_alternative(value, take<std::size_t>());
  }
  template <class... Field>
  void read(const std::tuple<Field&...>& fields) {
    std::apply([&](auto&... field) { (read(field), ...); }, fields);
  }
  template <class T>
  void read(T& value) {
    read(Structs::fields_of(value));
  }

 private:
  /// Returns how many of `count` values, of so many bytes at least, the bytes suffice for.
  [[nodiscard]] std::size_t most_of(std::size_t count, std::size_t least_bytes) const {
    return is_sound_ ? std::min(count, left_.size() / least_bytes) : 0;
  }

  template <std::size_t at = 0, class Variant>
  void read_alternative(Variant& value, std::size_t index) {
    if constexpr (at < std::variant_size_v<Variant>) {
      if (index != at) return read_alternative<at + 1>(value, index);
      value.template emplace<at>(take<std::variant_alternative_t<at, Variant>>());
    } else {
      is_sound_ = false;
    }
  }

  std::string_view left_;
  bool is_sound_ = true;
};

}  // namespace npu_cts
