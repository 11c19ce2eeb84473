// The keys of the memory hierarchy.
#include "config/schema_rows.hpp"

namespace heddle {

namespace {

std::vector<Row<MemoryConfig>> memory_rows() {
  using C = MemoryConfig;
  return {
      {"model", &C::model, variant(kMemoryModelNames), "", "Memory model."},
      {"latency", &C::latency, count(1, 1'000'000), "core cycles",
       "Models ideal and fixed: cycles from a request leaving the core until its data returns."},
      {"bytes_per_cycle", &C::bytes_per_cycle, real(1 << 20), "bytes per core cycle",
       "Models fixed and open-row: bandwidth of the whole machine; 0 means unlimited."},
      {"transaction", &C::transaction, bytes(32, 256), "bytes",
       "Maximum size of a coalesced transaction."},
      {"transactions_per_cycle", &C::transactions_per_cycle, count(1, 1024), "transactions",
       "Transactions that the load-store unit sends to the L1 per cycle."},
      {"partitions", &C::partitions, count(1, 256), "channels",
       "Memory channels, each with its own L2 partition."},
      {"interleave", &C::interleave, bytes(32, 1 << 20), "bytes",
       "Consecutive bytes of the address space mapped to one partition."},
      {"flit", &C::flit, bytes(1, 4096), "bytes",
       "Bytes that a crossbar port moves per interconnect cycle."},
      {"network_latency", &C::network_latency, count(0, 100000), "interconnect cycles",
       "Latency of the crossbar without contention, each way."},
      {"matching_iterations", &C::matching_iterations, count(1, 64), "iterations",
       "Iterations of the crossbar's parallel matching per cycle."},
      {"queue", &C::queue, count(1, 65536), "packets", "Packets that a port buffers."},
      {"banks", &C::banks, count(1, 64), "banks", "DRAM banks of a channel."},
      {"row", &C::row, bytes(32, 1 << 20), "bytes", "Size of a DRAM row in one channel."},
      {"dram_bytes_per_cycle", &C::dram_bytes_per_cycle, bytes(1, 4096), "bytes per memory cycle",
       "Bytes that a channel's data bus moves per cycle of the command clock."},
      {"dram_queue", &C::dram_queue, count(1, 65536), "requests",
       "Requests that a memory controller can reorder."},
      {"dram_latency", &C::dram_latency, count(0, 100000), "interconnect cycles",
       "Additional latency of an L2 miss in its partition, besides the DRAM timing."},
      {"dram_policy", &C::dram_policy, word({"fr-fcfs", "fcfs"}), "",
       "fr-fcfs: row hits first, then oldest first; fcfs: strictly in order."},
      {"row_hit", &C::row_hit, count(1, 1'000'000), "core cycles",
       "Model open-row: latency of an access to the open row."},
      {"row_conflict", &C::row_conflict, count(1, 1'000'000), "core cycles",
       "Model open-row: latency of an access to a row that is not open."},
      {"keep_state", &C::keep_state, flag(), "",
       "Caches and open rows persist from one launch to the next."},
  };
}

std::vector<Row<DramTiming>> dram_rows() {
  using C = DramTiming;
  auto cycles = count(0, 100000);
  return {
      {"tCL", &C::tCL, cycles, "memory cycles", "From a read command to its data."},
      {"tRP", &C::tRP, cycles, "memory cycles", "From precharge to activate."},
      {"tRC", &C::tRC, cycles, "memory cycles", "From activate to activate of one bank."},
      {"tRAS", &C::tRAS, cycles, "memory cycles", "From activate to precharge."},
      {"tRCD", &C::tRCD, cycles, "memory cycles", "From activate to a read or write command."},
      {"tRRD", &C::tRRD, cycles, "memory cycles", "From activate to activate of another bank."},
  };
}

}  // namespace

std::vector<Row<CacheConfig>> cache_rows(CacheParts parts) {
  using C = CacheConfig;
  std::vector<Row<CacheConfig>> rows = {
      {"bytes", &C::bytes, bytes(0, uint64_t{1} << 32), "bytes", "Capacity; 0 means no cache."},
      {"ways", &C::ways, count(1, 65536), "ways", "Lines per set."},
      {"line", &C::line, bytes(32, 2048), "bytes", "Size of a line."},
      {"sector", &C::sector, bytes(0, 2048), "bytes",
       "Size of the sector that a miss fetches; 0 means that lines are not sectored."},
      {"mshr_entries", &C::mshr_entries, count(1, 65536), "lines", "Maximum outstanding misses."},
      {"mshr_merges", &C::mshr_merges, count(1, 65536), "requests",
       "Maximum requests that wait for one line."},
      {"replacement", &C::replacement, word({"lru", "fifo", "random"}), "", "Replacement policy."},
  };
  auto add = [&](Row<CacheConfig> row) { rows.push_back(std::move(row)); };
  if (parts.latency)
    add({"hit_latency", &C::hit_latency, count(1, 100000), "cycles",
         "Latency of a hit, in cycles of the cache's clock (for the L2, the interconnect clock)."});
  if (parts.ports)
    add({"read_ports", &C::read_ports, count(1, 64), "transactions per cycle", "Reads per cycle."});
  if (parts.ports && parts.writes) {
    add({"write_ports", &C::write_ports, count(1, 64), "transactions per cycle",
         "Writes per cycle."});
    add({"shared_port", &C::shared_port, flag(), "", "Reads and writes share the ports."});
  }
  if (parts.writes) {
    add({"write", &C::write, word({"through", "back"}), "",
         "When written data goes to the next level: at once (through) or on eviction (back)."});
    add({"allocate", &C::allocate, word({"write", "no-write"}), "",
         "Whether a write miss allocates a line."});
  }
  return rows;
}

void add_memory_keys(std::vector<ConfigKey>& keys) {
  add_rows(
      keys, "memory.", memory_rows(), [](auto& c) -> auto& { return c.memory; });
  add_rows(
      keys, "memory.l1.", cache_rows({.latency = true, .ports = true, .writes = true}),
      [](auto& c) -> auto& { return c.memory.l1; });
  add_rows(
      keys, "memory.constant.", cache_rows({.latency = true, .ports = true}),
      [](auto& c) -> auto& { return c.memory.constant; });
  add_rows(
      keys, "memory.l2.", cache_rows({.latency = true, .writes = true}),
      [](auto& c) -> auto& { return c.memory.l2; });
  add_rows(
      keys, "memory.dram.", dram_rows(), [](auto& c) -> auto& { return c.memory.dram; });
}

}  // namespace heddle
