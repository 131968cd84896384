// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/model/storage.h"
#include "framework/run/drive/driver.h"
#include "framework/run/drive/placed_request.h"

namespace npu_cts::run {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A driver that does `act` to the arguments and says `kind`.
class ActingDriver : public Driver {
 public:
  using Act = std::function<void(ArgumentsOf<StoredTensor>&)>;
  explicit ActingDriver(Act act, OutcomeKind kind = OutcomeKind::completed) : act_(std::move(act)), kind_(kind) {}

  Outcome run(Request& request) override {
    act_(request.arguments);
    return {.kind = kind_, .code = 0};
  }

 private:
  Act act_;
  OutcomeKind kind_;
};

Parameter parameter(std::string key, bool in_place) {
  Parameter made;
  made.key = std::move(key);
  made.in_place = in_place;
  return made;
}

OpSpec op() {
  OpSpec made;
  made.parameters = {parameter("x", false), parameter("y", true), parameter("axis", false)};
  return made;
}

Tensor four_bytes(Layout layout) {
  Tensor tensor{.type = {.dtype = DType::int8, .shape = {2, 2}, .layout = layout}};
  for (int i = 1; i <= 4; ++i) tensor.values.push_back(static_cast<std::byte>(i));
  return tensor;
}

Call call(Layout layout = Layout::contiguous) {
  return {.op = "toy", .arguments = {{"axis", std::int64_t{1}}, {"x", four_bytes(layout)}, {"y", four_bytes(layout)}}};
}

Observation observed(const ActingDriver::Act& act, Layout layout = Layout::contiguous,
                     OutcomeKind kind = OutcomeKind::completed) {
  ActingDriver driver(act, kind);
  return observe(op(), call(layout), driver);
}

StoredTensor& tensor(ArgumentsOf<StoredTensor>& arguments, std::string_view key) {
  return std::get<StoredTensor>(arguments.find(key)->second);
}

TEST(Observe, SeesNothingAlteredByACallThatOnlyReads) {
  for (const Layout layout : every<Layout>) {
    const Observation seen = observed([](auto&) {}, layout);
    EXPECT_THAT(seen.altered, IsEmpty()) << name_of(layout);
    ASSERT_EQ(seen.in_place.size(), 1U);
    EXPECT_EQ(seen.in_place[0].name, "y");
    EXPECT_EQ(seen.in_place[0].tensor, four_bytes(layout));
  }
}

TEST(Observe, SeesEveryByteOfAnArgumentThatMayOnlyBeRead) {
  for (const Layout layout : every<Layout>) {
    const std::size_t bytes = store(four_bytes(layout)).storage.size();
    for (std::size_t at = 0; at < bytes; ++at) {
      const Observation seen = observed([&](auto& given) { tensor(given, "x").storage[at] ^= std::byte{1}; }, layout);
      EXPECT_THAT(seen.altered, ElementsAre("x")) << name_of(layout) << " byte " << at;
    }
  }
}

TEST(Observe, GivesWhatWasWrittenInPlace) {
  for (const Layout layout : every<Layout>) {
    Tensor want = four_bytes(layout);
    want.values[2] = std::byte{9};
    const Observation seen = observed([&](auto& given) { tensor(given, "y") = store(want); }, layout);
    EXPECT_THAT(seen.altered, IsEmpty());
    ASSERT_EQ(seen.in_place.size(), 1U);
    EXPECT_EQ(seen.in_place[0].tensor, want) << name_of(layout);
  }
}

TEST(Observe, SeesAGapWrittenInPlace) {
  const Observation seen =
      observed([](auto& given) { tensor(given, "y").storage.front() = std::byte{1}; }, Layout::strided);
  EXPECT_THAT(seen.altered, ElementsAre("y"));
  EXPECT_THAT(seen.in_place, IsEmpty());
}

TEST(Observe, LetsNothingBeWrittenByACallThatDidNotComplete) {
  for (const OutcomeKind kind : {OutcomeKind::refused, OutcomeKind::unsupported, OutcomeKind::failed}) {
    const auto write = [](auto& given) { tensor(given, "y").storage[0] = std::byte{9}; };
    EXPECT_THAT(observed(write, Layout::contiguous, kind).altered, ElementsAre("y")) << name_of(kind);
    EXPECT_THAT(observed([](auto&) {}, Layout::contiguous, kind).altered, IsEmpty()) << name_of(kind);
  }
}

TEST(Observe, SeesATensorOfAnotherForm) {
  EXPECT_THAT(observed([](auto& given) { tensor(given, "x").strides = {1, 2}; }).altered, ElementsAre("x"));
  EXPECT_THAT(observed([](auto& given) { tensor(given, "y").type.shape = {4}; }).altered, ElementsAre("y"));
  EXPECT_THAT(observed([](auto& given) { tensor(given, "x").storage.pop_back(); }).altered, ElementsAre("x"));
}

TEST(Observe, SeesAnArgumentThatIsGoneOrOfAnotherKind) {
  EXPECT_THAT(observed([](auto& given) { given.erase("x"); }).altered, ElementsAre("x"));
  EXPECT_THAT(observed([](auto& given) { given["x"] = None{}; }).altered, ElementsAre("x"));
  EXPECT_THAT(observed([](auto& given) { given["axis"] = std::int64_t{2}; }).altered, ElementsAre("axis"));
  EXPECT_THAT(observed([](auto& given) { given["axis"] = true; }).altered, ElementsAre("axis"));
  EXPECT_THAT(observed([](auto& given) { given.clear(); }).altered, ElementsAre("axis", "x", "y"));
}

TEST(RunMessage, AndBackIsTheSameRequest) {
  for (const Layout layout : every<Layout>) {
    const Request request = request_of(call(layout));
    std::string memory;
    const wire::Run run = wire::run_message(request, [&](const std::string&, const StoredTensor& held) {
      const wire::Place place{.offset = memory.size() + 3, .bytes = held.storage.size()};
      memory += "gap";
      for (const std::byte byte : held.storage) memory += static_cast<char>(byte);
      return place;
    });
    EXPECT_EQ(run.op, "toy");
    EXPECT_EQ(wire::request_of(run, memory), request) << name_of(layout);
  }
}

TEST(RunMessage, OfAnEmptyTensorReadsNoMemory) {
  const wire::Run run{
      .op = "toy",
      .arguments = {
          {"x", wire::PlacedTensor{.type = {.dtype = DType::int8, .shape = {0}}, .strides = {1}, .offset = 0}}}};
  EXPECT_TRUE(std::get<StoredTensor>(wire::request_of(run, "").arguments.at("x")).storage.empty());
}

}  // namespace
}  // namespace npu_cts::run
