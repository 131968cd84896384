// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "tools/gates/source_tree.h"

namespace npu_cts::gates {

/// The permissions of tools/layers.txt; its head explains the three kinds of line.
struct Layers {
  std::map<std::string, std::vector<std::string>> modules;
  std::map<std::string, std::vector<std::string>> tests;
  std::map<std::string, std::vector<std::string>> libraries;
};

/// Returns the permissions written in `lines`.
/// Errors: lines that are none of the three kinds are listed in `Layers::modules` under "" and make check_layers
/// complain.
Layers read_layers(std::span<const std::string> lines);

/// Returns one `file:line: why` per #include of `files` that `layers` forbid.
std::vector<std::string> check_layers(const Layers& layers, std::span<const SourceFile> files);

/// Returns each permission that no #include of `files` needs, as `NAME -> WORD`.
std::vector<std::string> find_unused_permissions(const Layers& layers, std::span<const SourceFile> files);

}  // namespace npu_cts::gates
