#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "device_memory/device_memory.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

DeviceMemory::Limits unified() {
  DeviceMemory::Limits limits;
  limits.unified = true;
  return limits;
}

TEST(UnifiedArena, AddressesAreValidOnTheHostAndAlwaysTheSame) {
  Address first = 0;
  for (int run = 0; run < 2; run++) {
    DeviceMemory memory(unified());
    const Address a = memory.allocate(1000), b = memory.allocate(uint64_t{4} << 30);
    auto* host = reinterpret_cast<int*>(a);
    EXPECT_EQ(host[249], 0);
    host[3] = 42;
    int seen = 0;
    memory.read(a + 12, std::as_writable_bytes(std::span(&seen, 1)));
    EXPECT_EQ(seen, 42);
    reinterpret_cast<char*>(b)[(uint64_t{3} << 30) + 5] = 1;
    if (run == 0) first = a;
    EXPECT_EQ(a, first);
  }
}

TEST(UnifiedArena, FreedMemoryIsRememberedAndGivenBack) {
  DeviceMemory memory(unified());
  const Address a = memory.allocate(100);
  *reinterpret_cast<int*>(a) = 7;
  memory.release(a);
  EXPECT_EQ(memory.find(a, 4), nullptr);
  EXPECT_THAT(memory.describe(a), HasSubstr("freed"));
  EXPECT_EQ(*reinterpret_cast<int*>(a), 0);
  EXPECT_NE(memory.allocate(100), a);
}

TEST(UnifiedArena, HostMemoryCanBeLent) {
  DeviceMemory memory(unified());
  std::vector<int> own(100, 5);
  const auto address = reinterpret_cast<Address>(own.data());
  memory.lend(std::as_writable_bytes(std::span(own)), "own");
  ASSERT_NE(memory.find(address + 396, 4), nullptr);
  memory.fill(address, std::byte{0}, 4);
  EXPECT_EQ(own[0], 0);
  EXPECT_THROW(memory.lend(std::as_writable_bytes(std::span(own).subspan(50))), UsageError);
  EXPECT_THROW(memory.release(address), UsageError);
  memory.take_back(address);
  EXPECT_EQ(memory.find(address, 4), nullptr);
  EXPECT_THROW(memory.take_back(address), UsageError);
  memory.lend(std::as_writable_bytes(std::span(own)), "again");
}

TEST(UnifiedArena, OneDeviceHasIt) {
  const DeviceMemory memory(unified());
  EXPECT_THROW(DeviceMemory second(unified()), UsageError);
  DeviceMemory plain;
  std::byte byte{};
  EXPECT_THROW(plain.lend({&byte, 1}), UsageError);
}

}  // namespace
}  // namespace heddle
