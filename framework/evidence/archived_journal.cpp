// SPDX-License-Identifier: Apache-2.0
#include "framework/evidence/archived_journal.h"

#include <memory>
#include <utility>

#include "framework/evidence/archive.h"
#include "framework/record/journal_line.h"

namespace npu_cts::evidence {
namespace {

class MemberSource final : public record::JournalSource {
 public:
  MemberSource(std::string_view archive, const std::string& file, std::string_view name)
      : reader_(archive, file), name_(name), at_{.file = file + ":" + name_} {}

  Result<std::string_view> read() override {
    while (!is_at_member_) {
      const auto name = reader_.next();
      if (!name) return name.diagnostics();
      if (!*name) return record::bad_journal(at_, "the archive has no journal");
      is_at_member_ = **name == name_;
    }
    return reader_.read();
  }

 private:
  ArchiveReader reader_;
  std::string name_;
  Location at_;
  bool is_at_member_ = false;
};

}  // namespace

record::OpenJournal journal_in_archive(std::string_view archive, std::string file, std::string_view name) {
  return [archive, file = std::move(file), name] { return std::make_unique<MemberSource>(archive, file, name); };
}

}  // namespace npu_cts::evidence
