// SPDX-License-Identifier: Apache-2.0
#include "tools/plugin/in_process.h"

#include <filesystem>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "framework/model/storage.h"
#include "framework/run/drive/output_places.h"
#include "framework/run/drive/placed_request.h"
#include "tools/plugin/plugin_call.h"
#include "tools/plugin/plugin_table.h"

namespace npu_cts {
namespace {

using wire::DeclaredOutput;

Outcome outcome_of(wire::Finished finished) {
  return {.kind = finished.kind, .code = finished.code, .message = std::move(finished.message)};
}

Outcome broken_protocol(std::string what) {
  return {.kind = OutcomeKind::failed, .code = 0, .message = "protocol: " + std::move(what)};
}

StoredTensor& stored(Request& request, const std::string& key) {
  return std::get<StoredTensor>(request.arguments.find(key)->second);
}

class InProcessDriver final : public run::Driver {
 public:
  InProcessDriver(const npu_cts_plugin& plugin, Target target) : plugin_(plugin), target_(std::move(target)) {}

  Outcome run(Request& request) override {
    const wire::Run message = wire::run_message(request, [](const std::string&, const StoredTensor& tensor) {
      return wire::Place{.offset = 0, .bytes = tensor.storage.size()};
    });
    if (std::string why = wire::why_not_carried(message, target_.mode); !why.empty())
      return {.kind = OutcomeKind::unsupported, .code = 0, .message = std::move(why)};
    const auto arguments = wire::arguments_of(message, [&](const std::string& key, const wire::PlacedTensor&) {
      return static_cast<void*>(stored(request, key).storage.data());
    });
    const npu_cts_call call{.struct_size = sizeof(npu_cts_call),
                            .mode = wire::number_of_mode(target_.mode),
                            .product = target_.product.c_str(),
                            .release = target_.release.c_str(),
                            .op = message.op.c_str(),
                            .count = arguments.size(),
                            .arguments = arguments.data()};
    npu_cts_plan plan = {};
    plan.struct_size = sizeof plan;
    const npu_cts_status status = plugin_.prepare(&call, &plan);
    return status == NPU_CTS_OK ? run_prepared(request, message, call, plan)
                                : outcome_of(wire::finished_of(status, plan));
  }

 private:
  Outcome run_prepared(Request& request, const wire::Run& message, const npu_cts_call& call, npu_cts_plan& plan) const {
    const wire::ReadPlan read = wire::read_plan(plan);
    if (!read.trouble.empty()) return broken_protocol(read.trouble);
    const auto& declared = read.prepared.outputs;
    if (std::string wrong = wire::wrong_declaration(message, declared); !wrong.empty()) return broken_protocol(wrong);
    std::vector<std::byte> workspace(read.prepared.workspace);
    std::vector<std::vector<std::byte>> outputs(declared.size());
    plan.workspace = workspace.data();
    for (std::size_t i = 0; i < declared.size(); ++i) {
      const bool is_alias = !declared[i].alias.empty();
      plan.outputs[i].bytes = wire::bytes_of(message, declared[i]);
      outputs[i].resize(is_alias ? 0 : plan.outputs[i].bytes, std::byte{0xA5});
      plan.outputs[i].data = is_alias ? stored(request, declared[i].alias).storage.data() : outputs[i].data();
    }
    Outcome outcome = outcome_of(wire::finished_of(plugin_.run(&call, &plan), plan));
    if (outcome.kind != OutcomeKind::completed) return outcome;
    for (std::size_t i = 0; i < declared.size(); ++i) {
      outcome.outputs.push_back(
          {.name = declared[i].name,
           .tensor = {
               .type = {.dtype = declared[i].dtype, .shape = declared[i].shape},
               .values = declared[i].alias.empty() ? outputs[i] : load(stored(request, declared[i].alias)).values}});
    }
    return outcome;
  }

  npu_cts_plugin plugin_;
  Target target_;
};

}  // namespace

Result<run::NamedDriver> load_in_process(const std::string& name) {
  const std::string library = name.substr(name.find(':') + 1);
  const wire::PluginTable table = wire::load_plugin(std::filesystem::absolute(library).string());
  if (!table.trouble.empty())
    return error_at(Kind::driver_not_started, {}, fmt::format("'{}' is no plugin: {}", library, table.trouble),
                    "a plugin is a shared library that exports npu_cts_plugin_query",
                    fmt::format("npu-cts-worker --check {}", library));
  std::vector<std::string> files{library};
  files.insert(files.end(), table.libraries.begin(), table.libraries.end());
  return run::NamedDriver{
      .name = name,
      .version = fmt::format("{} {}", table.functions.name, table.functions.version),
      .open = [plugin = table.functions](const Target& target) -> Result<std::unique_ptr<run::Driver>> {
        return std::unique_ptr<run::Driver>(std::make_unique<InProcessDriver>(plugin, target));
      },
      .files = std::move(files)};
}

}  // namespace npu_cts
