#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/report.h"
#include "reports/words.h"

namespace npu_cts {

/// A table cell: HTML and its classes.
struct HtmlCell {
  std::string html;
  std::string classes;
};
using HtmlLine = std::vector<HtmlCell>;

/// Returns the class of a mark: "good", "doubtful", "bad", "empty".
std::string_view class_of(Mark mark);

/// Returns the mark of a conclusion.
Mark mark_of(Conclusion conclusion);

/// Returns `<code>text</code>`, nothing for no text.
std::string html_code(std::string_view text);

/// Returns a pill with `text`.
std::string html_badge(Mark mark, std::string_view text);

/// Returns the anchor of a case and of a fact of an operator.
std::string case_anchor(std::string_view id);
std::string fact_anchor(std::string_view op, std::string_view id);

/// Returns the score of `evidence`; it opens to the cases behind it, failing ones first and linked to their finding.
HtmlCell score_cell(const Evidence& evidence, Language language);

/// Grows a table. `classes` of a title are those of its column.
class HtmlTable {
 public:
  explicit HtmlTable(const HtmlLine& titles);
  void add(const HtmlLine& cells, std::string_view attributes = {});
  [[nodiscard]] std::string finish() const { return html_ + "</tbody></table></div>\n"; }

 private:
  std::string html_;
};

}  // namespace npu_cts
