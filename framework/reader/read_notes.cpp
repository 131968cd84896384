// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/op_spec_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/formula_syntax.h"
#include "framework/model/formula.h"

namespace npu_cts::reader {
namespace {

/// Where a fact comes from that no page states.
const Words& basis_words() {
  static const Words words{"basis",
                           {"document", "example", "newer-release", "vendor-code", "vendor-golden", "convention"}};
  return words;
}

/// Who contradicts a refusal.
const Words& witness_words() {
  static const Words words{"witness", {"vendor-tests", "vendor-code", "callers"}};
  return words;
}

/// Returns whether `place` reads REPOSITORY@COMMIT:PATH.
bool names_a_file_at_a_commit(std::string_view place) {
  const auto at = place.find('@');
  const auto colon = place.find(':', at);
  if (at == 0 || colon == std::string_view::npos || colon + 1 == place.size()) return false;
  const std::string_view commit = place.substr(at + 1, colon - at - 1);
  return commit.size() >= 7 && commit.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// What a fact is based on, and the program that shows it.
struct Basis {
  std::string word;
  std::string seen_in;
};

/// Reads what a fact is based on. What the vendor's programs say must be looked up again one day.
Basis read_basis(Reading& reading, const Fields& fields) {
  const Node* const word = fields.find("basis");
  const std::string basis = word == nullptr ? std::string() : reading.known(*word, basis_words());
  std::string place = fields.word("seen_in");
  if (place.empty() ? !basis.starts_with("vendor-") : names_a_file_at_a_commit(place)) return {basis, std::move(place)};
  const Node* const node = place.empty() ? word : fields.find("seen_in");
  reading.report(error_at(place.empty() ? Kind::missing_key : Kind::wrong_type, node->at,
                          place.empty() ? fmt::format("nothing says where '{}' was seen", basis)
                                        : fmt::format("'{}' is no place in a program", place),
                          "a program changes: its repository, its commit and a path find the place again",
                          "write seen_in: \"OWNER/REPOSITORY@COMMIT:PATH\""));
  return {basis, std::move(place)};
}

/// Returns what a formula of `op` may name: its parameters and outputs, dtypes, and a few functions.
Words formula_words(const OpSpec& op) {
  Words words = parameter_words(op);
  words.noun = "name in a formula";
  for (const Output& output : op.outputs) words.known.push_back(output.name);
  for (const FormulaSign& one : formula_signs) {
    if (one.is_function()) words.known.emplace_back(one.sign);
  }
  return words;
}

/// Reads the formula under its key in `fields`, whose names must be among `words`; "" where there is none.
std::string read_formula(Reading& reading, const Fields& fields, const Words& words) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz0123456789";
  std::string formula = fields.word("formula");
  if (formula.empty()) return formula;
  const auto place_of = [&](std::size_t at) {
    Location place = fields.find("formula")->at;
    place.column += static_cast<int>(at) + (fields.find("formula")->quoted ? 1 : 0);
    return place;
  };
  bool are_known = true;
  std::size_t end = 0;
  for (auto at = formula.find_first_of(letters); at != std::string::npos; at = formula.find_first_of(letters, end)) {
    end = std::min(formula.find_first_not_of(letters, at), formula.size());
    const std::string name = formula.substr(at, end - at);
    const bool is_number = name.front() >= '0' && name.front() <= '9';
    if (is_number || find_named<DType>(name) || contains(words.known, name)) continue;
    reading.report(unknown_word(name, words, place_of(at)));
    are_known = false;
  }
  if (const auto fault = are_known ? find_formula_fault(formula) : std::nullopt) {
    reading.report(error_at(Kind::expression_syntax, place_of(fault->at), "the formula is not well formed", fault->what,
                            "correct the formula; its signs are @ * / + - & | <<"));
  }
  return formula;
}

std::vector<Variant> read_variants(Reading& reading, const std::vector<Node>& nodes, const Words& words) {
  return read_list<Variant>(reading, nodes, Form::variant, [&](const Fields& read) {
    Basis basis = read_basis(reading, read);
    return Variant{.id = read.word("id"),
                   .text = read.text("text"),
                   .basis = std::move(basis.word),
                   .at = read.at(),
                   .seen_in = std::move(basis.seen_in),
                   .formula = read_formula(reading, read, words)};
  });
}

}  // namespace

std::vector<ResultFormula> read_formulas(Reading& reading, const Fields& fields, const OpSpec& op) {
  const Words words = formula_words(op);
  return read_list<ResultFormula>(reading, fields.items("formulas"), Form::formula, [&](const Fields& read) {
    Basis basis = read_basis(reading, read);
    return ResultFormula{.id = read.word("id"),
                         .formula = read_formula(reading, read, words),
                         .when = read.expression("when", Type::boolean),
                         .text = read.text("text"),
                         .basis = std::move(basis.word),
                         .applies = read.applies(),
                         .at = read.at(),
                         .seen_in = std::move(basis.seen_in)};
  });
}

std::vector<ImplementationDefined> read_implementation_defined(Reading& reading, const Fields& fields,
                                                               const OpSpec& op) {
  const Words words = formula_words(op);
  const auto read_one = [&](const Fields& read) {
    return ImplementationDefined{.id = read.word("id"),
                                 .when = read.expression("when", Type::boolean),
                                 .applies = read.applies(),
                                 .variants = read_variants(reading, read.items("variants"), words),
                                 .at = read.at()};
  };
  return read_list<ImplementationDefined>(reading, fields.items("implementation_defined"), Form::behaviour, read_one);
}

std::vector<OpenQuestion> read_questions(Reading& reading, const Fields& fields) {
  return read_list<OpenQuestion>(reading, fields.items("open"), Form::question, [&](const Fields& read) {
    OpenQuestion question{
        .id = read.word("id"), .question = read.text("question"), .found = read.word("found"), .at = read.at()};
    if (const Node* const leaves = read.find("leaves_open"))
      question.leaves = reading.choice<Leaves>(*leaves, "kind of silence");
    return question;
  });
}

std::vector<Contested> read_contested(Reading& reading, const Fields& fields) {
  return read_list<Contested>(reading, fields.items("contested"), Form::contested, [&](const Fields& read) {
    const Node* const by = read.find("by");
    return Contested{.id = read.word("id"),
                     .subject = read.word("subject"),
                     .when = read.expression("when", Type::boolean),
                     .by = by == nullptr ? std::string() : reading.known(*by, witness_words()),
                     .where = read.word("where"),
                     .says = read.text("says"),
                     .applies = read.applies(),
                     .at = read.at()};
  });
}

std::vector<Contradiction> read_contradictions(Reading& reading, const Fields& fields) {
  const auto read_one = [&](const Fields& read) {
    const std::vector<std::string> statements = read.words("statements");
    Basis basis = read_basis(reading, read);
    return Contradiction{.id = read.word("id"),
                         .kind = read.word("kind"),
                         .subject = read.word("subject"),
                         .statements = std::vector<Citations>(statements.size()),
                         .party_names = statements,
                         .text = read.text("text"),
                         .resolution = read.text("resolution"),
                         .basis = std::move(basis.word),
                         .seen_in = std::move(basis.seen_in),
                         .rejected_claim = read.expression("rejected_claim", Type::boolean),
                         .applies = read.applies(),
                         .at = read.at()};
  };
  return read_list<Contradiction>(reading, fields.items("contradictions"), Form::contradiction, read_one);
}

}  // namespace npu_cts::reader
