// SPDX-License-Identifier: Apache-2.0
#include "reports/diff_pieces.h"

#include <map>
#include <set>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/base/text.h"

namespace npu_cts::reports {
namespace {

std::string tensor_text(const TensorType& type) {
  std::string text = fmt::format("{} {}", name_of(type.dtype), npu_cts::to_text(type.shape));
  if (type.layout != Layout::contiguous) text += fmt::format(" {}", name_of(type.layout));
  if (type.format != Format::nd) text += fmt::format(" {}", name_of(type.format));
  if (type.storage_offset != 0) text += fmt::format(" storage_offset {}", type.storage_offset);
  return text;
}

}  // namespace

std::string to_text(const Value& value) {
  return std::visit(Visitor{PlainText{}, [](const Tensor& tensor) { return tensor_text(tensor.type); }}, value);
}

std::string to_text(const Call& call) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : call.arguments) parts.push_back(key + ": " + to_text(value));
  return fmt::format("{}, {}, {}: {}", call.target.release, call.target.product, call.target.mode, join(parts, "; "));
}

std::string witness_of(const diff::Change& change) {
  std::vector<std::string> parts;
  for (const diff::Given& given : change.given) parts.push_back(given.name + ": " + to_text(given.value));
  return join(parts, "; ");
}

std::map<std::string, std::vector<std::string>> modes_by_product(const diff::Change& change) {
  std::map<std::string, std::vector<std::string>> modes;
  for (const diff::Spot& spot : change.where) {
    std::vector<std::string>& known = modes[spot.product];
    if (known.empty() || known.back() != spot.mode) known.push_back(spot.mode);
  }
  return modes;
}

std::string spots_of(const diff::Change& change) {
  std::map<std::string, std::set<std::string>> rows;
  for (const diff::Spot& spot : change.where) {
    if (!spot.row.empty()) rows[spot.product].insert(spot.row);
  }
  std::vector<std::string> parts;
  for (const auto& [product, in] : modes_by_product(change)) {
    const std::vector<std::string> ids(rows[product].begin(), rows[product].end());
    parts.push_back(fmt::format("{} ({}){}", product, join(in, ", "), ids.empty() ? "" : ": " + join(ids, ", ")));
  }
  return join(parts, "; ");
}

std::string source_of(const diff::Sentence& sentence) {
  return fmt::format("{} ({}: {})", sentence.id, join(sentence.documents, ", "), sentence.place);
}

std::vector<diff::Sentence> sentences_of(const diff::Change& change) {
  std::vector<diff::Sentence> all;
  for (const auto* grounds : {&change.refused, &change.admitted}) {
    for (const diff::Ground& ground : *grounds) {
      for (const diff::Sentence& sentence : ground.sentences) {
        if (!contains(all, sentence)) all.push_back(sentence);
      }
    }
  }
  return all;
}

std::string grounds_of(const std::vector<diff::Ground>& grounds, Language language) {
  std::vector<std::string> texts;
  for (const diff::Ground& ground : grounds) {
    const std::string& text = language == Language::zh ? ground.text.zh : ground.text.en;
    if (!contains(texts, text)) texts.push_back(text);
  }
  return join(texts, language == Language::zh ? "；" : "; ");
}

std::string phrase_of(diff::Relation relation, Language language) {
  const bool zh = language == Language::zh;
  switch (relation) {
    case diff::Relation::same:
      return zh ? "接受的调用相同" : "accepts the same";
    case diff::Relation::more:
      return zh ? "接受更多" : "accepts more";
    case diff::Relation::less:
      return zh ? "接受更少" : "accepts less";
    case diff::Relation::incomparable:
      return zh ? "有增有减" : "incomparable: accepts other calls";
  }
  std::abort();
}

std::string releases_of(const diff::OpDiff& op, Language language) {
  if (op.older == op.newer) return op.newer;
  return fmt::format("{} {} {}", op.newer, language == Language::zh ? "相对" : "against", op.older);
}

}  // namespace npu_cts::reports
