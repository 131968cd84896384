// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/result.h"
#include "framework/model/spec.h"
#include "framework/record/file.h"
#include "framework/run/session/complain.h"
#include "framework/run/session/find_spec.h"
#include "framework/run/session/plan_cache.h"
#include "framework/run/session/selection.h"
#include "reports/contested.h"
#include "reports/render.h"

namespace CLI {
class App;
}

namespace npu_cts {

/// What the chosen command does; returns the exit code.
using Action = std::function<int()>;

/// Each adds one subcommand to `app`; parsing it sets `chosen`.
void add_check(CLI::App& app, Action& chosen);
void add_list(CLI::App& app, Action& chosen);
void add_show(CLI::App& app, Action& chosen);
void add_explain(CLI::App& app, Action& chosen);
void add_eval(CLI::App& app, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_export(CLI::App& app, Action& chosen);
void add_judge(CLI::App& app, Action& chosen);
void add_report(CLI::App& app, Action& chosen);
void add_expect(CLI::App& app, Action& chosen);
void add_certify(CLI::App& app, Action& chosen);
void add_verify(CLI::App& app, Action& chosen);
void add_compare(CLI::App& app, Action& chosen);
void add_matrix(CLI::App& app, Action& chosen);
void add_trend(CLI::App& app, Action& chosen);
void add_diff(CLI::App& app, Action& chosen);
void add_cover(CLI::App& app, Action& chosen);
void add_fuzz(CLI::App& app, Action& chosen);
void add_strength(CLI::App& app, Action& chosen);
void add_import(CLI::App& app, Action& chosen);
void add_new_operator(CLI::App& app, Action& chosen);
void add_completion(CLI::App& app, Action& chosen);

/// Returns the path of npu-cts-suite, which stands beside this program.
std::string suite_path();

/// Opens the programs of a run and the files of `spec`. As long as they are open, no worker may change them.
std::vector<record::OutputFile> hold_files(const std::string& spec);

/// Runs `program`, which stands beside this one, with `words`. Returns its exit code.
int run_beside(std::string_view program, std::vector<std::string> words);

/// Returns the ids of `cases`, each on its line.
std::string ids_of(std::span<const run::ChosenCase> cases);

/// Writes `pages` into `folder` and prints their paths. Returns the exit code.
int write_and_say(const std::vector<reports::Page>& pages, const std::string& folder);

/// Closes `files` and prints their paths. Returns the exit code.
int close_and_say(reports::PageFolder& files);

/// Adds `--contested` to `app`, for what is concluded from a journal.
void add_contested_option(CLI::App& app, reports::ContestedPolicy& policy);

/// Returns the diagnostic of a release that the spec does not have, where one is needed because of `why`.
Diagnostic no_such_release(const Spec& spec, const std::string& release, std::string why);

/// Reads the spec that `given` names (see find_spec_folder).
Result<Spec> load_spec(const std::string& given);

/// As load_spec, with the plans that were made before: for what no certificate says.
Result<run::SpecWithPlans> load_spec_with_plans(const std::string& given);

}  // namespace npu_cts
