// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/debugger.h"

#include <unistd.h>
#include <wordexp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/run/session/backend_files.h"
#include "framework/run/session/open_driver.h"
#include "tools/cli/command.h"

namespace npu_cts {
namespace {

/// A program that runs another one, and the words of its own.
struct Debugger {
  std::string_view name;
  std::string_view first;   ///< words before those that are given with it
  std::string_view follow;  ///< makes it look into the processes that the program starts
  std::string_view behind;  ///< what ends its own words
};
constexpr std::array debuggers{
    // A library is opened once the program runs: until then gdb knows no function of it.
    Debugger{"gdb", " -ex 'set breakpoint pending on'", " -iex 'set follow-fork-mode child'", " --args"},
    Debugger{"lldb", "", " -O 'settings set target.process.follow-fork-mode child'", " --"},
    Debugger{"valgrind", "", " --trace-children=yes", ""},
    Debugger{"rr record", "", "", ""},
    Debugger{"perf record", "", "", " --"},
};

std::string first_word(std::string_view words) { return std::string(words.substr(0, words.find(' '))); }

/// Returns the row of `given`, which begins with the name of a debugger.
const Debugger* find_debugger(const std::string& given) {
  return find_by(debuggers, first_word(given), [](const Debugger& debugger) { return first_word(debugger.name); });
}

/// Returns the command line of a shell that starts `given`, as far as the program that it runs.
std::string line_before_program(const Debugger& debugger, std::string given, bool starts_worker) {
  if (given == first_word(debugger.name)) given = debugger.name;  // "perf" is "perf record"
  const std::string program = first_word(given);
  return fmt::format("{}{}{}{}{}", program, debugger.first, given.substr(program.size()),
                     starts_worker ? debugger.follow : "", debugger.behind);
}

Diagnostic not_one_case(std::span<const run::ChosenCase> cases) {
  return error_at(Kind::wrong_usage, {}, fmt::format("'--debugger' takes one case, and {} match", cases.size()),
                  "a debugger holds one process, which runs one case",
                  fmt::format("name one: npu-cts run '{}' --debugger …", id_of(cases.front())));
}

Diagnostic no_such_program(const std::string& name) {
  return error_at(Kind::wrong_usage, {}, fmt::format("there is no program '{}' here", name),
                  "'--debugger' starts it by the name that a shell knows", "install it, or name another debugger");
}

/// Returns the words of `line`, as a shell reads them; none where that cannot be.
std::vector<std::string> shell_words(const std::string& line) {
  wordexp_t read{};
  std::vector<std::string> words;
  const int failed = wordexp(line.c_str(), &read, WRDE_NOCMD);
  if (failed == 0) words.assign(read.we_wordv, read.we_wordv + read.we_wordc);
  if (failed == 0 || failed == WRDE_NOSPACE) wordfree(&read);
  return words;
}

Diagnostic no_words(const std::string& debugger) {
  return error_at(Kind::wrong_usage, {}, fmt::format("--debugger: '{}' cannot be read", escape_control(debugger)),
                  "it is read as words of a shell: a quote is open, or one of |&;<>(){} and $( stands outside quotes",
                  "close the quote, as in: --debugger 'gdb -q -ex \"break f\"'");
}

/// A debugger waits for a person: no limit may end what it holds.
run::DriverLimits no_limits() {
  constexpr std::uint64_t most = 1U << 24U;
  return {.timeout_seconds = most, .memory_mib = most, .cpu_seconds = most};
}

}  // namespace

void add_debugger_option(CLI::App& app, std::string& debugger) {
  app.add_option("--debugger", debugger,
                 "runs the one case under gdb, lldb, valgrind, rr or 'perf record', in one process and without limits; "
                 "may hold options: 'gdb -q -ex run'; its exit code is passed on")
      ->check([](const std::string& given) {
        return find_debugger(given) == nullptr ? "known are gdb, lldb, valgrind, rr and perf" : "";
      })
      ->type_name("PROGRAM");
}

int debug_case(const run::RunOptions& run, const std::string& debugger, std::span<const run::ChosenCase> cases) {
  if (cases.size() != 1) return run::complain({not_one_case(cases)}, run::exit_usage);
  if (shell_words(debugger).empty()) return run::complain({no_words(debugger)}, run::exit_usage);
  const Debugger& row = *find_debugger(debugger);
  const std::string program = first_word(debugger);
  if (run::find_program(program) == program && program.find('/') == std::string::npos)
    return run::complain({no_such_program(program)}, run::exit_usage);
  run::RunOptions one = run;
  one.selection = {.queries = {id_of(cases.front())}};
  one.filters.releases = {cases.front().plan->target.release};
  one.limits = no_limits();
  const bool is_plugin = one.driver.starts_with("plugin:");
  const bool is_program = run::names_worker(one.driver) && !is_plugin;
  std::vector<std::string> words = shell_words(line_before_program(row, debugger, is_program));
  words.push_back(suite_path());
  for (std::string& word : run::to_words(one)) words.push_back(std::move(word));
  if (is_plugin) words.emplace_back("--in-process");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv.front(), argv.data());
  return run::complain(
      {error_at(Kind::wrong_usage, {}, fmt::format("cannot start '{}': {}", program, std::strerror(errno)),
                "'--debugger' starts it by the name that a shell knows", "name another debugger")},
      run::exit_usage);
}

}  // namespace npu_cts
