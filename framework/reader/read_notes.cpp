#include "framework/reader/read_notes.h"

#include "framework/reader/read_parameter.h"

namespace npu_cts {
namespace {

/// Whence a fact is that no page states.
const Words& basis_words() {
  static const Words words{
      "basis", {"document", "example", "newer-release", "vendor-code", "vendor-golden", "hardware", "convention"}};
  return words;
}

std::string read_basis(Reading& reading, const Fields& fields) {
  const Node* const node = fields.find("basis");
  return node == nullptr ? std::string() : reading.known(*node, basis_words());
}

std::vector<Model> read_models(Reading& reading, const std::vector<Node>& nodes) {
  std::vector<Model> models;
  std::set<std::string> ids;
  for (const Node& node : nodes) {
    const Fields fields(reading, node, Form::model);
    models.push_back({fields.word("id"), fields.text("text"), read_basis(reading, fields), {}, fields.at()});
    reading.claim(ids, models.back().id, node.at);
  }
  return models;
}

}  // namespace

std::vector<Freedom> read_freedoms(Reading& reading, const Fields& fields) {
  std::vector<Freedom> freedoms;
  std::set<std::string> ids;
  for (const Node& node : fields.items("freedoms")) {
    const Fields read(reading, node, Form::freedom);
    freedoms.push_back({read.word("id"), read.expression("when", Type::boolean), read.applies(),
                        read_models(reading, read.items("models")), read.at()});
    reading.claim(ids, freedoms.back().id, node.at);
  }
  return freedoms;
}

std::vector<OpenQuestion> read_questions(Reading& reading, const Fields& fields) {
  std::vector<OpenQuestion> questions;
  std::set<std::string> ids;
  for (const Node& node : fields.items("open")) {
    const Fields read(reading, node, Form::question);
    questions.push_back({read.word("id"), read.text("ask"), read.word("found"), {}, read.at()});
    reading.claim(ids, questions.back().id, node.at);
  }
  return questions;
}

std::vector<Contradiction> read_contradictions(Reading& reading, const Fields& fields) {
  std::vector<Contradiction> contradictions;
  std::set<std::string> ids;
  for (const Node& node : fields.items("contradictions")) {
    const Fields read(reading, node, Form::contradiction);
    const std::vector<std::string> parties = read.words("parties");
    contradictions.push_back({read.word("id"), read.word("kind"), read.word("about"),
                              std::vector<Citations>(parties.size()), parties, read.text("text"), read.text("ruling"),
                              read_basis(reading, read), read.expression("overruled", Type::boolean), read.applies(),
                              read.at()});
    reading.claim(ids, contradictions.back().id, node.at);
  }
  return contradictions;
}

}  // namespace npu_cts
