// Shared memory between temporal lanes (lucas2015 §3.5): a lane sends the addresses of one bundle
// per cycle, or as slowly as it comes to them, so the threads of a warp never meet at a bank, but
// lanes do.
//
// A table says which word each bank delivers in each future cycle. Packets go in order of issue; a
// bundle that finds a bank taken by another word waits, and the rest of its instruction with it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "memory_timing/memory_system.hpp"

namespace heddle {

class LaneBanks {
 public:
  /// `ahead`: accesses that all lanes together may have before them.
  LaneBanks(uint32_t banks, uint32_t ahead)
      : banks_(banks),
        cycles_(std::bit_ceil(ahead)),
        taken_(size_t{banks_} * cycles_, kFree),
        waited_(cycles_, kNeverCycle) {}

  struct Accesses {
    std::span<const Address> addresses;  // in the order of threads
    std::span<const uint8_t> threads;
    uint32_t bytes = 4;
    bool atomic = false;  // changes the word: nobody reads it in the same cycle
  };
  struct Passed {
    Cycle last;          // access
    uint32_t conflicts;  // cycles in which they wait for a bank, and no others had to before
  };
  /// Sends them, from cycle `first` on; without conflicts it comes to a bundle `pace` cycles after
  /// the one before.
  Passed pass(const Accesses& a, uint32_t bundle, uint32_t pace, Cycle first) {
    Cycle next = first;  // that the lane comes to a bundle
    Cycle end = first;   // behind its accesses
    conflicts_ = 0;
    for (size_t from = 0, to; from < a.addresses.size(); from = to) {
      to = from + 1;
      while (to < a.addresses.size() && a.threads[to] / bundle == a.threads[from] / bundle) to++;
      uint32_t words = 0;
      for (size_t i = from; i < to; i++) words = std::max(words, word_count(a, i));
      // A port is one word wide.
      end = next;
      for (uint32_t w = 0; w < words; w++) {
        Cycle last = end;
        for (size_t i = from; i < to; i++)
          if (w < word_count(a, i))
            last = std::max(last, reserve(a.addresses[i] / 4 + w, a.atomic, end));
        end = last + 1;
      }
      next = end + pace - std::min(pace, words);
    }
    return {end - 1, conflicts_};
  }

 private:
  static constexpr uint64_t kFree = ~uint64_t{0};
  static uint32_t word_count(const Accesses& a, size_t i) {
    return static_cast<uint32_t>((a.addresses[i] % 4 + a.bytes + 3) / 4);
  }
  size_t place(Cycle c) const { return c.value() & (cycles_ - 1); }
  /// The first cycle in which the word's bank is free, or gives this very word.
  Cycle reserve(Address word, bool atomic, Cycle from) {
    size_t bank = word % banks_;
    for (Cycle c = from;; ++c) {
      uint64_t& cell = taken_[place(c) * banks_ + bank];
      // Cells are told from those of the last time round by the cycle's low half.
      bool is_taken = cell != kFree && cell >> 32 == (c.value() & 0xffffffff);
      uint64_t use = c.value() << 32 | (atomic ? kNoWord : word & 0xffffffff);
      if (!is_taken) cell = use;
      if (!is_taken || (!atomic && cell == use)) return c;
      conflicts_ += std::exchange(waited_[place(c)], c) != c;
    }
  }
  static constexpr uint64_t kNoWord = 0xffffffff;

  uint32_t banks_;
  uint64_t cycles_;
  std::vector<uint64_t> taken_;  // [cycle][bank]: cycle, word
  std::vector<Cycle> waited_;    // the last cycle at this place in which somebody waited
  uint32_t conflicts_ = 0;       // of the accesses that pass
};

}  // namespace heddle
