// Synchronisation among the threads of a block: bar, barrier, and the .sync operations of a warp.
//
// A rendezvous counts threads, not warps or groups, so it does not depend on how a core groups
// threads. Arriving threads block; their operands stay in their registers, which no other thread
// writes. When the last live participant has arrived, the operation executes once for all of them,
// each at its own instruction. A thread that exits is no longer waited for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "exec/block.hpp"

namespace heddle {

/// Threads that may proceed with the instruction after the one at which they waited.
struct Release {
  uint32_t warp;
  uint32_t mask;
  LinkedPc pc;
};

class Rendezvous {
 public:
  explicit Rendezvous(Block& block);

  void reset();
  /// Threads reach an instruction with Action::Barrier or Action::WarpSync. Those that may proceed
  /// at once, and others that this arrival releases, are appended to `released`.
  void arrive(uint32_t warp, uint32_t mask, LinkedPc pc, std::vector<Release>& released);
  /// Must be called after Block::exit.
  void exited(uint32_t warp, std::vector<Release>& released);

  uint32_t waiting(uint32_t warp) const { return in_warp_[warp] | in_block_[warp]; }
  /// Which threads wait where and for what: one line per group of threads.
  std::string describe() const;

 private:
  static constexpr uint32_t kBarriers = 16;
  struct Wait {
    LinkedPc pc;
    uint32_t key = 0;  // member mask of a warp operation, or barrier number
  };
  struct Barrier {
    std::vector<uint32_t> arrived;  // per warp
    uint32_t expected = 0;          // threads; 0: all threads of the block
    bool in_use = false;
  };

  void arrive_in_warp(uint32_t warp, uint32_t mask, LinkedPc pc, std::vector<Release>& released);
  void try_complete_warp(uint32_t warp, uint32_t members, LinkedPc pc,
                         std::vector<Release>& released);
  void execute_warp_op(uint32_t warp, uint32_t mask, LinkedPc pc);
  void arrive_at_barrier(uint32_t warp, uint32_t mask, LinkedPc pc, std::vector<Release>& released);
  void try_complete_barrier(uint32_t barrier, std::vector<Release>& released);
  void reduce(uint32_t barrier);
  void release(uint32_t warp, uint32_t mask, std::vector<Release>& released);
  Wait& wait(uint32_t warp, uint32_t lane) { return waits_[warp * kTileThreads + lane]; }
  const Wait& wait(uint32_t warp, uint32_t lane) const {
    return waits_[warp * kTileThreads + lane];
  }

  Block& block_;
  std::vector<Wait> waits_;         // per thread, valid while it waits
  std::vector<uint32_t> in_warp_;   // threads waiting in a warp operation, per warp
  std::vector<uint32_t> in_block_;  // threads waiting at a barrier, per warp
  std::array<Barrier, kBarriers> barriers_;
};

}  // namespace heddle
