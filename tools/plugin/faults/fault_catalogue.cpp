#include "tools/plugin/faults/fault_catalogue.h"

#include <fmt/format.h>

#include "tools/plugin/faults/fault_table.h"

namespace npu_cts::faults {
namespace {

template <class Table>
CatalogueSection section_of(std::string title, const Table& table) {
  CatalogueSection section{
      .title = std::move(title), .columns = {"fault", "what it does", "what the suite says"}, .rows = {}};
  for (const FaultRow& row : table)
    section.rows.push_back({std::string(row.name), std::string(row.what), std::string(row.want)});
  return section;
}

}  // namespace

Catalogue fault_catalogue() {
  Catalogue catalogue{
      .stem = "faults",
      .title = "Misbehaviours and what becomes of them",
      .about = {},
      .sections = {section_of("A plugin in a call", fault_table), section_of("A plugin at its start", start_table),
                   section_of("A program's messages at its start", program_table),
                   section_of("A program's answers", answer_table),
                   section_of("A backend that is wrong about what may be called", backend_table),
                   section_of("What befalls a run", runner_table)}};
  std::size_t count = 0;
  for (const CatalogueSection& section : catalogue.sections) count += section.rows.size();
  catalogue.about = fmt::format(
      "{} of them, each shown by a test of this suite: the guilty case is charged, every other one completes.", count);
  return catalogue;
}

}  // namespace npu_cts::faults
