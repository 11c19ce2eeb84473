// The scoreboard of brunie2012 §3.4 (Figure 6): of each warp, the last instructions that it has
// issued and that are under way, each with the splits of the warp that may share threads with it.
//
// A step is a cycle in which the warp issued, up to one instruction for each of its first two
// splits. A step takes one of the warp's `arch.scoreboard_entries` entries. For each of its
// instructions an entry holds a row of the matrix D(t - k, t): bit j is set when split j may have
// threads that executed it, j = 2 standing for all splits but the first two. When splits part,
// merge or change places, every row is multiplied by the matrix D(t, t + 1) of who went where. The
// product says "may": two sets of threads that went different ways through the third column are
// not told apart there. So nothing is missed, and a split may wait for a register that its threads
// do not have in flight; such false dependences are counted, by comparison with the exact record.
#pragma once

#include <array>
#include <vector>

#include "sm/dependence/exact.hpp"

namespace heddle {

class Matrix final : public Exact {
 public:
  explicit Matrix(const MachineConfig& config);

  void start(uint32_t tiles, uint32_t slots, uint32_t groups) override;
  Answer check(const Issuer& who, const Threads& threads, const TimedOp& op) override;
  void issue(const Packet& packet, const TimedOp& op) override;
  void complete(const Packet& packet, const TimedOp& op) override;
  void regroup(WarpId warp, std::span<const uint64_t> paths) override;

  /// For tests and pictures: the rows of a warp's instructions under way, the oldest first.
  std::vector<uint8_t> rows(WarpId warp) const;

 private:
  static constexpr size_t kColumns = 3;
  struct Instruction {
    const Packet* packet = nullptr;
    const TimedOp* op = nullptr;
    Cycle step;
    TileId tile;
    uint8_t row = 0;
    bool from_memory = false;
  };
  struct Warp {
    std::vector<Instruction> under_way;
    std::array<uint64_t, kColumns> paths{};
  };

  bool is_full(const Warp& warp, Cycle now) const;
  static bool takes_entry(const Packet& packet, const TimedOp& op) {
    return op.destination_count > 0 && !packet.threads.empty();
  }

  uint32_t entries_;
  IndexedBy<WarpId, Warp> warps_;
  IndexedBy<GroupId, bool> blamed_;  // its next instruction was falsely held up
};

}  // namespace heddle
