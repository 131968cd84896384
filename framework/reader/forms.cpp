// SPDX-License-Identifier: Apache-2.0
#include "framework/reader/forms.h"

#include <algorithm>
#include <array>

#include "framework/base/text.h"

namespace npu_cts::reader {
namespace {

constexpr std::array form_table{
    MapForm{Form::op, "operator", "operator form text pages signatures parameters outputs support",
            "import symbols rows rules formulas implementation_defined examples open contradictions contested hints"},
    MapForm{Form::text, "text", "en zh", ""},
    MapForm{Form::signature, "signature", "value", "since until products modes"},
    MapForm{Form::parameter, "parameter", "key kind text",
            "group names since until products modes optional in_place reserved keyword_only defaults dtypes formats "
            "layouts shapes"},
    MapForm{Form::name, "name", "value", "since until products modes"},
    MapForm{Form::default_value, "default", "value", "usable since until products modes"},
    MapForm{Form::dtypes, "dtypes", "values", "since until products modes"},
    MapForm{Form::formats, "formats", "values", "since until products modes"},
    MapForm{Form::layouts, "layouts", "values", "since until products modes"},
    MapForm{Form::shape, "shape", "id as", "when since until products modes"},
    MapForm{Form::row, "row", "id cells", "since until products modes"},
    MapForm{Form::rule, "rule", "id phase require text",
            "when on_violation question remedy code since until products modes"},
    MapForm{Form::output, "output", "name dtype shape", "alias"},
    MapForm{Form::output_fact, "output_fact", "value", "since until products modes"},
    MapForm{Form::support, "support", "state", "since until products modes frameworks question"},
    MapForm{Form::formula, "formula", "id formula text basis", "when seen_in since until products modes"},
    MapForm{Form::behaviour, "implementation_defined", "id variants", "when since until products modes"},
    MapForm{Form::variant, "variant", "id text basis", "formula seen_in"},
    MapForm{Form::example, "example", "id call", "verdict fills golden since until products modes"},
    MapForm{Form::example_call, "example_call", "", "product release mode arguments constructor variables"},
    MapForm{Form::question, "question", "id question", "found leaves_open"},
    MapForm{Form::contradiction, "contradiction", "id kind subject statements text resolution basis",
            "seen_in rejected_claim since until products modes"},
    MapForm{Form::contested, "contested", "id subject by where says", "when since until products modes"},
    MapForm{Form::hints, "hints", "", "symbols arguments build data users sizes"},
    MapForm{Form::data_set, "data_set", "id text",
            "when since until products modes fills sizes arguments layouts formats shapes"},
    MapForm{Form::users, "users", "id text seen",
            "tier when since until products modes fills sizes arguments layouts formats shapes"},
    MapForm{Form::sizes, "sizes", "of", ""},
    MapForm{Form::size_group, "size_group", "id text of",
            "strength elements when since until products modes fills sizes arguments layouts formats shapes"},
    MapForm{Form::fill, "fill", "", "uniform distinct reals cycle bits columns"},
    MapForm{Form::releases, "releases", "releases", ""},
    MapForm{Form::dtype_file, "dtype_file", "dtypes", ""},
    MapForm{Form::dtype, "dtype", "name bits kind", "lanes"},
    MapForm{Form::product_file, "product_file", "products", ""},
    MapForm{Form::product, "product", "id name aliases", "chips"},
    MapForm{Form::alias, "alias", "name", "since until"},
    MapForm{Form::mode_file, "mode_file", "modes", "groups"},
    MapForm{Form::mode, "mode", "id name", "compiled dynamic"},
    MapForm{Form::mode_group, "mode_group", "id name modes", ""},
    MapForm{Form::document_file, "document_file", "documents", ""},
    MapForm{Form::document, "document", "id op release language path sha256", ""},
    MapForm{Form::inventory, "inventory", "operator statements", ""},
    MapForm{Form::statement, "statement", "id sha256 documents place disposition", "encodes why"},
    MapForm{Form::call, "call", "call product mode", "release arguments constructor variables"},
    MapForm{Form::tensor, "tensor", "dtype shape", "layout format storage_offset data"},
    MapForm{Form::expectation_file, "expectation_file", "expectations", ""},
    MapForm{Form::expectation, "expectation", "cases status diagnosis reason link owner expires",
            "count product release mode"},
};

}  // namespace

const MapForm& info_of(Form form) { return form_table[static_cast<std::size_t>(form)]; }

std::span<const MapForm> all_forms() { return form_table; }

KeyAndRest split_first(std::string_view list) {
  const std::string_view key = list.substr(0, list.find(' '));
  return {.key = key, .rest = list.substr(std::min(key.size() + 1, list.size()))};
}

bool is_key_in(std::string_view list, std::string_view key) {
  while (!list.empty()) {
    const KeyAndRest first = split_first(list);
    if (first.key == key) return true;
    list = first.rest;
  }
  return false;
}

std::vector<std::string> keys_in(std::string_view list) {
  if (list.empty()) return {};
  return split(list, ' ');
}

}  // namespace npu_cts::reader
