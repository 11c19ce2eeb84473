// Descriptions that cannot be built are refused with a sentence that names the key.
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "timing/memory_driver.hpp"

namespace heddle::testing {
namespace {

using ::testing::HasSubstr;

void expect_refused(const MachineConfig& config, const char* part) {
  try {
    make_memory_system(config);
    ADD_FAILURE() << "accepted; expected: " << part;
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

TEST(MemoryCheck, RefusesWhatCannotBeBuilt) {
  MachineConfig good = bare("fixed");
  good.memory.l1.bytes = 48 * 1024;
  good.memory.l1.ways = 6;
  EXPECT_NO_THROW(make_memory_system(good));
  auto with = [&](auto change) {
    MachineConfig config = good;
    change(config.memory);
    return config;
  };
  expect_refused(with([](MemoryConfig& m) { m.model = "fast"; }), "one of: ideal, fixed");
  expect_refused(with([](MemoryConfig& m) { m.l1.line = 96; }), "l1.line is 96");
  expect_refused(with([](MemoryConfig& m) { m.l1.bytes = 1000; }), "whole number of sets");
  expect_refused(with([](MemoryConfig& m) { m.l1.sector = 256; }), "larger than its line");
  expect_refused(with([](MemoryConfig& m) { m.l1.ways = 0; }), "l1.ways is 0");
  expect_refused(with([](MemoryConfig& m) { m.l1.write = "around"; }), "through, back");
  expect_refused(with([](MemoryConfig& m) { m.l1.replacement = "plru"; }), "lru, fifo, random");
  expect_refused(with([](MemoryConfig& m) { m.l1.mshr_entries = 0; }), "mshr_entries is 0");
  expect_refused(with([](MemoryConfig& m) { m.l1.read_ports = 0; }), "read_ports is 0");
  expect_refused(with([](MemoryConfig& m) { m.transaction = 512; }), "transaction is 512");
  expect_refused(with([](MemoryConfig& m) { m.transaction = 256; }),
                 "larger than a line of the L1");
  expect_refused(with([](MemoryConfig& m) { m.bytes_per_cycle = -1; }), "bytes_per_cycle is -1");
  expect_refused(with([](MemoryConfig& m) { m.model = "open-row", m.banks = 0; }), "banks is 0");
  expect_refused(with([](MemoryConfig& m) { m.model = "open-row", m.row_hit = 400; }),
                 "is less than");
}

}  // namespace
}  // namespace heddle::testing
