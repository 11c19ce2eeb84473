// What a host thread notes of the SMs that it runs in a round, apart from what is on the board.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/sm.hpp"

namespace heddle {

struct alignas(64) RoundTally {
  bool emptied = false;         // some SM has run out of threads
  bool failed = false;          // in some SM an instruction has failed
  std::vector<uint32_t> ended;  // SMs with blocks that have ended

  void clear() {
    emptied = failed = false;
    ended.clear();
  }
  void add(uint32_t number, const Sm& sm) {
    emptied |= sm.empty();
    failed |= sm.failure() != nullptr;
    if (sm.blocks_ended()) ended.push_back(number);
  }
  void merge(const RoundTally& other) {
    emptied |= other.emptied;
    failed |= other.failed;
    ended.insert(ended.end(), other.ended.begin(), other.ended.end());
  }
};

}  // namespace heddle
