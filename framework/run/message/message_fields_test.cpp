// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/message_fields.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace npu_cts::wire {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

/// A JSON object that is read field by field, within 100 bytes.
struct Object {
  explicit Object(std::string json)
      : text(std::move(json)), items(read_json(text)), fields(items->all.front(), reading) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  ~Object() = default;

  std::string text;
  std::optional<JsonItems> items;
  Reading reading{.reach = 100};
  Fields fields;
};

TEST(IsShape, WantsSizesThatCanBeMultiplied) {
  EXPECT_TRUE(is_shape({}));
  EXPECT_TRUE(is_shape({0}));
  EXPECT_TRUE(is_shape({2, 0, 3}));
  EXPECT_TRUE(is_shape({std::int64_t{1} << 40}));
  EXPECT_TRUE(is_shape({std::int64_t{1} << 20, std::int64_t{1} << 20}));
  EXPECT_FALSE(is_shape({-1}));
  EXPECT_FALSE(is_shape({0, -1})) << "not behind a zero either";
  EXPECT_FALSE(is_shape({(std::int64_t{1} << 40) + 1}));
  EXPECT_FALSE(is_shape({std::int64_t{1} << 20, std::int64_t{1} << 20, 2}));
  EXPECT_FALSE(is_shape({highest, highest}));
}

TEST(IsWithin, IsTrueJustWhereEveryByteIs) {
  for (std::int64_t offset = -2; offset <= 6; ++offset) {
    for (std::int64_t bytes = -2; bytes <= 6; ++bytes) {
      const bool want = offset >= 0 && bytes >= 0 && offset + bytes <= 4;
      EXPECT_EQ(is_within(offset, bytes, 4), want) << offset << "+" << bytes;
    }
  }
  EXPECT_TRUE(is_within(0, 0, 0));
  EXPECT_FALSE(is_within(highest, highest, 100)) << "nothing overflows";
  EXPECT_FALSE(is_within(lowest, highest, 100));
  EXPECT_FALSE(is_within(1, highest, 100));
}

TEST(Reading, KeepsTheFirstTroubleSafeToPrintAndShort) {
  Reading reading;
  reading.fail("first\n");
  reading.fail("second");
  EXPECT_EQ(reading.trouble, "first\\x0A");
  Reading other;
  other.fail(std::string(1000, 'x'));
  EXPECT_EQ(other.trouble.size(), 200U);
}

TEST(Fields, TakeEachKindOfValue) {
  Object object(R"({"text":"t","number":7,"list":[1,-2],"dtype":"int8","shape":[2,0],"place":[90,10]})");
  EXPECT_EQ(object.fields.take_text("text"), "t");
  EXPECT_EQ(object.fields.take_integer("number", 7), 7);
  EXPECT_THAT(object.fields.take_integers("list", 2), ElementsAre(1, -2));
  EXPECT_EQ(object.fields.take_dtype("dtype"), DType::int8);
  EXPECT_THAT(object.fields.take_shape("shape"), ElementsAre(2, 0));
  EXPECT_EQ(object.fields.take_place("place"), (Place{90, 10}));
  object.fields.finish();
  EXPECT_EQ(object.reading.trouble, "");
}

TEST(Fields, ReadTheirKeysInAnyOrder) {
  Object object(R"({"a":1,"b":{"c":[{"a":5}]},"d":2})");
  EXPECT_EQ(object.fields.take_integer("d", 9), 2);
  EXPECT_EQ(object.fields.take_integer("a", 9), 1) << "not the one inside";
  object.fields.take("b", JsonKind::object);
  object.fields.finish();
  EXPECT_EQ(object.reading.trouble, "");
}

struct WrongField {
  std::string_view name;
  std::string_view json;  ///< of the field "x"
  void (*take)(Fields& fields);
  std::string_view trouble;
};
void PrintTo(const WrongField& row, std::ostream* out) { *out << row.name; }

class WrongFields : public testing::TestWithParam<WrongField> {};

TEST_P(WrongFields, AreTrouble) {
  Object object("{\"x\":" + std::string(GetParam().json) + "}");
  GetParam().take(object.fields);
  EXPECT_EQ(object.reading.trouble, GetParam().trouble);
}

constexpr auto take_text = [](Fields& fields) { fields.take_text("x"); };
constexpr auto take_small = [](Fields& fields) { fields.take_integer("x", 5); };
constexpr auto take_two = [](Fields& fields) { fields.take_integers("x", 2); };
constexpr auto take_dtype = [](Fields& fields) { fields.take_dtype("x"); };
constexpr auto take_shape = [](Fields& fields) { fields.take_shape("x"); };
constexpr auto take_place = [](Fields& fields) { fields.take_place("x"); };

INSTANTIATE_TEST_SUITE_P(
    Each, WrongFields,
    testing::Values(WrongField{"TextOfANumber", "1", take_text, "'x' is of a wrong type"},
                    WrongField{"TextOfNull", "null", take_text, "'x' is of a wrong type"},
                    WrongField{"IntegerOfAText", "\"1\"", take_small, "'x' is of a wrong type"},
                    WrongField{"IntegerBelow", "-1", take_small, "'x' is -1, not 0 to 5"},
                    WrongField{"IntegerAbove", "6", take_small, "'x' is 6, not 0 to 5"},
                    WrongField{"IntegerOfAReal", "1.5", take_small, "'x' is no 64-bit integer"},
                    WrongField{"IntegerBeyondItsBits", "9223372036854775808", take_small, "'x' is no 64-bit integer"},
                    WrongField{"ListTooLong", "[1,2,3]", take_two, "'x' is no list of at most 2 integers"},
                    WrongField{"ListOfTexts", "[\"1\"]", take_two, "'x' is no 64-bit integer"},
                    WrongField{"ListOfLists", "[[1]]", take_two, "'x' is no 64-bit integer"},
                    WrongField{"DtypeUnknown", "\"int9\"", take_dtype, "'x' is 'int9'"},
                    WrongField{"DtypeThatIsNotSafeToPrint", "\"\\u001b\"", take_dtype, "'x' is '\\x1B'"},
                    WrongField{"ShapeBelowZero", "[2,-1]", take_shape, "'x' is [2, -1]"},
                    WrongField{"ShapeOfTooManyAxes", "[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", take_shape,
                               "'x' is no list of at most 16 integers"},
                    WrongField{"PlaceBeyond", "[91,10]", take_place, "'x' is no place within 100 bytes"},
                    WrongField{"PlaceBefore", "[-1,10]", take_place, "'x' is no place within 100 bytes"},
                    WrongField{"PlaceOfOneNumber", "[1]", take_place, "'x' is no place within 100 bytes"},
                    WrongField{"PlaceOfThree", "[1,2,3]", take_place, "'x' is no list of at most 2 integers"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Fields, GiveAnEmptyValueForWhatIsWrong) {
  Object object(R"({"x":true})");
  EXPECT_EQ(object.fields.take_text("x"), "");
  EXPECT_EQ(object.fields.take_text("y"), "");
  EXPECT_EQ(object.fields.take_integer("y", 5), 0);
  EXPECT_THAT(object.fields.take_shape("y"), IsEmpty());
  EXPECT_EQ(object.fields.take_place("y"), Place());
  EXPECT_EQ(object.fields.take("y", JsonKind::list).members, 0U);
}

TEST(Fields, OfAListAreTrouble) {
  Object object("[1]");
  EXPECT_EQ(object.reading.trouble, "a list or word where an object belongs");
}

TEST(Fields, MissOneThatIsTakenLater) {
  Object object(R"({"a":1})");
  object.fields.take_integer("b", 5);
  EXPECT_EQ(object.reading.trouble, "'b' is missing");
}

TEST(Fields, NameWhatIsLeftOver) {
  Object unknown(R"({"a":1,"b":2})");
  unknown.fields.take_integer("a", 5);
  unknown.fields.finish();
  EXPECT_EQ(unknown.reading.trouble, "'b' is unknown");
  Object twice(R"({"a":1,"a":2})");
  twice.fields.take_integer("a", 5);
  twice.fields.finish();
  EXPECT_EQ(twice.reading.trouble, "'a' stands twice");
}

TEST(Fields, NameWhatIsLeftOverAmongMany) {
  for (const std::size_t left : {0U, 1U, 63U, 64U, 70U}) {
    std::string json = "{";
    for (std::size_t i = 0; i <= 70; ++i) json += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":0";
    Object object(json + "}");
    for (std::size_t i = 0; i <= 70; ++i) {
      if (i != left) object.fields.take_integer("k" + std::to_string(i), 0);
    }
    object.fields.finish();
    EXPECT_NE(object.reading.trouble, "") << left;
  }
}

TEST(Encode, PutsBothLengthsBeforeHeaderAndBody) {
  const std::string frame = encode(Bye{}, "body");
  const FrameSizes sizes = read_prefix(frame);
  EXPECT_EQ(sizes.trouble, "");
  EXPECT_EQ(frame.substr(frame_prefix_bytes, sizes.header), R"({"type":"bye"})");
  EXPECT_EQ(frame.substr(frame_prefix_bytes + sizes.header), "body");
  EXPECT_EQ(sizes.body, 4U);
}

TEST(Encode, PutsLengthsOfMoreThanAByte) {
  for (const std::size_t bytes : {std::size_t{255}, std::size_t{256}, std::size_t{65536}, std::size_t{1} << 24})
    EXPECT_EQ(read_prefix(encode(Bye{}, std::string(bytes, 'x'))).body, bytes);
}

TEST(ReadPrefix, TakesTheLargestFrameAndNoLarger) {
  const auto prefix = [](std::uint32_t header, std::uint32_t body) {
    std::string text;
    for (const std::uint32_t length : {header, body}) {
      for (unsigned byte = 0; byte < 4; ++byte) text += static_cast<char>(length >> (8 * byte) & 0xFFU);
    }
    return read_prefix(text);
  };
  EXPECT_EQ(prefix(most_header_bytes, most_body_bytes).trouble, "");
  EXPECT_EQ(prefix(most_header_bytes + 1, 0).trouble, "a frame of 1048577 + 0 bytes");
  EXPECT_EQ(prefix(1, most_body_bytes + 1).trouble, "a frame of 1 + 268435457 bytes");
  EXPECT_NE(prefix(0xFFFFFFFF, 0xFFFFFFFF).trouble, "");
}

TEST(Encode, KeepsEveryWordOfEveryClosedSet) {
  for (const OutcomeKind kind : every<OutcomeKind>) {
    const Message message = Finished{.kind = kind, .code = lowest, .message = "中\n\""};
    EXPECT_EQ(decode(encode(message).substr(frame_prefix_bytes), 0), (Decoded{message, ""}));
  }
  for (const DTypeInfo& info : dtype_table) {
    for (const Layout layout : every<Layout>) {
      for (const Format format : every<Format>) {
        const PlacedTensor tensor{.type = {.dtype = info.dtype, .layout = layout, .format = format}, .offset = 0};
        const Message message = wire::Run{.op = "", .arguments = {{"x", tensor}, {"y", info.dtype}}};
        EXPECT_EQ(decode(encode(message).substr(frame_prefix_bytes), 0), (Decoded{message, ""}));
      }
    }
  }
}

TEST(Encode, WritesTextThatIsNoUtf8AsUtf8) {
  const Decoded decoded = decode(encode(Opened{.trouble = "\xff"}).substr(frame_prefix_bytes), 0);
  ASSERT_EQ(decoded.trouble, "");
  EXPECT_FALSE(std::get<Opened>(decoded.message).trouble.empty());
}

TEST(Decode, HoldsNumbersOfListsAndOutputsToTheirBounds) {
  std::string outputs;
  for (std::size_t i = 0; i <= most_outputs; ++i)
    outputs += std::string(i > 0 ? "," : "") + R"({"alias":"","at":[0,0],"dtype":"int8","name":"y","shape":[]})";
  EXPECT_NE(decode(R"({"outputs":[)" + outputs + R"(],"type":"prepared","workspace":0})", 0).trouble, "");
  std::string numbers = "0";
  for (std::size_t i = 0; i < most_list; ++i) numbers += ",0";
  EXPECT_EQ(decode(R"({"arguments":{"a":[)" + numbers + R"(]},"op":"t","type":"run"})", 0).trouble,
            "'a' is no list of at most 65536 integers");
}

}  // namespace
}  // namespace npu_cts::wire
