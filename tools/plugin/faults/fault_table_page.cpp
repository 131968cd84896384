// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/faults/fault_table_page.h"

#include <span>

#include <fmt/format.h>

#include "tools/plugin/faults/fault_table.h"

namespace npu_cts::faults {

using namespace document;

namespace {

Section section_of(std::string title, std::span<const FaultRow> rows) {
  Table table{.columns = {{"fault"}, {"what it does"}, {"what the suite says"}}};
  for (const FaultRow& row : rows)
    table.rows.push_back(
        {{cell(name(std::string(row.name))), cell(std::string(row.what)), cell(std::string(row.want))}});
  return {.title = {plain(std::move(title))}, .blocks = {{std::move(table)}}};
}

template <class... Rows>
std::size_t sizes_of(const Rows&... tables) {
  return (std::size(tables) + ...);
}

}  // namespace

PageContent fault_table_page() {
  const std::string title = "Misbehaviours and what becomes of them";
  const std::size_t count =
      sizes_of(fault_table, slow_table, some_table, late_table, start_table, program_table, answer_table, backend_table,
               memory_table, idle_table, heart_table, end_table, runner_table);
  const std::string subject = fmt::format(
      "{} of them, each shown by a test of this suite: the failure is attributed to the guilty case, every other one "
      "completes.",
      count);
  return {.language = "en",
          .title = title,
          .heading = {plain(title)},
          .blocks = {{Paragraph{{plain(subject)}}},
                     {section_of("A plugin in a call", fault_table)},
                     {section_of("A plugin in many calls", slow_table)},
                     {section_of("A plugin in some of many calls", some_table)},
                     {section_of("A thread that an earlier case left behind", late_table)},
                     {section_of("A plugin at its start", start_table)},
                     {section_of("A plugin at its end", end_table)},
                     {section_of("A program's messages at its start", program_table)},
                     {section_of("A program's answers", answer_table)},
                     {section_of("A backend that is wrong about what may be called", backend_table)},
                     {section_of("A backend that remembers what it should not", memory_table)},
                     {section_of("A backend that does not compute", idle_table)},
                     {section_of("A backend that knows the planned values", heart_table)},
                     {section_of("What befalls a run", runner_table)}}};
}

}  // namespace npu_cts::faults
