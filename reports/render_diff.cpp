// SPDX-License-Identifier: Apache-2.0
#include "reports/render_diff.h"

#include <cstdlib>

#include "reports/diff_forms.h"
#include "reports/diff_page.h"
#include "reports/document/markdown.h"

namespace npu_cts::reports {

std::string to_text(const diff::Diff& diff, DiffForm form, Language language) {
  switch (form) {
    case DiffForm::text:
      return diff_text(diff, language);
    case DiffForm::markdown:
      return to_markdown(build_diff_page(diff, language));
    case DiffForm::notes:
      return to_markdown(build_release_notes(diff, language));
    case DiffForm::json:
      return diff_json(diff);
  }
  std::abort();
}

std::string to_text(const diff::JournalDiff& diff, DiffForm form) {
  switch (form) {
    case DiffForm::text:
      return diff_text(diff);
    case DiffForm::markdown:
    case DiffForm::notes:
      return to_markdown(build_diff_page(diff));
    case DiffForm::json:
      return diff_json(diff);
  }
  std::abort();
}

}  // namespace npu_cts::reports
