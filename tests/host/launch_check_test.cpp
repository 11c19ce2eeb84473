// Each kind of invalid launch, and its error message.
#include "host/launch_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

std::string refusal(const Function& f, const LaunchConfig& config, uint32_t opted_in = 0,
                    uint32_t static_shared = 0) {
  try {
    check_launch(f, static_shared, config, opted_in);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

Function kernel() {
  Function f;
  f.name = "k";
  f.is_entry = true;
  return f;
}

TEST(LaunchCheck, Dimensions) {
  Function f = kernel();
  EXPECT_EQ(refusal(f, {{1}, {1024}}), "accepted");
  EXPECT_EQ(refusal(f, {{0x7fffffff, 65535, 65535}, {16, 1, 64}}), "accepted");
  EXPECT_THAT(refusal(f, {{0}, {1}}), HasSubstr("'k': the grid 0 x 1 x 1 has a dimension of zero"));
  EXPECT_THAT(refusal(f, {{1}, {1, 0}}), HasSubstr("the block 1 x 0 x 1"));
  EXPECT_THAT(refusal(f, {{0x80000000}, {1}}), HasSubstr("larger than 2147483647"));
  EXPECT_THAT(refusal(f, {{1, 65536}, {1}}), HasSubstr("the grid 1 x 65536 x 1 is larger"));
  EXPECT_THAT(refusal(f, {{1}, {1025}}), HasSubstr("the block 1025 x 1 x 1 is larger"));
  EXPECT_THAT(refusal(f, {{1}, {1, 1, 65}}), HasSubstr("larger than 1024 x 1024 x 64"));
  EXPECT_THAT(refusal(f, {{1}, {64, 32}}), HasSubstr("has 2048 threads, the limit is 1024"));
}

TEST(LaunchCheck, DeclaredBlockSizes) {
  Function f = kernel();
  f.required_threads[0] = 128;
  EXPECT_EQ(refusal(f, {{1}, {128}}), "accepted");
  EXPECT_THAT(refusal(f, {{1}, {64, 2}}), HasSubstr("requires 128 x 1 x 1 (.reqntid)"));
  Function g = kernel();
  g.max_threads[0] = 16;
  g.max_threads[1] = 4;
  EXPECT_EQ(refusal(g, {{1}, {64}}), "accepted");
  EXPECT_THAT(refusal(g, {{1}, {65}}), HasSubstr("65 threads, but the kernel allows 64"));
}

TEST(LaunchCheck, SharedMemory) {
  Function f = kernel();
  EXPECT_EQ(refusal(f, {{1}, {1}, 47 * 1024}, 0, 1024), "accepted");
  EXPECT_THAT(refusal(f, {{1}, {1}, 48 * 1024}, 0, 1024), HasSubstr("1024 static, 49152 dynamic"));
  EXPECT_EQ(refusal(f, {{1}, {1}, 48 * 1024}, 48 * 1024, 1024), "accepted");
  EXPECT_THAT(refusal(f, {{1}, {1}}, 0, 49 * 1024), HasSubstr("static shared memory"));
}

TEST(KernelCheck, RefusesWhatNoLaunchMayBe) {
  auto refusal_of = [](const Function& f, uint32_t static_shared) -> std::string {
    try {
      check_kernel(f, static_shared);
    } catch (const LaunchError& e) {
      return e.what();
    }
    return "accepted";
  };
  Function f = kernel();
  EXPECT_EQ(refusal_of(f, 48 * 1024), "accepted");
  EXPECT_THAT(refusal_of(f, 48 * 1024 + 1), HasSubstr("static shared memory, the limit is 49152"));
  f.required_threads[0] = 1024;
  EXPECT_EQ(refusal_of(f, 0), "accepted");
  f.required_threads[1] = 2;
  EXPECT_THAT(refusal_of(f, 0), HasSubstr("has 2048 threads, the limit is 1024"));
}

TEST(PackArguments, FollowsOffsets) {
  std::vector<ParameterInfo> parameters{{"a", 0, 1, 1}, {"b", 8, 8, 8}};
  uint8_t a = 0x11;
  uint64_t b = 0x2222222222222222;
  ArgumentView views[] = {{&a, 1}, {&b, 8}};
  auto block = pack_arguments("k", parameters, 16, views);
  ASSERT_EQ(block.size(), 16u);
  EXPECT_EQ(block[0], std::byte{0x11});
  EXPECT_EQ(block[1], std::byte{0});
  EXPECT_EQ(block[8], std::byte{0x22});
  EXPECT_THROW(pack_arguments("k", parameters, 16, std::span(views, 1)), UsageError);
}

}  // namespace
}  // namespace heddle
