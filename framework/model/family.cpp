// SPDX-License-Identifier: Apache-2.0
#include "framework/model/family.h"

#include <cstddef>

#include "framework/model/names.h"

namespace npu_cts {
namespace {

constexpr std::array<std::string_view, all_families.size()> family_names{
    "arguments",      "boundary", "data",    "examples", "foreign-dtypes", "fuzz",
    "illegal-dtypes", "negative", "pairs",   "reserved", "rows",           "shapes",
    "size-pairs",     "sizes",    "storage", "support",  "triples",        "users"};

}  // namespace

std::string_view name_of(Family family) { return family_names[static_cast<std::size_t>(family)]; }
std::optional<Family> find_family(std::string_view name) { return find_in<Family>(family_names, name); }

}  // namespace npu_cts
