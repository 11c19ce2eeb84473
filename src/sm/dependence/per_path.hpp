// The scoreboards of rhu2013 §3.2: registers pending per warp, and with two paths per warp, per
// path (Figure 5). A register is pending for all threads of a path, whichever of them write it.
//
// Each path of a warp has a scoreboard of its own. An entry also has a shadow bit. When the paths
// of a warp part or come together, all pending bits are copied to the shadow bits, so that a write
// from before is pending on both paths afterwards, whichever it came from; a path looks at its own
// pending bits and at the other's shadow bits. Write-back clears both bits of the scoreboard that
// the instruction issued with, which one bit per instruction in flight remembers. Nothing is ever
// missed, but a path may wait for a register that its threads do not have in flight: such false
// dependences are counted, by comparison with the exact record.
//
// Warps with one path use the left scoreboard only, which makes it the usual one (Figure 5a). Where
// a mechanism has several groups on one path, a register is pending while any of them writes it.
//
// Where a load that has returned for some threads splits a path, those threads take the other
// path's place: registers they still wait for get their shadow bit, the load's own do not.
#pragma once

#include <vector>

#include "sm/dependence/exact.hpp"

namespace heddle {

class PerPath final : public Exact {
 public:
  explicit PerPath(const MachineConfig& config);

  void start(uint32_t tiles, uint32_t slots, uint32_t groups) override;
  Answer check(const Issuer& who, const Threads& threads, const TimedOp& op) override;
  void issue(const Packet& packet, const TimedOp& op) override;
  void complete(const Packet& packet, const TimedOp& op) override;
  void regroup(WarpId warp, std::span<const uint64_t> paths) override;
  void split(const Issuer& from, const Threads& threads) override;

  /// For tests and pictures.
  bool is_pending(WarpId warp, uint32_t path, uint32_t slot) const {
    return has(pending_bits_, word(warp, path), slot);
  }
  bool has_shadow(WarpId warp, uint32_t path, uint32_t slot) const {
    return has(shadow_bits_, word(warp, path), slot);
  }

 private:
  using Bits = std::vector<uint64_t>;  // [warp][path][slot / 64]
  struct Writer {
    TileId tile;
    bool from_memory = false;
  };
  /// One more writer of a register that is pending already, for another group of the path.
  struct Another {
    uint32_t board = 0, slot = 0;
    Writer writer;
  };
  /// What is in flight of one path, for scoreboards of few entries.
  struct InFlight {
    std::vector<TileId> tiles;  // of each instruction
    uint32_t from_memory = 0;
  };

  void make_boards(uint32_t warps);
  void set_pending(uint32_t board, uint32_t slot, Writer writer);
  void clear_pending(uint32_t board, uint32_t slot, TileId tile);
  uint32_t board(WarpId warp, uint32_t path) const { return warp.value() * 2 + path; }
  size_t word(WarpId warp, uint32_t path) const { return size_t{board(warp, path)} * words_; }
  static bool has(const Bits& bits, size_t word, uint32_t slot) {
    return (bits[word + slot / 64] >> (slot % 64)) & 1;
  }
  /// An instruction that writes nothing has no entry.
  static bool takes_entry(const Packet& packet, const TimedOp& op) {
    return op.destination_count > 0 && !packet.threads.empty();
  }

  uint32_t warps_, room_;
  uint32_t slots_ = 0, words_ = 0, known_warps_ = 0;
  Bits pending_bits_, shadow_bits_;
  std::vector<Writer> writer_;       // [warp][path][slot], of pending registers
  std::vector<Another> more_;        // seldom any
  std::vector<InFlight> in_flight_;  // [warp][path]
  IndexedBy<GroupId, bool> blamed_;  // its next instruction was falsely held up
};

}  // namespace heddle
