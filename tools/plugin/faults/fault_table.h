// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace npu_cts::faults {

/// A misbehaviour of the faulty plugin, and what must come out of the one call that shows it.
struct FaultRow {
  std::string_view name;
  std::string_view what;
  std::string_view want;  ///< how the outcome's words begin
};

inline constexpr std::array fault_table{
    FaultRow{"segfault", "reads a null pointer", "crash: SIGSEGV"},
    FaultRow{"write-code", "writes to its own code", "crash: SIGSEGV"},
    FaultRow{"abort", "aborts", "crash: SIGABRT"},
    FaultRow{"divide", "raises SIGFPE", "crash: SIGFPE"},
    FaultRow{"illegal", "raises SIGILL", "crash: SIGILL"},
    FaultRow{"bus", "raises SIGBUS", "crash: SIGBUS"},
    FaultRow{"trap", "raises SIGTRAP", "crash: SIGTRAP"},
    FaultRow{"killed", "is killed by SIGKILL", "crash: SIGKILL"},
    FaultRow{"terminated", "is killed by SIGTERM", "crash: SIGTERM"},
    FaultRow{"broken-pipe", "is killed by SIGPIPE", "crash: SIGPIPE"},
    FaultRow{"stack-overflow", "recurses without end", "crash: SIGSEGV"},
    FaultRow{"exception", "lets a C++ exception out", "crash: SIGABRT"},
    FaultRow{"double-free", "frees a block twice", "crash: SIGABRT"},
    FaultRow{"prepare-crash", "crashes in prepare", "crash: SIGSEGV"},
    FaultRow{"exit-0", "calls exit(0)", "exited: with code 0"},
    FaultRow{"exit-3", "calls exit(3)", "exited: with code 3"},
    FaultRow{"underscore-exit", "calls _exit(0)", "exited: with code 0"},
    FaultRow{"quick-exit", "calls quick_exit(0)", "exited: with code 0"},
    FaultRow{"endless-loop", "never returns, busy", "timeout: "},
    FaultRow{"greedy", "computes for longer than --cpu lets it",
             "resource: used more than 1 s of processor time (--cpu)"},
    FaultRow{"greedy-deaf", "does so, and ignores the signal for it",
             "resource: used more than 1 s of processor time (--cpu)"},
    FaultRow{"sleep", "never returns, idle", "timeout: "},
    FaultRow{"deadlock", "locks a mutex twice", "timeout: "},
    FaultRow{"stopped", "stops itself", "timeout: "},
    FaultRow{"prepare-sleep", "never returns from prepare", "timeout: "},
    FaultRow{"fork-bomb", "starts twenty processes and leaves them", "resource: left processes"},
    FaultRow{"daemon", "leaves a process in a session of its own", "resource: left processes"},
    FaultRow{"unknown-daemon", "leaves one that takes its mark out of its memory", "resource: left processes"},
    FaultRow{"late-thread", "leaves a thread that writes to the output later", "resource: leaks a thread"},
    FaultRow{"leak-thread", "leaves an idle thread at each call", "resource: leaks a thread"},
    FaultRow{"leak-descriptor", "leaves a descriptor at each call", "resource: leaks a descriptor"},
    FaultRow{"leak-memory", "leaves a megabyte at each call", "resource: leaks about 10"},
    FaultRow{"leak-bytes", "leaves 100 bytes at each call", "resource: leaks about 1"},
    FaultRow{"leak-page", "leaves 4 KiB at each call", "resource: leaks about 41"},
    FaultRow{"leak-map", "maps a page at each call", "resource: leaks about 4096 bytes each call"},
    FaultRow{"leak-shared-map", "maps a shared page at each call", "resource: leaks about 4096 bytes each call"},
    FaultRow{"leak-closed-map", "maps a page at each call that nothing may touch",
             "resource: leaks about 4096 bytes each call"},
    FaultRow{"leak-then-crash", "leaves 100 bytes at each call and crashes in the 132nd", "crash: SIGSEGV"},
    FaultRow{"refusal-leak-bytes", "leaves 100 bytes at each refusal", "resource: leaks about 1"},
    FaultRow{"refusal-leak-memory", "leaves a megabyte at each refusal", "resource: leaks about 10"},
    FaultRow{"refusal-leak-descriptor", "leaves a descriptor at each refusal",
             "resource: leaks a descriptor each refusal"},
    FaultRow{"refusal-leak-map", "maps a page at each refusal", "resource: leaks about 4096 bytes each refusal"},
    FaultRow{"refusal-leak-thread", "leaves an idle thread at each refusal", "resource: leaks a thread each refusal"},
    FaultRow{"huge-memory", "asks for 8 GiB and says that it got none", "resource: no memory"},
    FaultRow{"huge-memory-unchecked", "asks for 8 GiB and writes to what it gets", "crash: SIGSEGV"},
    FaultRow{"past-end", "writes one byte past the output", "out of bounds: wrote past the end of output 'y'"},
    FaultRow{"before-start", "writes one byte before the output", "out of bounds: went before the start of output 'y'"},
    FaultRow{"far-past", "writes a page past the output", "out of bounds: went past the end of output 'y'"},
    FaultRow{"far-before", "writes a page before the output", "out of bounds: went before the start of output 'y'"},
    FaultRow{"past-workspace", "writes one byte past its workspace",
             "out of bounds: wrote past the end of the workspace"},
    FaultRow{"before-workspace", "writes before its workspace",
             "out of bounds: went before the start of the workspace"},
    FaultRow{"read-past", "reads one byte past an argument", "out of bounds: went past the end of argument 'x'"},
    FaultRow{"read-before", "reads one byte before an argument",
             "out of bounds: went before the start of argument 'x'"},
    FaultRow{"write-input", "writes to an argument", "input modified: argument 'x'"},
    FaultRow{"unprotect-input", "makes an argument writable and writes to it", "input modified: argument 'x'"},
    FaultRow{"replace-input", "puts pages of its own, writable, in the place of an argument's",
             "input modified: argument 'x': its pages are no longer mapped to be read only"},
    FaultRow{"hide-input", "leaves an argument's pages without access",
             "input modified: argument 'x': its pages are no longer mapped to be read only"},
    FaultRow{"prepare-write", "writes to an argument in prepare", "input modified: argument 'x'"},
    FaultRow{"unwritten-one", "leaves one element unwritten", "unwritten output: output 'y' at [42]"},
    FaultRow{"unwritten-last", "leaves the last element unwritten", "unwritten output: output 'y' at [99]"},
    FaultRow{"unwritten-all", "does nothing and says ok", "unwritten output: output 'y' at [0]"},
    FaultRow{"wrong-one", "gets one element wrong", "value mismatch"},
    FaultRow{"wrong-all", "fills the output with one value", "value mismatch"},
    FaultRow{"no-output", "declares no output", "value mismatch"},
    FaultRow{"history", "depends on how often it was called", "non-deterministic: output 'y' at [7]"},
    FaultRow{"second-time", "is wrong the second time", "non-deterministic: output 'y' at [7]"},
    FaultRow{"address", "depends on addresses", "non-deterministic: output 'y' at [7]"},
    FaultRow{"thread-count", "depends on how many processors it may use", "non-deterministic: output 'y' at [7]"},
    FaultRow{"memory-before", "depends on what the output held", "non-deterministic: output 'y' at [7]"},
    FaultRow{"refuses-again", "accepts a call once, then refuses it", "non-deterministic: completed once"},
    FaultRow{"shape-changes", "declares another shape the second time",
             "non-deterministic: output 'y' of another type"},
    FaultRow{"much-output", "prints 100 MB", "unharmed"},
    FaultRow{"forged-gtest", "prints lines of a passing GoogleTest", "unharmed"},
    FaultRow{"forged-ctest", "prints measurements for CTest", "unharmed"},
    FaultRow{"escapes", "prints terminal escapes and bytes that are no UTF-8", "unharmed"},
    FaultRow{"bad-text", "refuses with a text that is no UTF-8", "refused: 161002 \xEF\xBF\xBD"},
    FaultRow{"close-stdout", "closes its standard output", "unharmed"},
    FaultRow{"close-stderr", "closes its standard error", "unharmed"},
    FaultRow{"close-low", "closes descriptors 0 to 100", "unharmed"},
    FaultRow{"close-all", "closes every descriptor", "exited: with code 1"},
    FaultRow{"handler", "leaves a signal handler", "resource: left changed: the handler of SIGUSR1"},
    FaultRow{"crash-handler", "leaves a handler of SIGSEGV that exits",
             "resource: left changed: the handler of SIGSEGV"},
    FaultRow{"ignored-signal", "leaves a signal ignored", "resource: left changed: the handler of SIGTERM"},
    FaultRow{"blocked-signal", "leaves a signal blocked", "resource: left changed: whether SIGTERM is blocked"},
    FaultRow{"prepare-blocked-signal", "leaves a signal blocked in prepare, and refuses the call",
             "resource: left changed: whether SIGTERM is blocked"},
    FaultRow{"interval-timer", "leaves a timer of setitimer running", "resource: left changed: a timer"},
    FaultRow{"alarm", "leaves an alarm running", "resource: left changed: a timer"},
    FaultRow{"timer", "leaves a timer of timer_create", "resource: left changed: a timer"},
    FaultRow{"limit", "leaves a resource limit lower", "resource: left changed: a resource limit"},
    FaultRow{"limit-by-number", "lowers a limit by prlimit with its own number",
             "resource: left changed: a resource limit"},
    FaultRow{"limit-by-raw-call", "lowers a limit by the system call prlimit64",
             "resource: left changed: a resource limit"},
    FaultRow{"limit-by-old-call", "lowers a limit by the system call setrlimit",
             "resource: left changed: a resource limit"},
    FaultRow{"new-variable", "sets an environment variable",
             "resource: left changed: the environment variable 'NPU_CTS_NEW'"},
    FaultRow{"no-variables", "clears the environment", "resource: left changed: the environment variable "},
    FaultRow{"chdir", "changes the folder", "resource: left changed: the working directory"},
    FaultRow{"lost-folder", "changes to a folder and removes it", "resource: left changed: the working directory"},
    FaultRow{"umask", "changes the umask", "resource: left changed: the umask"},
    FaultRow{"locale", "changes the locale", "resource: left changed: the locale"},
    FaultRow{"rounding", "changes the rounding mode", "resource: left changed: the floating-point control word"},
    FaultRow{"flush-to-zero", "makes subnormals zero", "resource: left changed: the floating-point control word"},
    FaultRow{"prepare-rounding", "changes the rounding mode in prepare",
             "resource: left changed: the floating-point control word"},
    FaultRow{"mmx", "leaves the registers of MMX in use", "resource: left changed: the floating-point control word"},
    FaultRow{"thread-locale", "changes the locale of the thread", "resource: left changed: the locale"},
    FaultRow{"niceness", "makes the process nicer", "resource: left changed: its priority"},
    FaultRow{"personality", "changes the personality of the process", "resource: left changed: its personality"},
    FaultRow{"subreaper", "adopts the children of its children", "resource: left changed: whether it adopts processes"},
    FaultRow{"not-dumpable", "forbids others to read its memory",
             "resource: left changed: whether its memory can be read"},
    FaultRow{"processors", "stays on one processor", "resource: left changed: the processors it may run on"},
    FaultRow{"hidden-timer", "closes what the worker reads its timers from, and leaves a timer",
             "resource: left changed: what the worker reads its timers from"},
    FaultRow{"zombie", "leaves a child process that it does not wait for",
             "resource: left changed: a child process that ended and was not waited for"},
    FaultRow{"exec", "becomes another program", "resource: starts the program '/bin/true'"},
    FaultRow{"system", "runs a line of shell", "resource: starts the program '/bin/sh'"},
    FaultRow{"popen", "reads what a program prints", "resource: starts the program '/bin/sh'"},
    FaultRow{"runner", "becomes the runner, which knows the answers", "resource: starts the program '/proc/"},
    FaultRow{"own-memory", "writes to an argument through /proc/self/mem and puts it back",
             "resource: changes '/proc/self/mem'"},
    FaultRow{"parent-memory", "writes to the runner's memory", "resource: changes '/proc/"},
    FaultRow{"reopen-input", "opens the memory of the arguments again, to write", "resource: changes '/proc/self/fd/"},
    FaultRow{"forge-journal", "writes to a file that the runner writes", "resource: changes '"},
    FaultRow{"forge-journal-by-link", "does so by a link, and up from where it leads to", "resource: changes '"},
    FaultRow{"forge-journal-by-descriptor", "does so by a link to its own descriptor", "resource: changes '"},
    FaultRow{"move-journal", "renames a file that the runner writes", "resource: changes '"},
    FaultRow{"replace-journal", "puts a file in the place of one that the runner writes", "resource: changes '"},
    FaultRow{"move-folder", "renames the folder of a file that the runner writes", "resource: changes '"},
    FaultRow{"forge-output", "writes to a pipe that the runner writes to", "resource: changes '/proc/"},
    FaultRow{"stop-parent", "stops the runner", "resource: reaches for process "},
    FaultRow{"stop-all", "stops every process", "resource: reaches for process -1"},
    FaultRow{"trace-parent", "traces the runner", "resource: reaches for process "},
    FaultRow{"read-parent", "reads the runner's memory", "resource: reaches for process "},
    FaultRow{"read-memory-of-parent", "does so by a file", "resource: reads '/proc/"},
    FaultRow{"take-descriptors", "takes what the runner has open", "resource: reaches for process "},
    FaultRow{"slow-parent", "makes the runner nicer", "resource: reaches for process "},
    FaultRow{"slow-all", "makes all processes of the user nicer", "resource: slows processes that may not be its own"},
    FaultRow{"signal-parent-by-ioctl", "does so by ioctl", "resource: reaches for process "},
    FaultRow{"signal-parent-by-folder", "stops the runner by its folder in /proc", "resource: reaches for process "},
    FaultRow{"trace-me", "wants to be traced by the runner", "resource: reaches for process 0"},
    FaultRow{"filter-by-prctl", "keeps itself from system calls by prctl",
             "resource: installs a filter of system calls"},
    FaultRow{"signal-parent", "makes a descriptor send signals to the runner", "resource: reaches for process "},
    FaultRow{"filter-calls", "keeps itself from system calls", "resource: installs a filter of system calls"},
    FaultRow{"outlive", "keeps itself from being killed where the runner is",
             "resource: keeps itself from ending with the runner"},
    FaultRow{"unanswered-path", "names a file by memory that blocks its reader", "unharmed"},
    FaultRow{"ask-parent", "asks whether the runner is there", "unharmed"},
    FaultRow{"unsupported", "says that it does not support a call", "unsupported: "},
    FaultRow{"invalid", "refuses a call with the vendor's code 161002", "refused: 161002"},
    FaultRow{"spoils-in-place", "refuses a call that it has begun to compute in place",
             "input modified: argument 'x', by a refusal"},
    FaultRow{"fails-in-place", "says that it failed when it has begun to compute in place", "internal: "},
    FaultRow{"internal", "says that it failed", "internal: "},
    FaultRow{"wrong-status", "returns a status that there is not", "protocol: status 77"},
    FaultRow{"extra-output", "gives an output more than there is", "value mismatch"},
    FaultRow{"too-many-outputs", "plans 1000 outputs", "protocol: its plan has 1000 outputs"},
    FaultRow{"wrong-dtype", "plans an output of dtype 77", "protocol: an output of dtype 77"},
    FaultRow{"wrong-rank", "plans an output of rank 99", "protocol: an output of rank 99"},
    FaultRow{"negative-shape", "plans an output of a negative size", "protocol: 'shape' is [-5]"},
    FaultRow{"huge-shape", "plans an output of 2^62 elements", "protocol: 'shape' is "},
    FaultRow{"large-shape", "plans an output of 1 GiB", "resource: the call's outputs are larger"},
    FaultRow{"huge-workspace", "asks for a workspace of 2^60 bytes", "resource: a workspace of "},
    FaultRow{"unnamed", "plans an output without a name", "protocol: an output without a name"},
    FaultRow{"unterminated", "plans an output whose name does not end", "value mismatch"},
    FaultRow{"unknown-alias", "aliases an argument that there is not", "protocol: output 'y' aliases 'z'"},
    FaultRow{"wrong-alias", "aliases an argument of another type", "protocol: output 'y' has not the type of 'x'"},
    FaultRow{"twice", "plans the same output twice", "protocol: declares output 'y' twice"},
};

/// What one call does not show. `want` comes in some call of many.
inline constexpr std::array slow_table{
    FaultRow{"every-hundredth", "is wrong every 100th time", "non-deterministic: output 'y' at [7]"},
    FaultRow{"every-5000th", "is wrong every 5,000th time",
             "non-deterministic: output 'y' at [7] of this call in repetition 4"},
    FaultRow{"crash-every-5000th", "crashes every 5,000th time", "crash: SIGSEGV; it is of this call in repetition 4"},
};

/// What a plugin does in some of many calls, as their arguments say. `want` comes in each of these.
inline constexpr std::array some_table{
    FaultRow{"leak-some", "leaves 1000 bytes where the first element is 1",
             "resource: leaks about 1008 bytes each call"},
    FaultRow{"leak-some-pages", "maps 300 KiB where the first element is 1",
             "resource: leaks about 307200 bytes each call"},
    FaultRow{"leak-some-descriptors", "leaves a descriptor where the first element is 1",
             "resource: leaks a descriptor each call"},
    FaultRow{"refusal-leak-some", "leaves 1000 bytes where it refuses a first element of 1",
             "resource: leaks about 1008 bytes each refusal"},
};

/// A plugin that does not end well: the first call that completes fails.
inline constexpr std::array end_table{
    FaultRow{"close-crash", "crashes when it is closed", "crash: SIGABRT, where it was to end after this call"},
    FaultRow{"close-exit", "exits with code 3 when it is closed",
             "exited: with code 3, where it was to end after this call"},
    FaultRow{"close-hang", "does not return when it is closed",
             "timeout: no end in 2000 ms, where it was to end after this call"},
    FaultRow{"close-program", "becomes another program when it is closed", "resource: starts the program '/bin/true'"},
    FaultRow{"close-noise", "prints 200 KB when it is closed", "unharmed"},
    FaultRow{"end-crash", "crashes when its process exits", "crash: SIGABRT, where it was to end after this call"},
};

/// What a thread that a first case left behind does in a second one.
inline constexpr std::array late_table{
    FaultRow{"late-crash", "crashes", "crash: SIGSEGV in a thread left behind by the first case"},
    FaultRow{"late-abort", "ends by an exception", "crash: SIGABRT in a thread left behind by the first case"},
    FaultRow{"late-past-end", "writes a page past the output",
             "out of bounds: went past the end of output 'y' in a thread left behind by the first case"},
    FaultRow{"late-exit", "exits", "exited: with code 3; a thread left behind by the first case still ran"},
    FaultRow{"late-kill", "kills the process", "crash: SIGKILL; a thread left behind by the first case still ran"},
    FaultRow{"late-write", "writes to the output",
             "non-deterministic: output 'y' at [7]; a thread left behind by the first case still ran"},
};

/// A backend that is wrong about what may be called, and the fault attributed to every case that it gets wrong.
inline constexpr std::array backend_table{
    FaultRow{"claims-everything", "runs calls on products and in modes that do not support them", "accepted_invalid"},
    FaultRow{"claims-nothing", "says of every call that it does not support it", "refused_valid"},
    FaultRow{"accepts-everything", "checks nothing", "accepted_invalid"},
    FaultRow{"refuses-everything", "refuses every call", "refused_valid"},
    FaultRow{"wrong-codes", "fails with an error of its own where it should refuse", "wrong_code"},
};

/// A backend that remembers what it should not, and a fault that is attributed to some case of a run for it.
inline constexpr std::array memory_table{
    FaultRow{"caches-by-shape", "gives again what a call with the same shapes gave", "value_mismatch"},
    FaultRow{"caches-by-address", "gives again what a call with the same addresses and shapes gave", "value_mismatch"},
    FaultRow{"mixes-four", "is wrong once calls of four kinds have come", "value_mismatch"},
    FaultRow{"is-spoiled", "is wrong about an operator once it was asked for another", "nondeterministic"},
};

/// A backend that does not compute, and a fault that is attributed to some case of a run for it.
inline constexpr std::array idle_table{
    FaultRow{"zeros", "fills each output with zeros", "value_mismatch"},
    FaultRow{"echo", "gives back the bytes of its first tensor", "value_mismatch"},
};

/// A backend that knows the planned values and does not compute either. Some calls run with other values, too.
inline constexpr std::array heart_table{
    FaultRow{"answers-by-heart", "gives what it recorded of each planned call, and zeros for any other",
             "value_mismatch"},
    FaultRow{"supports-by-heart", "gives what it recorded of each planned call, and supports no other",
             "refused_valid, whatever --unsupported says"},
};

/// What befalls a run itself, and what becomes of it.
inline constexpr std::array runner_table{
    FaultRow{"full-disk", "the disk is full at some byte of the journal",
             "exit 3, the old journal stands, the run can go on"},
    FaultRow{"read-only", "the folder cannot be written", "exit 3 before any case"},
    FaultRow{"killed", "kill -9 of the run at any point", "the resumed report is the same to the byte"},
    FaultRow{"cut", "the machine stops in the middle of a line", "the resumed report is the same to the byte"},
    FaultRow{"two-runs", "a second run writes the same journal", "exit 3 for the second, the first is unharmed"},
    FaultRow{"other-run", "a run of other cases or policies is gone on with", "exit 3, the parts stand"},
    FaultRow{"finished-other", "the finished journal of another run is gone on with", "exit 3, the journal stands"},
    FaultRow{"finished-same", "the finished journal of the same run is gone on with",
             "it is complete already, and stands"},
};

/// A misbehaviour before the first call: of loading, or of a program's messages. `want` is part of why it does not
/// start.
inline constexpr std::array start_table{
    FaultRow{"load-crash", "crashes while it is loaded", "crash: SIGSEGV"},
    FaultRow{"load-exit", "exits while it is loaded", "exited: with code 0"},
    FaultRow{"query-crash", "crashes when it is asked", "crash: SIGABRT"},
    FaultRow{"query-null", "returns no table", "npu_cts_plugin_query returned null"},
    FaultRow{"other-major", "speaks ABI 2.0", "it speaks ABI 2.0, this is 1.1"},
    FaultRow{"struct-small", "says its table has 8 bytes", "its table says 8 bytes"},
    FaultRow{"struct-huge", "says its table has 2^31 bytes", "its table says 2147483648 bytes"},
    FaultRow{"null-prepare", "has no prepare", "'prepare' of its table is null"},
    FaultRow{"null-run", "has no run", "'run' of its table is null"},
    FaultRow{"null-name", "has no name", "'name' of its table is null"},
};

/// Programs that speak the protocol wrongly.
inline constexpr std::array program_table{
    FaultRow{"silent", "exits without a word", "exited: with code 0"},
    FaultRow{"garbage", "sends bytes that are no message", "protocol: a frame of "},
    FaultRow{"half-prefix", "sends half a length and exits", "exited: with code 0"},
    FaultRow{"half-header", "sends half a message and exits", "exited: with code 0"},
    FaultRow{"no-json", "sends a header that is no JSON", "protocol: the header is not a JSON object"},
    FaultRow{"json-list", "sends a list", "protocol: the header is not a JSON object"},
    FaultRow{"empty-frame", "sends an empty message", "protocol: a frame of 0 + 0 bytes"},
    FaultRow{"unknown-message", "sends an unknown message", "protocol: no message is called 'howdy'"},
    FaultRow{"other-protocol", "speaks protocol 2", "it speaks protocol 2, this is 1"},
    FaultRow{"missing-field", "leaves out a field", "protocol: 'version' is missing"},
    FaultRow{"wrong-type", "sends a number for a word", "protocol: 'name' is of a wrong type"},
    FaultRow{"unknown-field", "sends a field too many", "protocol: 'extra' is unknown"},
    FaultRow{"wrong-order", "begins with another message", "its first message is not 'hello'"},
    FaultRow{"prints-only", "prints its answer instead of sending it", "exited: with code 0"},
};

/// Programs that start well and answer a call wrongly.
inline constexpr std::array answer_table{
    FaultRow{"answer-garbage", "answers a call with garbage", "protocol: a frame of "},
    FaultRow{"answer-flood", "answers a call without end", "protocol: the header is not a JSON object"},
    FaultRow{"answer-half", "answers a call with half a message and exits", "exited: with code 0"},
    FaultRow{"answer-far-place", "gives an output a place outside the message", "protocol: 'at' is no place within"},
    FaultRow{"answer-short", "gives an output too few bytes", "protocol: output 'y' has 3 bytes"},
    FaultRow{"answer-deep", "nests 100000 lists", "protocol: "},
    FaultRow{"answer-hello", "answers a call with hello", "protocol: a message out of order"},
    FaultRow{"answer-twice", "answers a call twice", "protocol: a message that was not asked for"},
    FaultRow{"answer-many", "declares 1000 outputs", "protocol: too many outputs"},
};

}  // namespace npu_cts::faults
