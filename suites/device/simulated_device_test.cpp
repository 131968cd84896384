// SPDX-License-Identifier: Apache-2.0
// The simulation must see what callers do wrong: a mock that forgives shows nothing.

#include <array>
#include <vector>

#include "suites/device/fixture.h"

namespace npu_cts {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Target eager_a2{.product = "atlas_a2", .release = "26.1.0", .mode = "eager"};

class Simulated : public testing::Test {
 protected:
  Simulated() { device.set_device(0); }

  ascend::DeviceAddress buffer(std::size_t bytes) { return device.allocate(bytes).value; }

  /// A call of one tensor, in memory, prepared.
  ascend::Prepared prepare() {
    const std::array<float, 4> scale{1, 2, 3, 4};
    const ascend::DeviceAddress address = buffer(sizeof(scale));
    device.copy_to_device(address, std::as_bytes(std::span(scale)));
    call.arguments["scale"] = ascend::DeviceTensor{.type = {.dtype = DType::float32, .shape = {4}},
                                                   .strides = {1},
                                                   .offset = 0,
                                                   .address = address,
                                                   .bytes = sizeof(scale)};
    return device.get_workspace_size(call).value;
  }

  /// What launches `prepared` as it asks to be.
  ascend::Launch launch_of(const ascend::Prepared& prepared) {
    const ascend::DeviceTensor out{
        .type = prepared.outputs.at(0).type, .strides = {1}, .address = buffer(32), .bytes = 32};
    return {.executor = prepared.executor,
            .workspace = buffer(prepared.workspace_size),
            .workspace_size = prepared.workspace_size,
            .outputs = {out},
            .stream = device.create_stream().value};
  }

  ascend::DeviceCall call{.op = "npu_trans_quant_param"};
  SimulatedDevice device{eager_a2, 1 << 20};
};

TEST_F(Simulated, MemoryBeginsPoisonedAndNeverTwiceTheSame) {
  std::array<std::byte, 64> first{};
  std::array<std::byte, 64> second{};
  device.copy_to_host(first, buffer(64));
  device.copy_to_host(second, buffer(64));
  EXPECT_NE(first, second);
  EXPECT_NE(first, (std::array<std::byte, 64>{}));
}

TEST_F(Simulated, ACopyBeyondABufferIsRefusedAndComplainedOf) {
  const std::vector<std::byte> bytes(65);
  EXPECT_EQ(device.copy_to_device(buffer(64), bytes), ascend::DeviceStatus::runtime_param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("end outside of a buffer of 64")));
}

TEST_F(Simulated, AReleasedBufferCannotBeRead) {
  const ascend::DeviceAddress address = buffer(8);
  device.release(address);
  std::array<std::byte, 8> bytes{};
  EXPECT_EQ(device.copy_to_host(bytes, address), ascend::DeviceStatus::runtime_param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("was released")));
}

TEST_F(Simulated, ASecondReleaseIsComplainedOf) {
  const ascend::DeviceAddress address = buffer(8);
  EXPECT_EQ(device.release(address), ascend::DeviceStatus::success);
  EXPECT_EQ(device.release(address), ascend::DeviceStatus::runtime_param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("released twice")));
}

TEST_F(Simulated, AReleaseInsideABufferIsComplainedOf) {
  const auto inside = static_cast<ascend::DeviceAddress>(static_cast<std::uint64_t>(buffer(8)) + 1);
  EXPECT_EQ(device.release(inside), ascend::DeviceStatus::runtime_param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("no buffer begins at")));
}

TEST_F(Simulated, SaysWhatIsStillHeld) {
  EXPECT_EQ(device.held(), "");
  prepare();
  device.create_stream();
  EXPECT_EQ(device.held(), "1 buffer, 1 executor, 1 stream");
}

TEST_F(Simulated, HasNoMoreMemoryThanItSays) {
  EXPECT_EQ(device.allocate(2 << 20).status, ascend::DeviceStatus::memory_allocation);
  EXPECT_THAT(device.last_error(), HasSubstr("1048576 free"));
  EXPECT_EQ(device.allocate(0).status, ascend::DeviceStatus::runtime_param_invalid);
}

TEST_F(Simulated, RunsALaunchAtTheSynchronizationOnTheBytesOfThatMoment) {
  const ascend::Prepared prepared = prepare();
  const ascend::Launch launch = launch_of(prepared);
  const std::array<float, 4> later{8, 8, 8, 8};
  device.copy_to_device(std::get<ascend::DeviceTensor>(call.arguments["scale"]).address,
                        std::as_bytes(std::span(later)));
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::success);
  EXPECT_EQ(device.synchronize_stream(launch.stream), ascend::DeviceStatus::success);
  std::array<std::uint64_t, 4> words{};
  device.copy_to_host(std::as_writable_bytes(std::span(words)), launch.outputs[0].address);
  EXPECT_THAT(words, testing::Each((std::uint64_t{1} << 46) | 0x41000000U));
  EXPECT_THAT(device.complaints(), IsEmpty());
}

TEST_F(Simulated, ACopyBackBeforeTheSynchronizationIsComplainedOf) {
  const ascend::Launch launch = launch_of(prepare());
  device.launch(launch);
  std::array<std::byte, 8> bytes{};
  EXPECT_NE(device.copy_to_host(bytes, launch.outputs[0].address), ascend::DeviceStatus::success);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("before the stream was synchronized")));
}

TEST_F(Simulated, AReleaseUnderAWorkingStreamIsComplainedOf) {
  const ascend::Launch launch = launch_of(prepare());
  device.launch(launch);
  EXPECT_EQ(device.release(launch.workspace), ascend::DeviceStatus::memory_free);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("while a stream was at work")));
}

TEST_F(Simulated, AnExecutorCanBeLaunchedOnce) {
  const ascend::Launch launch = launch_of(prepare());
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::success);
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::param_nullptr);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("an executor that is none")));
}

TEST_F(Simulated, ALaunchWithASmallerWorkspaceIsComplainedOf) {
  ascend::Launch launch = launch_of(prepare());
  launch.workspace = buffer(16);
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("workspace: ")));
}

TEST_F(Simulated, ALaunchThatSaysAnotherWorkspaceSizeIsComplainedOf) {
  ascend::Launch launch = launch_of(prepare());
  --launch.workspace_size;
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("with a workspace of")));
}

TEST_F(Simulated, ALaunchOnAnotherOutputIsComplainedOf) {
  ascend::Launch launch = launch_of(prepare());
  launch.outputs[0].type.dtype = DType::int32;
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::param_invalid);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("another tensor for 'out'")));
}

TEST_F(Simulated, AnOutputBufferThatIsTooSmallIsAnExceptionOfTheKernel) {
  ascend::Launch launch = launch_of(prepare());
  launch.outputs[0].address = buffer(31);
  EXPECT_EQ(device.launch(launch), ascend::DeviceStatus::success);
  EXPECT_EQ(device.synchronize_stream(launch.stream), ascend::DeviceStatus::aicore_exception);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("a kernel wrote")));
}

TEST_F(Simulated, KnowsWhichOperatorsItHas) {
  call.op = "nothing";
  EXPECT_EQ(device.get_workspace_size(call).status, ascend::DeviceStatus::inner_find_kernel);
  EXPECT_THAT(device.complaints(), IsEmpty());
}

TEST_F(Simulated, AResetLetsGoOfEverythingAndNeedsTheDeviceSetAgain) {
  prepare();
  EXPECT_EQ(device.reset_device(0), ascend::DeviceStatus::success);
  EXPECT_EQ(device.held(), "");
  EXPECT_EQ(device.allocate(8).status, ascend::DeviceStatus::runtime_context_null);
  EXPECT_THAT(device.complaints(), ElementsAre(HasSubstr("while no device is set")));
}

using SimulatedDeathTest = Simulated;

TEST_F(SimulatedDeathTest, TheHostCannotFollowADeviceAddress) {
  const auto address = static_cast<std::uint64_t>(buffer(8));
  EXPECT_DEATH(*reinterpret_cast<volatile char*>(address) = 1, "");  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace
}  // namespace npu_cts
