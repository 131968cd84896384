// SPDX-License-Identifier: Apache-2.0
// A plugin that passes every call on to another one, and is wrong about what may be called, remembers what it should
// not, does not compute, or fails and talks, as NPU_CTS_CONTRARY says; NPU_CTS_CONTRARY_OF is the other's path, and
// NPU_CTS_CONTRARY_TABLE the folder of what it knows by heart.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <unistd.h>

#include "tools/plugin/npu_cts_plugin.h"

namespace {

const npu_cts_plugin* other = nullptr;
bool is_made_up = false;  // the call is one that the other refused

std::string_view contrary() {
  const char* how = std::getenv("NPU_CTS_CONTRARY");
  return how == nullptr ? "" : how;
}

npu_cts_status answer(npu_cts_plan* plan, npu_cts_status status) {
  std::strcpy(plan->message, "contrary");
  return status;
}

/// Makes up an output for a call that should be refused.
npu_cts_status accept(npu_cts_plan* plan) {
  is_made_up = true;
  plan->output_count = 1;
  std::strcpy(plan->outputs[0].name, "out");
  plan->outputs[0].dtype = NPU_CTS_INT8;
  plan->outputs[0].rank = 1;
  plan->outputs[0].shape[0] = 1;
  return NPU_CTS_OK;
}

/// Whether another product or mode would take the call: it is refused only for where it runs.
bool is_unsupported_here(const npu_cts_call* call) {
  for (const char* product : {"atlas_a2", "atlas_a3", "atlas_inference"}) {
    for (int mode = NPU_CTS_EAGER; mode <= NPU_CTS_GRAPH_DYNAMIC; ++mode) {
      npu_cts_call elsewhere = *call;
      elsewhere.product = product;
      elsewhere.mode = mode;
      npu_cts_plan plan = {};
      if (other->prepare(&elsewhere, &plan) == NPU_CTS_OK) return true;
    }
  }
  return false;
}

/// Since the last call that ran.
bool has_refused = false;

npu_cts_status prepare(const npu_cts_call* call, npu_cts_plan* plan) {
  is_made_up = false;
  if (contrary() == "fails-silently") return NPU_CTS_INTERNAL;
  if (contrary() == "fails-with-code") {
    plan->code = 161002;
    return answer(plan, NPU_CTS_INVALID_ARGUMENT);
  }
  if (contrary() == "claims-nothing") return answer(plan, NPU_CTS_UNSUPPORTED);
  if (contrary() == "refuses-everything") return answer(plan, NPU_CTS_INVALID_ARGUMENT);
  const npu_cts_status status = other->prepare(call, plan);
  if (status == NPU_CTS_OK) return status;
  has_refused = true;
  if (contrary() == "accepts-everything") return accept(plan);
  if (contrary() == "claims-everything" && is_unsupported_here(call)) return accept(plan);
  if (contrary() == "wrong-codes") return answer(plan, NPU_CTS_INTERNAL);
  return status;
}

volatile int* nowhere = nullptr;

[[gnu::noinline]] void fall_over() { *nowhere = 1; }

/// Does what the other does, and prints, fails or takes its time meanwhile.
[[gnu::noinline]] npu_cts_status talk(const npu_cts_call* call, npu_cts_plan* plan) {
  std::printf("computing %s\n", call->op);
  std::fprintf(stderr, "on standard error\n");
  static int run = 0;
  if (contrary() == "counts") std::printf("run %d\n", ++run);
  if (contrary() == "crashes") fall_over();
  if (contrary() == "sleeps") sleep(60);
  if (contrary() == "dawdles") usleep(50'000);
  return other->run(call, plan);
}

/// What a cache takes for the same call.
enum class Sees : std::uint8_t { shapes, addresses, samples, ends, bytes, values };

/// Returns the first and last bytes of `tensor`, and the sum of all.
std::string ends_of(const npu_cts_tensor& tensor) {
  const std::string_view all(static_cast<const char*>(tensor.data), tensor.bytes);
  std::uint64_t sum = 0;
  for (const char byte : all) sum += static_cast<unsigned char>(byte);
  const std::size_t kept = std::min<std::size_t>(all.size(), 16);
  return std::string(all.substr(0, kept)) + std::string(all.substr(all.size() - kept)) + std::to_string(sum);
}

/// Returns what `call` is to one who looks at its shapes and dtypes alone, or at where its tensors lie or what they
/// hold too.
std::string key_of(const npu_cts_call& call, Sees sees) {
  std::string key = std::string(call.op) + call.product + call.release;
  const auto add = [&key](const void* data, std::size_t bytes) {
    key.append(static_cast<const char*>(data), bytes);
    key += ';';
  };
  for (std::uint64_t i = 0; i < call.count; ++i) {
    const npu_cts_argument& argument = call.arguments[i];
    key += argument.name;
    add(&argument.integer, sizeof argument.integer);
    add(argument.integers, argument.kind == NPU_CTS_INTEGER_LIST ? argument.count * sizeof *argument.integers : 0);
    if (argument.kind == NPU_CTS_WORD) key += argument.word;
    if (argument.kind != NPU_CTS_TENSOR) continue;
    add(&argument.tensor.dtype, sizeof argument.tensor.dtype);
    add(argument.tensor.shape, static_cast<std::size_t>(argument.tensor.rank) * sizeof *argument.tensor.shape);
    add(&argument.tensor.bytes, sizeof argument.tensor.bytes);
    if (sees == Sees::addresses) add(&argument.tensor.data, sizeof argument.tensor.data);
    if (sees == Sees::values) add(&argument.tensor.layout, sizeof argument.tensor.layout);
    if (sees == Sees::values || sees == Sees::bytes) add(argument.tensor.data, argument.tensor.bytes);
    if (sees == Sees::ends) key += ends_of(argument.tensor);
    for (std::uint64_t at = 0; at < argument.tensor.bytes && sees == Sees::samples; at += 16)
      key += static_cast<const char*>(argument.tensor.data)[at];
  }
  return key;
}

/// Returns what the cache that this plugin has looks at.
Sees seen_by_cache() {
  if (contrary() == "caches-by-address") return Sees::addresses;
  if (contrary() == "caches-by-ends") return Sees::ends;
  if (contrary() == "caches-by-samples") return Sees::samples;
  return contrary() == "caches-by-bytes" ? Sees::bytes : Sees::shapes;
}

/// Gives again what a call gave that looked the same.
npu_cts_status run_cached(const npu_cts_call* call, npu_cts_plan* plan) {
  static std::map<std::string, std::vector<std::string>> cache;
  std::vector<std::string>& known = cache[key_of(*call, seen_by_cache())];
  if (known.size() == plan->output_count) {
    for (std::size_t i = 0; i < known.size(); ++i) std::memcpy(plan->outputs[i].data, known[i].data(), known[i].size());
    return NPU_CTS_OK;
  }
  const npu_cts_status status = other->run(call, plan);
  for (std::size_t i = 0; i < plan->output_count && status == NPU_CTS_OK; ++i)
    known.emplace_back(static_cast<const char*>(plan->outputs[i].data), plan->outputs[i].bytes);
  return status;
}

/// Gives zeros, or the bytes of the first tensor again and again.
npu_cts_status run_without_computing(const npu_cts_call* call, npu_cts_plan* plan) {
  const npu_cts_tensor* first = nullptr;
  for (std::uint64_t i = 0; i < call->count && first == nullptr && contrary() == "echo"; ++i)
    if (call->arguments[i].kind == NPU_CTS_TENSOR) first = &call->arguments[i].tensor;
  const std::uint64_t bytes = first == nullptr ? 0 : first->bytes;
  for (std::size_t i = 0; i < plan->output_count; ++i) {
    auto* const data = static_cast<unsigned char*>(plan->outputs[i].data);
    for (std::uint64_t at = 0; at < plan->outputs[i].bytes; ++at)
      data[at] = bytes == 0 ? 0 : static_cast<const unsigned char*>(first->data)[at % bytes];
  }
  return NPU_CTS_OK;
}

/// Returns the file of what is known by heart of `call`.
std::string page_of(const npu_cts_call& call) {
  const char* const folder = std::getenv("NPU_CTS_CONTRARY_TABLE");
  const std::string key = key_of(call, Sees::values) + std::to_string(call.mode);
  return std::string(folder == nullptr ? "." : folder) + "/" + std::to_string(std::hash<std::string>()(key));
}

/// Computes as the other does, and writes down what came out.
npu_cts_status learn(const npu_cts_call* call, npu_cts_plan* plan) {
  const std::string page = page_of(*call);  // before an output takes an argument's place
  const npu_cts_status status = other->run(call, plan);
  std::ofstream file(page, std::ios::binary);
  for (std::size_t i = 0; i < plan->output_count && status == NPU_CTS_OK; ++i)
    file.write(static_cast<const char*>(plan->outputs[i].data), static_cast<std::streamsize>(plan->outputs[i].bytes));
  return status;
}

/// Gives what was written down of this very call. Of any other it gives zeros, or supports none.
npu_cts_status recite(const npu_cts_call* call, npu_cts_plan* plan) {
  std::ifstream file(page_of(*call), std::ios::binary);
  if (!file && contrary() == "supports-by-heart") return NPU_CTS_UNSUPPORTED;
  if (!file) return run_without_computing(call, plan);
  for (std::size_t i = 0; i < plan->output_count; ++i)
    file.read(static_cast<char*>(plan->outputs[i].data), static_cast<std::streamsize>(plan->outputs[i].bytes));
  return NPU_CTS_OK;
}

/// Is wrong about the operator that it was asked for first, once it was asked for another.
npu_cts_status run_spoiled(const npu_cts_call* call, npu_cts_plan* plan) {
  static const std::string first = call->op;
  static bool is_spoiled = false;
  is_spoiled = is_spoiled || first != call->op;
  const npu_cts_status status = other->run(call, plan);
  if (is_spoiled && first == call->op && plan->outputs[0].bytes > 0) ++*static_cast<char*>(plan->outputs[0].data);
  return status;
}

/// Is wrong once calls of four kinds have come: of so many arguments, and results of so many axes.
npu_cts_status run_mixed(const npu_cts_call* call, npu_cts_plan* plan) {
  static std::set<std::pair<std::uint64_t, std::int64_t>> kinds;
  kinds.emplace(call->count, plan->outputs[0].rank);
  const npu_cts_status status = other->run(call, plan);
  if (kinds.size() > 3 && plan->outputs[0].bytes > 0) ++*static_cast<char*>(plan->outputs[0].data);
  return status;
}

/// Is wrong about a matrix that follows a call that it refused.
npu_cts_status run_after_refusal(const npu_cts_call* call, npu_cts_plan* plan) {
  const npu_cts_status status = other->run(call, plan);
  const npu_cts_output& first = plan->outputs[0];
  if (std::exchange(has_refused, false) && first.rank == 2 && first.shape[0] > 1 && first.bytes > 0)
    ++*static_cast<char*>(first.data);
  return status;
}

/// Is wrong about shapes that come again behind just two others.
npu_cts_status run_confused(const npu_cts_call* call, npu_cts_plan* plan) {
  static std::vector<std::string> last(3);
  const std::string key = key_of(*call, Sees::shapes);
  const bool comes_again = key == last[0] && key != last[2];
  if (key != last[2]) last = {last[1], last[2], key};
  const npu_cts_status status = other->run(call, plan);
  if (comes_again && plan->outputs[0].bytes > 0) ++*static_cast<char*>(plan->outputs[0].data);
  return status;
}

int runs = 0;

npu_cts_status run(const npu_cts_call* call, npu_cts_plan* plan) {
  ++runs;
  if (contrary() == "recalls-refusals" && !is_made_up) return run_after_refusal(call, plan);
  if (contrary().starts_with("caches-") && !is_made_up) return run_cached(call, plan);
  if (contrary() == "confuses-three" && !is_made_up) return run_confused(call, plan);
  if (contrary() == "is-spoiled" && !is_made_up) return run_spoiled(call, plan);
  if (contrary() == "mixes-four" && !is_made_up) return run_mixed(call, plan);
  for (const char* how : {"zeros", "echo", "forges-afterwards"}) {
    if (contrary() == how && !is_made_up) return run_without_computing(call, plan);
  }
  if (contrary() == "learns-by-heart" && !is_made_up) return learn(call, plan);
  if (contrary().ends_with("s-by-heart") && !is_made_up) return recite(call, plan);
  for (const char* how : {"talks", "counts", "crashes", "sleeps", "dawdles"}) {
    if (contrary() == how && !is_made_up) return talk(call, plan);
  }
  if (!is_made_up) return other->run(call, plan);
  std::memset(plan->outputs[0].data, 0, plan->outputs[0].bytes);
  return NPU_CTS_OK;
}

/// Replaces the part of a run whose failed cases run again, as `journal` of the repetition names it.
void replace_part(std::string journal) {
  constexpr std::string_view again = ".again";
  const std::size_t at = journal.rfind(again);
  if (at == std::string::npos) return;
  const std::string forged = journal + ".forged";
  std::ofstream(forged) << "forged\n";
  std::rename(forged.c_str(), journal.erase(at, again.size()).c_str());
  std::remove(forged.c_str());
}

/// Crashes after many runs, or changes a journal of the suite that started this process, as its words name it.
void close_contrary() {
  if (contrary() == "ends-badly" && runs >= 50) std::abort();
  if (!contrary().starts_with("forges-")) return;
  std::ifstream words("/proc/" + std::to_string(getppid()) + "/cmdline");
  for (std::string word; std::getline(words, word, '\0');) {
    if (word != "--journal" || !std::getline(words, word, '\0')) continue;
    if (contrary() == "forges-afterwards") replace_part(word);
    if (contrary() == "forges-when-closed") std::ofstream(word, std::ios::app) << "forged\n";
  }
}

constexpr npu_cts_plugin table{.abi = NPU_CTS_ABI,
                               .struct_size = sizeof(npu_cts_plugin),
                               .name = "contrary",
                               .version = "1",
                               .prepare = prepare,
                               .run = run,
                               .close = close_contrary};

}  // namespace

const npu_cts_plugin* npu_cts_plugin_query(std::uint32_t host_abi) {
  const char* path = std::getenv("NPU_CTS_CONTRARY_OF");
  void* library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  auto* query = reinterpret_cast<decltype(&npu_cts_plugin_query)>(dlsym(library, "npu_cts_plugin_query"));
  other = query == nullptr ? nullptr : query(host_abi);
  return other == nullptr ? nullptr : &table;
}
