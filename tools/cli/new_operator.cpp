// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "framework/base/text.h"
#include "framework/record/file.h"
#include "tools/cli/command.h"
#include "tools/cli/skeleton.h"

namespace npu_cts {
namespace {

namespace fs = std::filesystem;

struct NewOperatorOptions {
  std::string name;
  std::string tree;
};

Diagnostic bad_name(const std::string& name, std::string why) {
  return {.kind = Kind::wrong_usage,
          .what = fmt::format("no operator can be called '{}'", escape_control(name)),
          .why = std::move(why),
          .hint = "give the name that a call says, as npu_fold"};
}

bool is_tree(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "spec/ops", ignored) && fs::is_directory(folder / "kernels/common", ignored);
}

/// Returns the source tree that holds the current folder, as seen from there; empty where none does.
fs::path find_tree() {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  for (fs::path folder = here; folder.has_relative_path(); folder = folder.parent_path()) {
    if (is_tree(folder)) return folder.lexically_relative(here);
  }
  return {};
}

/// Returns that `tree`, or the current folder where it is empty, is no source tree.
Diagnostic no_tree(const std::string& tree) {
  return {.kind = Kind::wrong_usage,
          .what = tree.empty() ? "this folder is in no source tree of npu-cts"
                               : fmt::format("'{}' is no source tree of npu-cts", escape_control(tree)),
          .why = "a new operator stands in its folders spec/ops and kernels",
          .hint = "name it: --tree DIR"};
}

Diagnostic exists(const std::string& name, const fs::path& path) {
  return {.kind = Kind::wrong_usage,
          .at = {.file = path.string()},
          .what = fmt::format("there is something of '{}' already", name),
          .why = "nothing is overwritten",
          .hint = "choose another name, or remove it first"};
}

/// Writes `text` to a file that is not there yet.
record::WriteError create(const fs::path& path, const std::string& text) {
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed) return record::cannot_write(path.parent_path().string(), "make the folder", failed.value());
  return record::write_new_file(path.string(), text);
}

/// Writes the skeleton whole or not at all.
int write_all(const std::string& name, const fs::path& tree) {
  std::vector<fs::path> written;
  std::string said;
  for (const SkeletonFile& file : skeleton_of(name)) {
    const fs::path path = tree / file.path;
    if (const auto error = create(path, file.text)) {
      std::error_code ignored;
      for (const fs::path& each : written) fs::remove(each, ignored);
      fs::remove(tree / "kernels" / name, ignored);
      return run::complain({*error}, run::exit_usage);
    }
    written.push_back(path);
    said += path.string() + "\n";
  }
  said += "next: build; 'npu-cts check spec' and 'ctest -L gate' say what is to be written\n";
  return run::say(said, run::exit_conforms);
}

int new_operator(const NewOperatorOptions& options) {
  const std::string& name = options.name;
  if (std::string why = why_no_name(name); !why.empty())
    return run::complain({bad_name(name, std::move(why))}, run::exit_usage);
  const fs::path tree = options.tree.empty() ? find_tree() : fs::path(options.tree);
  if (tree.empty() || !is_tree(tree)) return run::complain({no_tree(options.tree)}, run::exit_usage);
  std::error_code ignored;
  const std::string root = fs::weakly_canonical(tree, ignored).string();
  const std::string said = fmt::format("source tree: {}\n", escape_control(root));
  if (const int code = run::say(said, run::exit_conforms); code != run::exit_conforms) return code;
  for (const std::string& place :
       {"spec/ops/" + name + ".yaml", "spec/documents/" + name + ".yaml", "kernels/" + name}) {
    if (fs::exists(fs::symlink_status(tree / place, ignored)))
      return run::complain({exists(name, tree / place)}, run::exit_usage);
  }
  return write_all(name, tree);
}

}  // namespace

void add_new_operator(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<NewOperatorOptions>();
  CLI::App* command = app.add_subcommand(
      "new-operator",
      "Lays out the skeleton of an operator in a source tree: a spec with its inventory, and a folder with oracle, "
      "fast kernel, "
      "argument check, mutants and tests. It builds and refuses every call; what is left is marked TO BE WRITTEN.");
  command->add_option("name", options->name, "the operator, as a call names it")->required();
  command->add_option("--tree", options->tree, "the source tree (default: that of the current folder)")
      ->type_name("DIR");
  command->footer(
      "Examples:\n  npu-cts new-operator npu_fold\n  npu-cts new-operator npu_fold --tree .\n"
      "Exit code: 0 written, 3 wrong usage or a folder that cannot be written.");
  command->callback([options, &chosen] { chosen = [options] { return new_operator(*options); }; });
}

}  // namespace npu_cts
