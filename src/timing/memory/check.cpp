// The limits of the memory's description. Widths are powers of two because addresses are cut by
// bits; the number of sets and of partitions is free (a GTX 480 has 6 partitions).
#include "timing/memory/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <string_view>

#include "base/error.hpp"

namespace heddle {
namespace {

template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> sentence, Args&&... args) {
  throw UsageError(fmt::format(sentence, std::forward<Args>(args)...));
}

void check_power(std::string_view key, uint64_t value, uint64_t least, uint64_t most) {
  if (!std::has_single_bit(value) || value < least || value > most)
    refuse("memory.{} is {}; it has to be a power of two from {} to {}", key, value, least, most);
}

void check_positive(std::string_view key, uint64_t value) {
  if (value == 0) refuse("memory.{} is 0; it has to be at least 1", key);
}

void check_word(std::string_view key, std::string_view value,
                std::initializer_list<std::string_view> known) {
  if (std::find(known.begin(), known.end(), value) == known.end())
    refuse("memory.{} is '{}'; it has to be one of: {}", key, value, fmt::join(known, ", "));
}

void check_cache(std::string_view name, const CacheConfig& cache) {
  auto key = [&](const char* member) { return fmt::format("{}.{}", name, member); };
  check_positive(key("read_ports"), cache.read_ports);
  check_positive(key("write_ports"), cache.write_ports);
  if (cache.bytes == 0) return;
  check_power(key("line"), cache.line, 32, 2048);
  if (cache.sector != 0) {
    check_power(key("sector"), cache.sector, 32, 2048);
    if (cache.sector > cache.line)
      refuse("memory.{}.sector ({}) is larger than its line ({})", name, cache.sector, cache.line);
  }
  check_positive(key("ways"), cache.ways);
  uint64_t set = uint64_t{cache.ways} * cache.line;
  if (cache.bytes % set != 0)
    refuse("memory.{}.bytes ({}) is not a whole number of sets of {} ways of {} bytes", name,
           cache.bytes, cache.ways, cache.line);
  check_positive(key("mshr_entries"), cache.mshr_entries);
  check_positive(key("mshr_merges"), cache.mshr_merges);
  if (cache.sector != 0 && cache.mshr_entries < cache.line / cache.sector)
    refuse("memory.{}.mshr_entries ({}) cannot hold the {} sectors of a line", name,
           cache.mshr_entries, cache.line / cache.sector);
  check_word(key("write"), cache.write, {"through", "back"});
  check_word(key("allocate"), cache.allocate, {"write", "no-write"});
  check_word(key("replacement"), cache.replacement, {"lru", "fifo", "random"});
}

void check_core_side(const MemoryConfig& memory) {
  check_power("transaction", memory.transaction, 32, 256);
  check_positive("transactions_per_cycle", memory.transactions_per_cycle);
  check_positive("queue", memory.queue);
  check_cache("l1", memory.l1);
  check_cache("constant", memory.constant);
  if (memory.l1.bytes != 0 && memory.l1.line < memory.transaction)
    refuse("memory.transaction ({}) is larger than a line of the L1 ({})", memory.transaction,
           memory.l1.line);
}

void check_rate(const MemoryConfig& memory) {
  if (!(memory.bytes_per_cycle >= 0 && memory.bytes_per_cycle <= 1e6))
    refuse("memory.bytes_per_cycle is {}; it has to be from 0 (unlimited) to 1000000",
           memory.bytes_per_cycle);
}

void check_banks(const MemoryConfig& memory) {
  if (memory.banks == 0 || memory.banks > 64)
    refuse("memory.banks is {}; it has to be from 1 to 64", memory.banks);
  check_power("row", memory.row, 32, uint64_t{1} << 30);
}

void check_full(const MachineConfig& config) {
  const MemoryConfig& memory = config.memory;
  check_cache("l2", memory.l2);
  if (memory.partitions == 0 || memory.partitions > 64)
    refuse("memory.partitions is {}; it has to be from 1 to 64", memory.partitions);
  if (config.sms > 64)
    refuse("the crossbar has at most 64 ports, but there are {} cores", config.sms);
  check_power("interleave", memory.interleave, 32, uint64_t{1} << 30);
  uint32_t block = memory.transaction;
  if (memory.l1.bytes != 0) block = std::max(block, memory.l1.line);
  if (memory.constant.bytes != 0) block = std::max(block, memory.constant.line);
  if (memory.l2.bytes != 0 && memory.l2.line < block)
    refuse("memory.l2.line ({}) is smaller than what a core asks for at once ({})", memory.l2.line,
           block);
  if (memory.l2.bytes != 0) block = memory.l2.line;
  if (memory.interleave < block)
    refuse("memory.interleave ({}) would spread a line of {} bytes over several partitions",
           memory.interleave, block);
  if (memory.row < block)
    refuse("memory.row ({}) is smaller than a line of {} bytes", memory.row, block);
  check_positive("flit", memory.flit);
  check_positive("matching_iterations", memory.matching_iterations);
  check_positive("dram_bytes_per_cycle", memory.dram_bytes_per_cycle);
  check_positive("dram_queue", memory.dram_queue);
  check_word("dram_policy", memory.dram_policy, {"fr-fcfs", "fcfs"});
  for (uint64_t clock : {config.clock.core, config.clock.interconnect, config.clock.memory})
    if (clock == 0) refuse("a clock of 0 kHz never ticks");
}

}  // namespace

void check_memory(const MachineConfig& config) {
  const MemoryConfig& memory = config.memory;
  if (config.sms == 0) refuse("a machine needs at least one core");
  if (memory.model == "ideal") return;
  check_core_side(memory);
  if (memory.model == "fixed" || memory.model == "open-row") check_rate(memory);
  if (memory.model == "open-row" || memory.model == "full") check_banks(memory);
  if (memory.model == "open-row" && memory.row_conflict < memory.row_hit)
    refuse("memory.row_conflict ({}) is less than memory.row_hit ({})", memory.row_conflict,
           memory.row_hit);
  if (memory.model == "full") check_full(config);
}

}  // namespace heddle
