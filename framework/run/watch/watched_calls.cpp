// SPDX-License-Identifier: Apache-2.0
#include "framework/run/watch/watched_calls.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace npu_cts::wire {
namespace {

constexpr int rest_command = 0x4E50;    // of fcntl, which knows no such one
constexpr int fchmodat2_number = 452;   // of Linux 6.6, on every processor
constexpr unsigned ioprio_process = 1;  // of ioprio_set(2): then come groups and users

constexpr WatchedCall setting(unsigned what) {
  return {.number = SYS_prctl, .act = Act::change_state, .state = always_sets, .selector = 0, .selected = what};
}

/// The call `number`, which sets the priority of the process in its second argument where its first one is `selected`.
constexpr WatchedCall priority_of_process(int number, unsigned selected) {
  return {.number = number,
          .act = Act::reach_process,
          .path = 1,
          .state = always_sets,
          .selector = 0,
          .selected = selected};
}

constexpr std::array calls{
    WatchedCall{.number = SYS_execve, .act = Act::start_program, .path = 0},
    WatchedCall{.number = SYS_execveat, .act = Act::start_program, .folder = 0, .path = 1},
    WatchedCall{.number = SYS_openat, .act = Act::open_file, .folder = 0, .path = 1, .flags = 2, .names = true},
    WatchedCall{.number = SYS_openat2, .act = Act::change_file, .folder = 0, .path = 1, .names = true},
    WatchedCall{.number = SYS_truncate, .act = Act::change_file, .path = 0},
    WatchedCall{.number = SYS_unlinkat, .act = Act::change_file, .folder = 0, .path = 1},
    WatchedCall{.number = SYS_renameat2, .act = Act::change_file, .folder = 0, .path = 1, .moves = true},
    WatchedCall{.number = SYS_renameat2, .act = Act::change_file, .folder = 2, .path = 3, .moves = true, .names = true},
    WatchedCall{.number = SYS_linkat, .act = Act::make_lasting, .folder = 2, .path = 3, .names = true},
    WatchedCall{.number = SYS_symlinkat, .act = Act::make_lasting, .folder = 1, .path = 2, .names = true},
    WatchedCall{.number = SYS_mkdirat, .act = Act::make_lasting, .folder = 0, .path = 1, .names = true},
    WatchedCall{.number = SYS_mknodat, .act = Act::make_lasting, .folder = 0, .path = 1, .names = true},
    WatchedCall{.number = SYS_fchmodat, .act = Act::change_file, .folder = 0, .path = 1},
    WatchedCall{.number = fchmodat2_number, .act = Act::change_file, .folder = 0, .path = 1},
    WatchedCall{.number = SYS_fchownat, .act = Act::change_file, .folder = 0, .path = 1},
#ifdef SYS_open  // newer processors have only the calls above
    WatchedCall{.number = SYS_chmod, .act = Act::change_file, .path = 0},
    WatchedCall{.number = SYS_lchown, .act = Act::change_file, .path = 0},
    WatchedCall{.number = SYS_chown, .act = Act::change_file, .path = 0},
    WatchedCall{.number = SYS_open, .act = Act::open_file, .path = 0, .flags = 1, .names = true},
    WatchedCall{.number = SYS_creat, .act = Act::change_file, .path = 0, .names = true},
    WatchedCall{.number = SYS_link, .act = Act::make_lasting, .path = 1, .names = true},
    WatchedCall{.number = SYS_symlink, .act = Act::make_lasting, .path = 1, .names = true},
    WatchedCall{.number = SYS_mkdir, .act = Act::make_lasting, .path = 0, .names = true},
    WatchedCall{.number = SYS_mknod, .act = Act::make_lasting, .path = 0, .names = true},
    WatchedCall{.number = SYS_unlink, .act = Act::change_file, .path = 0},
    WatchedCall{.number = SYS_rename, .act = Act::change_file, .path = 0, .moves = true},
    WatchedCall{.number = SYS_rename, .act = Act::change_file, .path = 1, .moves = true, .names = true},
#endif
    WatchedCall{.number = SYS_renameat, .act = Act::change_file, .folder = 0, .path = 1, .moves = true},
    WatchedCall{.number = SYS_renameat, .act = Act::change_file, .folder = 2, .path = 3, .moves = true, .names = true},
    WatchedCall{.number = SYS_ptrace, .act = Act::reach_process, .path = 1},
    WatchedCall{.number = SYS_process_vm_readv, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_process_vm_writev, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_perf_event_open, .act = Act::reach_process, .path = 1},
    WatchedCall{.number = SYS_pidfd_open, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_pidfd_send_signal, .act = Act::reach_holder, .path = 0},
    WatchedCall{.number = SYS_pidfd_getfd, .act = Act::reach_holder, .path = 0},
    WatchedCall{.number = SYS_process_madvise, .act = Act::reach_holder, .path = 0},
    WatchedCall{.number = SYS_kill, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_tkill, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_tgkill, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_rt_sigqueueinfo, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_rt_tgsigqueueinfo, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_prlimit64, .act = Act::reach_process, .path = 0, .state = 2},
    WatchedCall{.number = SYS_sched_setaffinity, .act = Act::reach_process, .path = 0, .state = always_sets},
    WatchedCall{.number = SYS_sched_setscheduler, .act = Act::reach_process, .path = 0, .state = always_sets},
    WatchedCall{.number = SYS_sched_setparam, .act = Act::reach_process, .path = 0, .state = always_sets},
    WatchedCall{.number = SYS_sched_setattr, .act = Act::reach_process, .path = 0, .state = always_sets},
    WatchedCall{.number = SYS_migrate_pages, .act = Act::reach_process, .path = 0},
    WatchedCall{.number = SYS_move_pages, .act = Act::reach_process, .path = 0},
    priority_of_process(SYS_ioprio_set, ioprio_process),
    WatchedCall{.number = SYS_ioprio_set, .act = Act::slow_others, .selector = 0, .selected = ioprio_process + 1},
    WatchedCall{.number = SYS_ioprio_set, .act = Act::slow_others, .selector = 0, .selected = ioprio_process + 2},
    priority_of_process(SYS_setpriority, PRIO_PROCESS),
    WatchedCall{.number = SYS_setpriority, .act = Act::slow_others, .selector = 0, .selected = PRIO_PGRP},
    WatchedCall{.number = SYS_setpriority, .act = Act::slow_others, .selector = 0, .selected = PRIO_USER},
    // A descriptor may send signals, to whom it belongs. But for F_SETOWN that is behind a pointer, so never ours.
    WatchedCall{.number = SYS_fcntl, .act = Act::reach_process, .path = 2, .selector = 1, .selected = F_SETOWN},
    WatchedCall{.number = SYS_fcntl, .act = Act::reach_process, .path = 2, .selector = 1, .selected = F_SETOWN_EX},
    WatchedCall{.number = SYS_ioctl, .act = Act::reach_process, .path = 2, .selector = 1, .selected = FIOSETOWN},
    WatchedCall{.number = SYS_ioctl, .act = Act::reach_process, .path = 2, .selector = 1, .selected = SIOCSPGRP},
    WatchedCall{.number = SYS_fcntl, .act = Act::rest, .selector = 1, .selected = rest_command},
    WatchedCall{.number = SYS_shmget, .act = Act::make_lasting},
    WatchedCall{.number = SYS_semget, .act = Act::make_lasting},
    WatchedCall{.number = SYS_msgget, .act = Act::make_lasting},
    WatchedCall{.number = SYS_shmctl, .act = Act::make_lasting, .selector = 1, .selected = IPC_RMID},
    WatchedCall{.number = SYS_semctl, .act = Act::make_lasting, .selector = 2, .selected = IPC_RMID},
    WatchedCall{.number = SYS_msgctl, .act = Act::make_lasting, .selector = 1, .selected = IPC_RMID},
    WatchedCall{.number = SYS_mq_open, .act = Act::make_lasting},
    WatchedCall{.number = SYS_mq_unlink, .act = Act::make_lasting},
    WatchedCall{.number = SYS_setrlimit, .act = Act::change_state, .state = 1},
    WatchedCall{.number = SYS_rt_sigaction, .act = Act::change_state, .state = 1},
    WatchedCall{.number = SYS_chroot, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setuid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setgid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setreuid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setregid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setresuid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setresgid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setfsuid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setfsgid, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_setgroups, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_capset, .act = Act::change_state, .state = always_sets},
    WatchedCall{.number = SYS_mount, .act = Act::change_mounts},
    WatchedCall{.number = SYS_umount2, .act = Act::change_mounts},
    WatchedCall{.number = SYS_move_mount, .act = Act::change_mounts},
    WatchedCall{.number = SYS_pivot_root, .act = Act::change_mounts},
    WatchedCall{.number = SYS_setns, .act = Act::change_mounts},
    WatchedCall{.number = SYS_acct, .act = Act::change_file, .path = 0},
    setting(PR_SET_DUMPABLE),
    setting(PR_SET_CHILD_SUBREAPER),
    WatchedCall{.number = SYS_prctl, .act = Act::outlive, .path = 1, .selector = 0, .selected = PR_SET_PDEATHSIG},
    WatchedCall{.number = SYS_prctl, .act = Act::filter_calls, .selector = 0, .selected = PR_SET_SECCOMP},
    WatchedCall{.number = SYS_seccomp, .act = Act::filter_calls, .selector = 0, .selected = SECCOMP_SET_MODE_STRICT},
    WatchedCall{.number = SYS_seccomp, .act = Act::filter_calls, .selector = 0, .selected = SECCOMP_SET_MODE_FILTER},
};

#if defined(__x86_64__)
constexpr unsigned architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned architecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned architecture = 0;
#endif

constexpr unsigned refuse_silently = SECCOMP_RET_ERRNO | ENOSYS;

sock_filter load(std::size_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset)); }

sock_filter load_argument(int argument) {  // its low half: both processors are little-endian
  return load(offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(argument));
}

sock_filter load_high_half(int argument) {
  return load(offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(argument) + 4);
}

sock_filter give(unsigned verdict) { return BPF_STMT(BPF_RET | BPF_K, verdict); }

/// Skips `count` steps where what was loaded is not `value`.
sock_filter skip_unless(unsigned value, std::uint8_t count) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
}

/// Skips `count` steps where what was loaded is `value`.
sock_filter skip_if(unsigned value, std::uint8_t count) { return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0); }

/// Returns the steps that let a call pass which sets nothing of this process, and go on with any other.
std::vector<sock_filter> pass_without(int state) {
  if (state == always_sets) return {};
  if (state < 0) return {give(SECCOMP_RET_ALLOW)};
  return {load_argument(state), skip_unless(0, 3), load_high_half(state), skip_unless(0, 1), give(SECCOMP_RET_ALLOW)};
}

/// Appends the steps that ask for leave at `call`, but where it changes nothing or means this process `own`.
void append(std::vector<sock_filter>& steps, const WatchedCall& call, unsigned own) {
  std::vector<sock_filter> block;
  const bool may_mean_other = call.number == SYS_ptrace || call.number == SYS_perf_event_open;  // of whatever argument
  if (call.act == Act::reach_process && !may_mean_other) {
    block = {load_argument(call.path), skip_if(own, 2), skip_if(0, 1), give(SECCOMP_RET_USER_NOTIF)};
    const auto pass = pass_without(call.state);
    block.insert(block.end(), pass.begin(), pass.end());
  } else if (call.act == Act::change_state) {
    block = pass_without(call.state);
  }
  block.push_back(give(SECCOMP_RET_USER_NOTIF));
  if (call.selector >= 0) {
    const auto size = static_cast<std::uint8_t>(block.size());
    block.insert(block.begin(), {load_argument(call.selector), skip_unless(call.selected, size)});
  }
  steps.push_back(load(offsetof(seccomp_data, nr)));
  steps.push_back(skip_unless(static_cast<unsigned>(call.number), static_cast<std::uint8_t>(block.size())));
  steps.insert(steps.end(), block.begin(), block.end());
}

}  // namespace

std::span<const WatchedCall> watched_calls() { return calls; }

void rest_until_asked(int channel) { syscall(SYS_fcntl, channel, rest_command, 0); }

int watch_calls() {
  std::vector<sock_filter> steps{load(offsetof(seccomp_data, arch)), skip_unless(architecture, 1),
                                 BPF_STMT(BPF_JMP | BPF_JA, 1), give(refuse_silently)};
#if defined(__x86_64__)
  constexpr unsigned x32 = 0x40000000;  // the same calls under other numbers
  steps.push_back(load(offsetof(seccomp_data, nr)));
  steps.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32, 0, 1));
  steps.push_back(give(refuse_silently));
#endif
  std::set<std::pair<int, unsigned>> asked;  // of a call with two paths, once
  for (const WatchedCall& call : calls) {
    if (asked.emplace(call.number, call.selected).second) append(steps, call, static_cast<unsigned>(getpid()));
  }
  // The first two open files that nothing is asked for. The third makes memory that blocks its reader, and the runner
  // reads paths from the memory of a worker.
  for (const int number : {SYS_io_uring_setup, SYS_open_by_handle_at, SYS_userfaultfd}) {
    steps.push_back(load(offsetof(seccomp_data, nr)));
    steps.push_back(skip_unless(static_cast<unsigned>(number), 1));
    steps.push_back(give(refuse_silently));
  }
  steps.push_back(give(SECCOMP_RET_ALLOW));
  sock_fprog program{.len = static_cast<unsigned short>(steps.size()), .filter = steps.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  constexpr unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  return static_cast<int>(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program));
}

}  // namespace npu_cts::wire
