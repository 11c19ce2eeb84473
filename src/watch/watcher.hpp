// The observer used by watch().
#pragma once

#include <array>
#include <string>
#include <vector>

#include "config/machine.hpp"
#include "counters/counters.hpp"
#include "sm/observer.hpp"

namespace heddle {

/// Threads per lane and time bin. Bins become wider as a launch runs, so that their number is
/// bounded.
class LaneTimeline {
 public:
  static constexpr size_t kBins = 64;

  explicit LaneTimeline(size_t rows = 0) : counts_(rows) {}
  void count(uint64_t cycle, uint32_t row);

  uint64_t bin() const { return bin_; }
  /// Indexed [row][bin], with as many bins as the cycles need.
  std::vector<std::vector<uint64_t>> counts(uint64_t cycles) const;

 private:
  void widen();

  uint64_t bin_ = 1;
  std::vector<std::array<uint64_t, kBins>> counts_;
};

/// Adjacent lanes that execute adjacent threads.
struct LaneRun {
  uint32_t row = 0;
  uint64_t thread = 0;  // in the grid
  int32_t count = 1;    // negative: threads descend while rows ascend
};

/// Lanes that execute one instruction; or one lane that executes threads in turn, one per cycle.
struct Slice {
  uint64_t from = 0, cycles = 0;  // relative to the launch
  LinkedPc pc;
  std::vector<LaneRun> runs;  // by row
  bool in_turn = false;       // there is one run, in one row, with as many cycles as threads
};

struct WatchedLaunch {
  size_t number = 0;  // index among the kernel's launches
  uint64_t cycles = 0, thread_instructions = 0;
  uint32_t block_threads = 1;
  std::vector<Slice> slices;
  LaneTimeline timeline;
};

struct WatchedKernel {
  struct Count {
    uint64_t packets = 0, threads = 0;
  };
  ProgramPtr module;  // two modules may have kernels of the same name
  std::string name, graph;
  std::vector<size_t> launches;  // indices among the launches of the run
  uint32_t width = 1;            // threads of a packet that uses all lanes
  IndexedBy<LinkedPc, uint32_t> lines;
  IndexedBy<LinkedPc, Count> counts;
  WatchedLaunch launch;  // the one with most thread instructions
};

class Watcher final : public Observer {
 public:
  Watcher(const MachineConfig& config, uint64_t cycles);

  const std::vector<WatchedKernel>& kernels() const { return kernels_; }
  /// Rows of the diagram: lanes by kind of unit.
  const std::array<uint32_t, kUnits>& lanes() const { return lanes_; }

  void launch_begins(Cycle now, const Executable& kernel, const Launch& launch) override;
  void launch_ends(Cycle now) override;
  void fetch_begins(Cycle, uint32_t, GroupId, uint32_t) override {}
  void fetched(Cycle, uint32_t, GroupId, uint32_t) override {}
  void fetch_dropped(Cycle, uint32_t, GroupId) override {}
  void issued(Cycle now, const IssuedPacket& packet) override;
  void executes(Cycle when, uint32_t sm, PacketId packet) override;
  void completed(Cycle, uint32_t, PacketId) override {}
  bool watches_lanes() const override { return true; }
  void lane_works(const LaneUse& use) override;

 private:
  struct Cell {
    uint64_t from, cycles;
    uint32_t row;
    uint64_t thread;
  };

  size_t index_of(const Executable& kernel);
  void end_packet();
  bool continues_slice(const Cell& next) const;

  uint64_t limit_;
  uint32_t warp_;
  std::array<uint32_t, kUnits> lanes_{};
  std::vector<WatchedKernel> kernels_;
  size_t kernel_ = 0;    // running now
  size_t launches_ = 0;  // in the run
  Cycle start_;
  WatchedLaunch launch_;
  LinkedPc pc_;              // of the last issued packet
  std::vector<Cell> cells_;  // of the same packet
};

}  // namespace heddle
