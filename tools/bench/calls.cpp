// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/calls.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "framework/expand/fill.h"
#include "framework/model/case.h"
#include "framework/reader/read_spec.h"

namespace npu_cts::bench {

const Spec& spec_under_test() {
  static const auto spec = reader::read_spec(std::string(NPU_CTS_SOURCE_DIR) + "/spec");
  if (!spec) std::abort();
  return *spec;
}

std::string scratch_journal() {
  const auto path = std::filesystem::temp_directory_path() / "npu-cts-bench.journal.jsonl";
  const std::ofstream emptied(path, std::ios::trunc);
  return path.string();
}

Tensor tensor(DType dtype, Shape shape) { return {.type = {.dtype = dtype, .shape = std::move(shape)}}; }

Call filled_call(const std::string& op, std::string mode, Arguments arguments) {
  Case planned;
  planned.id = op + "/bench";
  planned.call = {
      .op = op,
      .target = {.product = "atlas_a2", .release = spec_under_test().releases.back(), .mode = std::move(mode)},
      .arguments = std::move(arguments)};
  return expand::fill(BoundSpec::bind(spec_under_test(), *find_operator(spec_under_test(), op), planned.call.target),
                      planned);
}

}  // namespace npu_cts::bench
