// The input and the reference, shared with `spmd_blackjack`.
#pragma once

#include <array>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

/// The games of one player, played as in the kernel.
class BlackjackTable {
 public:
  explicit BlackjackTable(uint32_t seed) : random_(seed) {
    for (uint32_t i = 0; i < 52; i++) cards_[i] = i / 4 == 12 ? 11 : std::min(i / 4 + 2, 10u);
  }

  int play() {
    if (drawn_ > 34) drawn_ = 0;
    Hand player, dealer;
    take(player);
    take(dealer);
    uint32_t shown = dealer.total;
    take(player);
    take(dealer);
    bool natural = player.total == 21, dealers = dealer.total == 21;
    if (natural || dealers) return natural && dealers ? 0 : natural ? 3 : -2;
    bool doubles = player.aces == 0 && player.total >= 10 && player.total <= 11;
    int stake = 2;
    if (doubles && shown < player.total) {
      stake = 4;
      take(player);
    } else {
      while (player.total < target(player, shown)) take(player);
    }
    if (player.total > 21) return -stake;
    while (dealer.total < 17) take(dealer);
    if (dealer.total == player.total) return 0;
    return dealer.total > 21 || dealer.total < player.total ? stake : -stake;
  }

 private:
  struct Hand {
    uint32_t total = 0, aces = 0;  // aces that count 11
  };

  /// The player draws while below this total.
  static uint32_t target(const Hand& hand, uint32_t shown) {
    if (hand.aces > 0) return shown >= 9 ? 19 : 18;
    return shown >= 7 ? 17 : shown <= 3 ? 13 : 12;
  }
  void take(Hand& hand) {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    auto other = drawn_ + static_cast<uint32_t>((uint64_t{random_} * (52 - drawn_)) >> 32);
    std::swap(cards_[other], cards_[drawn_]);
    uint32_t card = cards_[drawn_++];
    hand.total += card;
    hand.aces += card == 11;
    for (; hand.total > 21 && hand.aces > 0; hand.aces--) hand.total -= 10;
  }

  std::array<uint32_t, 52> cards_;
  uint32_t drawn_ = 0, random_;
};

class BlackjackProblem : public Driver {
 public:
  explicit BlackjackProblem(const Setup& setup)
      : Driver(setup),
        seeds_(random_integers<uint32_t>(random(), threads_, 0xffffffff)),
        device_seeds_(buffer(seeds_)),
        won_(buffer<int32_t>(threads_)) {
    for (uint32_t& seed : seeds_) seed++;  // a zero state would never change
    device_seeds_.write(seeds_);
  }

  std::string verify() const override {
    std::vector<int32_t> expected;
    for (uint32_t seed : seeds_) {
      BlackjackTable table(seed);
      int32_t sum = 0;
      for (uint32_t i = 0; i < games_; i++) sum += table.play();
      expected.push_back(sum);
    }
    return compare("won", won_.read(), expected);
  }

 protected:
  uint32_t threads_ = value("threads"), games_ = value("games");
  std::vector<uint32_t> seeds_;
  Buffer<uint32_t> device_seeds_;
  Buffer<int32_t> won_;
};

}  // namespace heddle::workload
