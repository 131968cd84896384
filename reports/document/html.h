#pragma once

#include <string>

#include "reports/document/document.h"

namespace npu_cts::document {

/// Returns `page` as one HTML page that needs nothing else: no script, no other file, light and dark, print. It is
/// well-formed XML, too.
std::string to_html(const PageContent& page);

}  // namespace npu_cts::document
