// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/crash_trace.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>

#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

// All of this runs in a signal handler: no memory is allocated, and what is mapped stays so until the process ends.
namespace npu_cts::wire {
namespace {

/// A loaded file that an address lies in.
struct Module {
  std::uintptr_t address = 0;  ///< the one that is asked for
  const char* path = nullptr;  ///< empty for this program; null where no file has the address
  std::uintptr_t base = 0;
};

struct Function {
  const char* name;
  std::uintptr_t offset;
};

int take_if_inside(dl_phdr_info* info, std::size_t, void* data) {
  Module& module = *static_cast<Module*>(data);
  const std::span headers(info->dlpi_phdr, info->dlpi_phnum);
  const bool is_inside = std::ranges::any_of(headers, [&](const ElfW(Phdr) & header) {
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    return header.p_type == PT_LOAD && module.address >= begin && module.address < begin + header.p_memsz;
  });
  if (!is_inside) return 0;
  module.path = info->dlpi_name;
  module.base = info->dlpi_addr;
  return 1;
}

Module module_of(std::uintptr_t address) {
  Module module{.address = address};
  dl_iterate_phdr(take_if_inside, &module);
  return module;
}

std::span<const char> bytes_of(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  if (file < 0 || fstat(file, &status) != 0 || status.st_size <= 0) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) return {};
  return {static_cast<const char*>(bytes), size};
}

/// Returns the table of `count` items at `offset` of a file; empty where the file ends before it does.
template <class T>
std::span<const T> table_at(std::span<const char> file, std::uint64_t offset, std::uint64_t count) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T)) return {};
  return {reinterpret_cast<const T*>(file.data() + offset), count};
}

/// Returns the function that a table of symbols has at `at`, an address from the start of the file on.
std::optional<Function> find_function(std::span<const ElfW(Sym)> symbols, std::span<const char> names,
                                      std::uintptr_t at) {
  for (const ElfW(Sym) & symbol : symbols) {
    const bool is_function = (symbol.st_info & 0xF) == STT_FUNC && symbol.st_name < names.size();
    if (is_function && at >= symbol.st_value && at < symbol.st_value + symbol.st_size)
      return Function{.name = names.data() + symbol.st_name, .offset = at - symbol.st_value};
  }
  return std::nullopt;
}

/// Returns the function of the ELF file `path` at `at`: of all its functions, or of the exported where it is stripped.
std::optional<Function> function_at(const char* path, std::uintptr_t at) {
  const std::span<const char> file = bytes_of(path);
  const auto head = table_at<ElfW(Ehdr)>(file, 0, 1);
  if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  const auto sections = table_at<ElfW(Shdr)>(file, head[0].e_shoff, head[0].e_shnum);
  for (const ElfW(Word) wanted : {ElfW(Word){SHT_SYMTAB}, ElfW(Word){SHT_DYNSYM}}) {
    for (const ElfW(Shdr) & section : sections) {
      if (section.sh_type != wanted || section.sh_link >= sections.size()) continue;
      const ElfW(Shdr)& texts = sections[section.sh_link];
      const auto symbols = table_at<ElfW(Sym)>(file, section.sh_offset, section.sh_size / sizeof(ElfW(Sym)));
      if (auto found = find_function(symbols, table_at<char>(file, texts.sh_offset, texts.sh_size), at)) return found;
    }
  }
  return std::nullopt;
}

std::uintptr_t interrupted_at(const void* context) {
  const mcontext_t& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return registers.pc;
#else
  return 0;
#endif
}

void write_text(int descriptor, const char* text) {
  if (write(descriptor, text, std::strlen(text)) < 0) return;
}

/// Writes the frame at `address`. Returns whether those outside it are worth a line: they are not this program's.
bool write_frame(int descriptor, int number, std::uintptr_t address) {
  const Module module = module_of(number == 0 ? address : address - 1);  // where it was called, not where it goes on
  if (module.path != nullptr && module.path[0] == '\0') return false;
  std::array<char, 512> line{};
  if (module.path == nullptr) {
    std::snprintf(line.data(), line.size(), "  #%d 0x%lx\n", number, static_cast<unsigned long>(address));
    write_text(descriptor, line.data());
    return true;
  }
  const char* const slash = std::strrchr(module.path, '/');
  const char* const library = slash == nullptr ? module.path : slash + 1;
  const std::uintptr_t adjust = number == 0 ? 0 : 1;
  const auto function = function_at(module.path, module.address - module.base);
  const auto from_base = static_cast<unsigned long>(address - module.base);
  if (function) {
    std::snprintf(line.data(), line.size(), "  #%d %.300s+0x%lx (%.100s+0x%lx)\n", number, function->name,
                  static_cast<unsigned long>(function->offset + adjust), library, from_base);
  } else {
    std::snprintf(line.data(), line.size(), "  #%d ?? (%.100s+0x%lx)\n", number, library, from_base);
  }
  write_text(descriptor, line.data());
  return true;
}

}  // namespace

void prepare_backtrace() {
  std::array<void*, 4> frames{};
  backtrace(frames.data(), static_cast<int>(frames.size()));  // loads the unwinder
}

void write_backtrace(int descriptor, int signal, const void* context) {
  constexpr int most_frames = 20;
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  const auto all = std::span(frames).first(static_cast<std::size_t>(std::max(count, 0)));
  const auto address_of = [](const void* frame) { return reinterpret_cast<std::uintptr_t>(frame); };
  auto frame = std::ranges::find(all, interrupted_at(context), address_of);
  const char* const name = sigabbrev_np(signal);
  std::array<char, 64> line{};
  std::snprintf(line.data(), line.size(), "npu-cts-worker: SIG%s in\n", name == nullptr ? "?" : name);
  write_text(descriptor, line.data());
  for (int number = 0; frame != all.end() && number < most_frames; ++number, ++frame) {
    if (!write_frame(descriptor, number, reinterpret_cast<std::uintptr_t>(*frame))) return;
  }
}

}  // namespace npu_cts::wire
