// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>

namespace npu_cts::run {
namespace {

struct Closed {
  int descriptor;
  explicit Closed(int opened) : descriptor(opened) {}
  Closed(const Closed&) = delete;
  Closed& operator=(const Closed&) = delete;
  ~Closed() { ::close(descriptor); }
};

}  // namespace

std::optional<MappedFile> MappedFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe would wait for a writer
  if (descriptor < 0) return std::nullopt;
  const Closed file(descriptor);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  MappedFile mapped;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return mapped;
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (start == MAP_FAILED) return std::nullopt;
  mapped.mapping_ = std::shared_ptr<const void>(start, [size](void* at) { ::munmap(at, size); });
  mapped.bytes_ = {static_cast<const char*>(start), size};
  return mapped;
}

}  // namespace npu_cts::run
