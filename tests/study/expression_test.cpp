// The language of studies: values, errors, and what was not measured.
#include "study/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "base/error.hpp"

namespace heddle::study {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

const std::map<std::string, Values> kNames = {
    {"one", {1}},         {"list", {1, 2, 4}},
    {"other", {2, 2, 2}}, {"missing", {std::numeric_limits<double>::quiet_NaN()}},
    {"l1.reads", {40}},
};

Values value(std::string_view text) {
  return evaluate(parse_expression(text),
                  [](const Expression& name) { return kNames.at(name.text); });
}
double number(std::string_view text) {
  Values v = value(text);
  EXPECT_EQ(v.size(), 1u) << text;
  return v.empty() ? 0 : v[0];
}

TEST(StudyExpression, Arithmetic) {
  EXPECT_EQ(number("1 + 2 * 3"), 7);
  EXPECT_EQ(number("(1 + 2) * 3"), 9);
  EXPECT_EQ(number("8 / 4 / 2"), 1);
  EXPECT_EQ(number("5 - 3 - 1"), 1);
  EXPECT_EQ(number("-2 * -3"), 6);
  EXPECT_EQ(number("1.5e2"), 150);
  EXPECT_EQ(number("100 * l1.reads / 80"), 50);
}

TEST(StudyExpression, Logic) {
  EXPECT_EQ(number("1 < 2 and 2 <= 2"), 1);
  EXPECT_EQ(number("1 > 2 or 3 != 3"), 0);
  EXPECT_EQ(number("not 0"), 1);
  EXPECT_EQ(number("1 >= 1 and not 2 == 3"), 1);
}

TEST(StudyExpression, ListsGoElementByElement) {
  EXPECT_THAT(value("list * 2"), ElementsAre(2, 4, 8));
  EXPECT_THAT(value("list / other"), ElementsAre(0.5, 1, 2));
  EXPECT_THAT(value("list > one"), ElementsAre(0, 1, 1));
  EXPECT_TRUE(std::isnan(number("sum(list + hmean(list) * missing)")));
}

TEST(StudyExpression, Functions) {
  EXPECT_DOUBLE_EQ(number("mean(list)"), 7.0 / 3);
  EXPECT_DOUBLE_EQ(number("hmean(list)"), 3 / (1 + 0.5 + 0.25));
  EXPECT_DOUBLE_EQ(number("gmean(list)"), 2);
  EXPECT_EQ(number("sum(list, 3)"), 10);
  EXPECT_EQ(number("min(list)"), 1);
  EXPECT_EQ(number("max(list, other)"), 4);
  EXPECT_EQ(number("count(list > 1)"), 2);
  EXPECT_EQ(number("size(list)"), 3);
  EXPECT_EQ(number("all(list > 0)"), 1);
  EXPECT_EQ(number("all(list > 1)"), 0);
  EXPECT_EQ(number("any(list > 3)"), 1);
  EXPECT_EQ(number("any(list > 4)"), 0);
  EXPECT_EQ(number("abs(-3)"), 3);
  EXPECT_DOUBLE_EQ(number("change(3, 2)"), 50);
  EXPECT_THAT(value("change(list, other)"), ElementsAre(DoubleEq(-50), DoubleEq(0), DoubleEq(100)));
}

TEST(StudyExpression, RisingIsStrict) {
  EXPECT_EQ(number("rising(list)"), 1);
  EXPECT_EQ(number("rising(1, 2, 2)"), 0);
  EXPECT_EQ(number("rising(3, 2)"), 0);
}

TEST(StudyExpression, NothingFollowsFromNothing) {
  for (const char* text : {"missing + 1", "missing < 1", "missing and 1", "not missing",
                           "mean(list, missing)", "max(missing)", "rising(missing, 2)"})
    EXPECT_TRUE(std::isnan(number(text))) << text;
}

TEST(StudyExpression, SubscriptsAreTakenAsWritten) {
  Expression e = parse_expression("ipc[sbi+swi, Figure 7] / 2");
  ASSERT_EQ(e.parts.size(), 2u);
  EXPECT_EQ(e.parts[0].text, "ipc");
  EXPECT_THAT(e.parts[0].subscripts, ElementsAre("sbi+swi", "Figure 7"));
}

std::string complaint_about(std::string_view text) {
  try {
    parse_expression(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

TEST(StudyExpression, MistakesAreNamedWithTheirPlace) {
  EXPECT_THAT(complaint_about(""), HasSubstr("expected a value at column 1"));
  EXPECT_THAT(complaint_about("1 +"), HasSubstr("expected a value at column 4"));
  EXPECT_THAT(complaint_about("(1"), HasSubstr("expected ')' at column 3"));
  EXPECT_THAT(complaint_about("1 2"), HasSubstr("expected an operator at column 3"));
  EXPECT_THAT(complaint_about("mode(1)"), HasSubstr("expected a function (abs, all,"));
  EXPECT_THAT(complaint_about("change(1)"), HasSubstr("change(new, old)"));
  EXPECT_THAT(complaint_about("ipc[a"), HasSubstr("expected ']'"));
  EXPECT_THAT(complaint_about(std::string(100'000, '(')), HasSubstr("less nesting"));
  EXPECT_THAT(complaint_about(std::string(100'000, '-')), HasSubstr("less nesting"));
}

TEST(StudyExpression, ItsTextParsesAsTheSame) {
  for (const char* text :
       {"1", "0.1 + 2e-7", "100 * l1.read_misses / l1.reads", "-(a - (b - c))", "a - b - c",
        "not (a < 2 and b >= 3 or c != 4)", "min(a, 3, -b)", "ipc[pdom, @coherent] > ipc[mimd]"}) {
    const std::string once = formula_text(parse_expression(text));
    EXPECT_EQ(formula_text(parse_expression(once)), once) << text;
  }
  auto value = [](const std::string& text) {
    return evaluate_number(parse_expression(text), [](const Expression& name) {
      return Values{name.text == "a" ? 7.0 : name.text == "b" ? 2.0 : 1.5};
    });
  };
  for (const char* text : {"a - b - c", "a / b / c", "-(a - (b - c)) * b", "a - b * c + -a",
                           "not (a < 2 and b >= 3 or c != 4)", "min(a, 3, -b) / 3"})
    EXPECT_EQ(value(formula_text(parse_expression(text))), value(text)) << text;
}

}  // namespace
}  // namespace heddle::study
