#include "cuda_tools/process.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "cuda_tools/places.hpp"

namespace heddle::cuda {
namespace {

TEST(Process, StatusIsThatOfAShell) {
  EXPECT_EQ(run_process({"true"}), 0);
  EXPECT_EQ(run_process({"sh", "-c", "exit 7"}), 7);
  EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}), 137);
}

TEST(Process, EnvironmentIsAdded) {
  ProcessOptions options;
  options.environment["HEDDLE_TEST_VALUE"] = "five";
  EXPECT_EQ(run_process({"sh", "-c", "test \"$HEDDLE_TEST_VALUE\" = five"}, options), 0);
}

TEST(Process, ProgramThatIsMissingIsAnError) {
  EXPECT_THROW(run_process({"/nonexistent/program"}), UsageError);
  EXPECT_TRUE(find_program("no-such-program-here").empty());
  EXPECT_EQ(find_program("sh").filename(), "sh");
}

}  // namespace
}  // namespace heddle::cuda
