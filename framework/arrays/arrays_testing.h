// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "framework/arrays/model.h"
#include "framework/arrays/pict.h"

// What the tests of covering arrays share. Not part of the library.
namespace npu_cts::arrays::testing_arrays {

/// Returns parameters p0, p1, … with the values 0, 1, …: as many as `levels` says.
inline Model model_of(const std::vector<std::size_t>& levels) {
  Model model;
  for (std::size_t p = 0; p < levels.size(); ++p) {
    model.parameters.push_back({.name = "p" + std::to_string(p)});
    for (std::size_t v = 0; v < levels[p]; ++v) model.parameters.back().values.push_back(std::to_string(v));
  }
  return model;
}

/// Returns every legal row, found by trying all.
inline std::vector<Row> legal_rows(const Model& model) {
  std::vector<Row> rows;
  Row row(model.parameters.size(), 0);
  for (bool more = true; more;) {
    if (is_legal(model, row)) rows.push_back(row);
    more = false;
    for (std::size_t p = 0; p < row.size() && !more; ++p) {
      more = ++row[p] < model.parameters[p].values.size();
      if (!more) row[p] = 0;
    }
  }
  return rows;
}

/// Adds the tuples of `size` cells of `row` to `tuples`.
inline void add_tuples(const Row& row, std::size_t size, const Tuple& begun, std::set<Tuple>& tuples) {
  if (begun.size() == size) {
    tuples.insert(begun);
    return;
  }
  for (std::size_t p = begun.empty() ? 0 : begun.back().parameter + 1; p < row.size(); ++p) {
    Tuple more = begun;
    more.push_back({.parameter = p, .value = row[p]});
    add_tuples(row, size, more, tuples);
  }
}

/// Returns the tuples of `size` cells that `rows` have.
inline std::set<Tuple> tuples_of(const std::vector<Row>& rows, std::size_t size) {
  std::set<Tuple> tuples;
  for (const Row& row : rows) add_tuples(row, size, {}, tuples);
  return tuples;
}

/// Returns the published model `name`.
inline Model published(const std::string& name) {
  const std::string path = std::string(NPU_CTS_SOURCE_DIR) + "/framework/arrays/models/" + name + ".pict";
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return read_pict(text.str(), path).value();
}

}  // namespace npu_cts::arrays::testing_arrays
