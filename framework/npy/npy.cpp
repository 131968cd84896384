// SPDX-License-Identifier: Apache-2.0
#include "framework/npy/npy.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "framework/base/read_file.h"
#include "framework/base/text.h"

namespace npu_cts::npy {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;
constexpr std::size_t longest_header = 65536;
constexpr std::size_t growth_digits = 21;  ///< newer numpy leaves room for the first size to grow in place

std::string shape_text(const Shape& shape) {
  if (shape.size() == 1) return fmt::format("({},)", shape[0]);
  return fmt::format("({})", fmt::join(shape, ", "));
}

std::size_t byte_count(const TensorType& type) {
  return static_cast<std::size_t>(numel(type.shape)) * static_cast<std::size_t>(bytes_of(type.dtype));
}

Diagnostic bad_data(const Location& at, std::string what, std::string hint) {
  return error_at(Kind::bad_data, at, std::move(what),
                  "a data file holds the values of its tensor in C order, little-endian", std::move(hint));
}

/// A `.npy` file cut into its header and its values.
struct Cut {
  std::string_view header;
  std::string_view values;
};

std::optional<Cut> cut(std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < 10) return std::nullopt;
  const auto byte_at = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  const std::size_t version = byte_at(6);
  if (version < 1 || version > 3) return std::nullopt;
  const std::size_t start = version == 1 ? 10 : 12;
  if (bytes.size() < start) return std::nullopt;
  std::size_t length = byte_at(8) | (byte_at(9) << 8U);
  if (version > 1) length |= (byte_at(10) << 16U) | (byte_at(11) << 24U);
  if (length > longest_header || bytes.size() < start + length) return std::nullopt;
  return Cut{bytes.substr(start, length), bytes.substr(start + length)};
}

/// Returns why a file with `header` does not hold a tensor of `type`, if so.
std::optional<Diagnostic> mismatch(const NpyHeader& header, const TensorType& type, const Location& at) {
  const DTypeInfo& info = info_of(type.dtype);
  const std::string_view wanted = info.npy;
  const bool same = header.descr == wanted || (header.descr.size() == 3 && header.descr.substr(1) == wanted.substr(1) &&
                                               bytes_of(type.dtype) == 1);
  if (!same) {
    const bool has_own_code = !is_float(type.dtype) || wanted[1] == 'f';
    const std::string_view shown = header.descr.empty() ? std::string_view("a structure") : header.descr;
    return bad_data(at, fmt::format("the file holds '{}', and {} travels as '{}'", shown, info.name, wanted),
                    has_own_code ? "convert the array, or fix 'dtype:'"
                                 : fmt::format("save the {0} bits of each value as numpy.uint{0}", info.bits));
  }
  if (header.shape != type.shape) {
    return bad_data(
        at, fmt::format("the file holds shape {}, and the call says {}", to_text(header.shape), to_text(type.shape)),
        "save the view's logical values, or fix 'shape:'");
  }
  if (header.fortran_order && type.shape.size() > 1) {
    return bad_data(at, "the file is in Fortran order", "save numpy.ascontiguousarray of the array");
  }
  return std::nullopt;
}

}  // namespace

std::string to_npy(const Tensor& tensor) {
  const Shape& shape = tensor.type.shape;
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                   info_of(tensor.type.dtype).npy, shape_text(shape));
  if (!shape.empty()) header.append(growth_digits - fmt::format("{}", shape[0]).size(), ' ');
  const std::size_t used = magic.size() + 4 + header.size() + 1;
  header.append(alignment - used % alignment, ' ');
  header += '\n';
  std::string bytes{magic};
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  bytes += header;
  const std::size_t start = bytes.size();
  bytes.resize(start + tensor.values.size());
  if (!tensor.values.empty()) std::memcpy(bytes.data() + start, tensor.values.data(), tensor.values.size());
  return bytes;
}

Result<Tensor> from_npy(std::string_view bytes, const TensorType& type, const Location& at) {
  const auto parts = cut(bytes);
  const auto header = parts ? parse_npy_header(parts->header) : std::nullopt;
  if (!header) return bad_data(at, "this is no .npy file", "write it with numpy.save");
  if (auto wrong = mismatch(*header, type, at)) return std::move(*wrong);
  if (parts->values.size() != byte_count(type)) {
    return bad_data(at,
                    fmt::format("the file holds {} bytes of values, and the shape asks for {}", parts->values.size(),
                                byte_count(type)),
                    "write the whole array again");
  }
  Tensor tensor{type, std::vector<std::byte>(parts->values.size())};
  if (!tensor.values.empty()) std::memcpy(tensor.values.data(), parts->values.data(), tensor.values.size());
  return tensor;
}

Result<Tensor> read_npy(const std::filesystem::path& path, const TensorType& type) {
  const Location at{path.string(), 0, 0};
  const Result<std::string> bytes = read_file(path, byte_count(type) + longest_header + 12);
  if (bytes) return from_npy(*bytes, type, at);
  Diagnostics found = bytes.diagnostics();
  if (found.front().kind != Kind::file_too_large) return found;
  return bad_data(at, fmt::format("the file holds more values than shape {} asks for", to_text(type.shape)),
                  "fix 'shape:' or the file");
}

std::optional<Diagnostic> write_npy(const std::filesystem::path& path, const Tensor& tensor) {
  return write_bytes(path, to_npy(tensor));
}

std::optional<Diagnostic> write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (stream) return std::nullopt;
  return error_at(Kind::unwritable_file, {path.string(), 0, 0}, "cannot write the file",
                  "the folder must be there, and there must be room", "check the path and the disk");
}

}  // namespace npu_cts::npy
