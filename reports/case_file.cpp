// SPDX-License-Identifier: Apache-2.0
#include "reports/case_file.h"

#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>

#include <unistd.h>

#include "framework/base/packed.h"

namespace npu_cts::reports {
namespace {

template <class Planned>
auto fields_of_planned(Planned& one) {
  return std::tie(one.id, one.op, one.target.product, one.target.release, one.target.mode, one.family, one.expected,
                  one.covers, one.at.file, one.at.line, one.at.column);
}

/// All but the id, which the planned case has.
template <class Result>
auto fields_of_result(Result& one) {
  return std::tie(one.status, one.reason, one.outcome, one.mismatch, one.agrees, one.sizes, one.matching_mutants,
                  one.attribution, one.printed, one.behind, one.microseconds, one.another, one.nonce, one.outputs);
}

struct CaseStructs {
  template <class Value>
  static auto fields_of(Value& value) {
    if constexpr (std::is_same_v<std::remove_const_t<Value>, Mismatch>)
      return std::tie(value.output, value.index, value.got, value.want, value.pattern, value.details);
    else
      return std::tie(value.fault, value.tensor, value.side, value.signal, value.code, value.detail);
  }
  static bool is_known(auto /*enumerator*/) { return true; }  // only this program wrote the file
};

void read_cases(std::FILE* file, const TakeCase& take) {
  std::rewind(file);
  record::PlannedCase planned;
  CaseResult result;
  std::string bytes;
  for (std::size_t size = 0; std::fread(&size, sizeof size, 1, file) == 1;) {
    bytes.resize(size);
    if (std::fread(bytes.data(), 1, size, file) != size) break;
    Unpacker<CaseStructs> unpacker(bytes);
    unpacker.read(fields_of_planned(planned));
    const bool was_run = unpacker.take<bool>();
    if (was_run) unpacker.read(fields_of_result(result));
    if (!unpacker.is_sound()) std::abort();  // only this program wrote the file
    if (was_run) result.id = planned.id;
    take(planned, was_run ? &result : nullptr);
  }
  if (std::ferror(file) != 0) std::abort();  // the disk failed: no report is better than a part of one
}

}  // namespace

std::optional<CaseFile> CaseFile::make(const std::string& folder) {
  std::string path = folder + "/.cases.XXXXXX";
  const int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) return std::nullopt;
  ::unlink(path.c_str());
  std::FILE* const file = ::fdopen(descriptor, "w+b");
  if (file != nullptr) return CaseFile(file);
  ::close(descriptor);
  return std::nullopt;
}

void CaseFile::add(const record::PlannedCase& planned, const CaseResult* result) {
  Packer<CaseStructs> packer(std::move(record_));
  const std::size_t begun = packer.begin();
  packer.add(fields_of_planned(planned));
  packer.add(result != nullptr);
  if (result != nullptr) packer.add(fields_of_result(*result));
  packer.end(begun);
  record_ = packer.take();
  is_whole_ = std::fwrite(record_.data(), 1, record_.size(), file_.get()) == record_.size() && is_whole_;
}

std::optional<RunCases> CaseFile::close() {
  if (std::fflush(file_.get()) != 0 || !is_whole_) return std::nullopt;
  return [file = file_](const TakeCase& take) { read_cases(file.get(), take); };
}

}  // namespace npu_cts::reports
