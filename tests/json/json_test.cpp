#include "json/json.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(JsonText, KeepsTheOrderOfMembers) {
  EXPECT_EQ(compact(parse_json("{\"b\": 1, \"a\": [2, null]}")), "{\"b\":1,\"a\":[2,null]}");
}

TEST(JsonText, OfAFileEndsItsLine) {
  EXPECT_EQ(indented(Json{{"a", 1}}), "{\n  \"a\": 1\n}\n");
  EXPECT_EQ(indented(Json{{"a", 1}}, 1), "{\n \"a\": 1\n}\n");
}

// File names may contain arbitrary bytes; a report with them must still be valid JSON.
TEST(JsonText, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(compact("a\xff.ptx"), "\"a\ufffd.ptx\"");
  EXPECT_EQ(indented("a\xff.ptx"), "\"a\ufffd.ptx\"\n");
}

TEST(JsonText, SaysWhereItIsNotJson) {
  EXPECT_THROW(parse_json("{\"a\": }"), Json::parse_error);
  EXPECT_THROW(parse_json("{} x"), Json::parse_error);
}

}  // namespace
}  // namespace heddle
