// The statistics of the memory hierarchy.
#include <fmt/format.h>

#include "stats/schema_rows.hpp"

namespace heddle {

namespace {

void add_cache(std::vector<Statistic>& rows, std::string_view cache, Merge merge,
               CacheCounters MemoryCounters::*of) {
  struct Line {
    std::string_view name, unit, sentence;
    uint64_t CacheCounters::*member;
  };
  static constexpr Line lines[] = {
      {"reads", "transactions", "Reads of the {}.", &CacheCounters::reads},
      {"writes", "transactions", "Writes to the {}.", &CacheCounters::writes},
      {"read_misses", "transactions", "Reads that missed in the {}.", &CacheCounters::read_misses},
      {"write_misses", "transactions", "Writes that missed in the {}.",
       &CacheCounters::write_misses},
      {"mshr_merges", "transactions", "Misses in the {} to a line that was already being fetched.",
       &CacheCounters::mshr_merges},
      {"mshr_full", "cycles", "Cycles in which a miss in the {} waited for a free MSHR entry.",
       &CacheCounters::mshr_full},
      {"evictions", "lines", "Lines evicted from the {}.", &CacheCounters::evictions},
      {"write_backs", "lines", "Dirty lines written back by the {}.", &CacheCounters::write_backs},
      {"bytes", "bytes", "Bytes that accesses read from or wrote to the {}, in whole units.",
       &CacheCounters::bytes},
      {"fills", "units", "Sectors (or unsectored lines) filled into the {}.",
       &CacheCounters::fills},
  };
  std::string_view shown = cache == "l1"         ? "L1 data caches"
                           : cache == "constant" ? "constant caches"
                                                 : "L2 cache";
  for (const Line& line : lines)
    rows.push_back(
        counter(fmt::format("{}.{}", cache, line.name), std::string(line.unit), merge,
                fmt::format(fmt::runtime(line.sentence), shown),
                [of, member = line.member](auto& c) { return &(c.memory.*of.*member); }));
}

void add_dram(std::vector<Statistic>& rows) {
  struct Line {
    std::string_view name, unit, sentence;
    uint64_t MemoryCounters::*member;
  };
  using M = MemoryCounters;
  static constexpr Line lines[] = {
      {"network.flits_up", "flits", "Flits from cores to memory partitions.", &M::network_flits_up},
      {"network.flits_down", "flits", "Flits from memory partitions to cores.",
       &M::network_flits_down},
      {"dram.reads", "transactions", "Reads of DRAM.", &M::dram_reads},
      {"dram.writes", "transactions", "Writes to DRAM.", &M::dram_writes},
      {"dram.bytes", "bytes", "Bytes moved to and from DRAM.", &M::dram_bytes},
      {"dram.row_hits", "transactions", "Accesses that found their row open.", &M::row_hits},
      {"dram.row_misses", "transactions", "Accesses to a bank without an open row.",
       &M::row_misses},
      {"dram.row_conflicts", "transactions", "Accesses that first had to close another row.",
       &M::row_conflicts},
      {"dram.busy_cycles", "memory cycles",
       "Cycles in which a data bus moved data, summed over channels.", &M::dram_busy_cycles},
      {"dram.cycles", "memory cycles", "Elapsed cycles, summed over channels.", &M::dram_cycles},
  };
  for (const Line& line : lines)
    rows.push_back(counter(std::string(line.name), std::string(line.unit), Merge::Shared,
                           std::string(line.sentence),
                           [member = line.member](auto& c) { return &(c.memory.*member); }));
}

}  // namespace

void add_memory_statistics(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("coalescing.requests", "packets", Merge::Sum,
      "Memory instructions that accessed memory outside the core.",
      [](auto& c) { return &c.memory.requests; });
  add("coalescing.threads", "accesses", Merge::Sum,
      "Accesses by individual threads in these instructions.",
      [](auto& c) { return &c.memory.threads; });
  add("coalescing.transactions", "transactions", Merge::Sum, "Transactions after coalescing.",
      [](auto& c) { return &c.memory.transactions; });
  add("coalescing.port_stalls", "core cycles", Merge::Sum,
      "Cycles in which more transactions needed the L1 port than it accepts.",
      [](auto& c) { return &c.memory.port_stalls; });
  add_cache(rows, "l1", Merge::Sum, &MemoryCounters::l1);
  add_cache(rows, "constant", Merge::Sum, &MemoryCounters::constant);
  add_cache(rows, "l2", Merge::Shared, &MemoryCounters::l2);
  add_dram(rows);
}

}  // namespace heddle
