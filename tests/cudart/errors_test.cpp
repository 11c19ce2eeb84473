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
  EXPECT_EQ(code_of(ExecutionError("store of 4 bytes at address 0x0: null", site)),
            kIllegalAddress);
  EXPECT_EQ(code_of(ExecutionError("misaligned load of 4 bytes at address 0x1", site)),
            kMisalignedAddress);
  EXPECT_EQ(code_of(ExecutionError("assertion `x' failed at a.cu:1 in k", site)), kAssert);
  EXPECT_EQ(code_of(ExecutionError("the kernel executed a trap instruction", site)),
            kLaunchFailure);
  EXPECT_EQ(code_of(DeadlockError("")), kLaunchTimeout);
  EXPECT_EQ(code_of(LimitError("")), kLaunchTimeout);
  EXPECT_EQ(code_of(LaunchError(LaunchError::Of::Grid, "")), kInvalidConfiguration);
  EXPECT_EQ(code_of(InputError("")), kInvalidPtx);
  EXPECT_EQ(code_of(UsageError("")), kInvalidValue);
  EXPECT_EQ(code_of(std::bad_alloc()), kOutOfMemory);
}

}  // namespace
}  // namespace heddle::cudart
