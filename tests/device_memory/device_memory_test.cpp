// DeviceMemory: the contract of each call, and agreement with a naive model under random use.
#include "device_memory/device_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/error.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

std::vector<std::byte> pattern(size_t n, uint8_t seed) {
  std::vector<std::byte> bytes(n);
  for (size_t i = 0; i < n; i++) bytes[i] = static_cast<std::byte>(seed + 7 * i);
  return bytes;
}

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const UsageError& e) {
    return e.what();
  }
  return "no error";
}

TEST(DeviceMemory, AllocationsAreZeroedAlignedAndApart) {
  DeviceMemory memory;
  Address last_end = 0;
  for (uint64_t size : {1, 255, 256, 4097}) {
    Address a = memory.allocate(size);
    EXPECT_EQ(a % 256, 0u);
    EXPECT_GE(a, last_end + 4096);
    EXPECT_LT(a, Address{1} << 47);
    std::vector<std::byte> bytes(size, std::byte{1});
    memory.read(a, bytes);
    EXPECT_EQ(bytes, std::vector<std::byte>(size));
    last_end = a + size;
  }
  EXPECT_EQ(memory.bytes_in_use(), 1u + 255 + 256 + 4097);
}

TEST(DeviceMemory, RefusesNonsense) {
  DeviceMemory memory({.total_bytes = 1000, .heap_bytes = 100});
  EXPECT_THROW(memory.allocate(0), UsageError);
  EXPECT_THROW(memory.allocate(16, Allocation::Kind::Buffer, {}, 3), UsageError);
  EXPECT_THROW(memory.allocate(16, Allocation::Kind::Buffer, {}, 0), UsageError);
  EXPECT_THROW(memory.allocate(1001), UsageError);
  EXPECT_THROW(memory.allocate(~uint64_t{0}), UsageError);
  Address a = memory.allocate(600);
  EXPECT_THAT(message_of([&] { memory.allocate(401); }), HasSubstr("600 of 1000 bytes are in use"));
  memory.release(a);
  EXPECT_NO_THROW(memory.allocate(1000));
}

TEST(DeviceMemory, AHugeAllocationCostsNothingUntilTouched) {
  DeviceMemory memory;
  Address a = memory.allocate(uint64_t{4} << 30);
  std::byte b{1};
  memory.read(a + (uint64_t{4} << 30) - 1, {&b, 1});
  EXPECT_EQ(b, std::byte{0});
}

TEST(DeviceMemory, FindChecksTheWholeRangeWithoutOverflow) {
  DeviceMemory memory;
  Address a = memory.allocate(100);
  EXPECT_NE(memory.find(a, 100), nullptr);
  EXPECT_NE(memory.find(a + 96, 4), nullptr);
  EXPECT_EQ(memory.find(a + 97, 4), nullptr);
  EXPECT_EQ(memory.find(a - 1, 1), nullptr);
  EXPECT_EQ(memory.find(a + 1, ~uint64_t{0}), nullptr);
  EXPECT_EQ(memory.find(~Address{0}, 1), nullptr);
  EXPECT_EQ(memory.find(0, 1), nullptr);
}

TEST(DeviceMemory, FreedMemoryIsNamedAndNeverReused) {
  DeviceMemory memory;
  Address a = memory.allocate(64, Allocation::Kind::Buffer, "x");
  memory.release(a);
  EXPECT_EQ(memory.find(a, 1), nullptr);
  EXPECT_THAT(memory.describe(a + 8), HasSubstr("at byte 8 of buffer 'x' (64 bytes at"));
  EXPECT_THAT(memory.describe(a + 8), HasSubstr("freed"));
  EXPECT_THAT(message_of([&] { memory.release(a); }), HasSubstr("twice"));
  EXPECT_THAT(message_of([&] { memory.release(a + 1); }), HasSubstr("no allocation starts there"));
  EXPECT_NE(memory.allocate(64), a);
}

TEST(DeviceMemory, DescribesWhereAnAddressLies) {
  DeviceMemory memory;
  EXPECT_THAT(memory.describe(0x10'0000'0000), HasSubstr("nothing was ever allocated"));
  Address x = memory.allocate(4096, Allocation::Kind::Buffer, "x");
  Address y = memory.allocate(16, Allocation::Kind::Global, "y");
  const std::string nearest = "the nearest allocation is buffer 'x' (4096 bytes at 0x1000000000)";
  EXPECT_EQ(memory.describe(0), "null; " + nearest);
  EXPECT_EQ(memory.describe(8), "8 bytes past null; " + nearest);
  EXPECT_THAT(memory.describe(x + 4096), HasSubstr("just past the end of buffer 'x'"));
  EXPECT_THAT(memory.describe(x + 4100), HasSubstr("4 bytes past the end of buffer 'x'"));
  EXPECT_THAT(memory.describe(y - 1), HasSubstr("1 byte before the start of variable 'y'"));
  EXPECT_THAT(memory.describe(x + (uint64_t{1} << 40)),
              HasSubstr("the nearest allocation is variable 'y'"));
  EXPECT_EQ(memory.describe(kSharedWindow + 12), "at 0xc of shared memory");
  EXPECT_EQ(memory.describe(kLocalWindow), "at 0x0 of local memory");
  EXPECT_THAT(memory.describe(~Address{0}),
              HasSubstr("beyond the device's address space; the nearest allocation is variable"));
}

TEST(DeviceMemory, CopiesCheckBothEnds) {
  DeviceMemory memory;
  Address a = memory.allocate(32, Allocation::Kind::Buffer, "a");
  Address b = memory.allocate(32, Allocation::Kind::Buffer, "b");
  auto data = pattern(32, 3);
  memory.write(a, data);
  memory.copy(b, a, 32);
  std::vector<std::byte> back(32);
  memory.read(b, back);
  EXPECT_EQ(back, data);
  memory.copy(a + 1, a, 31);  // overlapping
  memory.read(a + 1, std::span(back).first(31));
  EXPECT_TRUE(std::equal(back.begin(), back.begin() + 31, data.begin()));
  EXPECT_THAT(message_of([&] { memory.copy(b + 1, a, 32); }), HasSubstr("buffer 'b'"));
  EXPECT_THAT(message_of([&] { memory.copy(b, a + 1, 32); }), HasSubstr("buffer 'a'"));
  EXPECT_THAT(message_of([&] { memory.write(b + 1, data); }), HasSubstr("cannot write 32 bytes"));
  EXPECT_THAT(message_of([&] { memory.fill(b, {}, ~uint64_t{0}); }), HasSubstr("cannot fill"));
  EXPECT_NO_THROW(memory.read(0, {}));
}

TEST(DeviceMemory, HeapHasItsOwnLimitAndForgetsNeighbours) {
  DeviceMemory memory({.total_bytes = 1 << 20, .heap_bytes = 1000});
  EXPECT_EQ(memory.heap_allocate(0), 0u);
  EXPECT_EQ(memory.heap_allocate(1001), 0u);
  Address a = memory.heap_allocate(900);
  EXPECT_NE(a, 0u);
  EXPECT_EQ(memory.heap_allocate(101), 0u);
  EXPECT_TRUE(memory.heap_release(a));
  EXPECT_FALSE(memory.heap_release(a));
  EXPECT_FALSE(memory.heap_release(12345));
  EXPECT_TRUE(memory.heap_release(0));
  Address buffer = memory.allocate(8);
  EXPECT_FALSE(memory.heap_release(buffer));
  Address first = 0, last = 0;
  for (int i = 0; i < 5000; i++) {
    last = memory.heap_allocate(900);
    ASSERT_NE(last, 0u);
    if (i == 0) first = last;
    ASSERT_TRUE(memory.heap_release(last));
  }
  EXPECT_THAT(memory.describe(first + 4),
              HasSubstr("at byte 4 of a block of the device heap (900"));
  EXPECT_THAT(memory.describe(last + 4), HasSubstr("of some blocks of the device heap ("));
  EXPECT_THAT(memory.describe(last + 899), HasSubstr("freed"));
}

// A simple reference model: every live byte in one map.
class Model {
 public:
  explicit Model(uint64_t seed) : state_(seed) {}
  uint64_t random() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
    return z ^ (z >> 27);
  }
  std::map<Address, std::byte> bytes;
  std::map<Address, uint64_t> live;
  bool holds(Address address, uint64_t size) const {
    for (const auto& [base, n] : live)
      if (address >= base && address + size <= base + n) return true;
    return false;
  }

 private:
  uint64_t state_;
};

void random_step(DeviceMemory& memory, Model& model) {
  uint64_t kind = model.random() % 8;
  if (kind < 2 || model.live.empty()) {
    uint64_t size = 1 + model.random() % 300;
    Address base = memory.allocate(size, Allocation::Kind::Buffer, {}, 1u << model.random() % 10);
    model.live[base] = size;
    for (uint64_t i = 0; i < size; i++) model.bytes[base + i] = std::byte{0};
    return;
  }
  auto it = std::next(model.live.begin(), static_cast<long>(model.random() % model.live.size()));
  Address address = it->first + model.random() % 400 - 50;
  uint64_t size = 1 + model.random() % 200;
  bool valid = model.holds(address, size);
  ASSERT_EQ(memory.find(address, size) != nullptr, valid);
  if (kind == 2) {
    for (uint64_t i = 0; i < it->second; i++) model.bytes.erase(it->first + i);
    memory.release(it->first);
    model.live.erase(it);
  } else if (kind < 6) {
    auto data = pattern(size, static_cast<uint8_t>(model.random()));
    if (!valid) {
      EXPECT_THROW(memory.write(address, data), UsageError);
      return;
    }
    memory.write(address, data);
    for (uint64_t i = 0; i < size; i++) model.bytes[address + i] = data[i];
  } else {
    std::vector<std::byte> data(size);
    if (!valid) {
      EXPECT_THROW(memory.read(address, data), UsageError);
      return;
    }
    memory.read(address, data);
    for (uint64_t i = 0; i < size; i++) ASSERT_EQ(data[i], model.bytes[address + i]);
  }
}

TEST(DeviceMemory, AgreesWithANaiveModel) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    DeviceMemory memory;
    Model model(seed);
    for (int i = 0; i < 500 && !testing::Test::HasFatalFailure(); i++) random_step(memory, model);
    uint64_t total = 0;
    for (const auto& [base, size] : model.live) total += size;
    EXPECT_EQ(memory.bytes_in_use(), total);
  }
}

}  // namespace
}  // namespace heddle
