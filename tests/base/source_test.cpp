// Positions in texts, and the messages that show them.
#include "base/source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostic.hpp"
#include "base/encoding.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;
using testing::Pair;

std::pair<uint32_t, uint32_t> at(const Source& source, uint32_t offset) {
  LineColumn place = source.locate(offset);
  return {place.line, place.column};
}

TEST(Positions, CountLinesAndColumnsFromOne) {
  const Source source("t", "ab\n\ncd");
  EXPECT_THAT(at(source, 0), Pair(1, 1));
  EXPECT_THAT(at(source, 2), Pair(1, 3));  // the line break belongs to its line
  EXPECT_THAT(at(source, 3), Pair(2, 1));
  EXPECT_THAT(at(source, 4), Pair(3, 1));
  EXPECT_THAT(at(source, 6), Pair(3, 3));  // the end of the text
  EXPECT_EQ(source.line(1), "ab");
  EXPECT_EQ(source.line(2), "");
  EXPECT_EQ(source.line(3), "cd");
  EXPECT_EQ(source.line(0), "");
  EXPECT_EQ(source.line(4), "");
}

TEST(Positions, OfAnEmptyText) {
  const Source source("t", "");
  EXPECT_THAT(at(source, 0), Pair(1, 1));
  EXPECT_EQ(source.line(1), "");
}

TEST(Positions, CarriageReturnsEndLinesUnseen) {
  const Source source("t", "ab\r\ncd\r\n");
  EXPECT_EQ(source.line(1), "ab");
  EXPECT_EQ(source.line(2), "cd");
  EXPECT_EQ(source.line(3), "");
  EXPECT_THAT(at(source, 4), Pair(2, 1));
  EXPECT_EQ(Source("t", "a\rb").line(1), "a\rb");  // alone it is no line break
}

TEST(Positions, CountFromAfterAByteOrderMark) {
  const Source source("t",
                      "\xef\xbb\xbf"
                      "ab\ncd");
  EXPECT_EQ(source.text(), "ab\ncd");
  EXPECT_THAT(at(source, 3), Pair(2, 1));
  EXPECT_EQ(Source("t", "a\xef\xbb\xbf").text().size(), 4u);  // a mark elsewhere is text
}

TEST(Encodings, OtherThanUtf8AreNamed) {
  using namespace std::string_view_literals;
  for (std::string_view text : {"\xff\xfe"
                                "a\0"sv,
                                "\xfe\xff\0a"sv, "a\0b\0"sv, "\0a\0b"sv})
    EXPECT_THAT(foreign_encoding(text), HasSubstr("UTF-16"));
  EXPECT_THAT(foreign_encoding("\x7f"
                               "ELF\x02"sv),
              HasSubstr("cuobjdump"));
  EXPECT_THAT(foreign_encoding("\x1f\x8b\x08"sv), HasSubstr("gunzip"));
  for (std::string_view text : {""sv, "a"sv, "\0"sv, ".version 7.0"sv,
                                "\xef\xbb\xbf"
                                "x"sv})
    EXPECT_EQ(foreign_encoding(text), "");
}

std::string rendered(const std::string& text, uint32_t offset, uint32_t length) {
  return render(Source("t", text), {Diagnostic::Severity::Error, offset, length, "no"});
}

TEST(Messages, ShowTheLineAndUnderlineThePlace) {
  EXPECT_EQ(rendered("one\ntwo three\n", 8, 5), "t:2:5: error: no\ntwo three\n    ^~~~~\n");
  EXPECT_EQ(rendered("\tx", 1, 1), "t:1:2: error: no\n\tx\n\t^\n");  // tabs stay, so it is below
  EXPECT_EQ(rendered("", 0, 9), "t:1:1: error: no\n\n^\n");
  EXPECT_EQ(rendered("ab\ncd", 1, 100), "t:1:2: error: no\nab\n ^\n");  // no further than the line
  EXPECT_EQ(rendered("a\x1b[31m", 0, 1), "t:1:1: error: no\na?[31m\n^\n");
  Source source("t", "x");
  EXPECT_THAT(render(source, {Diagnostic::Severity::Warning, 0, 1, "hm"}),
              HasSubstr(": warning: hm"));
}

TEST(Messages, CutLongLinesAroundThePlace) {
  const std::string text = rendered(std::string(5000, 'a') + "!" + std::string(5000, 'b'), 5000, 1);
  EXPECT_THAT(text, HasSubstr("t:1:5001: error"));
  EXPECT_THAT(text, HasSubstr("\n" + std::string(60, 'a') + "!" + std::string(99, 'b') + "\n" +
                              std::string(60, ' ') + "^\n"));
}

TEST(Messages, AreKeptUpToALimit) {
  Diagnostics diagnostics(std::make_shared<Source>("t", "x"));
  EXPECT_FALSE(diagnostics.has_errors());
  diagnostics.warning(0, 1, "w");
  EXPECT_FALSE(diagnostics.has_errors());
  for (size_t i = 0; i < Diagnostics::kLimit; i++) diagnostics.error(0, 1, "e");
  EXPECT_TRUE(diagnostics.full());
  EXPECT_THAT(diagnostics.render_all(), testing::Not(HasSubstr("not shown")));
  diagnostics.error(0, 1, "last");
  diagnostics.error(0, 1, "last");
  EXPECT_EQ(diagnostics.all().size(), Diagnostics::kLimit + 1);
  EXPECT_THAT(diagnostics.render_all(), HasSubstr("t: 2 more errors not shown\n"));
  for (size_t i = 0; i < 500; i++) diagnostics.warning(0, 1, "w");
  EXPECT_EQ(diagnostics.all().size(), 2 * Diagnostics::kLimit);
}

}  // namespace
}  // namespace heddle
