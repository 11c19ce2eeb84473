// workload.toml is read strictly, and what a user asks of a workload is checked before it runs.
#include "workload/description.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {
namespace {

using testing::HasSubstr;

constexpr std::string_view kGood = R"(
summary = "Sorts."
papers = ["fung2007"]
says = "Nothing."
[parameters]
n = { means = "numbers", least = 2, most = 64, power_of_two = true }
block = { means = "threads", multiple_of = 32 }
[sizes]
tiny = { n = 4, block = 32 }
small = { n = 8, block = 32 }
paper = { n = 64, block = 64 }
)";

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(kGood);
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  try {
    parse_description("sort", text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

std::string choice_error(std::string_view size, const std::vector<std::string>& overrides) {
  try {
    choose_values(parse_description("sort", kGood), size, overrides);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "none";
}

TEST(WorkloadDescription, ReadsEverything) {
  Description d = parse_description("sort", kGood);
  EXPECT_EQ(d.summary, "Sorts.");
  EXPECT_EQ(d.papers, std::vector<std::string>{"fung2007"});
  ASSERT_EQ(d.sizes.size(), 3u);
  EXPECT_EQ(d.sizes[2].values["n"], 64u);
  EXPECT_EQ(choose_values(d, "small", std::vector<std::string>{"n=16"})["n"], 16u);
}

TEST(WorkloadDescription, WhatNobodyReadsIsAnError) {
  EXPECT_THAT(error_of(replaced("says", "sais")), HasSubstr("unknown key 'sais'"));
  EXPECT_THAT(error_of(replaced("least", "lest")), HasSubstr("unknown key 'parameters.n.lest'"));
  EXPECT_THAT(error_of(replaced("tiny =", "huge =")), HasSubstr("unknown key 'sizes.huge'"));
  EXPECT_THAT(error_of(replaced("n = 8", "m = 8")), HasSubstr("unknown parameter 'sizes.small.m'"));
  EXPECT_THAT(error_of(replaced("n = 8, ", "")), HasSubstr("'sizes.small' lacks 'n'"));
  EXPECT_THAT(error_of(replaced("[sizes]", "[sizes")), HasSubstr("sort/workload.toml: line 8"));
  EXPECT_THAT(error_of(replaced("\"Sorts.\"", "3")), HasSubstr("'summary' must be a string"));
  EXPECT_THAT(error_of(replaced("[parameters]", "classes = [\"odd\"]\n[parameters]")),
              HasSubstr("'classes' must be a list of: regular, irregular"));
}

TEST(WorkloadDescription, ChoicesAreChecked) {
  EXPECT_THAT(choice_error("medium", {}), HasSubstr("known are: tiny, small, paper"));
  EXPECT_THAT(choice_error("tiny", {"blok=3"}), HasSubstr("did you mean 'block'?"));
  EXPECT_THAT(choice_error("tiny", {"n"}), HasSubstr("'n' is not KEY=VALUE"));
  EXPECT_THAT(choice_error("tiny", {"n=x"}),
              HasSubstr("'x' is not a whole number from 0 to 4294967295"));
  EXPECT_THAT(choice_error("tiny", {"n=-4"}),
              HasSubstr("'-4' is not a whole number from 0 to 4294967295"));
  EXPECT_THAT(choice_error("tiny", {"n=12"}), HasSubstr("it may be 2 to 64, a power of two"));
  EXPECT_THAT(choice_error("tiny", {"block=40"}), HasSubstr("a multiple of 32"));
}

TEST(Workloads, AreDescribedAndSorted) {
  std::string_view last;
  for (const Entry& entry : workloads()) {
    EXPECT_LT(last, entry.name);
    last = entry.name;
    Description d = entry.description();
    EXPECT_TRUE(d.summary.ends_with(".")) << entry.name;
    EXPECT_FALSE(d.papers.empty()) << entry.name;
    EXPECT_FALSE(d.says.empty()) << entry.name;
    for (const Size& size : d.sizes) EXPECT_NO_THROW(choose_values(d, size.name, {})) << entry.name;
  }
  for (std::string_view name : representatives()) EXPECT_TRUE(find_workload(name)) << name;
}

TEST(Workloads, UnknownOnesAreRefusedWithTheNearest) {
  try {
    require_workload("bitnic");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("did you mean 'bitonic'?"));
  }
}

TEST(WorkloadChoice, MasksMayBeHexadecimal) {
  Description description = require_workload("active_threads").description();
  auto mask = [&](const char* text) {
    const std::string settings[] = {fmt::format("mask={}", text)};
    return choose_values(description, "tiny", settings)["mask"];
  };
  EXPECT_EQ(mask("0x1f"), 31u);
  EXPECT_EQ(mask("31"), 31u);
  for (const char* bad : {"0x", "0xg", "1f", "-1", "0x100000000"})
    EXPECT_THROW(mask(bad), UsageError) << bad;
}

}  // namespace
}  // namespace heddle::workload
