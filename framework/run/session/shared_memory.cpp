// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include <fmt/format.h>

namespace npu_cts::run {

Result<record::OutputFile> memory_file(std::string_view text) {
  const int descriptor = ::memfd_create("npu-cts", MFD_ALLOW_SEALING);  // not closed on exec: it is for children
  if (descriptor < 0) return record::cannot_write("memory", "make a file", errno);
  record::OutputFile file(descriptor, fmt::format("/proc/self/fd/{}", descriptor));
  if (auto error = file.write(text)) return *error;
  return file;
}

record::WriteError seal(const record::OutputFile& file) {
  constexpr int all = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (::fcntl(file.descriptor(), F_ADD_SEALS, all) == 0) return std::nullopt;
  return record::cannot_write("memory", "seal a file", errno);
}

Result<FailureLimit> FailureLimit::open(const std::string& path, std::size_t most) {
  if (path.empty()) return FailureLimit(std::make_shared<Count>(0), most);
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  void* const memory =
      descriptor < 0 ? MAP_FAILED : ::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (memory == MAP_FAILED) return record::cannot_write(path, "count failures", error);
  const auto unmap = [](Count* count) { ::munmap(count, sizeof(Count)); };
  return FailureLimit(std::shared_ptr<Count>(static_cast<Count*>(memory), unmap), most);
}

}  // namespace npu_cts::run
