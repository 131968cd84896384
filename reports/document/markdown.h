// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document/document.h"

namespace npu_cts::document {

/// Returns `page` as Markdown for people and code hosts: headings by depth, tables with pipes, a nested list where
/// HTML has labelled facts or cards. Sections with an anchor get one; rows and cards do not.
std::string to_markdown(const PageContent& page);

}  // namespace npu_cts::document
