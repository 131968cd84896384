// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace npu_cts::faults {

/// A file in memory that any program which this process starts has open, as the plan of a run.
class InheritedFile {
 public:
  InheritedFile() {
    const int low = memfd_create("plan", 0);
    descriptor_ = fcntl(low, F_DUPFD, 200);
    close(low);
    EXPECT_EQ(write(descriptor_, "p", 1), 1);
    setenv("NPU_CTS_FAULTY_DESCRIPTOR", std::to_string(descriptor_).c_str(), 1);
  }
  ~InheritedFile() { close(descriptor_); }
  InheritedFile(const InheritedFile&) = delete;
  InheritedFile& operator=(const InheritedFile&) = delete;

  [[nodiscard]] char first_byte() const {
    char byte = 0;
    return pread(descriptor_, &byte, 1, 0) == 1 ? byte : '\0';
  }

 private:
  int descriptor_ = -1;
};

}  // namespace npu_cts::faults
