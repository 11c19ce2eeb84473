// The rules of the memory hierarchy. Sizes are powers of two because addresses are split into bit
// fields; the numbers of sets and of partitions are free (a GTX 480 has 6 partitions). The limits
// of single keys (32-byte pieces, masks of 64 sectors and banks) are in
// schema_memory.cpp.
#include <algorithm>

#include "config/validate_rules.hpp"

namespace heddle {

namespace {

/// A request of a core must lie in one L2 line, one partition and one DRAM row.
void check_full_model(const MachineConfig& config, Problems& out) {
  const MemoryConfig& memory = config.memory;
  expect(out, config.sms <= 256,
         "sms is {}, with memory.model full: the crossbar has at most 256 ports for cores",
         config.sms);
  uint32_t block = memory.transaction;
  if (memory.l1.bytes != 0) block = std::max(block, memory.l1.line);
  if (memory.constant.bytes != 0) block = std::max(block, memory.constant.line);
  if (memory.l2.bytes != 0) {
    expect(
        out, memory.l2.line >= block,
        "memory.l2.line is {}: it cannot be smaller than the largest request of a core, {} bytes "
        "(memory.transaction, memory.l1.line and memory.constant.line)",
        memory.l2.line, block);
    block = std::max(block, memory.l2.line);
  }
  expect(out, memory.interleave >= block,
         "memory.interleave is {}: a line of {} bytes must lie in one partition", memory.interleave,
         block);
  expect(out, memory.row >= block, "memory.row is {}: a line of {} bytes must lie in one row",
         memory.row, block);
}

/// Limits the host memory used: a line takes 32 bytes.
constexpr uint64_t kMostLines = uint64_t{1} << 24;

void check_total_lines(const MachineConfig& config, Problems& out) {
  auto check = [&](std::string_view name, const CacheConfig& cache, std::string_view copies_key,
                   uint64_t copies) {
    uint64_t lines = cache.bytes / cache.line * copies;
    expect(out, lines <= kMostLines,
           "{}.bytes is {}, with {} {}: this makes {} lines, but at most {} can be simulated", name,
           cache.bytes, copies_key, copies, lines, kMostLines);
  };
  check("memory.l1", config.memory.l1, "sms", config.sms);
  check("memory.constant", config.memory.constant, "sms", config.sms);
  check("fetch.l1i", config.fetch.l1i, "sms", config.sms);
  check("memory.l2", config.memory.l2, "memory.partitions", config.memory.partitions);
}

}  // namespace

void check_cache_rules(std::string_view name, const CacheConfig& cache, Problems& out) {
  expect(out, is_power(cache.line), "{}.line is {}: a line must be a power of two", name,
         cache.line);
  bool sectored = cache.sector != 0;
  expect(out, !sectored || (is_power(cache.sector) && cache.sector >= 32),
         "{}.sector is {}: it must be 0 or a power of two, at least 32 bytes", name, cache.sector);
  expect(out, cache.sector <= cache.line, "{}.sector is {}: it cannot be larger than {}.line, {}",
         name, cache.sector, name, cache.line);
  uint64_t set = uint64_t{cache.line} * cache.ways;
  expect(out, cache.bytes % set == 0,
         "{}.bytes is {}: it must be a multiple of a set, {} ways ({}.ways) of {} bytes ({}.line)",
         name, cache.bytes, cache.ways, name, cache.line, name);
  expect(out, !sectored || cache.bytes == 0 || cache.mshr_entries >= cache.line / cache.sector,
         "{}.mshr_entries is {}: it must hold the {} sectors of a line ({}.line, {}.sector)", name,
         cache.mshr_entries, sectored ? cache.line / cache.sector : 0, name, name);
}

void check_memory_rules(const MachineConfig& config, Problems& out) {
  const MemoryConfig& memory = config.memory;
  check_cache_rules("memory.l1", memory.l1, out);
  check_cache_rules("memory.constant", memory.constant, out);
  check_cache_rules("memory.l2", memory.l2, out);
  expect(out, is_power(memory.transaction), "memory.transaction is {}: it must be a power of two",
         memory.transaction);
  expect(out, memory.l1.bytes == 0 || memory.transaction <= memory.l1.line,
         "memory.transaction is {}: a transaction must lie in one line of the L1, {} bytes "
         "(memory.l1.line)",
         memory.transaction, memory.l1.line);
  expect(out, is_power(memory.interleave), "memory.interleave is {}: it must be a power of two",
         memory.interleave);
  expect(out, is_power(memory.banks), "memory.banks is {}: it must be a power of two",
         memory.banks);
  expect(out, is_power(memory.row) && memory.row >= memory.transaction,
         "memory.row is {}: it must be a power of two and hold a transaction of {} bytes "
         "(memory.transaction)",
         memory.row, memory.transaction);
  expect(out, memory.dram.tRC >= memory.dram.tRAS + memory.dram.tRP,
         "memory.dram.tRC is {}: it cannot be below memory.dram.tRAS + memory.dram.tRP, {} + {}",
         memory.dram.tRC, memory.dram.tRAS, memory.dram.tRP);
  expect(out, memory.row_conflict >= memory.row_hit,
         "memory.row_conflict is {}: it cannot be below memory.row_hit, {}", memory.row_conflict,
         memory.row_hit);
  if (memory.model == "full") check_full_model(config, out);
  check_total_lines(config, out);
}

}  // namespace heddle
