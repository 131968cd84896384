// SPDX-License-Identifier: Apache-2.0
#include "framework/base/packed.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "framework/base/boxed.h"

namespace npu_cts {
namespace {

enum class Colour : std::uint8_t { red, green };

struct Point {
  int x = 0;
  std::vector<std::string> names = {};

  friend bool operator==(const Point&, const Point&) = default;
};

struct Everything {
  bool flag = false;
  Colour colour = Colour::red;
  std::map<std::string, Point> points;
  std::optional<Point> some;
  Boxed<std::string> boxed;
  std::variant<int, std::string, Point> either;
  std::vector<std::uint16_t> numbers;

  friend bool operator==(const Everything&, const Everything&) = default;
};

struct Structs {
  template <class T>
  static auto fields_of(T& value) {
    if constexpr (std::is_same_v<std::remove_const_t<T>, Point>)
      return std::tie(value.x, value.names);
    else
      return std::tie(value.flag, value.colour, value.points, value.some, value.boxed, value.either, value.numbers);
  }
  static bool is_known(Colour colour) { return colour == Colour::red || colour == Colour::green; }
};

Everything all_of_it() {
  const Point point{.x = -3, .names = {"a", ""}};
  return {.flag = true,
          .colour = Colour::green,
          .points = {{"p", point}, {"q", {}}},
          .some = point,
          .boxed = std::string("held"),
          .either = point,
          .numbers = {1, 65535}};
}

std::string packed(const Everything& value) {
  Packer<Structs> packer;
  packer.add(value);
  return packer.take();
}

TEST(Unpacker, GivesBackWhatWasPacked) {
  const std::string bytes = packed(all_of_it());
  Unpacker<Structs> unpacker(bytes);
  EXPECT_EQ(unpacker.take<Everything>(), all_of_it());
  EXPECT_TRUE(unpacker.is_sound());
  EXPECT_TRUE(unpacker.is_at_end());
}

TEST(Unpacker, DropsWhatTheValueHeldBefore) {
  const std::string bytes = packed({});
  Everything value = all_of_it();
  Unpacker<Structs>(bytes).read(value);
  EXPECT_EQ(value, Everything());
}

TEST(Unpacker, ReadsIntoALongerListAndAShorterOne) {
  Packer<Structs> packer;
  packer.add(std::vector<Point>{{.x = 1, .names = {"a"}}, {.x = 2}});
  const std::string bytes = packer.take();
  for (const std::size_t before : {0U, 1U, 3U}) {
    std::vector<Point> points(before, Point{.x = 9, .names = {"old", "older"}});
    Unpacker<Structs>(bytes).read(points);
    EXPECT_EQ(points, (std::vector<Point>{{.x = 1, .names = {"a"}}, {.x = 2}})) << before;
  }
}

TEST(Unpacker, IsSoundForNoShorterText) {
  const std::string bytes = packed(all_of_it());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Unpacker<Structs> unpacker(std::string_view(bytes).substr(0, size));
    unpacker.take<Everything>();
    EXPECT_FALSE(unpacker.is_sound()) << size;
  }
}

TEST(Unpacker, KnowsNoOtherEnumeratorTruthOrAlternative) {
  const std::string flag("\2", 1);
  Unpacker<Structs> of_flag(flag);
  of_flag.take<bool>();
  EXPECT_FALSE(of_flag.is_sound());
  Unpacker<Structs> of_colour(flag);
  EXPECT_EQ(of_colour.take<Colour>(), Colour::red);
  EXPECT_FALSE(of_colour.is_sound());
  const std::string index("\3\0\0\0\0\0\0\0", 8);
  Unpacker<Structs> of_either(index);
  of_either.take<std::variant<int, std::string, Point>>();
  EXPECT_FALSE(of_either.is_sound());
}

TEST(Unpacker, MakesNoRoomForACountThatTheBytesDoNotHave) {
  const std::string count(8, '\x7f');
  Unpacker<Structs> unpacker(count);
  EXPECT_LE(unpacker.take<std::vector<Point>>().capacity(), 1U);
  EXPECT_FALSE(unpacker.is_sound());
}

TEST(Packer, WritesTheSizeOfAPartBeforeIt) {
  Packer<Structs> packer(std::string("dropped"));
  packer.add(Colour::green);
  const std::size_t begun = packer.begin();
  packer.add(std::string("part"));
  packer.end(begun);
  const std::string bytes = packer.take();
  Unpacker<Structs> unpacker(bytes);
  EXPECT_EQ(unpacker.take<Colour>(), Colour::green);
  EXPECT_EQ(unpacker.take<std::size_t>(), sizeof(std::size_t) + 4);
  EXPECT_EQ(unpacker.take<std::string>(), "part");
  EXPECT_TRUE(unpacker.is_at_end());
}

}  // namespace
}  // namespace npu_cts
