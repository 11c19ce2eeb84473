#include "cudart/errors.hpp"

#include <gtest/gtest.h>

#include <new>
#include <string>

#include "base/error.hpp"
#include "host/launch_check.hpp"

namespace heddle::cudart {
namespace {

TEST(Errors, HaveCudasNames) {
  EXPECT_STREQ(name_of(0), "cudaSuccess");
  EXPECT_STREQ(name_of(1), "cudaErrorInvalidValue");
  EXPECT_STREQ(name_of(700), "cudaErrorIllegalAddress");
  EXPECT_STREQ(driver_name_of(700), "CUDA_ERROR_ILLEGAL_ADDRESS");
  EXPECT_STREQ(name_of(999), "cudaErrorUnknown");
  EXPECT_EQ(name_of(5000), nullptr);
  EXPECT_EQ(sentence_of(-1), nullptr);
}

TEST(Errors, HeddlesBecomeCudas) {
  const ExecutionSite site;
  // The kind decides, not the words.
  auto code = [&](FaultKind kind) { return code_of(ExecutionError("stack address", site, kind)); };
  EXPECT_EQ(code(FaultKind::BadAddress), kIllegalAddress);
  EXPECT_EQ(code(FaultKind::Misaligned), kMisalignedAddress);
  EXPECT_EQ(code(FaultKind::Stack), kHardwareStackError);
  EXPECT_EQ(code(FaultKind::Assertion), kAssert);
  EXPECT_EQ(code(FaultKind::Other), kLaunchFailure);
  EXPECT_EQ(code_of(DeadlockError("")), kLaunchTimeout);
  EXPECT_EQ(code_of(LimitError("")), kLaunchTimeout);
  EXPECT_EQ(code_of(LaunchError(LaunchError::Of::Grid, "")), kInvalidConfiguration);
  EXPECT_EQ(code_of(InputError("")), kInvalidPtx);
  EXPECT_EQ(code_of(UsageError("")), kInvalidValue);
  EXPECT_EQ(code_of(std::bad_alloc()), kOutOfMemory);
}

}  // namespace
}  // namespace heddle::cudart
