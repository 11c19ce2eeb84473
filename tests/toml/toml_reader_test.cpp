// Every bad key and value of a TOML file is reported where it is, and reading goes on.
#include "toml/toml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A text, its tables, and a reader of them that remembers what it was told.
class TomlTest : public testing::Test {
 protected:
  const toml::table& read(const std::string& text) {
    diagnostics_.emplace(std::make_shared<Source>("t.toml", text));
    reader_.emplace(*diagnostics_);
    table_ = parse_toml(diagnostics_->source().text());
    return table_;
  }
  /// "line:column-length message" for each error.
  std::vector<std::string> errors() const {
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics_->all()) {
      LineColumn at = diagnostics_->source().locate(d.offset);
      out.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + "-" +
                    std::to_string(d.length) + " " + d.message);
    }
    return out;
  }

  std::optional<Diagnostics> diagnostics_;
  std::optional<TomlReader> reader_;
  toml::table table_;
};

TEST_F(TomlTest, ReadsWhatIsThere) {
  read("s = 'text'\nn = 42\nx = 1.5\ni = 2\nb = true\nl = ['a', 'b']\n[[t]]\nk = 1\n[[t]]\n");
  EXPECT_EQ(reader_->string(table_, "s"), "text");
  EXPECT_EQ(reader_->count(table_, "n"), 42u);
  EXPECT_EQ(reader_->floating(table_, "x"), 1.5);
  EXPECT_EQ(reader_->floating(table_, "i"), 2.0);  // a whole number is a number
  EXPECT_EQ(reader_->boolean(table_, "b"), true);
  EXPECT_THAT(reader_->strings(table_, "l"), ElementsAre("a", "b"));
  EXPECT_EQ(reader_->tables(table_, "t").size(), 2u);
  EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(TomlTest, AnAbsentKeyIsNoError) {
  read("");
  EXPECT_EQ(reader_->string(table_, "k"), std::nullopt);
  EXPECT_EQ(reader_->count(table_, "k"), std::nullopt);
  EXPECT_EQ(reader_->floating(table_, "k"), std::nullopt);
  EXPECT_EQ(reader_->boolean(table_, "k"), std::nullopt);
  EXPECT_THAT(reader_->strings(table_, "k"), IsEmpty());
  EXPECT_THAT(reader_->tables(table_, "k"), IsEmpty());
  EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(TomlTest, ValuesOfAnotherTypeAreNamedAndUnderlined) {
  read("a = 1\n  b = 'two'\nc = 1979-05-27\nd = {}\ne = [1, 'x', 2.5]\nf = 'y'\n");
  EXPECT_EQ(reader_->string(table_, "a"), std::nullopt);
  EXPECT_EQ(reader_->count(table_, "b"), std::nullopt);
  EXPECT_EQ(reader_->boolean(table_, "c"), std::nullopt);
  EXPECT_EQ(reader_->floating(table_, "d"), std::nullopt);
  EXPECT_THAT(reader_->strings(table_, "e"), ElementsAre("x"));  // the good ones are kept
  EXPECT_THAT(reader_->strings(table_, "f"), IsEmpty());
  EXPECT_THAT(reader_->tables(table_, "f"), IsEmpty());
  EXPECT_THAT(reader_->tables(table_, "e"), IsEmpty());
  EXPECT_THAT(errors(), ElementsAre("1:5-1 'a' must be a string, this is an integer",
                                    "2:7-5 'b' must be an integer, this is a string",
                                    "3:5-10 'c' must be true or false, this is a date or time",
                                    "4:5-2 'd' must be a finite number",
                                    "5:6-1 'e' must hold strings, this is an integer",
                                    "5:14-3 'e' must hold strings, this is a float",
                                    "6:5-3 'f' must be a list of strings",
                                    "6:5-3 'f' must be tables: write [[f]]",
                                    "5:6-1 'e' must hold tables, this is an integer",
                                    "5:9-3 'e' must hold tables, this is a string",
                                    "5:14-3 'e' must hold tables, this is a float"));
}

TEST_F(TomlTest, CountsHaveBothEndsOfTheirRange) {
  read(
      "least = 0\nmost = 7\nover = 8\nminus = -1\n"
      "largest = 9223372036854775807\nhex = 0x10\nfloat = 1.0\n");
  EXPECT_EQ(reader_->count(table_, "least", 7), 0u);
  EXPECT_EQ(reader_->count(table_, "most", 7), 7u);
  EXPECT_EQ(reader_->count(table_, "hex"), 16u);
  EXPECT_THAT(errors(), IsEmpty());
  EXPECT_EQ(reader_->count(table_, "over", 7), std::nullopt);
  EXPECT_EQ(reader_->count(table_, "minus"), std::nullopt);
  EXPECT_EQ(reader_->count(table_, "largest"), std::nullopt);
  EXPECT_EQ(reader_->count(table_, "float"), std::nullopt);
  EXPECT_THAT(errors(), ElementsAre("3:8-1 'over' must be from 0 to 7",
                                    "4:9-2 'minus' must be from 0 to 4611686018427387904",
                                    "5:11-19 'largest' must be from 0 to 4611686018427387904",
                                    "7:9-3 'float' must be an integer, this is a float"));
}

TEST_F(TomlTest, NumbersAreFiniteAndStringsNotEmpty) {
  read("inf = inf\nnan = nan\nempty = ''\nnul = \"a\\u0000b\"\n");
  for (const char* key : {"inf", "nan"}) EXPECT_EQ(reader_->floating(table_, key), std::nullopt);
  for (const char* key : {"empty", "nul"}) EXPECT_EQ(reader_->string(table_, key), std::nullopt);
  EXPECT_EQ(errors().size(), 4u);
}

TEST_F(TomlTest, UnknownKeysAreReportedWithTheNearestOrAllKnown) {
  read("grid = 1\nblokc = 2\n[other]\n");
  reader_->check_keys(table_, "a launch", {"grid", "block"});
  EXPECT_THAT(errors(), testing::UnorderedElementsAre(
                            "2:1-5 unknown key 'blokc' in a launch; did you mean 'block'?",
                            "3:2-5 unknown key 'other' in a launch; known are: grid, block"));
}

/// TOML counts characters, a Source bytes.
TEST_F(TomlTest, ColumnsAfterOtherCharactersAreRight) {
  read("a = ['é€😀', 7]\n");
  reader_->strings(table_, "a");
  ASSERT_EQ(diagnostics_->all().size(), 1u);
  EXPECT_EQ(diagnostics_->source().text().substr(diagnostics_->all()[0].offset, 1), "7");
}

TEST_F(TomlTest, PlacesAfterAMarkAndCarriageReturnsAreRight) {
  read(
      "\xef\xbb\xbf"
      "a = 1\r\nb = 2\r\n");
  reader_->string(table_, "b");
  EXPECT_THAT(errors(), ElementsAre("2:5-1 'b' must be a string, this is an integer"));
}

TEST_F(TomlTest, APlaceInsideAStringIsFoundWhereItReadsAsWritten) {
  read("plain = 'abc'\nescaped = \"a\\tc\"\nlines = '''\nabc'''\nnumber = 1\n");
  EXPECT_EQ(reader_->inside(*table_.get("plain"), 2).offset, 11u);
  EXPECT_EQ(reader_->inside(*table_.get("plain"), 3).offset, 8u);  // past its end: all of it
  for (const char* key : {"escaped", "lines", "number"}) {
    const toml::node& node = *table_.get(key);
    EXPECT_EQ(reader_->inside(node, 1).offset, reader_->where(node).offset) << key;
  }
}

TEST_F(TomlTest, BadTextsAreRefusedWithTheirLine) {
  auto refused = [&](const std::string& text) -> std::pair<std::string, uint32_t> {
    try {
      parse_toml(text);
    } catch (const toml::parse_error& e) {
      return {std::string(e.description()), e.source().begin.line};
    }
    return {"", 0};
  };
  EXPECT_EQ(refused("a = 1\nb =\n").second, 2u);
  EXPECT_EQ(refused("a = 1\na = 2\n").second, 2u);
  EXPECT_THAT(refused(std::string("a\0=\0", 4)).first, HasSubstr("UTF-16"));
  EXPECT_EQ(refused("a = 1\n").second, 0u);
}

/// Each part is a table inside the one before it: freeing them needs a stack as deep.
TEST_F(TomlTest, EndlessKeysAreRefused) {
  auto chain = [](size_t parts) {
    std::string key = "a";
    for (size_t i = 1; i < parts; i++) key += i % 2 ? ".b" : " . \"c\"";
    return key;
  };
  EXPECT_NO_THROW(parse_toml(chain(500) + " = 1"));
  for (const std::string& text :
       {"x = 1\n" + chain(2000) + " = 1", "[" + chain(2000) + "]", "x = {" + chain(2000) + " = 1}"})
    EXPECT_THROW(parse_toml(text), toml::parse_error);
  // Dots elsewhere are no keys.
  EXPECT_NO_THROW(parse_toml("x = '" + std::string(5000, '.') + "' # " + std::string(5000, '.')));
}

TEST_F(TomlTest, KindsHaveTheirArticles) {
  read("a = 1\nb = 's'\nc = 1.5\nd = true\ne = []\nf = {}\ng = 07:32:00\n");
  std::vector<std::string_view> kinds;
  for (const char* key : {"a", "b", "c", "d", "e", "f", "g"})
    kinds.push_back(toml_kind(*table_.get(key)));
  EXPECT_THAT(kinds, ElementsAre("an integer", "a string", "a float", "a boolean", "a list",
                                 "a table", "a date or time"));
}

}  // namespace
}  // namespace heddle
