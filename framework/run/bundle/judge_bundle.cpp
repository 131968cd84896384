// SPDX-License-Identifier: Apache-2.0
#include "framework/run/bundle/judge_bundle.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "framework/base/read_file.h"
#include "framework/base/text.h"
#include "framework/expand/fill.h"
#include "framework/model/storage.h"
#include "framework/npy/npy.h"
#include "framework/run/bundle/json_text.h"
#include "framework/run/session/run_info.h"

namespace npu_cts::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_findings = 100;

Diagnostic bad_bundle(Location at, std::string what) {
  return error_at(Kind::bad_data, std::move(at), std::move(what),
                  "a bundle is judged only where it is just what 'npu-cts export' wrote of this spec",
                  "export it again with this spec, or judge it with the spec that it was exported from (--spec)");
}

Diagnostic bad_result(const CaseRecord& record, const std::string& what) {
  return error_at(Kind::bad_data, record.at, fmt::format("case '{}': {}", escape_control(record.id), what),
                  "a result is of a case of its bundle, and speaks of the arguments of its call",
                  "fix what writes it, or leave the case out: it then counts as not run");
}

template <class Entry>
std::map<std::string, const Entry*, std::less<>> by_id(const std::vector<Entry>& entries) {
  std::map<std::string, const Entry*, std::less<>> known;
  for (const Entry& entry : entries) known.emplace(entry.id, &entry);
  return known;
}

/// Holds one submission against the spec.
class Check {
 public:
  Check(const Spec& spec, const Submission& submission)
      : specs_(spec),
        submission_(submission),
        manifest_(by_id(submission.manifest.cases)),
        results_(by_id(submission.said.cases)) {}

  Diagnostics run(const std::vector<Case>& cases) {
    for (const Case& planned : cases) {
      if (is_run(planned) && errors_.size() < most_findings) check(planned);
    }
    for (const auto& [id, entry] : manifest_) {
      add(bad_bundle(entry->at, fmt::format("the spec has no case '{}' here", escape_control(id))));
    }
    for (const auto& [id, record] : results_) add(bad_result(*record, "the bundle has no such case"));
    return std::move(errors_);
  }

 private:
  void add(Diagnostic error) {
    if (errors_.size() < most_findings) errors_.push_back(std::move(error));
  }

  void add_all(const Diagnostics& errors) {
    for (const Diagnostic& error : errors) add(error);
  }

  void check(const Case& planned) {
    const BoundSpec& bound = *specs_.find(planned.call);
    const Call call = expand::fill(bound, planned);
    check_bundled(bundle_case(planned.id, call));
    const auto result = results_.find(planned.id);
    if (result == results_.end()) return;
    check_result(bound.op(), call, *result->second);
    results_.erase(result);
  }

  void check_bundled(const BundledCase& want) {
    const auto entry = manifest_.find(want.id);
    const std::string path = (submission_.bundle / manifest_name).string();
    if (entry == manifest_.end()) return add(bad_bundle({.file = path}, fmt::format("case '{}' is missing", want.id)));
    if (entry->second->line != canonical_json(read_json(want.line)->all.front())) {
      add(bad_bundle(entry->second->at, fmt::format("case '{}' is not the spec's call", want.id)));
    }
    manifest_.erase(entry);
    for (const BundleFile& file : want.files) {
      const fs::path data = submission_.bundle / file.path;
      const auto tensor = npy::read_npy(data, file.tensor.type);
      if (!tensor) {
        for (Diagnostic error : tensor.diagnostics()) {
          error.what = fmt::format("case '{}': {}", want.id, error.what);
          error.hint = "take the file that was exported, or export the bundle again";
          add(std::move(error));
        }
      } else if (tensor->values != file.tensor.values) {
        add(bad_bundle({.file = data.string()}, fmt::format("other values than the spec's in case '{}'", want.id)));
      }
    }
  }

  void check_result(const OpSpec& op, const Call& call, const CaseRecord& record) {
    for (const std::string& key : record.altered) {
      if (!call.arguments.contains(key))
        add(bad_result(record, fmt::format("no argument is called '{}'", escape_control(key))));
    }
    for (const RecordedOutput& output : record.outputs) {
      if (output.alias.empty()) continue;
      const Parameter* parameter = find_parameter(op, output.alias);
      const auto argument = call.arguments.find(output.alias);
      const auto* tensor = argument == call.arguments.end() ? nullptr : std::get_if<Tensor>(&argument->second);
      const bool fits = parameter != nullptr && parameter->in_place && tensor != nullptr &&
                        tensor->type.dtype == output.type.dtype && tensor->type.shape == output.type.shape;
      if (fits) continue;
      add(bad_result(record, fmt::format("output '{}' cannot be the argument '{}'", escape_control(output.name),
                                         escape_control(output.alias))));
    }
    if (const auto outcome = load_outcome(record, submission_.results); !outcome) add_all(outcome.diagnostics());
  }

  BoundSpecs specs_;
  const Submission& submission_;
  std::map<std::string, const ManifestCase*, std::less<>> manifest_;  ///< those not met in the spec yet
  std::map<std::string, const CaseRecord*, std::less<>> results_;
  Diagnostics errors_;
};

/// Answers the call of one case with what its record says.
class RecordedDriver final : public Driver {
 public:
  RecordedDriver(fs::path results, const CaseRecord& record) : results_(std::move(results)), record_(record) {}

  Outcome run(Request& request) override {
    auto outcome = load_outcome(record_, results_);
    if (!outcome) {
      return {.kind = OutcomeKind::failed, .code = 0, .message = outcome.diagnostics().front().what};
    }
    for (std::size_t i = 0; i < record_.outputs.size(); ++i) {
      const auto argument = request.arguments.find(record_.outputs[i].alias);
      if (argument == request.arguments.end()) continue;
      auto& stored = std::get<StoredTensor>(argument->second);
      stored.storage = store({.type = stored.type, .values = outcome->outputs[i].tensor.values}).storage;
    }
    for (const std::string& key : record_.altered) request.arguments.erase(key);
    return std::move(*outcome);
  }

 private:
  fs::path results_;
  const CaseRecord& record_;
};

}  // namespace

Result<Submission> read_submission(const fs::path& bundle, const fs::path& results) {
  const fs::path manifest_path = bundle / manifest_name;
  const fs::path results_path = results / results_name;
  Diagnostics errors;
  const auto keep = [&](const Diagnostics& found) { errors.insert(errors.end(), found.begin(), found.end()); };
  Submission submission{.bundle = bundle, .results = results};
  const auto manifest_bytes = read_file(manifest_path, most_manifest_bytes);
  const auto results_bytes = read_file(results_path, most_manifest_bytes);
  if (!manifest_bytes) {
    keep(manifest_bytes.diagnostics());
  } else if (auto manifest = parse_manifest(*manifest_bytes, manifest_path.string())) {
    submission.manifest = std::move(*manifest);
  } else {
    keep(manifest.diagnostics());
  }
  if (!results_bytes) {
    keep(results_bytes.diagnostics());
  } else if (auto said = parse_results(*results_bytes, results_path.string())) {
    submission.said = std::move(*said);
  } else {
    keep(said.diagnostics());
  }
  if (!errors.empty()) return errors;
  return submission;
}

Result<std::vector<Case>> cases_of(const Spec& spec, const Coverage& covers) {
  RunOptions run;
  if (!covers.query.empty()) run.selection.queries = {covers.query};
  run.filters = covers.filters;
  const auto what = plan_options(spec, run);
  if (!what) return what.diagnostics();
  return expand::plan(spec, *what).cases;
}

Diagnostics check_submission(const Spec& spec, const std::string& digest, const std::vector<Case>& cases,
                             const Submission& submission) {
  const std::string& exported = submission.manifest.info.spec_digest;
  const Location at{.file = (submission.bundle / manifest_name).string(), .line = 3, .column = 0};
  if (exported != digest) {
    return {
        bad_bundle(at, fmt::format("the bundle is of another spec, with the digest '{}'", escape_control(exported)))};
  }
  if (submission.said.spec_digest != digest) {
    return {error_at(Kind::bad_data, {.file = (submission.results / results_name).string()},
                     fmt::format("the results are of another spec: {}, the bundle is of {}",
                                 escape_control(submission.said.spec_digest), digest),
                     "results belong to the bundle whose 'spec_digest' they repeat", "run this bundle again")};
  }
  return Check(spec, submission).run(cases);
}

Result<record::Journal> judge_submission(const Spec& spec, const std::vector<Case>& cases, const Submission& submission,
                                         const Judging& judging) {
  const auto records = by_id(submission.said.cases);
  const DriverOfCase recorded = [&](const Case& planned) -> Result<std::shared_ptr<Driver>> {
    const CaseRecord& record = *records.find(planned.id)->second;
    return std::shared_ptr<Driver>(std::make_shared<RecordedDriver>(submission.results, record));
  };
  record::MemorySink sink;
  Session session(spec, recorded, judging, sink);
  const Coverage& covers = submission.manifest.info.covers;
  record::Journal journal{.info = run_info({.driver = submission.said.driver,
                                            .driver_version = submission.said.driver_version,
                                            .spec_digest = submission.manifest.info.spec_digest,
                                            .query = covers.query,
                                            .tool_version = NPU_CTS_VERSION,
                                            .filters = covers.filters},
                                           judging.options),
                          .finished = true};
  for (const Case& planned : cases) {
    journal.planned.push_back(record::planned_of(planned));
    if (!is_run(planned) || records.contains(planned.id)) session.run(planned);
  }
  journal.results = sink.results();
  return record::merge_journals({std::move(journal)});
}

}  // namespace npu_cts::run
