// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/base/text.h"
#include "framework/run/session/command_line.h"
#include "tools/cli/command.h"

// What a shell and `man` need to know stands in the definitions of the commands, and is printed from there.
namespace npu_cts {
namespace {

std::vector<std::string> names_of(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

/// zsh reads it too, behind bashcompinit.
std::string bash_script(const std::vector<const CLI::App*>& commands) {
  std::string text =
      "_npu_cts() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} words=\n"
      "  case ${COMP_CWORD},${COMP_WORDS[1]} in\n";
  text += fmt::format("    1,*) words='{}' ;;\n", join(names_of(commands), " "));
  for (const CLI::App* command : commands)
    text += fmt::format("    *,{}) words='{}' ;;\n", command->get_name(), join(run::long_options(*command), " "));
  text +=
      "  esac\n"
      "  COMPREPLY=()\n"
      "  if [[ $COMP_CWORD -eq 1 || $current == -* ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\")); fi\n"
      "}\n"
      "complete -o default -F _npu_cts npu-cts\n";
  return text;
}

std::string zsh_script(const std::vector<const CLI::App*>& commands) {
  return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(commands);
}

std::string fish_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return quoted + "'";
}

std::string fish_script(const std::vector<const CLI::App*>& commands) {
  std::string text;
  for (const CLI::App* command : commands) {
    const std::string name = command->get_name();
    text += fmt::format("complete -c npu-cts -n __fish_use_subcommand -a {} -d {}\n", name,
                        fish_text(command->get_description()));
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& word : option->get_lnames())
        text += fmt::format("complete -c npu-cts -n '__fish_seen_subcommand_from {}' -l {} -d {}\n", name, word,
                            fish_text(option->get_description()));
    }
  }
  return text;
}

/// Returns `text` as running text of a manual page: no line begins with what is a request there.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == '-') escaped += '\\';
    if ((c == '.' || c == '\'') && (escaped.empty() || escaped.back() == '\n')) escaped += "\\&";
    escaped += c;
  }
  return escaped;
}

std::string manual_page(const CLI::App& app, const std::vector<const CLI::App*>& commands) {
  std::string text = fmt::format(".TH NPU\\-CTS 1 \"\" \"npu\\-cts {}\"\n.SH NAME\nnpu\\-cts \\- {}\n", NPU_CTS_VERSION,
                                 roff(app.get_description()));
  text += ".SH SYNOPSIS\n.B npu\\-cts\n.I COMMAND\n[\\fIOPTION\\fR ...]\n";
  for (const CLI::App* command : commands) {
    text += fmt::format(".SH {}\n{}\n", roff(command->get_name()), roff(command->get_description()));
    for (const CLI::Option* option : command->get_options())
      text += fmt::format(".TP\n.B {}\n{}\n", roff(option->get_name(true, true)), roff(option->get_description()));
    const bool is_inherited = command->get_footer() == app.get_footer();
    if (!is_inherited) text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command->get_footer()));
  }
  return text + fmt::format(".SH EXIT STATUS\n.nf\n{}\n.fi\n", roff(app.get_footer()));
}

std::string completion(const CLI::App& app, std::string_view kind) {
  const auto commands = app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
  if (kind == "bash") return bash_script(commands);
  if (kind == "zsh") return zsh_script(commands);
  return kind == "fish" ? fish_script(commands) : manual_page(app, commands);
}

}  // namespace

void add_completion(CLI::App& app, Action& chosen) {
  const auto kind = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Prints what a shell needs to complete npu-cts, or its manual page.");
  command->add_option("shell", *kind, "a shell, or 'man' for the manual page")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}));
  command->footer(
      "Examples:\n  source <(npu-cts completion bash)\n  npu-cts completion fish > "
      "~/.config/fish/completions/npu-cts.fish\n  "
      "npu-cts completion man | man -l -");
  command->callback([&app, kind, &chosen] {
    chosen = [&app, kind] { return run::say(completion(app, *kind), run::exit_conforms); };
  });
}

}  // namespace npu_cts
