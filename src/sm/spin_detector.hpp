// Which threads of a core repeat themselves (exec/spin.hpp). While it watches, it records every
// jump backwards; at other times it costs a test.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/spin.hpp"
#include "sm/packet.hpp"
#include "sm/resident_blocks.hpp"

namespace heddle {

class SpinDetector {
 public:
  explicit SpinDetector(uint32_t tiles) : tiles_(tiles) {}

  void watch(bool on) {
    watching_ = on;
    records_.assign(on ? size_t{tiles_} * 32 : 0, {});
  }
  /// A control instruction has resolved. One of them moves threads backwards at least once in each
  /// turn of a loop.
  void resolved(const Packet& p, ResidentBlocks& blocks) {
    if (watching_) [[unlikely]]
      record(p, blocks);
  }
  /// All of these threads repeat themselves.
  bool spin(const Threads& threads) const;

 private:
  void record(const Packet& p, ResidentBlocks& blocks);

  uint32_t tiles_;
  bool watching_ = false;
  std::vector<SpinRecord> records_;  // per thread, while watching
};

}  // namespace heddle
