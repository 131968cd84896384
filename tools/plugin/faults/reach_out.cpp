// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/faults/reach_out.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <string>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace npu_cts::faults {
namespace {

volatile long sink = 0;  // NOLINT: keeps what is not used

/// Writes `x` through `/proc/PID/mem` and puts it back.
void write_memory(const std::string& process, signed char* x) {
  const int memory = open(("/proc/" + process + "/mem").c_str(), O_RDWR);
  const auto at = static_cast<off_t>(reinterpret_cast<std::uintptr_t>(x));
  const signed char other = 99;
  const signed char before = *x;
  sink = pwrite(memory, &other, 1, at);
  sink = pwrite(memory, &before, 1, at);
  if (memory >= 0) close(memory);
}

/// Opens the memory that the arguments lie in again, to write.
void reopen_input(signed char*) {
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", failed)) {
    if (std::filesystem::read_symlink(entry, failed).string().find("memfd:npu-cts") == std::string::npos) continue;
    const int again = open(entry.path().c_str(), O_RDWR);
    sink = pwrite(again, "x", 1, 0);
    if (again >= 0) close(again);
  }
}

/// Writes to a descriptor of the runner's that a worker is not given: a test puts its number into the environment.
void write_inherited(signed char*) {
  const char* const descriptor = std::getenv("NPU_CTS_FAULTY_DESCRIPTOR");
  if (descriptor != nullptr) sink = pwrite(std::atoi(descriptor), "x", 1, 0);
}

std::string descriptors_of_runner() { return "/proc/" + std::to_string(getppid()) + "/fd/"; }

/// Opens what the runner has open, to read it, by names that begin with `start` in `folder`.
void open_descriptors_in(int folder, const std::string& start) {
  for (int descriptor = 3; descriptor < 32; ++descriptor) {
    const std::string name = start + std::to_string(descriptor);
    const int file = openat(folder, name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0) close(file);
  }
}

void open_descriptors(signed char*) { open_descriptors_in(AT_FDCWD, descriptors_of_runner()); }

void open_descriptors_by_folder(signed char*) {
  const int folder = open(descriptors_of_runner().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  open_descriptors_in(folder, "");
  close(folder);
}

void open_descriptors_inside(signed char*) {
  const int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  sink = chdir(descriptors_of_runner().c_str());
  open_descriptors_in(AT_FDCWD, "");
  sink = fchdir(before);
  close(before);
}

void sample_runner(signed char*) {
  perf_event_attr wanted = {};
  wanted.type = PERF_TYPE_SOFTWARE;
  wanted.size = sizeof wanted;
  wanted.config = PERF_COUNT_SW_TASK_CLOCK;
  const auto event = static_cast<int>(syscall(SYS_perf_event_open, &wanted, getppid(), -1, -1, 0));
  if (event >= 0) close(event);
}

/// Opens a file that the runner has open: a test puts its path into the environment.
void open_journal(signed char*) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  if (journal == nullptr) return;
  const int file = open(journal, O_WRONLY | O_APPEND);
  sink = write(file, "forged\n", 7);
  if (file >= 0) close(file);
}

/// Returns the path of a file beside that one.
std::string path_beside(const std::string& end) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  return journal == nullptr ? "/dev/null" : std::string(journal) + "." + end;
}

/// Returns a new one, another each time.
std::string new_path() {
  static int count = 0;
  return path_beside(std::to_string(getpid()) + "." + std::to_string(++count));
}

void append_to(const std::string& path) {
  const int file = open(path.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  sink = write(file, "a line\n", 7);
  if (file >= 0) close(file);
}

void leave_file(signed char*) { append_to(new_path()); }

void leave_file_every_fiftieth(signed char* data) {
  static int calls = 0;
  if (++calls % 50 == 0) leave_file(data);
}

void append_log(signed char*) { append_to(path_beside("log")); }

void leave_link(signed char*) { sink = symlink("nowhere", new_path().c_str()); }

/// Opens it by `link`, which leads to `target`, and what stands behind that.
void open_by_link(const std::string& link, const std::string& target, const std::string& behind) {
  std::remove(link.c_str());
  sink = symlink(target.c_str(), link.c_str());
  const int file = open((link + behind).c_str(), O_WRONLY | O_APPEND);
  sink = write(file, "forged\n", 7);
  if (file >= 0) close(file);
  std::remove(link.c_str());
}

/// Goes up from where a link leads to: by its text, the way leads elsewhere.
void open_journal_by_link(signed char*) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  if (journal == nullptr) return;
  const std::filesystem::path path(journal);
  const std::string folder = path.string() + ".folder";
  std::error_code failed;
  std::filesystem::create_directory(folder, failed);
  open_by_link(std::filesystem::temp_directory_path() / "npu_cts_faulty_link", folder,
               "/../" + path.filename().string());
  std::filesystem::remove(folder, failed);
}

/// Reads it, and opens what it reads again, by a link to a descriptor that the runner has not.
void open_journal_by_descriptor(signed char*) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  if (journal == nullptr) return;
  constexpr int high = 700;
  const int low = open(journal, O_RDONLY);
  dup2(low, high);
  open_by_link(std::string(journal) + ".link", "/proc/self/fd/" + std::to_string(high), "");
  for (const int one : {low, high}) close(one);
}

void rename_over_journal(signed char*) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  if (journal == nullptr) return;
  const std::string forged = std::string(journal) + ".forged";
  std::fclose(std::fopen(forged.c_str(), "w"));
  sink = std::rename(forged.c_str(), journal);
  std::remove(forged.c_str());
}

void rename_journal(signed char*) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  if (journal != nullptr) sink = std::rename(journal, (std::string(journal) + ".moved").c_str());
}

void rename_folder_of_journal(signed char*) {
  const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE");
  if (journal == nullptr) return;
  const std::string folder = std::filesystem::path(journal).parent_path();
  sink = std::rename(folder.c_str(), (folder + ".moved").c_str());
}

/// Writes to a pipe that the runner writes to, as its output may be one.
void forge_output(signed char*) {
  const char* const pipe = std::getenv("NPU_CTS_FAULTY_PIPE");
  const int file = pipe == nullptr ? -1 : open(pipe, O_WRONLY);
  sink = write(file, "forged\n", 7);
  if (file >= 0) close(file);
}

/// Names a file by memory that blocks its reader: the page is asked for, and nothing puts it there.
void open_unanswered(signed char*) {
  constexpr std::size_t page = 4096;
  const auto asks = static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC));
  void* const path = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  uffdio_api api{.api = UFFD_API, .features = 0, .ioctls = 0};
  uffdio_register missing{.range = {.start = reinterpret_cast<std::uintptr_t>(path), .len = page},
                          .mode = UFFDIO_REGISTER_MODE_MISSING,
                          .ioctls = 0};
  sink = ioctl(asks, UFFDIO_API, &api);
  sink = ioctl(asks, UFFDIO_REGISTER, &missing);
  sink = open(static_cast<const char*>(path), O_WRONLY);
  if (asks >= 0) close(asks);
  munmap(path, page);
}

void read_parent(signed char* x) {
  std::array<char, 1> byte{};
  const iovec here{.iov_base = byte.data(), .iov_len = 1};
  const iovec there{.iov_base = x, .iov_len = 1};
  sink = process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}

void read_memory_of_parent(signed char*) {
  const int memory = open(("/proc/" + std::to_string(getppid()) + "/mem").c_str(), O_RDONLY);
  if (memory >= 0) close(memory);
}

void write_about_parent(signed char*) {
  const int file = open(("/proc/" + std::to_string(getppid()) + "/oom_score_adj").c_str(), O_WRONLY);
  if (file >= 0) close(file);
}

void close_journal_to_others(signed char*) {
  if (const char* const journal = std::getenv("NPU_CTS_FAULTY_FILE")) sink = chmod(journal, 0600);
}

/// Takes descriptors of the runner by the process that the channel leads to: since Linux 6.5 a socket says it.
void take_descriptors(signed char*) {
  constexpr int peer = 77;  // SO_PEERPIDFD
  constexpr int most_open = 1024;
  int runner = -1;
  for (int channel = 3; channel < most_open && runner < 0; ++channel) {
    socklen_t size = sizeof runner;
    if (getsockopt(channel, SOL_SOCKET, peer, &runner, &size) != 0) runner = -1;
  }
  if (runner < 0) runner = static_cast<int>(syscall(SYS_pidfd_open, getppid(), 0));
  const auto taken = static_cast<int>(syscall(SYS_pidfd_getfd, runner, 1, 0));
  for (const int one : {runner, taken}) close(one);
}

void ask_shell(signed char*) { sink = std::system("exit 0"); }

void ask_program(signed char*) {
  if (std::FILE* const pipe = popen("true", "r")) pclose(pipe);
}

void start_runner(signed char*) {
  const std::string runner = "/proc/" + std::to_string(getppid()) + "/exe";
  execl(runner.c_str(), runner.c_str(), "--help", nullptr);
}

/// Starts it without a path: by a descriptor of its file.
void start_runner_by_descriptor(signed char*) {
  const int file = open(("/proc/" + std::to_string(getppid()) + "/exe").c_str(), O_RDONLY);
  std::string name = "runner";
  const std::array<char*, 2> words{name.data(), nullptr};
  fexecve(file, words.data(), environ);
  if (file >= 0) close(file);
}

/// Makes a descriptor send a signal to the runner when it can be read.
void signal_by_descriptor(bool by_ioctl) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return;
  int parent = getppid();
  sink = by_ioctl ? ioctl(ends[0], FIOSETOWN, &parent) : fcntl(ends[0], F_SETOWN, parent);
  for (const int end : ends) close(end);
}

/// Sends a signal by a descriptor that is not asked for: the folder of the runner in /proc.
void signal_by_folder(signed char*) {
  const int folder = open(("/proc/" + std::to_string(getppid())).c_str(), O_RDONLY | O_DIRECTORY);
  sink = syscall(SYS_pidfd_send_signal, folder, SIGSTOP, nullptr, 0);
  if (folder >= 0) close(folder);
}

/// Takes a call from this process and from who watches it.
void filter_calls(bool by_prctl) {
  std::array steps{sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{.len = steps.size(), .filter = steps.data()};
  sink = by_prctl ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)
                  : syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// Leaves a process that has taken its environment, where it is known by, out of its memory.
void leave_unknown_child(signed char*) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return;
  if (fork() == 0) {
    setsid();
    for (char** variable = environ; *variable != nullptr; ++variable) std::memset(*variable, 0, std::strlen(*variable));
    close_range(0, ~0U, 0);
    for (;;) pause();
  }
  close(ends[1]);
  char byte = 0;
  sink = read(ends[0], &byte, 1);  // ends when the other one closes what it has
  close(ends[0]);
}

using Deeds = std::map<std::string_view, void (*)(signed char*)>;

const Deeds& deeds_with_files() {
  static const Deeds all{
      {"own-memory", [](signed char* x) { write_memory("self", x); }},
      {"parent-memory", [](signed char* x) { write_memory(std::to_string(getppid()), x); }},
      {"reopen-input", reopen_input},
      {"write-inherited", write_inherited},
      {"leak-file", leave_file},
      {"open-descriptors", open_descriptors},
      {"open-descriptors-by-folder", open_descriptors_by_folder},
      {"open-descriptors-inside", open_descriptors_inside},
      {"append-log", append_log},
      {"file-every-fiftieth", leave_file_every_fiftieth},
      {"sample-runner", sample_runner},
      {"leak-link", leave_link},
      {"forge-journal", open_journal},
      {"forge-journal-by-link", open_journal_by_link},
      {"forge-journal-by-descriptor", open_journal_by_descriptor},
      {"replace-journal", rename_over_journal},
      {"move-journal", rename_journal},
      {"move-folder", rename_folder_of_journal},
      {"forge-output", forge_output},
      {"read-memory-of-parent", read_memory_of_parent},
      {"write-about-parent", write_about_parent},
      {"close-journal-to-others", close_journal_to_others},
      {"mount", [](signed char*) { sink = mount("/tmp", "/tmp", nullptr, MS_BIND, nullptr); }},
      {"unanswered-path", open_unanswered},
  };
  return all;
}

const Deeds& deeds_with_processes() {
  static const Deeds all{
      {"exec", [](signed char*) { execl("/bin/true", "true", nullptr); }},
      {"system", ask_shell},
      {"popen", ask_program},
      {"runner", start_runner},
      {"runner-by-descriptor", start_runner_by_descriptor},
      {"stop-parent", [](signed char*) { kill(getppid(), SIGSTOP); }},
      {"stop-all", [](signed char*) { kill(-1, SIGSTOP); }},
      {"trace-parent", [](signed char*) { sink = ptrace(PTRACE_SEIZE, getppid(), nullptr, nullptr); }},
      {"read-parent", read_parent},
      {"take-descriptors", take_descriptors},
      {"slow-files-of-parent", [](signed char*) { sink = syscall(SYS_ioprio_set, 1, getppid(), 0); }},
      {"slow-parent", [](signed char*) { sink = setpriority(PRIO_PROCESS, static_cast<id_t>(getppid()), 19); }},
      {"slow-all", [](signed char*) { sink = setpriority(PRIO_USER, 0, 1); }},
      {"trace-me", [](signed char*) { sink = ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
      {"signal-parent", [](signed char*) { signal_by_descriptor(false); }},
      {"signal-parent-by-ioctl", [](signed char*) { signal_by_descriptor(true); }},
      {"signal-parent-by-folder", signal_by_folder},
      {"filter-calls", [](signed char*) { filter_calls(false); }},
      {"filter-by-prctl", [](signed char*) { filter_calls(true); }},
      {"unknown-daemon", leave_unknown_child},
      {"outlive", [](signed char*) { sink = prctl(PR_SET_PDEATHSIG, 0); }},
      {"ask-parent", [](signed char*) { sink = kill(getppid(), 0); }},
  };
  return all;
}

}  // namespace

void reach_out(std::string_view fault, signed char* x) {
  for (const Deeds* const deeds : {&deeds_with_files(), &deeds_with_processes()}) {
    if (const auto it = deeds->find(fault); it != deeds->end()) it->second(x);
  }
}

}  // namespace npu_cts::faults
