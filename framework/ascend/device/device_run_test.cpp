// SPDX-License-Identifier: Apache-2.0
#include "framework/ascend/device/device_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/ascend/device/device_driver.h"
#include "framework/ascend/device/device_testing.h"

namespace npu_cts::ascend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace testing_device;

/// A device with one output y, which the kernel makes of x by adding ten.
class DeviceRunOf : public testing::Test {
 protected:
  DeviceRunOf() {
    device_.prepared.value.outputs = {output_type()};
    device_.on_launch = [this](const Launch& launch) {
      const auto& x = std::get<DeviceTensor>(device_.seen.arguments.find("x")->second);
      for (std::size_t i = 0; i < 4; ++i) {
        const int sum = std::to_integer<int>(device_.at(x.address)[i]) + 10;
        device_.at(launch.outputs[0].address)[i] = static_cast<std::byte>(sum);
      }
    };
  }

  Outcome run() { return DeviceRun(device_, request_).run(); }

  ScriptedDevice device_;
  Request request_ = request();
};

TEST_F(DeviceRunOf, GivesTheOutputAndLetsGoOfEverything) {
  const Outcome outcome = run();
  EXPECT_EQ(outcome.kind, OutcomeKind::completed) << outcome.message;
  EXPECT_THAT(
      outcome.outputs,
      ElementsAre(NamedTensor{.name = "y", .tensor = {.type = output_type().type, .values = four_bytes(11).storage}}));
  EXPECT_EQ(request_, request());
  EXPECT_TRUE(device_.holds_nothing());
}

TEST_F(DeviceRunOf, SendsAttributesAsTheyAre) {
  run();
  EXPECT_EQ(device_.seen.op, "toy");
  EXPECT_EQ(device_.seen.arguments.at("axis"), DeviceValue(std::int64_t{1}));
}

TEST_F(DeviceRunOf, KeepsNoMemoryForWhatHasNoBytes) {
  request_.arguments["x"] = StoredTensor{.type = {.dtype = DType::int8, .shape = {0}}, .strides = {1}, .offset = 0};
  device_.prepared.value.outputs[0].type.shape = {0};
  device_.prepared.value.workspace_size = 0;
  device_.on_launch = [](const Launch& launch) {
    EXPECT_EQ(launch.workspace, DeviceAddress::null);
    EXPECT_EQ(launch.outputs[0].address, DeviceAddress::null);
  };
  EXPECT_EQ(run().kind, OutcomeKind::completed);
  EXPECT_EQ(device_.count("allocate"), 0U);
}

TEST_F(DeviceRunOf, FillsAnOutputBeforeTheLaunch) {
  device_.on_launch = [](const Launch&) {};
  const Outcome outcome = run();
  ASSERT_EQ(outcome.outputs.size(), 1U);
  EXPECT_THAT(outcome.outputs[0].tensor.values, testing::Each(std::byte{0xA5})) << "nothing wrote it";
}

TEST_F(DeviceRunOf, GivesAnArgumentThatItWroteInPlace) {
  device_.prepared.value.outputs = {output_type("x")};
  const Outcome outcome = run();
  EXPECT_EQ(outcome.kind, OutcomeKind::completed) << outcome.message;
  EXPECT_EQ(outcome.outputs.at(0).tensor.values, four_bytes(11).storage);
  EXPECT_EQ(std::get<StoredTensor>(request_.arguments.at("x")).storage, four_bytes(11).storage);
}

TEST_F(DeviceRunOf, RefusesToWriteInPlaceWhatIsNoTensor) {
  for (const std::string alias : {"axis", "z"}) {
    device_.prepared.value.outputs = {output_type(alias)};
    const Outcome outcome = run();
    EXPECT_EQ(outcome.kind, OutcomeKind::failed);
    EXPECT_EQ(outcome.message, "the device writes to '" + alias + "', which is no tensor");
    EXPECT_TRUE(device_.holds_nothing()) << "the executor is destroyed";
  }
}

TEST_F(DeviceRunOf, RefusesAnOutputInPlaceOfAnotherType) {
  for (const bool is_shape : {false, true}) {
    OutputType output = output_type("x");
    if (is_shape) output.type.shape = {4000};
    if (!is_shape) output.type.dtype = DType::int64;
    device_.prepared.value.outputs = {output};
    const Outcome outcome = run();
    EXPECT_EQ(outcome.kind, OutcomeKind::failed);
    EXPECT_EQ(outcome.message, "the device says that 'y' is 'x', and gives it another type");
    EXPECT_THAT(outcome.outputs, IsEmpty());
  }
}

TEST_F(DeviceRunOf, SeesThatAnArgumentArrivedOtherwise) {
  device_.on_copy_to_host = [](std::span<std::byte> to) { to[0] = std::byte{99}; };
  const Outcome outcome = run();
  EXPECT_EQ(outcome.kind, OutcomeKind::failed);
  EXPECT_EQ(outcome.message, "the device holds other bytes for 'x' than were copied to it");
  EXPECT_EQ(request_, request()) << "what a failed call left is not taken over";
}

TEST_F(DeviceRunOf, SeesACopyThatIsShort) {
  bool is_other = false;
  device_.on_copy_to_host = [&](std::span<std::byte> to) {
    to[3] = (is_other = !is_other) ? std::byte{1} : std::byte{2};
  };
  EXPECT_EQ(run().message, "two copies of 'x' from the device differ: a copy was short or corrupt");
}

struct FailingFunction {
  std::string_view function;
  DeviceStatus status;
  OutcomeKind kind;
  std::string_view message;
};
void PrintTo(const FailingFunction& row, std::ostream* out) { *out << row.function; }

class FailureOf : public DeviceRunOf, public testing::WithParamInterface<FailingFunction> {};

TEST_P(FailureOf, IsNamedAndNothingIsHeldOrTakenOver) {
  device_.fails = {{std::string(GetParam().function), GetParam().status}};
  device_.said = "told so";
  const Outcome outcome = run();
  EXPECT_EQ(outcome.kind, GetParam().kind);
  EXPECT_EQ(outcome.code, static_cast<std::int64_t>(GetParam().status));
  EXPECT_EQ(outcome.message, GetParam().message);
  EXPECT_THAT(outcome.outputs, IsEmpty());
  EXPECT_EQ(request_, request());
  EXPECT_TRUE(device_.holds_nothing());
}

INSTANTIATE_TEST_SUITE_P(
    Each, FailureOf,
    testing::Values(FailingFunction{"create_stream", DeviceStatus::no_stream_resource, OutcomeKind::failed,
                                    "creating a stream: 207008 (ACL_ERROR_RT_NO_STREAM_RESOURCE): told so"},
                    FailingFunction{"allocate", DeviceStatus::memory_allocation, OutcomeKind::failed,
                                    "allocating 4 bytes for 'x': 207001 (ACL_ERROR_RT_MEMORY_ALLOCATION): told so"},
                    FailingFunction{"copy_to_device", DeviceStatus::copy_data, OutcomeKind::failed,
                                    "copying 4 bytes for 'x': 507052 (ACL_ERROR_RT_COPY_DATA): told so"},
                    FailingFunction{"copy_to_host", DeviceStatus::copy_data, OutcomeKind::failed,
                                    "copying 'x' back: 507052 (ACL_ERROR_RT_COPY_DATA): told so"},
                    FailingFunction{"get_workspace_size", DeviceStatus::param_invalid, OutcomeKind::refused, "told so"},
                    FailingFunction{"get_workspace_size", DeviceStatus::inner_find_kernel, OutcomeKind::unsupported,
                                    "told so"},
                    FailingFunction{"get_workspace_size", DeviceStatus::inner_error, OutcomeKind::failed,
                                    "preparing: 561000 (ACLNN_ERR_INNER): told so"},
                    FailingFunction{"get_workspace_size", DeviceStatus::aicore_timeout, OutcomeKind::timed_out,
                                    "preparing: 507014 (ACL_ERROR_RT_AICORE_TIMEOUT): told so"},
                    FailingFunction{"fill", DeviceStatus::internal_error, OutcomeKind::failed,
                                    "filling 4 bytes for 'y': 507000 (ACL_ERROR_RT_INTERNAL_ERROR): told so"},
                    FailingFunction{"launch", DeviceStatus::param_invalid, OutcomeKind::failed,
                                    "launching: 161002 (ACLNN_ERR_PARAM_INVALID): told so"},
                    FailingFunction{"synchronize_stream", DeviceStatus::stream_sync_timeout, OutcomeKind::timed_out,
                                    "synchronizing the stream: 507046 (ACL_ERROR_RT_STREAM_SYNC_TIMEOUT): told so"},
                    FailingFunction{"release", DeviceStatus::memory_free, OutcomeKind::failed,
                                    "giving back what the call held: 207002 (ACL_ERROR_RT_MEMORY_FREE): told so"},
                    FailingFunction{"destroy_stream", DeviceStatus{-3}, OutcomeKind::failed,
                                    "giving back what the call held: -3 (unknown status): told so"}),
    [](const auto& row) { return std::string(row.param.function) + std::to_string(row.index); });

TEST_F(DeviceRunOf, SaysTheStatusOfARefusalWithoutWords) {
  device_.fails = {{"get_workspace_size", DeviceStatus::param_nullptr}};
  EXPECT_EQ(run().message, "161001 (ACLNN_ERR_PARAM_NULLPTR)");
}

TEST_F(DeviceRunOf, TakesOverWhatARefusedCallWrote) {
  device_.prepared.status = DeviceStatus::param_invalid;
  bool is_asked = false;
  device_.on_copy_to_host = [&](std::span<std::byte> to) {
    is_asked = device_.count("get_workspace_size") > 0;
    if (is_asked) to[0] = std::byte{77};
  };
  EXPECT_EQ(run().kind, OutcomeKind::refused);
  EXPECT_TRUE(is_asked);
  EXPECT_EQ(std::get<StoredTensor>(request_.arguments.at("x")).storage[0], std::byte{77});
}

class OpenDeviceDriver : public DeviceRunOf {
 protected:
  Result<std::unique_ptr<run::Driver>> open() {
    return open_device_driver(device_, {.device = 3, .soc_names = {"Chip7", "Chip8"}});
  }
};

TEST_F(OpenDeviceDriver, HoldsTheDeviceUntilItIsGone) {
  {
    const auto driver = open();
    ASSERT_TRUE(driver);
    EXPECT_TRUE(device_.is_set());
    EXPECT_EQ((*driver)->run(request_).kind, OutcomeKind::completed);
  }
  EXPECT_FALSE(device_.is_set());
}

TEST_F(OpenDeviceDriver, IsNotStartedOnAnotherChip) {
  device_.soc = "Chip\x01";
  const auto driver = open();
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.diagnostics()[0].kind, Kind::driver_not_started);
  EXPECT_EQ(driver.diagnostics()[0].what, "device 3 is a 'Chip\\x01'");
  EXPECT_THAT(driver.diagnostics()[0].hint, HasSubstr("one of Chip7, Chip8"));
  EXPECT_FALSE(device_.is_set()) << "what could not be used is let go";
}

TEST_F(OpenDeviceDriver, IsNotStartedOnADeviceThatDoesNotAnswer) {
  device_.fails = {{"set_device", DeviceStatus::no_device}};
  EXPECT_EQ(open().diagnostics()[0].what, "device 3 cannot be used: 207004 (ACL_ERROR_RT_NO_DEVICE)");
  device_.fails = {{"get_properties", DeviceStatus::lost_heartbeat}};
  EXPECT_EQ(open().diagnostics()[0].what, "device 3 does not say what it is: 507010 (ACL_ERROR_RT_LOST_HEARTBEAT)");
  EXPECT_FALSE(device_.is_set());
}

TEST_F(OpenDeviceDriver, ResetsTheDeviceBehindACallThatFailed) {
  const auto driver = open();
  ASSERT_TRUE(driver);
  device_.fails = {{"get_workspace_size", DeviceStatus::param_invalid}};
  EXPECT_EQ((*driver)->run(request_).kind, OutcomeKind::refused);
  EXPECT_EQ(device_.count("reset_device"), 0U) << "a refusal is no failure";
  device_.fails = {{"launch", DeviceStatus::aicore_exception}};
  EXPECT_EQ((*driver)->run(request_).kind, OutcomeKind::failed);
  EXPECT_EQ(device_.count("reset_device"), 1U);
  device_.fails.clear();
  EXPECT_EQ((*driver)->run(request_).kind, OutcomeKind::completed);
}

TEST_F(OpenDeviceDriver, FailsCallsUntilTheDeviceComesBack) {
  const auto driver = open();
  ASSERT_TRUE(driver);
  device_.fails = {{"launch", DeviceStatus::lost_heartbeat}, {"set_device", DeviceStatus::lost_heartbeat}};
  (*driver)->run(request_);
  const Outcome lost = (*driver)->run(request_);
  EXPECT_EQ(lost.kind, OutcomeKind::failed);
  EXPECT_EQ(lost.message, "the device does not come back after a reset: 507010 (ACL_ERROR_RT_LOST_HEARTBEAT)");
  device_.fails.clear();
  EXPECT_EQ((*driver)->run(request_).kind, OutcomeKind::completed);
}

}  // namespace
}  // namespace npu_cts::ascend
