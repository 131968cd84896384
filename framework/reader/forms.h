// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace npu_cts::reader {

/// Every kind of map in the spec's files, in call files and in lists of known failures.
enum class Form : std::uint8_t {
  op,
  text,
  signature,
  parameter,
  name,
  default_value,
  dtypes,
  formats,
  layouts,
  shape,
  row,
  rule,
  output,
  output_fact,
  support,
  formula,
  behaviour,
  variant,
  example,
  example_call,
  question,
  contradiction,
  contested,
  hints,
  data_set,
  users,
  sizes,
  size_group,
  fill,
  // vocabularies
  releases,
  dtype_file,
  dtype,
  product_file,
  product,
  alias,
  mode_file,
  mode,
  mode_group,
  document_file,
  document,
  inventory,
  statement,
  // calls
  call,
  tensor,
  // lists of known failures
  expectation_file,
  expectation,
};

/// The keys of one kind of map, blocks of facts (blocks.h) apart. spec/schema.json says the same for editors; a test
/// holds the two equal.
struct MapForm {
  Form form;
  std::string_view name;      ///< in messages and in the schema
  std::string_view required;  ///< keys, separated by blanks
  std::string_view optional;
};

/// Returns the row of `form` in the table of forms.
const MapForm& info_of(Form form);

/// Returns every form, in the order of the enumeration.
std::span<const MapForm> all_forms();

struct KeyAndRest {
  std::string_view key;
  std::string_view rest;
};

/// Returns the first key of a list of keys, and the list behind it.
KeyAndRest split_first(std::string_view list);

/// Returns whether `key` is one of a list of keys.
bool is_key_in(std::string_view list, std::string_view key);

/// Returns the words of a list of keys.
std::vector<std::string> keys_in(std::string_view list);

}  // namespace npu_cts::reader
