// The layouts of cudaDeviceProp: offsets of members as CUDA's compilers see them.
#include "cudart/properties.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace heddle::cudart {
namespace {

class Properties : public testing::Test {
 protected:
  int number(PropertyLayout layout, size_t offset) {
    const auto bytes = device_properties(Gpu::instance(), layout);
    int value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }
  int attribute_of(int id) { return attribute(Gpu::instance(), id).value_or(-1); }
};

TEST_F(Properties, HaveTheSizesOfBothVersions) {
  EXPECT_EQ(device_properties(Gpu::instance(), PropertyLayout::Cuda12).size(), 1032u);
  EXPECT_EQ(device_properties(Gpu::instance(), PropertyLayout::Cuda13).size(), 1008u);
}

TEST_F(Properties, MembersAreWhereProgramsLook) {
  // warpSize, maxThreadsPerBlock, major, multiProcessorCount, maxThreadsPerMultiProcessor,
  // maxBlocksPerMultiProcessor
  EXPECT_EQ(number(PropertyLayout::Cuda12, 308), 32);
  EXPECT_EQ(number(PropertyLayout::Cuda13, 308), 32);
  EXPECT_EQ(number(PropertyLayout::Cuda12, 320), 1024);
  EXPECT_EQ(number(PropertyLayout::Cuda13, 320), 1024);
  EXPECT_EQ(number(PropertyLayout::Cuda12, 348), attribute_of(13));  // clockRate
  EXPECT_EQ(number(PropertyLayout::Cuda12, 360), attribute_of(75));
  EXPECT_EQ(number(PropertyLayout::Cuda13, 360), attribute_of(75));
  EXPECT_EQ(number(PropertyLayout::Cuda12, 388), attribute_of(16));
  EXPECT_EQ(number(PropertyLayout::Cuda13, 384), attribute_of(16));
}

TEST_F(Properties, UnknownAttributesAreNone) {
  EXPECT_EQ(attribute(Gpu::instance(), 0), std::nullopt);
  EXPECT_EQ(attribute(Gpu::instance(), 5000), std::nullopt);
  EXPECT_EQ(attribute_of(10), 32);
}

}  // namespace
}  // namespace heddle::cudart
