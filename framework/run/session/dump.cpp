// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/session.h"

#include <algorithm>
#include <cstring>

#include <nlohmann/json.hpp>

#include "framework/judge/variants.h"
#include "framework/model/element.h"
#include "framework/npy/npy.h"
#include "framework/reader/write_call.h"

namespace npu_cts::run {
namespace {

using Json = nlohmann::ordered_json;

Tensor difference_of(const Tensor& got, const Tensor& want) {
  Tensor difference{.type = {.dtype = DType::float64, .shape = want.type.shape}};
  const auto count = static_cast<std::size_t>(numel(want.type.shape));
  difference.values.resize(count * sizeof(double));
  for (std::size_t i = 0; i < count; ++i) {
    const double one = number_at(got, i) - number_at(want, i);
    std::memcpy(difference.values.data() + i * sizeof(double), &one, sizeof(double));
  }
  return difference;
}

/// Writes tensors into one folder, up to the first error.
struct Folder {
  std::filesystem::path path;
  Json files = Json::array();
  record::WriteError error = std::nullopt;

  void add(const std::string& name, const Tensor& tensor) {
    if (!error) error = npy::write_npy(path / name, tensor);
    files.push_back({{"file", name}, {"dtype", name_of(tensor.type.dtype)}, {"shape", tensor.type.shape}});
  }
};

std::vector<NamedTensor> wanted_of(const EndedCase& ended, const judging::Oracle& oracle) {
  if (ended.planned.expected != Verdict::accept || ended.seen.outcome.outputs.empty()) return {};
  auto answers = oracle(ended.call, {judging::variant_choices(ended.bound, ended.call).front()});
  return answers.empty() ? std::vector<NamedTensor>{} : std::move(answers.front());
}

void add_outputs(const EndedCase& ended, const judging::Oracle& oracle, Folder& folder) {
  const auto wanted = wanted_of(ended, oracle);
  for (const NamedTensor& got : ended.seen.outcome.outputs) {
    folder.add(got.name + ".got.npy", got.tensor);
    const auto want = std::ranges::find(wanted, got.name, &NamedTensor::name);
    if (want == wanted.end()) continue;
    folder.add(got.name + ".want.npy", want->tensor);
    const bool is_alike = want->tensor.type.dtype == got.tensor.type.dtype &&
                          want->tensor.type.shape == got.tensor.type.shape &&
                          want->tensor.values.size() == got.tensor.values.size();
    if (is_alike) folder.add(got.name + ".difference.npy", difference_of(got.tensor, want->tensor));
  }
}

}  // namespace

record::WriteError dump(const std::filesystem::path& root, const EndedCase& ended, const judging::Oracle& oracle) {
  Folder folder{.path = root / ended.planned.id};
  std::error_code failed;
  std::filesystem::create_directories(folder.path, failed);
  if (failed) return record::cannot_write(folder.path.string(), "make the folder", failed.value());
  if (auto error = reader::save_call(folder.path, ended.bound.spec(), ended.bound.op(), ended.call)) return error;
  add_outputs(ended, oracle, folder);
  if (folder.error) return folder.error;
  Json manifest{{"case", ended.planned.id},      {"status", name_of(ended.result.status)},
                {"reason", ended.result.reason}, {"message", ended.seen.outcome.message},
                {"call", "call.yaml"},           {"files", std::move(folder.files)}};
  if (ended.result.mismatch) manifest["mismatch"] = ended.result.mismatch->details;
  const std::string text = manifest.dump(2, ' ', false, Json::error_handler_t::replace);
  return record::write_file((folder.path / "manifest.json").string(), text + "\n");
}

}  // namespace npu_cts::run
