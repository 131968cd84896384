// SPDX-License-Identifier: Apache-2.0
#include "tools/gates/layers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "framework/base/find.h"

namespace npu_cts::gates {
namespace {

struct Include {
  std::string header;
  bool quoted = false;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::optional<Include> find_include(std::string_view line) {
  constexpr std::string_view directive = "#include ";
  const auto start = line.find_first_not_of(' ');
  if (start == std::string_view::npos || !line.substr(start).starts_with(directive)) return std::nullopt;
  const auto name = line.substr(start + directive.size());
  if (name.size() < 2) return std::nullopt;
  const bool quoted = name.front() == '"';
  const auto end = name.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{.header = std::string(name.substr(1, end - 1)), .quoted = quoted};
}

bool is_in(std::string_view path, std::string_view module) {
  return path.starts_with(module) && (path.size() == module.size() || path[module.size()] == '/');
}

std::string module_of(const Layers& layers, std::string_view path) {
  std::string best;
  for (const auto& [module, uses] : layers.modules) {
    if (is_in(path, module) && module.size() > best.size()) best = module;
  }
  return best;
}

/// Whether a file may include a header: by which word of tools/layers.txt (null where none is needed), or why not.
struct Permission {
  const std::string* word = nullptr;
  std::string why_not;
};

const std::string* find_module_of(const std::vector<std::string>& modules, std::string_view header) {
  return find_where(modules, [&](const std::string& module) { return is_in(header, module); });
}

/// Asks whether `path` may include our own `header`.
Permission ask_for_ours(const Layers& layers, std::string_view path, std::string_view header) {
  const std::string module = module_of(layers, path);
  if (module.empty()) return {.word = nullptr, .why_not = "the file is in no module of tools/layers.txt"};
  if (is_in(header, module)) return {};
  if (const auto* word = find_module_of(layers.modules.at(module), header); word != nullptr)
    return {.word = word, .why_not = ""};
  for (const auto& [pattern, modules] : layers.tests) {
    if (!matches(path, pattern)) continue;
    if (const auto* word = find_module_of(modules, header); word != nullptr) return {.word = word, .why_not = ""};
  }
  return {.word = nullptr, .why_not = module + " may not include " + std::string(header)};
}

/// Asks whether `path` may include the library's `header`. Headers without '/' and '.' are the standard's.
Permission ask_for_theirs(const Layers& layers, std::string_view path, std::string_view header) {
  for (const auto& [prefix, patterns] : layers.libraries) {
    if (!header.starts_with(prefix)) continue;
    const auto found = std::ranges::find_if(patterns, [&](const std::string& it) { return matches(path, it); });
    if (found != patterns.end()) return {.word = &*found, .why_not = ""};
    return {.word = nullptr, .why_not = "<" + std::string(header) + "> is not for this file"};
  }
  if (header.find('/') == std::string_view::npos) return {};
  return {.word = nullptr, .why_not = "<" + std::string(header) + "> is of no library that tools/layers.txt lists"};
}

/// Calls `visit(file, line, permission)` for each #include of `files`.
void visit_includes(const Layers& layers, std::span<const SourceFile> files, const auto& visit) {
  for (const SourceFile& file : files) {
    if (!is_cpp(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto include = find_include(file.lines[i]);
      if (!include) continue;
      visit(file, i + 1, (include->quoted ? ask_for_ours : ask_for_theirs)(layers, file.path, include->header));
    }
  }
}

/// Returns what `name`, the left side of a line or a part of it, is kept under.
std::string key_of(const std::string& name) { return name.starts_with('<') ? name.substr(1) : name; }

}  // namespace

Layers read_layers(std::span<const std::string> lines) {
  Layers layers;
  for (const std::string& line : lines) {
    const auto words = words_of(line);
    if (words.empty() || words[0].starts_with('#')) continue;
    const bool is_of_tests = words[0] == "test";
    const std::size_t first = is_of_tests ? 1 : 0;
    const auto arrow = static_cast<std::size_t>(std::ranges::find(words, "->") - words.begin());
    const auto left = std::span(words).first(arrow).subspan(std::min(first, arrow));
    const bool is_of_library = !left.empty() && left.front().starts_with('<');
    auto& permissions = is_of_tests ? layers.tests : is_of_library ? layers.libraries : layers.modules;
    const auto is_other = [&](const std::string& name) {  // of another kind than the first, or there already
      return name.starts_with('<') != (is_of_library && !is_of_tests) || permissions.contains(key_of(name)) ||
             (!is_of_tests && name.find('*') != std::string::npos);
    };
    if (arrow == words.size() || left.empty() || std::ranges::any_of(left, is_other)) {
      layers.modules[""].push_back(line);
      continue;
    }
    for (const std::string& name : left)
      permissions[key_of(name)].assign(words.begin() + static_cast<std::ptrdiff_t>(arrow) + 1, words.end());
  }
  return layers;
}

std::vector<std::string> check_layers(const Layers& layers, std::span<const SourceFile> files) {
  std::vector<std::string> breaches;
  if (const auto bad = layers.modules.find(""); bad != layers.modules.end()) {
    for (const std::string& line : bad->second) breaches.push_back("layers: cannot read '" + line + "'");
  }
  visit_includes(layers, files, [&](const SourceFile& file, std::size_t line, const Permission& permission) {
    if (permission.why_not.empty()) return;
    breaches.push_back(file.path + ":" + std::to_string(line) + ": " + permission.why_not);
  });
  return breaches;
}

std::vector<std::string> find_unused_permissions(const Layers& layers, std::span<const SourceFile> files) {
  std::set<const std::string*> used;
  visit_includes(layers, files, [&](const SourceFile&, std::size_t, const Permission& it) { used.insert(it.word); });
  std::vector<std::string> unused;
  for (const auto* permissions : {&layers.modules, &layers.tests, &layers.libraries}) {
    for (const auto& [name, words] : *permissions) {
      if (name.empty()) continue;  // lines that could not be read: check_layers names them
      for (const std::string& word : words) {
        if (!used.contains(&word)) unused.emplace_back(name).append(" -> ").append(word);
      }
    }
  }
  return unused;
}

}  // namespace npu_cts::gates
