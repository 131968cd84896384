// SPDX-License-Identifier: Apache-2.0
#include "reports/case_file.h"

#include <concepts>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <unistd.h>

namespace npu_cts::reports {
namespace {

template <class Planned>
auto fields_of_planned(Planned& one) {
  return std::tie(one.id, one.op, one.target.product, one.target.release, one.target.mode, one.family, one.expected,
                  one.covers, one.at.file, one.at.line, one.at.column);
}

/// All but the id, which the planned case has.
template <class Result>
auto fields_of_result(Result& one) {
  return std::tie(one.status, one.reason, one.outcome, one.mismatch, one.agrees, one.sizes, one.matching_mutants,
                  one.attribution, one.printed, one.microseconds, one.outputs);
}

template <class Value>
auto fields_of(Value& value) {
  if constexpr (std::is_same_v<std::remove_const_t<Value>, Mismatch>)
    return std::tie(value.output, value.index, value.got, value.want, value.pattern, value.details);
  else
    return std::tie(value.fault, value.tensor, value.side, value.signal, value.code, value.detail);
}

/// A value whose bytes are written as they are.
template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Packer {
 public:
  explicit Packer(std::string& bytes) : bytes_(bytes) {}

  template <class... Field>
  void add(const std::tuple<Field&...>& fields) {
    std::apply([&](const auto&... field) { (add(field), ...); }, fields);
  }
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
  template <class Key, class Value, class Less>
  void add(const std::map<Key, Value, Less>& values) {
    add(values.size());
    for (const auto& [key, value] : values) {
      add(key);
      add(value);
    }
  }
  template <class T>
  void add(const std::optional<T>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <class T>
  void add(const Boxed<T>& value) {
    add(value.has_value());
    if (value) add(fields_of(*value));
  }

 private:
  std::string& bytes_;
};

/// Reads what a Packer added, in the memory of the values that it reads into.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}

  template <class... Field>
  void read(const std::tuple<Field&...>& fields) {
    std::apply([&](auto&... field) { (read(field), ...); }, fields);
  }
  template <Plain T>
  void read(T& value) {
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
  }
  void read(std::string& text) { text = take(size()); }
  template <class T>
  void read(std::vector<T>& values) {
    values.resize(size());
    for (T& value : values) read(value);
  }
  template <class Key, class Value, class Less>
  void read(std::map<Key, Value, Less>& values) {
    values.clear();
    for (std::size_t left = size(); left > 0; --left) {
      Key key{};
      read(key);
      read(values[std::move(key)]);
    }
  }
  template <class T>
  void read(std::optional<T>& value) {
    value.reset();
    if (is_there()) read(value.emplace());
  }
  template <class T>
  void read(Boxed<T>& value) {
    value = is_there() ? Boxed<T>(T{}) : Boxed<T>();
    if (value) read(fields_of(*value));
  }
  bool is_there() { return take(1).front() != 0; }

 private:
  std::size_t size() {
    std::size_t read_size = 0;
    read(read_size);
    return read_size;
  }
  std::string_view take(std::size_t count) {
    if (count > left_.size()) std::abort();  // only this program wrote the file
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }

  std::string_view left_;
};

void read_cases(std::FILE* file, const TakeCase& take) {
  std::rewind(file);
  record::PlannedCase planned;
  CaseResult result;
  std::string bytes;
  for (std::size_t size = 0; std::fread(&size, sizeof size, 1, file) == 1;) {
    bytes.resize(size);
    if (std::fread(bytes.data(), 1, size, file) != size) break;
    Unpacker unpacker(bytes);
    unpacker.read(fields_of_planned(planned));
    const bool was_run = unpacker.is_there();
    if (was_run) unpacker.read(fields_of_result(result));
    if (was_run) result.id = planned.id;
    take(planned, was_run ? &result : nullptr);
  }
  if (std::ferror(file) != 0) std::abort();  // the disk failed: no report is better than a part of one
}

}  // namespace

std::optional<CaseFile> CaseFile::make(const std::string& folder) {
  std::string path = folder + "/.cases.XXXXXX";
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) return std::nullopt;
  ::unlink(path.c_str());
  std::FILE* const file = ::fdopen(descriptor, "w+b");
  if (file != nullptr) return CaseFile(file);
  ::close(descriptor);
  return std::nullopt;
}

void CaseFile::add(const record::PlannedCase& planned, const CaseResult* result) {
  record_.assign(sizeof(std::size_t), '\0');
  Packer packer(record_);
  packer.add(fields_of_planned(planned));
  packer.add(result != nullptr);
  if (result != nullptr) packer.add(fields_of_result(*result));
  const std::size_t size = record_.size() - sizeof size;
  std::memcpy(record_.data(), &size, sizeof size);
  is_whole_ = std::fwrite(record_.data(), 1, record_.size(), file_.get()) == record_.size() && is_whole_;
}

std::optional<RunCases> CaseFile::close() {
  if (std::fflush(file_.get()) != 0 || !is_whole_) return std::nullopt;
  return [file = file_](const TakeCase& take) { read_cases(file.get(), take); };
}

}  // namespace npu_cts::reports
