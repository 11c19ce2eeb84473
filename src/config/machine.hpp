// The configuration of a machine: plain values, read from a preset (presets/*.toml) and changed by
// `--set key=value`. config/schema.cpp describes each member with its meaning, unit and limits; a
// member that is missing there cannot be set.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace heddle {

class Extensions;

/// Classes of operations, each with its own unit, latency and initiation interval.
enum class OpClass : uint8_t {
  Integer,     // add, logic, shifts, moves, compares
  IntegerMul,  // mul, mad of integers
  IntegerDiv,
  Float,   // f32 and f16 add, mul, fma
  Double,  // f64
  Sfu,     // transcendentals, rcp, sqrt, div of floats
  Convert,
  Control,  // branches, calls, returns, exits
  Load,     // global, local, constant, generic
  Store,
  Shared,  // shared memory, either way
  Atomic,
  Barrier,  // bar, and the .sync operations of a warp
  Count,
};

enum class Unit : uint8_t { Sp, Sfu, Lsu, Dp, Scalar, Count };

struct OpTiming {
  Unit unit = Unit::Sp;
  uint32_t latency = 1;     // cycles from a wave's start until its results are available
  uint32_t initiation = 1;  // cycles before the unit's lanes accept the next wave
};

struct UnitConfig {
  uint32_t lanes = 32;  // threads per cycle of one unit
  uint32_t count = 1;   // units of this kind in a core
};

struct CacheConfig {
  uint64_t bytes = 0;  // 0: no cache, everything misses
  uint32_t ways = 4;
  uint32_t line = 128;
  uint32_t sector = 0;  // 0: lines are not sectored
  uint32_t hit_latency = 1;
  uint32_t mshr_entries = 32;  // outstanding misses
  uint32_t mshr_merges = 8;    // maximum requests that wait for one line
  uint32_t read_ports = 1,
           write_ports =
               1;  // transactions per cycle; reads and writes share the ports if `shared_port`
  bool shared_port = true;
  std::string write = "through";      // through | back
  std::string allocate = "no-write";  // on a write miss: write | no-write
  std::string replacement = "lru";    // lru | fifo | random
};

struct DramTiming {  // in memory-clock cycles
  uint32_t tCL = 9, tRP = 13, tRC = 34, tRAS = 21, tRCD = 12, tRRD = 8;
};

struct MemoryConfig {
  std::string model = "full";  // ideal | fixed | open-row | full
  // ideal and fixed
  uint32_t latency = 1;        // core cycles
  double bytes_per_cycle = 0;  // fixed, open-row: 0 is unlimited
  // coalescing
  uint32_t transaction = 128;           // maximum bytes of a coalesced transaction
  uint32_t transactions_per_cycle = 1;  // from the load-store unit to the L1
  CacheConfig l1;                       // data, per core
  CacheConfig constant;                 // per core
  CacheConfig l2;                       // one partition
  uint32_t partitions = 1;              // memory channels, each with its L2 partition
  uint32_t interleave = 256;            // bytes of consecutive addresses in one partition
  // crossbar
  uint32_t flit = 32;            // bytes per cycle and port, interconnect clock
  uint32_t network_latency = 4;  // interconnect cycles, each way
  uint32_t matching_iterations = 2;
  uint32_t queue = 8;  // packets a port buffers
  // DRAM
  uint32_t banks = 8;
  uint32_t row = 4096;                  // bytes
  uint32_t dram_bytes_per_cycle = 8;    // per channel, memory clock
  uint32_t dram_queue = 32;             // requests that a controller can reorder
  uint32_t dram_latency = 0;            // additional interconnect cycles in a partition
  std::string dram_policy = "fr-fcfs";  // fr-fcfs | fcfs
  DramTiming dram;
  uint32_t row_hit = 100, row_conflict = 300;  // open-row model, core cycles
  bool keep_state = true;                      // caches and open rows persist across launches
};

struct ClockConfig {  // kHz, so that ratios are exact
  uint64_t core = 1'400'000, interconnect = 700'000, memory = 924'000;
};

struct FetchConfig {
  CacheConfig l1i;         // bytes 0: ideal, every fetch hits
  uint32_t per_cycle = 1;  // fetches, each for a different group
  uint32_t width = 2;      // instructions per fetch
  uint32_t buffer = 2;     // instructions buffered per group
  bool ahead = true;       // into the buffers; otherwise after a group was selected
  uint32_t latency = 1;    // decode included
  uint32_t miss_latency = 100;
  uint32_t instruction_bytes = 8;
};

struct RegisterFileConfig {
  uint32_t registers = 32768;  // 32-bit, per core
  uint32_t banks = 0;          // 0: no bank conflicts
  uint32_t ports = 1;          // reads per bank and cycle
  uint32_t collectors = 8;     // operand collector units
  uint32_t read_latency = 1;
  std::string layout = "single-decoder";  // ideal | single-decoder | per-lane | crossbar
  std::string allocation = "block";
  uint32_t granularity = 64;         // registers are allocated in multiples of this, per warp
  uint32_t per_thread = 0;           // given to a thread; 0: as many as the kernel needs
  bool limit_blocks = true;          // a block becomes resident only if its registers fit
  uint32_t scalar_registers = 2048;  // 32-bit, per core, in a separate file
};

struct CoreConfig {
  uint32_t warp = 32;   // threads of a hardware warp
  uint32_t lanes = 32;  // SIMD width
  uint32_t max_threads = 1536, max_warps = 48, max_blocks = 8;
  uint32_t shared_bytes = 49152;
  uint32_t shared_banks = 32, shared_latency = 24;
  uint32_t private_bytes = 0;  // on-chip memory for .local; 0: .local is in device memory
  uint32_t private_banks = 32, private_latency = 1;
  uint32_t scheduler_latency = 1;  // cycles of a scheduling decision
  uint32_t schedulers = 2;         // warp w belongs to scheduler w % schedulers
  uint32_t issue_per_scheduler = 1;
  uint32_t extra_stages =
      0;                 // between issue and execution (register access of DWF, delivery of SBI)
  bool replays = false;  // a load takes an issue slot for every access after its first
  uint32_t writeback_ports = 0;    // results per cycle; 0: unlimited
  uint32_t broadcast_latency = 0;  // from the scalar registers to the vector units
  UnitConfig units[static_cast<size_t>(Unit::Count)];
  OpTiming timing[static_cast<size_t>(OpClass::Count)];
};

struct ArchConfig {   // the variant of each seam, with its parameters
  std::string label;  // name of the arch that set these values (archs.hpp); has no effect
  std::string divergence = "pdom";
  std::string dependence = "exact";  // exact | barrel | scoreboard | per-path | matrix
  uint32_t scoreboard_entries = 0;   // 0: unlimited
  std::string schedule = "loose-round-robin";
  uint32_t fetch_group = 8;          // two-level: warps per group
  uint64_t group_timeout = 0;        // two-level: instructions; 0: none
  std::string secondary = "none";    // a second instruction per cycle: none | same-warp | best-fit
  uint32_t lookup_ways = 0;          // best-fit: warps considered; 0: all
  std::string datapath = "spatial";  // spatial | row | interwoven | temporal
  uint32_t bundle = 1;               // temporal: threads that a lane executes per cycle
  bool lane_lock = true;  // temporal: a warp runs only in the lane that holds its registers
  std::string lane_map =
      "identity";  // identity | swizzle | mirror-odd | mirror-half | xor | xor-rev
  std::string scalarization = "none";  // none | convergent | divergent
  bool scalar_units = false;           // scalar instructions have separate units and registers

  bool temporal() const { return datapath == "temporal"; }
};

struct DwfConfig {                          // dynamic warp formation
  uint32_t lut_entries = 32, lut_ways = 2;  // PC-warp LUT
  uint32_t majority_entries = 32;           // PCs that the majority and minority policies count
};

struct LargeWarpConfig {
  uint32_t size = 256;        // threads
  bool jump_slot = true;      // an unconditional branch takes one slot for all threads
  bool guard_packing = true;  // sub-warps contain only threads whose guard is true
};

struct TbcConfig {       // thread block compaction
  uint32_t block = 256;  // threads that share a stack
};

struct DualPathConfig {  // dual-path execution
  bool forwarding = false, memory_split = false, software_stack = false;
  uint32_t scheduler_entries = 2;  // per warp; 1: paths alternate
  bool turns_after_shared = false;
  bool turns_always = false;
};

struct DwsConfig {  // dynamic warp subdivision
  uint32_t threshold = 50;
  bool memory_split = false;
};

struct FrontierConfig {         // thread frontiers
  uint32_t paths = 1;           // splits of a warp that can run at once
  bool constraints = true;      // the second split waits at reconvergence points
  bool memory_split = true;     // loads that need several cache accesses split warps
  uint32_t cold_entries = 128;  // for all warps, besides two hot entries per warp
};

/// The energy of events at 40 nm, in femtojoules unless noted; schema_energy.cpp gives the sources.
struct EnergyConfig {
  uint32_t bank_access = 2000;    // access to a register file bank, independent of its width
  uint32_t word_read = 1500;      // plus this per 32 bits from a bank of 256 rows
  uint32_t word_write = 2250;     // likewise for writes
  uint32_t slice_words = 8;       // maximum bank width of a row-organized register file
  uint32_t collector = 675;       // writing and reading a word of an operand collector
  uint32_t wire = 1900;           // moving a word over one millimetre
  uint32_t crossbar_pitch = 704;  // nanometres between wires of a crossbar
  /// Per thread, by operation class.
  uint32_t work[static_cast<size_t>(OpClass::Count)] = {
      40000, 42756, 800000, 75000, 114747, 95506, 40000, 89, 40000, 40000, 40000, 40000, 89};
  uint32_t issue = 34667;         // decoding, scheduling and issuing a packet
  uint32_t cache_word = 8889;     // 64 bits of a memory of 8 KiB
  uint32_t network_byte = 9688;   // from a core to a memory partition or back
  uint32_t dram_byte = 106452;    // read or written
  uint32_t dram_row_byte = 1387;  // opening a row, per byte
  uint32_t clock = 25964;         // per SP lane and cycle
  uint32_t clock_active = 40081;  // plus this while its core has a block
  uint32_t leakage = 170;         // per SP lane with its share of the chip, in milliwatts
};

struct MachineConfig {
  std::string name = "default";
  std::string description;
  uint32_t sms = 1;
  std::string dispatch = "first-free";
  ClockConfig clock;
  CoreConfig core;
  FetchConfig fetch;
  RegisterFileConfig registers;
  ArchConfig arch;
  DwfConfig dwf;
  LargeWarpConfig large_warp;
  TbcConfig tbc;
  DualPathConfig dual_path;
  DwsConfig dws;
  FrontierConfig frontier;
  MemoryConfig memory;
  EnergyConfig energy;
  uint64_t seed = 1;
  uint64_t max_cycles = 0;  // 0: no limit
  /// What values may name besides the built-in variants; not itself a key. Null: nothing.
  std::shared_ptr<const Extensions> extensions;
};

}  // namespace heddle
