// Input that no compiler writes: binary data, extreme nesting or size, or missing ends.
#include <gmock/gmock.h>

#include "ptx/parsing.hpp"
#include "ptx/utf8.hpp"

namespace heddle::ptx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string repeat(std::string_view part, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; i++) out += part;
  return out;
}

TEST(Text, MustBeUtf8WithoutNul) {
  using namespace std::string_literals;
  EXPECT_THAT(errors_of(".version\0 7.0"s),
              ElementsAre("1:9-1 expected UTF-8 text, found the byte 0x00"));
  EXPECT_THAT(errors_of("// \xff"), ElementsAre("1:4-1 expected UTF-8 text, found the byte 0xff"));
  EXPECT_THAT(errors_of("\n// caf\xc3\xa9 \xe2\x82"),
              ElementsAre("2:10-1 expected UTF-8 text, found the byte 0xe2"));
  EXPECT_THAT(errors_of("// caf\xc3\xa9, \xe2\x82\xac, \xf0\x9f\x98\x80"), ElementsAre());
}

TEST(Text, MalformedSequences) {
  for (std::string_view bad : {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3(", "\xe0\x80\x80",
                               "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5"})
    EXPECT_EQ(find_malformed_byte("0123456789" + std::string(bad)), 10u);
  for (std::string_view good : {"\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf4\x8f\xbf\xbf"})
    EXPECT_EQ(find_malformed_byte("0123456789" + std::string(good)), 10 + good.size());
}

TEST(Text, UnexpectedCharacters) {
  EXPECT_THAT(errors_in_body("add #;"), ElementsAre("2:5-1 unexpected character '#'"));
  EXPECT_THAT(errors_in_body("add \xc3\xa9\xc3\xa8;"),
              ElementsAre("2:5-4 unexpected character 'é'"));
  EXPECT_THAT(errors_in_body("add \x01;"), ElementsAre("2:5-1 unexpected control character 0x01"));
}

TEST(Text, UnclosedCommentAndString) {
  EXPECT_THAT(errors_of(".version 7.0 /* x"),
              ElementsAre("1:14-2 expected '*/' to close the comment, found the end of the text"));
  EXPECT_THAT(errors_of(".file 1 \"abc\r\n.version 7.0"),
              ElementsAre("1:9-4 expected '\"' to close the string before the end of the line"));
  EXPECT_THAT(errors_of(".file 1 \"abc\\"),
              ElementsAre("1:9-5 expected '\"' to close the string before the end of the line"));
}

TEST(Limits, ErrorsStopAtTheLimit) {
  EXPECT_EQ(errors_in_body(repeat("add ,;\n", 1000)).size(), Diagnostics::kLimit);
  EXPECT_EQ(errors_in_body(repeat("# ", 1000)).size(), Diagnostics::kLimit);
}

TEST(Limits, LongTokensAreCutInMessages) {
  EXPECT_THAT(
      errors_of(".version " + repeat("x", 1000)),
      ElementsAre("1:10-1000 expected a version such as 7.8, found '" + repeat("x", 40) + "…'"));
  EXPECT_THAT(
      errors_of(".version \"" + repeat("é", 100) + "\""),
      ElementsAre("1:10-202 expected a version such as 7.8, found '\"" + repeat("é", 19) + "…'"));
}

TEST(Limits, Nesting) {
  constexpr size_t kMany = 100000;
  for (std::string_view open : {"(", "-", "~", "{", "[a,", "1?", "(.s64)"})
    EXPECT_THAT(errors_in_body("x " + repeat(open, kMany) + ";"),
                testing::Contains(HasSubstr("nested deeper than 200 levels")))
        << open;
  EXPECT_THAT(errors_in_body(repeat("{", kMany) + repeat("}", kMany)),
              ElementsAre("2:201-1 nested deeper than 200 levels"));
  EXPECT_THAT(errors_of(".global .b8 a" + repeat("[1]", kMany) + ";"),
              ElementsAre("1:615-1 nested deeper than 200 levels"));
  parse_body(repeat("{", 200) + repeat("}", 200));
  parse_body("x " + repeat("(", 199) + "1" + repeat(")", 199) + ";");
}

TEST(Limits, LongFlatThingsAreFine) {
  constexpr size_t kMany = 100000;
  EXPECT_EQ(parse_body("x 0" + repeat("+1", kMany) + ";").operand(0).bits, kMany);
  EXPECT_EQ(parse_body("x {0" + repeat(",1", kMany) + "};").operand(0).children.count, kMany + 1);
  EXPECT_EQ(parse_body("x 0" + repeat(",1", kMany) + ";").instruction().operands.count, kMany + 1);
  EXPECT_THAT(errors_in_body("x" + repeat(".y", kMany) + ";"),
              ElementsAre("2:1-1 'x' has 100000 modifiers"));
}

TEST(Limits, PaddingOfInitialisers) {
  EXPECT_THAT(errors_of(".global .b8 a[2][4000000000] = {{1}, {2}};"),
              ElementsAre("1:38-1 more than 1048576 elements are omitted from initialisers"));
  EXPECT_THAT(errors_of(".global .b8 a[][1152921504606846976] = {{}, {2}};"),
              ElementsAre("1:45-1 more than 1048576 elements are omitted from initialisers"));
}

/// A kernel is whole only with its closing brace.
TEST(Limits, CutAnywhereATextIsRefusedNotFatal) {
  const std::string first = ".global .u64 g[2][2] = {{1}, {generic(g)+4}};\n";
  const std::string kernel = in_kernel(
      ".reg .b32 %r<9>; L: @!%p ld.global.v2.u32 {%r1, _}, [%rd1+4]; call (r), f, (a, 0f3F800000);"
      "t: .branchtargets L; p: .callprototype (.param .b32 _) _ (); x a|b, (1 ? 2 : 3) << 4;");
  parse_good(first);
  parse_good(first + kernel);
  const size_t whole = kernel.rfind('}');
  for (size_t length = 1; length <= whole; length++) {
    const Parsed cut = parse_any(first + kernel.substr(0, length));
    EXPECT_TRUE(cut.diagnostics->has_errors()) << kernel.substr(0, length);
    for (const Diagnostic& d : cut.diagnostics->all())
      EXPECT_LE(d.offset, first.size() + length) << d.message;
  }
}

}  // namespace
}  // namespace heddle::ptx
