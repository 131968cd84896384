// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reports/document/document.h"

namespace npu_cts::document {

/// Returns `page` as one HTML page that needs nothing else: no other file, light and dark, print. Its one script
/// (html_script.h) searches and filters; without it the page shows everything. The page is well-formed XML, too.
std::string to_html(const PageContent& page);

}  // namespace npu_cts::document
