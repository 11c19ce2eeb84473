// Every option of every command, as --help lists them, given values that make no sense: each must
// be refused at once, with a sentence.
#include <gmock/gmock.h>

#include <regex>
#include <set>

#include "cli/program.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct ListedOption {
  std::string name;
  bool number = false, takes_value = false;
};

class HostileTest : public CliTest {
 protected:
  std::vector<std::string> commands() {
    std::vector<std::string> names{"measure-workloads"};  // not in --help
    const std::string help = run("--help").out;
    const size_t begin = help.find("Subcommands:");
    EXPECT_NE(begin, std::string::npos);
    const std::regex line("\n  ([a-z-]+) ");
    const std::string text = help.substr(begin);
    for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at)
      if ((*at)[1] != "cc") names.push_back((*at)[1]);  // its command line is nvcc's
    return names;
  }
  std::vector<ListedOption> options(const std::string& command) {
    std::vector<ListedOption> listed;
    const std::string help = run(command + " --help").out;
    const std::regex line("\n  (?:-[a-z],)?(--[a-z-]+)( [A-Z]{2,})?");
    for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at)
      if ((*at)[1] != "--help") listed.push_back({(*at)[1], (*at)[2] == " UINT", (*at)[2].matched});
    return listed;
  }
  /// What a command needs before its options are looked at.
  static std::string argument_of(const std::string& command) {
    if (command == "run" || command == "compare" || command == "limit") return " bitonic";
    if (command == "conformance" || command == "measure-workloads" || command == "capture" ||
        command == "run-plan")
      return " none";
    if (command == "check" || command == "inspect") return " k.ptx";
    return command == "list" ? " archs" : "";
  }
};

TEST_F(HostileTest, NumbersThatDoNotFitAreRefused) {
  const char* values[] = {"-1",   "18446744073709551616",
                          "1e3",  "''",
                          "' '",  "' 5'",
                          "'5 '", "0x10",
                          "+5",   "nan",
                          "inf",  "5.0",
                          "1_0",  "many"};
  size_t numbers = 0;
  for (const std::string& command : commands())
    for (const ListedOption& option : options(command)) {
      if (!option.number) continue;
      numbers++;
      for (const std::string value : values) {
        const std::string line = command + argument_of(command) + " " + option.name + " " + value;
        Ran ran = run(line);
        EXPECT_EQ(ran.status, 2) << line;
        EXPECT_EQ(ran.out, "") << line;
        EXPECT_THAT(ran.err, AllOf(StartsWith("heddle: " + option.name + ": "),
                                   HasSubstr("is not a whole number from ")))
            << line;
      }
    }
  EXPECT_GE(numbers, 12u);  // of run, compare, limit, conformance, reproduce, measure-workloads
}

TEST_F(HostileTest, RepeatedAndEmptyValuesAreRefused) {
  size_t seen = 0;
  for (const std::string& command : commands())
    for (const ListedOption& option : options(command)) {
      const std::set<std::string> lists = {"--set",    "--param",  "--sample-of",    "--only",
                                           "--zip",    "--derive", "--input",        "--where",
                                           "--metric", "--plugin", "--submit-option"};
      const bool repeatable = lists.contains(option.name);
      const std::string start = command + argument_of(command) + " " + option.name;
      const std::string value = option.takes_value ? " 3" : "";
      if (!repeatable) {
        Ran twice = run(start + value + " " + option.name + value);
        EXPECT_EQ(twice.status, 2) << start;
        EXPECT_THAT(twice.err, HasSubstr(option.name + " is given 2 times")) << start;
      }
      if (option.takes_value) {
        Ran empty = run(start + " ''");
        EXPECT_EQ(empty.status, 2) << start;
        EXPECT_THAT(empty.err, StartsWith("heddle: " + option.name + ": ")) << start;
      }
      seen++;
    }
  EXPECT_GE(seen, 50u);
}

TEST_F(HostileTest, NumbersInsideValuesAreRefused) {
  const char* lines[] = {"--param n=-1",
                         "--param n=0x1p4",
                         "--param n=4294967296",
                         "--param n=",
                         "--preset small --set sms=-1",
                         "--preset small --set sms=1e0",
                         "--preset small --set sms=18446744073709551617",
                         "--preset small --set sms=0x1",
                         "--preset small --trace t --trace-window=-1:5",
                         "--preset small --trace t --trace-window=1:18446744073709551616"};
  for (const std::string line : lines) {
    Ran ran = run("run bitonic --size tiny " + line);
    EXPECT_EQ(ran.status, 1) << line;
    EXPECT_THAT(ran.err, HasSubstr("whole number")) << line;
    EXPECT_EQ(ran.out, "") << line;
  }
}

TEST_F(HostileTest, NumbersAreDecimal) {
  EXPECT_EQ(run("run bitonic --size tiny --seed 18446744073709551615").status, 0);
  EXPECT_EQ(run("run bitonic --size tiny --seed 010 --json a.json").status, 0);
  EXPECT_THAT(read_file(folder_ / "a.json"), HasSubstr("\"seed\": 10"));
}

TEST_F(HostileTest, TheLongestSampleIntervalIsNeverDue) {
  Ran ran =
      run("run bitonic --size tiny --preset small --json r.json --sample 9223372036854775807");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(run("run bitonic --size tiny --preset small --json r.json --sample 0").status, 2);
}

}  // namespace
}  // namespace heddle
