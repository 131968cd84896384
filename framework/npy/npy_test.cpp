// SPDX-License-Identifier: Apache-2.0
#include "framework/npy/npy.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

namespace npu_cts::npy {
namespace {

const Location here{"x.npy", 0, 0};

Tensor counted(DType dtype, Shape shape) {
  Tensor tensor{{dtype, std::move(shape)}, {}};
  tensor.values.resize(static_cast<std::size_t>(numel(tensor.type.shape) * bytes_of(dtype)));
  for (std::size_t i = 0; i < tensor.values.size(); ++i) tensor.values[i] = static_cast<std::byte>(i * 7 + 1);
  return tensor;
}

/// A file of version 1.0 as numpy.save writes it, with `header` and `values`.
std::string file_of(std::string header, std::string_view values) {
  header.resize(117, ' ');
  return std::string("\x93NUMPY\x01\0\x76\0", 10) + header + '\n' + std::string(values);
}

TEST(ToNpy, WritesWhatNumpyWrites) {
  Tensor tensor{{DType::int8, {2, 3}}, std::vector<std::byte>(6, std::byte{'z'})};
  EXPECT_EQ(to_npy(tensor), file_of("{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }", "zzzzzz"));
  tensor = {{DType::bfloat16, {1}}, std::vector<std::byte>(2, std::byte{'z'})};
  EXPECT_EQ(to_npy(tensor), file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (1,), }", "zz"));
  tensor = {{DType::float32, {}}, std::vector<std::byte>(4, std::byte{'z'})};
  EXPECT_EQ(to_npy(tensor), file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", "zzzz"));
}

TEST(ToNpy, AlignsTheValues) {
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}) {
    const Tensor tensor = counted(DType::int8, shape);
    EXPECT_EQ((to_npy(tensor).size() - tensor.values.size()) % 64, 0U) << to_text(shape);
  }
}

TEST(FromNpy, ReadsBackEveryDtype) {
  for (const DTypeInfo& info : dtype_table) {
    for (const Shape& shape : {Shape{}, Shape{3}, Shape{2, 3, 4}, Shape{0, 2}}) {
      const Tensor tensor = counted(info.dtype, shape);
      const Result<Tensor> read = from_npy(to_npy(tensor), tensor.type, here);
      ASSERT_TRUE(read) << info.name << to_text(read.diagnostics().front());
      EXPECT_EQ(*read, tensor) << info.name;
    }
  }
}

TEST(FromNpy, ReadsAnyOrderOfKeysAndBothQuotes) {
  const TensorType type{DType::int8, {2}};
  EXPECT_TRUE(from_npy(file_of("{\"shape\": (2,), 'fortran_order': False, 'descr': '|i1'}", "zz"), type, here));
}

TEST(FromNpy, ReadsLaterVersions) {
  std::string header = "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }\n";
  std::string bytes =
      std::string("\x93NUMPY\x02\0", 8) + static_cast<char>(header.size()) + std::string(3, '\0') + header + "zz";
  EXPECT_TRUE(from_npy(bytes, {DType::int8, {2}}, here));
}

TEST(FromNpy, TakesFortranOrderOfAVector) {
  EXPECT_TRUE(
      from_npy(file_of("{'descr': '|i1', 'fortran_order': True, 'shape': (2,), }", "zz"), {DType::int8, {2}}, here));
}

struct Bad {
  std::string_view name;
  std::string bytes;
  std::string_view says;
};
void PrintTo(const Bad& row, std::ostream* out) { *out << row.name; }

class FromNpyRefuses : public testing::TestWithParam<Bad> {};

TEST_P(FromNpyRefuses, AndSaysWhy) {
  const Result<Tensor> read = from_npy(GetParam().bytes, {DType::bfloat16, {2, 2}}, here);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.diagnostics()[0].kind, Kind::bad_data);
  EXPECT_NE(read.diagnostics()[0].what.find(GetParam().says), std::string::npos) << read.diagnostics()[0].what;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, FromNpyRefuses,
    testing::Values(
        Bad{"Nothing", "", "no .npy file"}, Bad{"Text", "hello, world", "no .npy file"},
        Bad{"AZipFile", "PK\x03\x04 and more bytes", "no .npy file"},
        Bad{"ACutHeader", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }", "").substr(0, 60),
            "no .npy file"},
        Bad{"NoDictionary", file_of("[1, 2]", "zzzzzzzz"), "no .npy file"},
        Bad{"MissingKey", file_of("{'descr': '<u2', 'shape': (2, 2), }", "zzzzzzzz"), "no .npy file"},
        Bad{"UnknownKey", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), 'x': 1}", "zzzzzzzz"),
            "no .npy file"},
        Bad{"KeyTwice",
            file_of("{'descr': '<u2', 'descr': '<u2', 'fortran_order': False, 'shape': (2, 2)}", "zzzzzzzz"),
            "no .npy"},
        Bad{"NegativeSize", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (-2, 2), }", "zzzzzzzz"),
            "no .npy file"},
        Bad{"HugeSize", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (99999999999999999999, 2), }", ""),
            "no .npy"},
        Bad{"FortranOrder", file_of("{'descr': '<u2', 'fortran_order': True, 'shape': (2, 2), }", "zzzzzzzz"),
            "Fortran order"},
        Bad{"OtherDtype", file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", "zzzzzzzz"),
            "bfloat16 travels as '<u2'"},
        Bad{"BigEndian", file_of("{'descr': '>u2', 'fortran_order': False, 'shape': (2, 2), }", "zzzzzzzz"), "'>u2'"},
        Bad{"Objects", file_of("{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }", "zzzzzzzz"), "'|O'"},
        Bad{"Structure", file_of("{'descr': [('a', '<u2')], 'fortran_order': False, 'shape': (2, 2), }", "zzzzzzzz"),
            "a structure"},
        Bad{"OtherShape", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (4,), }", "zzzzzzzz"),
            "shape [4]"},
        Bad{"TooShort", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }", "zzzzzzz"), "7 bytes"},
        Bad{"TooLong", file_of("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 2), }", "zzzzzzzzz"), "9 bytes"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(NpyFile, IsWrittenAndRead) {
  const auto path = std::filesystem::path(testing::TempDir()) / "npy_test.npy";
  const Tensor tensor = counted(DType::int32, {4, 2});
  ASSERT_EQ(write_npy(path, tensor), std::nullopt);
  EXPECT_EQ(read_npy(path, tensor.type).value(), tensor);
  const auto small = read_npy(path, {DType::int8, {1}});
  ASSERT_FALSE(small);
  EXPECT_EQ(small.diagnostics()[0].kind, Kind::bad_data);
  std::filesystem::remove(path);
}

TEST(NpyFile, FailsWithoutAFolder) {
  const auto path = std::filesystem::path(testing::TempDir()) / "no such folder/x.npy";
  EXPECT_EQ(write_npy(path, counted(DType::int8, {1}))->kind, Kind::unwritable_file);
  EXPECT_EQ(read_npy(path, {DType::int8, {1}}).diagnostics()[0].kind, Kind::unreadable_file);
}

}  // namespace
}  // namespace npu_cts::npy
