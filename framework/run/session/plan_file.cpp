// SPDX-License-Identifier: Apache-2.0
#include "framework/run/session/plan_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "framework/base/names.h"
#include "framework/base/packed.h"
#include "framework/run/session/mapped_file.h"
#include "framework/run/session/shared_memory.h"

namespace npu_cts::run {
namespace {

/// Returns what is written first of a case at `target`, behind its id: all that a journal keeps of its plan.
template <class One, class At>
auto head_at(One& one, At& target) {
  return std::tie(one.family, one.content, one.call.op, target, one.expected, one.covers, one.data_set, one.at);
}

/// Returns what is written of a case at `target`, besides its id.
template <class One, class At>
auto facts_at(One& one, At& target) {
  return std::tuple_cat(head_at(one, target), std::tie(one.call.arguments));
}

/// Returns what a plan that is kept says of a case, and of a coverage gap.
template <class One>
auto facts_of_case(One& one) {
  return std::tie(one.family, one.content, one.call.arguments, one.expected, one.covers, one.data_set, one.at.line,
                  one.at.column);
}
template <class Gap>
auto facts_of_gap(Gap& gap) {
  return std::tie(gap.what, gap.family, gap.at.line, gap.at.column);
}

/// The structs of a plan, and the enumerators that it may have.
struct PlanStructs {
  template <class T>
  static auto fields_of(T& value) {
    using Plain = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Plain, None>) return std::tuple<>();
    if constexpr (std::is_same_v<Plain, Location>) return std::tie(value.file, value.line, value.column);
    if constexpr (std::is_same_v<Plain, Target>) return std::tie(value.product, value.release, value.mode);
    if constexpr (std::is_same_v<Plain, TensorType>)
      return std::tie(value.dtype, value.shape, value.layout, value.format, value.storage_offset);
    if constexpr (std::is_same_v<Plain, Tensor>) return std::tie(value.type, value.values);
    if constexpr (std::is_same_v<Plain, Case>) return facts_at(value, value.call.target);
    if constexpr (std::is_same_v<Plain, Reason>) return std::tie(value.kind, value.id);
    if constexpr (std::is_same_v<Plain, ChoiceCoverage>)
      return std::tie(value.op, value.family, value.met, value.missed, value.infeasible);
  }

  static bool is_known(std::byte /*any*/) { return true; }
  static bool is_known(ReasonKind kind) { return kind <= last_reason_kind; }
  template <ClosedSet Enum>
  static bool is_known(Enum value) {
    return static_cast<std::size_t>(value) < every<Enum>.size();
  }
};
using Writer = Packer<PlanStructs>;
using Reader = Unpacker<PlanStructs>;

void add_case(Writer& all, const std::string& id, const Target& target, const Case& planned) {
  all.add(id);
  const std::size_t begun = all.begin();
  all.add(facts_at(planned, target));
  all.end(begun);
}

void add_case(Writer& all, const ChosenCase& chosen) {
  add_case(all, id_of(chosen), chosen.plan->target, *chosen.shared);
}

/// Returns the operator of the case `planned`, without its id, as head_at has it.
std::string_view operator_in(std::string_view planned) {
  Reader all(planned);
  all.take<Family>();
  all.bytes(all.take<std::size_t>());
  return all.bytes(all.take<std::size_t>());
}

Diagnostic no_plan(const std::string& path, Kind kind, std::string what) {
  return error_at(kind, {.file = path}, std::move(what),
                  "'npu-cts run' plans once and hands the cases to each process of the run",
                  "leave '--plan' out: the process then plans itself");
}

std::string start_of(const expand::PlanKey& key) { return case_id({.op = key.op.name, .target = key.target}, ""); }

/// Returns whether `plan` says of its cases what `key` says.
bool is_of(const expand::PlanKey& key, const expand::Plan& plan) {
  const std::string start = start_of(key);
  const auto is_case_of = [&](const Case& one) {
    return one.id == start + content_of(one.family, one.content) && one.call.op == key.op.name &&
           one.call.target == key.target && one.at.file == key.op.file;
  };
  const auto is_gap_of = [&](const expand::CoverageGap& gap) {
    return gap.target == key.target && gap.at.file == key.op.file;
  };
  return std::ranges::all_of(plan.cases, is_case_of) && std::ranges::all_of(plan.coverage_gaps, is_gap_of);
}

}  // namespace

std::string to_bytes(std::span<const Case> cases) {
  Writer all;
  for (const Case& planned : cases) add_case(all, planned.id, planned.call.target, planned);
  return all.take();
}

std::string to_bytes(std::span<const ChosenCase> cases) {
  Writer all;
  for (const ChosenCase& chosen : cases) add_case(all, chosen);
  return all.take();
}

PlanParts::PlanParts(std::span<const ChosenCase> cases, std::size_t count) : cases_(cases), places_(count) {
  for (std::size_t place = 0; place < cases.size(); ++place)
    places_[record::part_of(id_of(cases[place]), count)].push_back(static_cast<std::uint32_t>(place));
}

Result<record::OutputFile> PlanParts::file_of(std::size_t part) const {
  constexpr std::size_t some = 1024;
  auto file = memory_file("");
  std::span<const std::uint32_t> left = places_[part];
  while (file && !left.empty()) {
    Writer bytes;
    const std::size_t count = std::min(some, left.size());
    for (const std::uint32_t place : left.first(count)) add_case(bytes, cases_[place]);
    left = left.subspan(count);
    if (auto error = file->write(bytes.take())) return *std::move(error);
  }
  if (!file) return file;
  if (auto error = seal(*file)) return *std::move(error);
  return file;
}

Result<CaseList> CaseList::read(const std::string& path, const record::Shard& shard) {
  auto file = MappedFile::open(path);
  if (!file) return no_plan(path, Kind::unreadable_file, "cannot read the plan");
  const std::string_view bytes = file->bytes();
  return of(std::make_shared<MappedFile>(*std::move(file)), bytes, path, shard);
}

Result<CaseList> CaseList::parse(std::string bytes, const std::string& file, const record::Shard& shard) {
  const auto owner = std::make_shared<const std::string>(std::move(bytes));
  return of(owner, *owner, file, shard);
}

Result<CaseList> CaseList::of(std::shared_ptr<const void> owner, std::string_view bytes, const std::string& file,
                              const record::Shard& shard) {
  CaseList list;
  list.owner_ = std::move(owner);
  list.bytes_ = bytes;
  for (Reader all(bytes); !all.is_at_end();) {
    const std::string_view id = all.bytes(all.take<std::size_t>());
    const std::string_view planned = all.bytes(all.take<std::size_t>());
    if (!all.is_sound()) return no_plan(file, Kind::wrong_usage, "this is no plan");
    if (!record::is_part(shard, id)) continue;
    const std::string_view op = operator_in(planned);
    if (!list.operators_.contains(op)) list.operators_.emplace(op);
    const auto begin = [&](std::string_view part) { return static_cast<std::size_t>(part.data() - bytes.data()); };
    list.places_.push_back({.id = begin(id), .id_size = id.size(), .planned = begin(planned), .size = planned.size()});
  }
  return list;
}

std::string_view CaseList::id_of(const Place& place) const { return bytes_.substr(place.id, place.id_size); }

std::vector<std::string_view> CaseList::ids() const {
  std::vector<std::string_view> ids;
  for (const Place& place : places_) ids.push_back(id_of(place));
  return ids;
}

Case CaseList::at(std::size_t place) const {
  const Place& found = places_[place];
  Reader bytes(bytes_.substr(found.planned, found.size));
  Case planned = bytes.take<Case>();
  if (!bytes.is_sound() || !bytes.is_at_end()) std::abort();  // only a process of this build wrote them
  planned.id = id_of(found);
  return planned;
}

Case CaseList::head(std::size_t place) const {
  const Place& found = places_[place];
  Case planned;
  planned.id = id_of(found);
  Reader(bytes_.substr(found.planned, found.size)).read(head_at(planned, planned.call.target));
  return planned;
}

void CaseList::keep(const std::function<bool(std::string_view id)>& is_kept) {
  std::erase_if(places_, [&](const Place& place) { return !is_kept(id_of(place)); });
}

void CaseList::sort_by(const std::function<std::uint64_t(std::string_view id)>& key) {
  std::ranges::stable_sort(places_, {}, [&](const Place& place) { return key(id_of(place)); });
}

std::optional<std::string> to_bytes(const expand::PlanKey& key, const expand::Plan& plan) {
  if (!is_of(key, plan)) return std::nullopt;
  Writer all;
  all.add(plan.cases.size());
  for (const Case& one : plan.cases) all.add(facts_of_case(one));
  all.add(plan.coverage_gaps.size());
  for (const expand::CoverageGap& gap : plan.coverage_gaps) all.add(facts_of_gap(gap));
  all.add(plan.choices);
  return all.take();
}

std::optional<expand::Plan> plan_of(const expand::PlanKey& key, std::string_view bytes) {
  const std::string start = start_of(key);
  const Location file{.file = key.op.file};
  expand::Plan plan;
  Reader all(bytes);
  for (auto left = all.take<std::size_t>(); left > 0 && all.is_sound(); --left) {
    Case& one = plan.cases.emplace_back();
    one.call.op = key.op.name;
    one.call.target = key.target;
    one.at = file;
    all.read(facts_of_case(one));
    one.id = start + content_of(one.family, one.content);
  }
  for (auto left = all.take<std::size_t>(); left > 0 && all.is_sound(); --left) {
    expand::CoverageGap& gap = plan.coverage_gaps.emplace_back();
    gap.target = key.target;
    gap.at = file;
    all.read(facts_of_gap(gap));
  }
  plan.choices = all.take<std::vector<ChoiceCoverage>>();
  if (!all.is_sound() || !all.is_at_end()) return std::nullopt;
  return plan;
}

}  // namespace npu_cts::run
