// SPDX-License-Identifier: Apache-2.0
#include "framework/judge/judge_case.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"
#include "framework/judge/compare.h"
#include "framework/judge/compared.h"
#include "framework/judge/dependence.h"
#include "framework/judge/variants.h"
#include "framework/rule/evaluate.h"

namespace npu_cts::judging {
namespace {

/// The parts of a judgement that its steps share.
struct Attempt {
  const BoundSpec& bound;
  const Case& planned;
  const Call& call;
  const run::Observation& seen;
  const Oracle& oracle;
  const JudgeOptions& options;
};

CaseResult result_of(const Attempt& attempt, Status status, std::string reason) {
  return {.id = attempt.planned.id,
          .status = status,
          .reason = std::move(reason),
          .outcome = attempt.seen.outcome.kind,
          .mismatch = std::nullopt};
}

/// Returns `text` as one line that is safe to print: errors of Python have several.
std::string on_one_line(std::string_view text) {
  std::vector<std::string> lines = split(text, '\n');
  for (std::string& line : lines) line = trim(line);
  std::erase(lines, "");
  return escape_control(join(lines, " "));
}

/// A result of the implementation's fault: the driver's own attribution, where it has one, else `fault` in `tensor`.
CaseResult attributed(const Attempt& attempt, Status status, Fault fault, std::string reason, std::string tensor = {}) {
  CaseResult result = result_of(attempt, status, std::move(reason));
  result.attribution = attempt.seen.outcome.attribution;
  if (result.attribution) return result;
  result.attribution =
      Attribution{.fault = fault, .tensor = std::move(tensor), .detail = on_one_line(attempt.seen.outcome.message)};
  if (attempt.seen.outcome.code != 0) result.attribution->code = attempt.seen.outcome.code;
  return result;
}

/// Returns the implementation's own code and text; an error of its own without a text is said to be one.
std::string said(const Outcome& outcome) {
  const std::string code = outcome.code == 0 ? "" : fmt::format(" with code {}", outcome.code);
  if (const std::string text = on_one_line(outcome.message); !text.empty()) return fmt::format("{}: '{}'", code, text);
  return code + (outcome.kind == OutcomeKind::failed ? ": it does not say why" : "");
}

/// Returns `otherwise` and what the implementation said, where no driver says what is wrong: the call may have ended.
std::string words_of_failure(const Outcome& outcome, std::string_view otherwise) {
  return outcome.attribution ? on_one_line(outcome.message) : std::string(otherwise) + said(outcome);
}

/// Returns how an output is of another type than the spec gives it, as far as it says one.
std::optional<std::string> type_error(const SlotCall& call, const BoundOutput& output, const Tensor& got) {
  const std::string& name = output.written->name;
  const auto dtype = output.dtype ? number_of(*output.dtype, call) : std::nullopt;
  if (dtype && static_cast<DType>(*dtype) != got.type.dtype) {
    return fmt::format("output '{}' is {}, the spec says {}", name, name_of(got.type.dtype),
                       name_of(static_cast<DType>(*dtype)));
  }
  const auto shape = output.shape ? shape_of(*output.shape, call) : std::nullopt;
  if (shape && *shape != got.type.shape) {
    return fmt::format("output '{}' has the shape {}, the spec says {}", name, to_text(got.type.shape),
                       to_text(*shape));
  }
  return std::nullopt;
}

/// Returns the values of the spec's symbols that are whole numbers for this call.
std::map<std::string, std::int64_t> sizes_of(const SlotCall& call, const OpSpec& op) {
  std::map<std::string, std::int64_t> sizes;
  for (std::size_t slot = 0; slot < op.symbols.size(); ++slot) {
    const SymbolValue& value = call.symbol(slot);
    if (value.type == Type::integer && value.number) sizes.emplace(op.symbols[slot].name, *value.number);
  }
  return sizes;
}

/// Adds to the places that `mismatch` shows of `one` the inputs that meet there.
Mismatch with_inputs(Mismatch mismatch, const Attempt& attempt, const Compared& one, const VariantChoice& choice) {
  if (mismatch.details.empty()) return mismatch;
  auto places = differing(one.got, one.want);
  places.resize(mismatch.details.size() - 1);  // the first line says how many differ
  const auto compute = [&](const Call& call) {
    const auto outputs = attempt.oracle(call, {choice}).front();
    return *find_output(outputs, one.output);
  };
  const auto inputs = inputs_at(attempt.bound, attempt.call, places, compute);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].empty()) mismatch.details[i + 1] += ", from " + inputs[i];
  }
  return mismatch;
}

/// Returns the first difference between what was seen and `want`, the outputs under `choice`.
std::optional<Mismatch> difference(const Attempt& attempt, const std::vector<NamedTensor>& want,
                                   const VariantChoice& choice) {
  const std::vector<Compared> all = compared_with(attempt.bound.op(), attempt.seen, want);
  for (auto one = all.begin(); one != all.end(); ++one) {
    auto mismatch = compare(one->name, one->got, one->want);
    if (!mismatch) continue;
    Mismatch shown = with_inputs(*std::move(mismatch), attempt, *one, choice);
    if (!shown.details.empty())
      std::ranges::move(wrong_beside(*one, {one, all.end()}), std::back_inserter(shown.details));
    return shown;
  }
  return std::nullopt;
}

bool agrees_with(const Attempt& attempt, const std::vector<NamedTensor>& want) {
  return std::ranges::all_of(compared_with(attempt.bound.op(), attempt.seen, want),
                             [](const Compared& one) { return agree(one.got, one.want); });
}

/// Returns the choices of variants that the call is compared under.
std::vector<VariantChoice> choices_of(const Attempt& attempt) {
  auto choices = variant_choices(attempt.bound, attempt.call);
  std::erase_if(choices,
                [&](const VariantChoice& choice) { return !agrees_with_pins(choice, attempt.options.pinned); });
  return choices;
}

/// Returns the variants that the outputs follow although others are pinned: "rint19=flush_subnormals"; empty where they
/// follow none.
std::string followed_beside_pins(const Attempt& attempt) {
  auto choices = variant_choices(attempt.bound, attempt.call);
  std::erase_if(choices, [&](const VariantChoice& choice) { return agrees_with_pins(choice, attempt.options.pinned); });
  if (choices.empty()) return {};
  const auto wanted = attempt.oracle(attempt.call, choices);
  const auto followed = std::ranges::find_if(wanted, [&](const auto& want) { return agrees_with(attempt, want); });
  if (followed == wanted.end()) return {};
  std::vector<std::string> words;
  for (const auto& [behaviour, variant] : choices[static_cast<std::size_t>(followed - wanted.begin())]) {
    const auto pin = attempt.options.pinned.find(behaviour);
    if (pin != attempt.options.pinned.end() && pin->second != variant)
      words.push_back(fmt::format("{}={}", behaviour, variant));
  }
  return join(words, ", ");
}

/// The result of a call whose outputs are unlike `wanted`, those under each of `choices`.
CaseResult unlike_all(const Attempt& attempt, const std::vector<VariantChoice>& choices,
                      const std::vector<std::vector<NamedTensor>>& wanted) {
  const std::string followed = followed_beside_pins(attempt);
  const bool is_unlike = followed.empty() && !wanted.empty();
  const std::size_t at = is_unlike ? nearest(attempt.bound.op(), attempt.seen, wanted) : 0;
  const auto first = is_unlike ? difference(attempt, wanted[at], choices[at]) : std::nullopt;
  CaseResult result = attributed(attempt, Status::fail, Fault::value_mismatch, "", first ? first->output : "");
  result.mismatch = first;
  result.reason = "no variant left to compare with";
  if (!followed.empty()) result.reason = fmt::format("follows {}, another variant than --numerics pins", followed);
  if (first)
    result.reason = fmt::format("value mismatch in '{}' at {}: got {}, want {}", first->output, to_text(first->index),
                                first->got, first->want);
  return result;
}

CaseResult judge_values(const Attempt& attempt, const SlotCall& call) {
  const auto choices = choices_of(attempt);
  const auto wanted = attempt.oracle(attempt.call, choices);
  if (wanted.size() != choices.size()) return result_of(attempt, Status::error, "the operator has no oracle");
  for (const auto& want : wanted) {
    if (const std::string name = left_out(attempt.bound.op(), want); !name.empty())
      return result_of(attempt, Status::error, fmt::format("the oracle does not give the output '{}'", name));
  }
  std::string weakness;
  CaseResult result = result_of(attempt, Status::pass, "");
  result.sizes = sizes_of(call, attempt.bound.op());
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (!agrees_with(attempt, wanted[i])) continue;
    if (result.agrees.empty()) weakness = weakness_in(wanted[i]);
    result.agrees.push_back(choices[i]);
  }
  if (result.agrees.empty()) {
    CaseResult failed = unlike_all(attempt, choices, wanted);
    failed.sizes = std::move(result.sizes);
    return failed;
  }
  if (!weakness.empty()) {
    result.status = Status::weak;
    result.reason = weakness;
  }
  return result;
}

/// Returns what was given in place of an output, for a misspelt name: ", but 'output'".
std::string what_was_given(const Attempt& attempt) {
  std::vector<std::string> names;
  for (const NamedTensor& given : attempt.seen.outcome.outputs) names.push_back(escape_control(given.name));
  return names.empty() ? "" : fmt::format(", but '{}'", join(names, "', '"));
}

CaseResult judge_completed(const Attempt& attempt) {
  const SlotCall call(attempt.bound, attempt.call.arguments);
  for (const BoundOutput& output : attempt.bound.outputs()) {
    const std::string& name = output.written->name;
    const Tensor* got = find_output(attempt.seen.outcome.outputs, name);
    const auto wrong = [&](std::string reason) {
      return attributed(attempt, Status::fail, Fault::value_mismatch, std::move(reason), name);
    };
    if (got == nullptr) return wrong(fmt::format("output '{}' was not given{}", name, what_was_given(attempt)));
    if (auto error = type_error(call, output, *got)) return wrong(std::move(*error));
  }
  for (const NamedTensor& given : attempt.seen.outcome.outputs) {
    if (contains(attempt.bound.op().outputs, given.name, &Output::name)) continue;
    return attributed(attempt, Status::fail, Fault::value_mismatch,
                      fmt::format("gave an output '{}', which the spec does not name", escape_control(given.name)), "");
  }
  return judge_values(attempt, call);
}

CaseResult unclaimed(const Attempt& attempt) {
  return result_of(attempt, Status::skip, "the implementation does not claim this call" + said(attempt.seen.outcome));
}

CaseResult judge_accept(const Attempt& attempt) {
  const Outcome& outcome = attempt.seen.outcome;
  switch (outcome.kind) {
    case OutcomeKind::completed:
      return judge_completed(attempt);
    case OutcomeKind::unsupported:
      if (attempt.options.unsupported == Policy::allow) return unclaimed(attempt);
      return attributed(attempt, Status::fail, Fault::refused_valid,
                        fmt::format("says that it does not support a documented call{} (--unsupported allow judges the "
                                    "rest alone)",
                                    said(outcome)));
    case OutcomeKind::refused:
      return attributed(attempt, Status::fail, Fault::refused_valid, "refused a documented call" + said(outcome));
    case OutcomeKind::failed:
      return attributed(attempt, Status::fail, Fault::refused_valid,
                        words_of_failure(outcome, "failed to run a documented call"));
    case OutcomeKind::crashed:
      return attributed(attempt, Status::crash, Fault::crash, "crashed" + said(outcome));
    case OutcomeKind::timed_out:
      return attributed(attempt, Status::timeout, Fault::timeout, "did not finish in time" + said(outcome));
  }
  std::abort();
}

/// Returns the vendor's code that a document names for the refusal of this case, where one does.
std::optional<std::int64_t> documented_code(const Attempt& attempt) {
  for (const BoundRule& rule : attempt.bound.rules()) {
    if (rule.code && is_for(attempt.planned, ReasonKind::rule, rule.id)) return rule.code;
  }
  return std::nullopt;
}

/// A refusal is judged by its code only where a document names one and the implementation gave one.
CaseResult judge_code(const Attempt& attempt) {
  const Outcome& outcome = attempt.seen.outcome;
  const auto want = outcome.code == 0 ? std::nullopt : documented_code(attempt);
  if (!want || *want == outcome.code) return result_of(attempt, Status::pass, "");
  return attributed(attempt, Status::fail, Fault::wrong_code,
                    fmt::format("refused{}, the documents say {}", said(outcome), *want));
}

CaseResult judge_refusal(const Attempt& attempt) {
  const Outcome& outcome = attempt.seen.outcome;
  switch (outcome.kind) {
    case OutcomeKind::completed:
      if (attempt.options.extensions == Policy::allow) {
        return result_of(attempt, Status::weak, "accepted a call that the documents refuse (an extension)");
      }
      return attributed(attempt, Status::fail, Fault::accepted_invalid,
                        fmt::format("accepted a call that the documents {}",
                                    attempt.planned.expected == Verdict::unsupported ? "do not support" : "refuse"));
    case OutcomeKind::refused:
      return judge_code(attempt);
    case OutcomeKind::unsupported: {  // who claims a part alone has not looked at a call that is illegal besides
      const bool is_illegal = attempt.planned.expected == Verdict::reject;
      const bool is_left_out = is_illegal && attempt.options.unsupported == Policy::allow;
      return is_left_out ? unclaimed(attempt) : result_of(attempt, Status::pass, "");
    }
    case OutcomeKind::failed:
      return attributed(attempt, Status::fail, Fault::wrong_code,
                        words_of_failure(outcome, "failed instead of refusing"));
    case OutcomeKind::crashed:
      return attributed(attempt, Status::crash, Fault::crash, "crashed" + said(outcome));
    case OutcomeKind::timed_out:
      return attributed(attempt, Status::timeout, Fault::timeout, "did not finish in time" + said(outcome));
  }
  std::abort();
}

/// Returns the evidence against the refusal of this case that its plan knows of.
std::vector<const Contested*> evidence_against(const Attempt& attempt) {
  std::vector<const Contested*> evidence;
  for (const Contested& one : attempt.bound.op().contested) {
    if (is_for(attempt.planned, ReasonKind::contested, one.id)) evidence.push_back(&one);
  }
  return evidence;
}

/// A contested refusal: what the implementation did, and both sides. Only a clean answer is contested.
CaseResult judge_contested(const Attempt& attempt, const std::vector<const Contested*>& evidence) {
  const OutcomeKind kind = attempt.seen.outcome.kind;
  const bool accepted = kind == OutcomeKind::completed;
  if (!accepted && kind != OutcomeKind::refused && kind != OutcomeKind::unsupported) return judge_refusal(attempt);
  std::string sides;
  for (const Contested* one : evidence) {
    sides += fmt::format("; the documents refuse it by '{}', and {} say: {} ({})", one->subject, one->by, one->says.en,
                         one->where);
  }
  return result_of(attempt, Status::contested, (accepted ? "accepted" : "refused") + sides);
}

/// The call changed what it may not. An argument that it may write has bytes between and around its elements.
CaseResult judge_altered(const Attempt& attempt) {
  std::vector<std::string> what;
  for (const std::string& key : attempt.seen.altered) {
    what.push_back(run::may_write(attempt.bound.op(), key, attempt.seen.outcome)
                       ? fmt::format("wrote to the storage of '{}' outside its elements", key)
                       : fmt::format("changed '{}', which it may only read", key));
  }
  return attributed(attempt, Status::fail, Fault::input_modified, join(what, "; "), attempt.seen.altered.front());
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): all that a verdict depends on
CaseResult judge_case(const BoundSpec& bound, const Case& planned, const Call& call, const run::Observation& seen,
                      const Oracle& oracle, const JudgeOptions& options) {
  const Attempt attempt{
      .bound = bound, .planned = planned, .call = call, .seen = seen, .oracle = oracle, .options = options};
  if (!seen.altered.empty()) return judge_altered(attempt);
  switch (planned.expected) {
    case Verdict::accept:
      return judge_accept(attempt);
    case Verdict::reject:
      if (const auto evidence = evidence_against(attempt); !evidence.empty()) return judge_contested(attempt, evidence);
      return judge_refusal(attempt);
    case Verdict::unsupported:
      return judge_refusal(attempt);
    case Verdict::open:
    case Verdict::nondeterministic:
    case Verdict::unchecked:
    case Verdict::undefined:
      return result_of(attempt, Status::skip, fmt::format("the documents leave it {}", name_of(planned.expected)));
  }
  std::abort();
}

}  // namespace npu_cts::judging
