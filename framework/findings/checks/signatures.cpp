// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/findings/checks/check.h"

namespace npu_cts::findings {
namespace {

/// One name of a signature: `ScalarType? output_dtype=None`.
struct Written {
  std::string name;
  std::string value;  ///< of its default, empty where it has none
  bool keyword_only = false;
};

/// Returns the parts of the outermost parentheses of `text`, cut at commas that stand in no brackets.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (const char letter : text) {
    if (letter == ')' && depth-- == 1) break;
    if (letter == ',' && depth == 1) {
      parts.emplace_back();
    } else if (depth > 0) {
      parts.back() += letter;
    }
    if (letter == '(') ++depth;
  }
  return parts;
}

std::vector<Written> read_signature(std::string_view text) {
  std::vector<Written> names;
  bool keyword_only = false;
  for (const std::string& part : parts_of(text)) {
    const std::string_view trimmed = trim(part);
    if (trimmed == "*") {
      keyword_only = true;
      continue;
    }
    if (trimmed.empty()) continue;
    const std::size_t equals = trimmed.find('=');
    const std::string_view left = trim(trimmed.substr(0, equals));
    const std::size_t blank = left.rfind(' ');
    names.push_back({.name = std::string(blank == std::string_view::npos ? left : left.substr(blank + 1)),
                     .value = equals == std::string_view::npos ? "" : std::string(trim(trimmed.substr(equals + 1))),
                     .keyword_only = keyword_only});
  }
  return names;
}

/// Returns where the bracket that opens `text` is closed; npos where it is not, or another bracket is closed first.
std::size_t end_of_brackets(std::string_view text) {
  std::string open;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t closing = std::string_view(")]}").find(text[at]);
    if (std::string_view("([{").find(text[at]) != std::string_view::npos) open += text[at];
    if (closing != std::string_view::npos) {
      if (open.empty() || open.back() != "([{"[closing]) return std::string_view::npos;
      open.pop_back();
    }
    if (open.empty()) return at + 1;
  }
  return std::string_view::npos;
}

/// Returns whether `text` is the type of a result: "Tensor", "Tensor(a!)", "(Tensor, Tensor)".
bool is_type(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,!?*()[] ";
  const std::string in_brackets = "(" + std::string(text) + ")";
  return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos &&
         end_of_brackets(in_brackets) == in_brackets.size();
}

/// Returns what no reader of the signature `text` can make sense of; empty where there is nothing.
std::string unreadable_in(std::string_view text) {
  if (!text.starts_with('(')) return "the signature does not begin with '('";
  const std::size_t end = end_of_brackets(text);
  if (end == std::string_view::npos) return "the brackets of the signature do not match";
  const std::string_view rest = trim(text.substr(end));
  if (rest.empty() || (rest.starts_with("->") && is_type(trim(rest.substr(2))))) return "";
  return fmt::format("the signature ends with '{}', which is no '-> TYPE'", rest);
}

/// Returns `value` as a signature writes a default; nothing for kinds that pages write in several ways.
std::optional<std::string> written_form(const Value& value) {
  if (const auto* const number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* const flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (const auto* const word = std::get_if<std::string>(&value)) return fmt::format("'{}'", *word);
  return std::nullopt;
}

/// Looks at one signature in one release.
class SignatureComparison {
 public:
  SignatureComparison(const Spec& spec, const OpSpec& op, const Dated<std::string>& signature, std::size_t release,
                      Findings& found)
      : spec_(spec), op_(op), signature_(signature), release_(release), found_(found) {}

  void run() {
    const auto written = read_signature(signature_.value);
    std::set<std::string> known;
    for (const Parameter& parameter : op_.parameters) {
      const Group signed_group = op_.module_form ? Group::constructor : Group::arguments;
      if (parameter.group != signed_group || !in_release(parameter.applies, release_)) continue;
      const std::string& name = name_in(
          parameter, spec_, {.product = "", .release = spec_.releases[release_], .mode = spec_.modes.all.front().id});
      known.insert(name);
      const auto it = std::ranges::find(written, name, &Written::name);
      if (it == written.end()) {
        report(parameter.key, fmt::format("the signature of {} lacks '{}'", spec_.releases[release_], name));
      } else if (it->keyword_only != parameter.keyword_only) {
        report(parameter.key, fmt::format("'{}' is keyword-only in {} only", name,
                                          it->keyword_only ? "the signature" : "the parameters"));
      } else {
        compare_default(parameter, *it);
        compare_absence(parameter, *it);
      }
    }
    for (const Written& one : written) {
      if (!known.contains(one.name))
        report(one.name, fmt::format("no parameter of {} is called '{}'", spec_.releases[release_], one.name));
    }
    compare_results();
  }

 private:
  void compare_default(const Parameter& parameter, const Written& written) {
    const auto dated = std::ranges::find_if(parameter.defaults,
                                            [&](const auto& entry) { return in_release(entry.applies, release_); });
    if (dated == parameter.defaults.end()) return;
    const auto wanted = written_form(dated->value.value);
    std::string says = written.value;
    std::ranges::replace(says, '"', '\'');
    if (!wanted || says == *wanted) return;
    if (!says.starts_with('\'')) says = fmt::format("'{}'", says);
    report(parameter.key, fmt::format("the default of '{}' in {} is {}, and the signature says {}", parameter.key,
                                      spec_.releases[release_], *wanted, says));
  }

  /// What may be none is none by default, and nothing else is.
  void compare_absence(const Parameter& parameter, const Written& written) {
    if (parameter.optional == (written.value == "None")) return;
    report(parameter.key, fmt::format("'{}' may {}be none, and the signature of {} gives it {}", parameter.key,
                                      parameter.optional ? "" : "not ", spec_.releases[release_],
                                      written.value.empty() ? "no default" : fmt::format("'{}'", written.value)));
  }

  /// A signature may leave out what comes back.
  void compare_results() {
    const std::string_view text = signature_.value;
    const std::string_view rest = trim(text.substr(end_of_brackets(text)));
    if (rest.empty()) return;
    const std::string_view type = trim(rest.substr(2));
    const std::size_t written = type.starts_with('(') ? parts_of(type).size() : 1;
    if (written == op_.outputs.size()) return;
    report("outputs", fmt::format("the signature of {} gives {}, and the spec has {}", spec_.releases[release_],
                                  counted(written, "result"), counted(op_.outputs.size(), "output")));
  }

  void report(std::string subject, std::string what) {
    found_.push_back(finding(op_, std::move(subject), signature_.at, std::move(what)));
  }

  const Spec& spec_;
  const OpSpec& op_;
  const Dated<std::string>& signature_;
  std::size_t release_;
  Findings& found_;
};

}  // namespace

Findings find_signature_mismatches(const Spec& spec, const OpSpec& op) {
  Findings found;
  for (const Dated<std::string>& signature : op.signatures) {
    const std::string fault = unreadable_in(signature.value);
    if (!fault.empty()) found.push_back(finding(op, "signatures", signature.at, fault));
  }
  for (const auto& [release, pages] : op.pages) {
    const std::size_t at = release;
    const auto signature =
        std::ranges::find_if(op.signatures, [&](const auto& entry) { return in_release(entry.applies, at); });
    if (signature != op.signatures.end() && unreadable_in(signature->value).empty())
      SignatureComparison(spec, op, *signature, release, found).run();
  }
  for (const Parameter& one : op.parameters) {
    if (op.module_form && one.group != Group::constructor && one.keyword_only)
      found.push_back(
          finding(op, one.key, one.at, fmt::format("'{}' is keyword-only, and no signature has it", one.key)));
  }
  return found;
}

Findings find_in_place_mismatches(const Spec& /*spec*/, const OpSpec& op) {
  Findings found;
  for (const Parameter& parameter : op.parameters) {
    const bool is_output = contains(op.outputs, parameter.key, &Output::alias);
    if (is_output == parameter.in_place) continue;
    found.push_back(finding(
        op, parameter.key, parameter.at,
        fmt::format("'{}' is {}", parameter.key, is_output ? "an output and not in place" : "in place and no output")));
  }
  return found;
}

}  // namespace npu_cts::findings
