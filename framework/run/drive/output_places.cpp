// SPDX-License-Identifier: Apache-2.0
#include "framework/run/drive/output_places.h"

#include <set>
#include <variant>

#include <fmt/format.h>

#include "framework/base/text.h"
#include "framework/run/message/message_fields.h"
#include "framework/run/watch/guarded_memory.h"

namespace npu_cts::wire {

const PlacedTensor* find_aliased(const Run& run, const DeclaredOutput& output) {
  const auto it = run.arguments.find(output.alias);
  return output.alias.empty() || it == run.arguments.end() ? nullptr : std::get_if<PlacedTensor>(&it->second);
}

std::size_t bytes_of(const Run& run, const DeclaredOutput& output) {
  if (const PlacedTensor* aliased = find_aliased(run, output)) return aliased->at.bytes;
  return static_cast<std::size_t>(numel(output.shape)) * static_cast<std::size_t>(bytes_of(output.dtype));
}

std::string wrong_declaration(const Run& run, const std::vector<DeclaredOutput>& outputs) {
  std::set<std::string> names;
  std::set<std::string> aliases;
  for (const DeclaredOutput& output : outputs) {
    const std::string name = escape_control(output.name);
    if (!names.insert(output.name).second) return fmt::format("declares output '{}' twice", name);
    if (!is_shape(output.shape)) return fmt::format("output '{}' has the shape {}", name, to_text(output.shape));
    if (output.alias.empty()) continue;
    if (!aliases.insert(output.alias).second) return fmt::format("two outputs alias one argument");
    const PlacedTensor* aliased = find_aliased(run, output);
    const std::string alias = escape_control(output.alias);
    if (aliased == nullptr) return fmt::format("output '{}' aliases '{}', which is no tensor here", name, alias);
    if (aliased->type.dtype != output.dtype || aliased->type.shape != output.shape) {
      return fmt::format("output '{}' has not the type of '{}', which it aliases", name, alias);
    }
  }
  return {};
}

OutputPlaces place_outputs(const Run& run, const Prepared& prepared, Flush flush) {
  const auto refused = [](Fault fault, std::string why) {
    return OutputPlaces{.places = {}, .trouble = attribution_of(fault, std::move(why))};
  };
  if (std::string wrong = wrong_declaration(run, prepared.outputs); !wrong.empty())
    return refused(Fault::protocol, std::move(wrong));
  if (prepared.workspace > shared_bytes)
    return refused(Fault::resource, fmt::format("a workspace of {} bytes", prepared.workspace));
  PlaceAllocator places(flush);
  Proceed proceed{.workspace = places.take(prepared.workspace)};
  for (const DeclaredOutput& output : prepared.outputs) proceed.outputs.push_back(places.take(bytes_of(run, output)));
  if (places.is_full()) return refused(Fault::resource, "the call's outputs are larger than the shared memory");
  return {.places = std::move(proceed)};
}

}  // namespace npu_cts::wire
