// SPDX-License-Identifier: Apache-2.0
// npu-cts-worker LIBRARY: runs one plugin's calls in a process of its own. Speaks the protocol of
// framework/run/message; the runner starts it. What the plugin prints, changes or breaks stays here.

#include <algorithm>
#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "framework/base/diagnostic.h"
#include "framework/base/large_pages.h"
#include "framework/run/drive/output_places.h"
#include "framework/run/watch/guarded_memory.h"
#include "framework/run/watch/watched_calls.h"
#include "tools/plugin/check_library.h"
#include "tools/plugin/crash_trace.h"
#include "tools/plugin/guarded_map.h"
#include "tools/plugin/plugin_call.h"
#include "tools/plugin/plugin_table.h"
#include "tools/plugin/process_state.h"

namespace npu_cts::wire {
namespace {

/// Returns `low` again, out of the way of a plugin that closes what it did not open.
int lift(int low) {
  constexpr rlim_t high = 900;
  constexpr rlim_t kept = 16;  // of the descriptors that this process may have, for itself
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return fcntl(low, F_DUPFD_CLOEXEC, std::min(high, std::max(kept, limit.rlim_cur) - kept));
}

int open_high(const char* path, int how) {
  const int low = open(path, how | O_CLOEXEC);
  const int high = lift(low);
  close(low);
  return high;
}

/// Descriptors and process-wide settings as they were before the plugin was loaded.
struct Home {
  int channel = lift(3);
  int inputs = lift(4);
  int outputs = lift(5);
  int log = lift(2);
  int timers = open_high("/proc/self/timers", O_RDONLY);
  int name = open_high("/proc/self/comm", O_WRONLY);
  int maps = open_high("/proc/self/maps", O_RDONLY);
};

/// What lasts from one call to the next. Tensors stay mapped until then: the runner looks at them when the call is
/// done.
struct Lasting {
  explicit Lasting(const Home& home)
      : inputs(home.inputs, Access::read, home.maps), outputs(home.outputs, Access::write, home.maps) {}

  GuardedMaps inputs;
  GuardedMaps outputs;
};

/// How the plugin ended a call. It holds nothing of the heap where nothing is wrong: what a refusal says counts as no
/// leak.
struct Ended {
  npu_cts_status status = NPU_CTS_OK;
  npu_cts_plan plan = {};
  std::optional<npu_cts_plan> placed = std::nullopt;  ///< as prepared, where this process has placed the outputs itself
  std::string trouble = {};                           ///< which ends it in place of `status`
};

CrashReport crash_report(const Home& home) { return {.channel = home.channel, .log = home.log, .name = home.name}; }

void lead_to_log(const Home& home) {
  std::fflush(nullptr);
  dup2(home.log, 1);
  dup2(home.log, 2);
}

/// Puts back what a call may change for the calls after it.
void restore(const Home& home) {
  lead_to_log(home);
  std::fesetenv(FE_DFL_ENV);
}

[[noreturn]] void give_up(const std::string& why) {
  const std::string line = fmt::format("npu-cts-worker: error: {}\n", why);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  _exit(1);
}

bool read_exactly(int descriptor, std::string& text, std::size_t bytes) {
  text.resize(bytes);
  for (std::size_t at = 0; at < bytes;) {
    const ssize_t got = read(descriptor, text.data() + at, bytes - at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += static_cast<std::size_t>(got);
  }
  return true;
}

void send(const Home& home, const Message& message) {
  std::string frame = encode(message);
  for (std::string_view rest = frame; !rest.empty();) {
    const ssize_t sent = write(home.channel, rest.data(), rest.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) give_up("the runner is gone");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
}

Message receive(const Home& home) {
  rest_until_asked(home.channel);
  std::string text;
  if (!read_exactly(home.channel, text, frame_prefix_bytes)) return Bye{};
  const FrameSizes sizes = read_prefix(text);
  if (!sizes.trouble.empty()) give_up(sizes.trouble);
  std::string body;
  if (!read_exactly(home.channel, text, sizes.header) || !read_exactly(home.channel, body, sizes.body)) return Bye{};
  Decoded decoded = decode(text, shared_bytes);
  if (!decoded.trouble.empty()) give_up(decoded.trouble);
  return std::move(decoded.message);
}

/// Returns the bytes that this process has of its heap: where it holds no message, so that its own are always the same.
std::int64_t heap_in_use() {
  const struct mallinfo2 heap = mallinfo2();
  return static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
}

npu_cts_call call_of(const Run& run, const Target& target, const std::vector<npu_cts_argument>& arguments) {
  return {.struct_size = sizeof(npu_cts_call),
          .mode = number_of_mode(target.mode),
          .product = target.product.c_str(),
          .release = target.release.c_str(),
          .op = run.op.c_str(),
          .count = arguments.size(),
          .arguments = arguments.data()};
}

/// Counts what this process may have set of its handlers, limits and more: see SharedMemory::changes. Another runner's
/// memory may end before that.
class Changes {
 public:
  explicit Changes(int memory) {
    struct stat status = {};
    constexpr auto end = static_cast<off_t>(shared_bytes + page_bytes);
    if (fstat(memory, &status) != 0 || status.st_size < end) return;
    page_ = mmap(nullptr, page_bytes, PROT_READ, MAP_SHARED, memory, static_cast<off_t>(shared_bytes));
  }

  /// Takes those so far as known.
  void watch() { known_ = count(); }

  /// From now on there may always be one.
  void distrust() { known_ = unwatched; }

  /// Returns whether there may be some since `watch`. Once there is one, this stays: a call is counted before it takes
  /// effect, so that what was compared since may not have seen it.
  [[nodiscard]] bool may_be() const { return known_ == unwatched || count() != known_; }

 private:
  [[nodiscard]] std::uint64_t count() const {
    if (page_ == MAP_FAILED) return unwatched;
    return __atomic_load_n(static_cast<const std::uint64_t*>(page_), __ATOMIC_ACQUIRE);
  }

  const void* page_ = MAP_FAILED;
  std::uint64_t known_ = unwatched;
};

/// What calls must not do to this process.
struct Watched {
  Changes changes;
  ProcessState before;  ///< of the first call: no call may change it
  ProcessState now;     ///< of the last one
};

/// Watches this process from the first call on: its handlers of crashes stay, since no call may change a handler.
Watched watch(const Home& home, const Lasting& lasting) {
  report_crashes({&lasting.inputs, &lasting.outputs}, crash_report(home));
  lead_to_log(home);  // a library may have led them elsewhere while it was loaded
  Changes changes(home.inputs);
  changes.watch();
  const ProcessState before(home.timers);
  if (before.may_reset_a_handler()) changes.distrust();
  return {.changes = changes, .before = before, .now = before};
}

/// Looks at what calls did to this process when the plugin has ended one, and puts it back.
void look_around(const Home& home, Watched& watched, Ended& ended) {
  if (watched.changes.may_be()) watched.now.take_settings();
  watched.now.take(home.timers);
  const std::string changes = watched.now.changes_since(watched.before);
  restore(home);
  if (!changes.empty()) ended.trouble = "resource: left changed: " + changes;
}

/// Where the outputs of a call lie.
struct Places {
  Proceed at;
  std::optional<std::byte> pattern = std::nullopt;  ///< to fill them with; nothing where the runner has filled them
};

/// Returns the places of what is `prepared` for `run`: where `run` says how, those that the runner comes to as well,
/// else those that it answers, as where nothing can be placed so.
Places places_of(const Home& home, const Run& run, const Prepared& prepared) {
  if (run.placing) {
    OutputPlaces own = place_outputs(run, prepared, run.placing->flush);
    if (!own.trouble) return {.at = std::move(own.places), .pattern = run.placing->pattern};
  }
  send(home, prepared);
  Message next = receive(home);
  auto* const proceed = std::get_if<Proceed>(&next);
  if (proceed == nullptr) give_up("no 'proceed' after 'prepared'");
  return {.at = std::move(*proceed)};
}

/// Maps `places` and points `plan` and the aliased `arguments` there. Returns what could not be mapped.
std::string map_outputs(const Places& places, GuardedMaps& maps, npu_cts_plan& plan,
                        std::vector<npu_cts_argument>& arguments) {
  const Proceed& at = places.at;
  if (at.outputs.size() != plan.output_count) return "another number of places than of outputs";
  plan.workspace = maps.map(at.workspace, "", "the workspace");
  if (plan.workspace == nullptr) return "resource: the workspace cannot be mapped";
  if (places.pattern) fill_pages(maps.last_pages(), at.workspace, *places.pattern);
  for (std::uint32_t i = 0; i < plan.output_count; ++i) {
    npu_cts_output& output = plan.outputs[i];
    output.data = maps.map(at.outputs[i], output.name, fmt::format("output '{}'", output.name));
    if (output.data == nullptr) return "resource: an output cannot be mapped";
    output.bytes = at.outputs[i].bytes;
    if (places.pattern) fill_pages(maps.last_pages(), at.outputs[i], *places.pattern);
    for (npu_cts_argument& argument : arguments) {
      if (std::string_view(argument.name) != output.alias) continue;
      if (places.pattern) std::memcpy(output.data, argument.tensor.data, output.bytes);
      argument.tensor.data = output.data;
    }
  }
  maps.drop_rest();
  return {};
}

/// Runs one call with its tensors mapped. Returns how it ended.
Ended run_call(const Home& home, const npu_cts_plugin& plugin, const Target& target, const Run& run, Lasting& lasting) {
  lasting.inputs.begin();
  lasting.outputs.begin();
  static Watched watched = watch(home, lasting);
  use_stack_for_crashes();
  auto arguments = arguments_of(run, [&](const std::string& key, const PlacedTensor& tensor) {
    void* data = lasting.inputs.map(tensor.at, key, fmt::format("argument '{}'", key));
    if (data == nullptr) give_up("an argument cannot be mapped");
    return data;
  });
  lasting.inputs.drop_rest();
  const npu_cts_call call = call_of(run, target, arguments);
  Ended ended;
  ended.plan.struct_size = sizeof ended.plan;
  ended.status = plugin.prepare(&call, &ended.plan);
  if (ended.status == NPU_CTS_OK && watched.before.keeps_floating_point() && watched.before.keeps_streams()) {
    restore(home);
    ReadPlan read = read_plan(ended.plan);
    if (!read.trouble.empty()) return {.trouble = "protocol: " + read.trouble};
    const Places places = places_of(home, run, read.prepared);
    if (places.pattern) ended.placed = ended.plan;
    const std::string trouble = map_outputs(places, lasting.outputs, ended.plan, arguments);
    if (!trouble.empty()) give_up(trouble);
    ended.status = plugin.run(&call, &ended.plan);
  }
  look_around(home, watched, ended);
  return ended;
}

PluginTable load(const std::string& library) {
  PluginTable table = load_plugin(library);
  if (!table.trouble.empty()) give_up(table.trouble);
  return table;
}

Finished answer_of(const Ended& ended) {
  if (!ended.trouble.empty()) return {.kind = OutcomeKind::failed, .code = 0, .message = ended.trouble};
  Finished finished = finished_of(ended.status, ended.plan);
  if (!ended.placed) return finished;
  ReadPlan declared = read_plan(*ended.placed);
  finished.outputs = std::move(declared.prepared.outputs);
  finished.workspace = declared.prepared.workspace;
  return finished;
}

/// Answers `run`, and lets go of it before it counts what the heap holds.
void answer(const Home& home, const npu_cts_plugin& plugin, const Target& target, std::optional<Run> run,
            Lasting& lasting) {
  if (const std::string why = why_not_carried(*run, target.mode); !why.empty())
    return send(home, Finished{.kind = OutcomeKind::unsupported, .code = 0, .message = why});
  const Ended ended = run_call(home, plugin, target, *run, lasting);
  run.reset();
  const std::int64_t heap = heap_in_use();
  Finished finished = answer_of(ended);
  finished.heap = heap;
  finished.mapped = lasting.inputs.mapped_bytes() + lasting.outputs.mapped_bytes();
  send(home, finished);
}

/// Answers the next message. Returns whether another follows.
bool answer_next(const Home& home, const npu_cts_plugin& plugin, Target& target, Lasting& lasting) {
  Message message = receive(home);
  if (std::holds_alternative<Bye>(message)) return false;
  if (auto* const open_message = std::get_if<Open>(&message)) {
    target = open_message->target;
    send(home, Opened{});
  } else if (auto* const run = std::get_if<Run>(&message)) {
    answer(home, plugin, target, std::move(*run), lasting);
  } else {
    give_up("a message out of order");
  }
  return true;
}

int complain_of_no_runner(const std::string& library) {
  constexpr int exit_usage = 3;
  const std::string hint = "npu-cts run --driver plugin:" + library + "; or npu-cts-worker --check " + library;
  const Diagnostic diagnostic = error_at(Kind::wrong_usage, {}, "no runner listens: descriptors 3 to 5 are not open",
                                         "npu-cts starts this program, and speaks with it on these", hint);
  std::fputs(to_text(diagnostic).c_str(), stderr);
  return exit_usage;
}

int serve(const std::string& library) {
  const Home home;
  if (home.channel < 0 || home.inputs < 0 || home.outputs < 0) return complain_of_no_runner(library);
  for (int descriptor = 3; descriptor <= 5; ++descriptor) close(descriptor);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // else what was printed last is lost in a crash
  prepare_backtrace();
  report_crashes({}, crash_report(home));
  const PluginTable table = load(library);
  send(home, Hello{.protocol = protocol_version,
                   .name = table.functions.name,
                   .version = table.functions.version,
                   .transfer = Transfer::placed,
                   .note = table.note,
                   .files = table.libraries});
  Target target;
  Lasting lasting(home);
  while (answer_next(home, table.functions, target, lasting)) {
  }
  if (table.functions.close != nullptr) table.functions.close();
  return worker_end_code;
}

}  // namespace
}  // namespace npu_cts::wire

int main(int argc, char** argv) {
  npu_cts::use_large_pages();
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (argc == 3 && first == "--check") return npu_cts::wire::check_library(argv[2]);
  if (argc == 2 && !first.empty() && !first.starts_with('-')) return npu_cts::wire::serve(argv[1]);
  const bool asks = argc == 2 && (first == "--help" || first == "-h");
  std::fputs(
      "usage: npu-cts-worker LIBRARY           npu-cts run --driver plugin:LIBRARY starts it\n"
      "       npu-cts-worker --check LIBRARY   says what is wrong with a plugin before any case\n",
      asks ? stdout : stderr);
  return asks ? 0 : 3;
}
