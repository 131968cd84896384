// SPDX-License-Identifier: Apache-2.0
// What the device driver does with a device, call by call.

#include <algorithm>

#include "framework/model/storage.h"
#include "suites/device/fixture.h"

namespace npu_cts {
namespace {

using testing::_;
using testing::AnyNumber;
using testing::AtLeast;
using testing::ByMove;
using testing::DoAll;
using testing::Field;
using testing::HasSubstr;
using testing::InSequence;
using testing::IsEmpty;
using testing::Mock;
using testing::Ne;
using testing::Return;

constexpr std::string_view packing = "npu_trans_quant_param/atlas_a2/*/eager/data/*";
constexpr std::string_view in_place = "npu_quant_scatter_/atlas_a2/*/eager/data/*";

Request request_for(std::string_view query) { return request_of(case_of(query).call); }

const StoredTensor& tensor_of(const Request& request, std::string_view key) {
  return std::get<StoredTensor>(request.arguments.find(key)->second);
}

/// A fixture whose driver is open.
struct OpenFixture : Fixture {
  OpenFixture() : driver(std::move(*open())) {}

  std::unique_ptr<run::Driver> driver;
};

TEST(DeviceProtocol, HoldsItsOrderFromTheStreamToTheLastRelease) {
  Request request{.op = "npu_trans_quant_param"};
  request.arguments["scale"] = tensor_of(request_for(packing), "scale");
  OpenFixture fixture;
  {
    const InSequence order;
    EXPECT_CALL(fixture.device, create_stream);
    EXPECT_CALL(fixture.device, allocate(tensor_of(request, "scale").storage.size()));
    EXPECT_CALL(fixture.device, copy_to_device);
    EXPECT_CALL(fixture.device, copy_to_host).Times(2);  // holds the copy to its word
    EXPECT_CALL(fixture.device, get_workspace_size);
    EXPECT_CALL(fixture.device, allocate);  // the output
    EXPECT_CALL(fixture.device, fill);
    EXPECT_CALL(fixture.device, allocate);  // the workspace
    EXPECT_CALL(fixture.device, launch);
    EXPECT_CALL(fixture.device, synchronize_stream);
    EXPECT_CALL(fixture.device, copy_to_host).Times(4);  // the output, and the argument that must be as it was
    EXPECT_CALL(fixture.device, release).Times(3);
    EXPECT_CALL(fixture.device, destroy_stream);
  }
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::completed);
  EXPECT_THAT(fixture.simulated.complaints(), IsEmpty());
  Mock::VerifyAndClearExpectations(&fixture.device);
}

TEST(DeviceProtocol, LaunchesNothingAfterARefusal) {
  Request request = request_for(packing);
  request.arguments["scale"] = std::int64_t{3};
  OpenFixture fixture;
  EXPECT_CALL(fixture.device, launch).Times(0);
  EXPECT_CALL(fixture.device, synchronize_stream).Times(0);
  const Outcome outcome = fixture.driver->run(request);
  EXPECT_EQ(outcome.kind, OutcomeKind::refused);
  EXPECT_EQ(outcome.code, 161002);
  EXPECT_THAT(outcome.message, HasSubstr("scale: "));
  EXPECT_EQ(fixture.simulated.held(), "");
}

TEST(DeviceProtocol, TellsAMissingParameterFromAnInvalidOne) {
  Request request = request_for(packing);
  request.arguments["scale"] = None{};
  OpenFixture fixture;
  EXPECT_EQ(fixture.driver->run(request).code, 161001);
}

TEST(DeviceProtocol, ReadsTheArgumentsBackAfterARefusalSoThatAWriteShows) {
  const Request before = request_for(in_place);
  Request request = before;
  OpenFixture fixture;
  EXPECT_CALL(fixture.device, get_workspace_size)
      .WillOnce([&](const ascend::DeviceCall& call) -> ascend::Answer<ascend::Prepared> {
        const auto& input = std::get<ascend::DeviceTensor>(call.arguments.find("input")->second);
        fixture.simulated.fill(input.address, std::byte{0x77}, 1);
        return {ascend::DeviceStatus::param_invalid, {}};
      });
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::refused);
  EXPECT_NE(request, before);
}

TEST(DeviceProtocol, GivesALaunchTheWorkspaceItAskedFor) {
  OpenFixture fixture;
  Request request = request_for(packing);
  std::uint64_t asked = 0;
  EXPECT_CALL(fixture.device, get_workspace_size).WillOnce([&](const ascend::DeviceCall& call) {
    auto answer = fixture.faulty.get_workspace_size(call);
    asked = answer.value.workspace_size;
    return answer;
  });
  ascend::DeviceAddress workspace = ascend::DeviceAddress::null;
  EXPECT_CALL(fixture.device, allocate).Times(AnyNumber());
  EXPECT_CALL(fixture.device, launch).WillOnce([&](const ascend::Launch& launch) {
    EXPECT_EQ(launch.workspace_size, asked);
    workspace = launch.workspace;
    return fixture.faulty.launch(launch);
  });
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::completed);
  EXPECT_GT(asked, 0U);
  EXPECT_NE(workspace, ascend::DeviceAddress::null);
}

TEST(DeviceProtocol, AllocatesNoWorkspaceWhereNoneIsAskedFor) {
  OpenFixture fixture;
  Request request = request_for(in_place);
  EXPECT_CALL(fixture.device, allocate(0)).Times(0);
  EXPECT_CALL(fixture.device, allocate(Ne(0U))).Times(AtLeast(1));
  EXPECT_CALL(fixture.device, launch(AllOf(Field(&ascend::Launch::workspace_size, 0U),
                                           Field(&ascend::Launch::workspace, ascend::DeviceAddress::null))));
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::completed);
}

TEST(DeviceProtocol, LaunchesAnInPlaceCallOnTheArgumentItselfAndCopiesItBack) {
  OpenFixture fixture;
  const Request before = request_for(in_place);
  Request request = before;
  ascend::DeviceAddress input = ascend::DeviceAddress::null;
  EXPECT_CALL(fixture.device, get_workspace_size).WillOnce([&](const ascend::DeviceCall& call) {
    input = std::get<ascend::DeviceTensor>(call.arguments.find("input")->second).address;
    return fixture.faulty.get_workspace_size(call);
  });
  EXPECT_CALL(fixture.device, launch).WillOnce([&](const ascend::Launch& launch) {
    EXPECT_EQ(launch.outputs.at(0).address, input);
    return fixture.faulty.launch(launch);
  });
  const Outcome outcome = fixture.driver->run(request);
  ASSERT_EQ(outcome.kind, OutcomeKind::completed) << outcome.message;
  EXPECT_NE(tensor_of(request, "input"), tensor_of(before, "input"));
  EXPECT_EQ(outcome.outputs.at(0).tensor.values, load(tensor_of(request, "input")).values);
}

TEST(DeviceProtocol, LeavesTheHostsArgumentsAloneWhenACallFails) {
  OpenFixture fixture;
  const Request before = request_for(in_place);
  Request request = before;
  EXPECT_CALL(fixture.device, destroy_stream).WillOnce(Return(ascend::DeviceStatus::internal_error));
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::failed);
  EXPECT_EQ(request, before);
}

TEST(DeviceProtocol, DestroysAnExecutorThatIsNotLaunched) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, fill).WillOnce(Return(ascend::DeviceStatus::internal_error));
  EXPECT_CALL(fixture.device, launch).Times(0);
  EXPECT_CALL(fixture.device, destroy_executor);
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::failed);
}

TEST(DeviceProtocol, GivesATensorWithoutBytesNoBuffer) {
  OpenFixture fixture;
  Request request = request_for(packing);
  std::get<StoredTensor>(request.arguments["scale"]).storage.clear();
  EXPECT_CALL(fixture.device, allocate(0)).Times(0);
  EXPECT_CALL(fixture.device, get_workspace_size)
      .WillOnce([](const ascend::DeviceCall& call) -> ascend::Answer<ascend::Prepared> {
        EXPECT_EQ(std::get<ascend::DeviceTensor>(call.arguments.find("scale")->second).address,
                  ascend::DeviceAddress::null);
        return {ascend::DeviceStatus::param_invalid, {}};
      });
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::refused);
}

TEST(DeviceProtocol, HoldsACopyToTheDeviceToItsWord) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, copy_to_device).WillOnce(Return(ascend::DeviceStatus::success));
  EXPECT_CALL(fixture.device, get_workspace_size).Times(0);
  const Outcome outcome = fixture.driver->run(request);
  EXPECT_EQ(outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(outcome.message, HasSubstr("the device holds other bytes for '"));
}

TEST(DeviceProtocol, HoldsACopyFromTheDeviceToItsWord) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, copy_to_host).WillRepeatedly(Return(ascend::DeviceStatus::success));
  const Outcome outcome = fixture.driver->run(request);
  EXPECT_EQ(outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(outcome.message, HasSubstr("a copy was short or corrupt"));
}

TEST(DeviceProtocol, ShowsAnOutputThatTheDeviceDidNotWrite) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, launch).WillOnce(Return(ascend::DeviceStatus::success));
  const Outcome outcome = fixture.driver->run(request);
  ASSERT_EQ(outcome.kind, OutcomeKind::completed) << outcome.message;
  for (const std::byte value : outcome.outputs.at(0).tensor.values) EXPECT_EQ(value, std::byte{0xA5});
}

TEST(DeviceProtocol, FailsACallWhoseDeviceWritesToAnArgumentThatIsNoTensor) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, get_workspace_size)
      .WillOnce([](const ascend::DeviceCall&) -> ascend::Answer<ascend::Prepared> {
        return {ascend::DeviceStatus::success, {.outputs = {{.name = "out", .type = {}, .alias = "nothing"}}}};
      });
  const Outcome outcome = fixture.driver->run(request);
  EXPECT_EQ(outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(outcome.message, HasSubstr("'nothing', which is no tensor"));
}

struct StatusRow {
  ascend::DeviceStatus status;
  OutcomeKind preparing, running;
};
void PrintTo(const StatusRow& row, std::ostream* out) { *out << to_text(row.status); }

class StatusOfAPhase : public testing::TestWithParam<StatusRow> {};

TEST_P(StatusOfAPhase, DecidesTheOutcomeTogetherWithThePhase) {
  Request request = request_for(packing);
  OpenFixture fixture;
  EXPECT_CALL(fixture.device, get_workspace_size)
      .WillOnce(Return(ByMove(ascend::Answer<ascend::Prepared>{GetParam().status, {}})));
  const Outcome preparing = fixture.driver->run(request);
  EXPECT_EQ(preparing.kind, GetParam().preparing);
  EXPECT_EQ(preparing.code, static_cast<std::int64_t>(GetParam().status));
  EXPECT_CALL(fixture.device, get_workspace_size);
  EXPECT_CALL(fixture.device, launch).WillOnce(Return(GetParam().status));
  const Outcome running = fixture.driver->run(request);
  EXPECT_EQ(running.kind, GetParam().running);
  EXPECT_THAT(running.message, HasSubstr("launching: " + to_text(GetParam().status)));
}

INSTANTIATE_TEST_SUITE_P(
    Device, StatusOfAPhase,
    testing::Values(StatusRow{ascend::DeviceStatus::param_nullptr, OutcomeKind::refused, OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::param_invalid, OutcomeKind::refused, OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::inner_tiling, OutcomeKind::refused, OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::inner_find_kernel, OutcomeKind::unsupported, OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::feature_not_supported, OutcomeKind::unsupported,
                              OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::runtime_error, OutcomeKind::failed, OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::aicore_exception, OutcomeKind::failed, OutcomeKind::failed},
                    StatusRow{ascend::DeviceStatus::aicore_timeout, OutcomeKind::timed_out, OutcomeKind::timed_out},
                    StatusRow{ascend::DeviceStatus{123456}, OutcomeKind::failed, OutcomeKind::failed}),
    [](const auto& row) { return "Status" + std::to_string(static_cast<int>(row.param.status)); });

TEST(DeviceReset, FollowsAFailedCallAndNoOther) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, reset_device).Times(0);
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::completed);
  Mock::VerifyAndClearExpectations(&fixture.device);
  const InSequence order;
  EXPECT_CALL(fixture.device, synchronize_stream).WillOnce(Return(ascend::DeviceStatus::aicore_exception));
  EXPECT_CALL(fixture.device, destroy_stream);
  EXPECT_CALL(fixture.device, reset_device);
  EXPECT_CALL(fixture.device, set_device);
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::failed);
  EXPECT_CALL(fixture.device, reset_device);  // at the end
}

TEST(DeviceReset, ThatFailsIsTriedAgainAtEveryCall) {
  OpenFixture fixture;
  Request request = request_for(packing);
  EXPECT_CALL(fixture.device, launch)
      .WillOnce(Return(ascend::DeviceStatus::runtime_error))
      .WillOnce([&](const ascend::Launch& launch) { return fixture.faulty.launch(launch); });
  EXPECT_CALL(fixture.device, set_device)
      .WillOnce(Return(ascend::DeviceStatus::no_device))
      .WillOnce(Return(ascend::DeviceStatus::no_device))
      .WillOnce([&](std::int32_t device) { return fixture.faulty.set_device(device); });
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::failed);
  EXPECT_THAT(fixture.driver->run(request).message, HasSubstr("does not come back after a reset: 207004"));
  EXPECT_EQ(fixture.driver->run(request).kind, OutcomeKind::completed);
  Mock::VerifyAndClearExpectations(&fixture.device);
}

TEST(DeviceOpen, RefusesAnotherChip) {
  Fixture fixture;
  fixture.soc = "Ascend310P3";
  const auto driver = fixture.open();
  ASSERT_FALSE(driver);
  EXPECT_EQ(driver.diagnostics().front().kind, Kind::driver_not_started);
  EXPECT_THAT(driver.diagnostics().front().what, HasSubstr("device 0 is a 'Ascend910B3'"));
}

TEST(DeviceOpen, SaysWhyADeviceCannotBeUsed) {
  Fixture fixture;
  EXPECT_CALL(fixture.device, set_device).WillOnce(Return(ascend::DeviceStatus::no_device));
  EXPECT_THAT(fixture.open().diagnostics().front().what, HasSubstr("207004 (ACL_ERROR_RT_NO_DEVICE)"));
}

TEST(DeviceOpen, GivesTheDeviceBackWhenItDoesNotSayWhatItIs) {
  Fixture fixture;
  EXPECT_CALL(fixture.device, get_properties)
      .WillOnce(Return(ByMove(ascend::Answer<ascend::DeviceProperties>{ascend::DeviceStatus::internal_error, {}})));
  EXPECT_CALL(fixture.device, reset_device);
  EXPECT_THAT(fixture.open().diagnostics().front().what, HasSubstr("does not say what it is"));
}

}  // namespace
}  // namespace npu_cts
