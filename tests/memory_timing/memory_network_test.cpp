// Clock domains, parallel iterative matching, and the crossbar.
#include <gmock/gmock.h>

#include <set>

#include "memory_timing/clock_domain.hpp"
#include "memory_timing/full/arrivals.hpp"
#include "memory_timing/full/crossbar.hpp"
#include "memory_timing/full/matching.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

TEST(ClockDomain, TicksAtExactRatios) {
  ClockDomain half(700'000, 1'400'000), same(5, 5), faster(2'000, 1'000);
  EXPECT_EQ(half.cycle_of(3), Cycle{6});
  EXPECT_EQ(half.last_at(Cycle{6}), 3u);
  EXPECT_EQ(half.last_at(Cycle{7}), 3u);
  EXPECT_EQ(half.first_at(Cycle{7}), 4u);
  EXPECT_EQ(same.cycle_of(9), Cycle{9});
  EXPECT_EQ(faster.first_at(Cycle{3}), 5u);  // ticks 5 and 6 fall into cycle 3
  EXPECT_EQ(faster.last_at(Cycle{3}), 6u);
}

TEST(ClockDomain, OddRatioHasExactlyItsTicks) {
  ClockDomain memory(924'000, 1'400'000);  // 33 ticks in 50 cycles
  uint64_t ticks = 0;
  for (Cycle now; now < Cycle{5000}; ++now) {
    uint64_t first = memory.first_at(now), last = memory.last_at(now);
    for (uint64_t k = first; k <= last; ++k, ++ticks) {
      EXPECT_EQ(k, ticks);
      EXPECT_EQ(memory.cycle_of(k), now);
    }
  }
  EXPECT_EQ(ticks, 3300u);
  EXPECT_EQ(memory.last_at(Cycle{1'000'000'000'000}), 660'000'000'000u);
}

/// What a matching of 16 ports gives, with sets of so many words.
template <size_t kWords = 1>
struct Pairs {
  std::vector<std::pair<uint32_t, uint32_t>> list;
  Pairs(const std::vector<uint64_t>& wants, uint32_t iterations, RandomStream& random) {
    std::vector<PortSet<kWords>> requests(wants.size()), grants(16);
    PortSet<kWords> ports;
    for (uint32_t n = 0; n < 16; ++n) ports.insert(n);
    for (uint32_t o = 0; o < wants.size(); ++o)
      for (uint32_t i = 0; i < 16; ++i)
        if (wants[o] >> i & 1) requests[o].insert(i);
    match_ports(requests, ports, ports, iterations, random, grants,
                [&](uint32_t i, uint32_t o) { list.emplace_back(i, o); });
  }
};

std::vector<uint64_t> random_wants(RandomStream& random) {
  std::vector<uint64_t> wants(16);
  for (uint64_t& w : wants) w = random.next() & random.next() & 0xffff;
  return wants;
}

TEST(Matching, TheWidthOfSetsChangesNothing) {
  RandomStream wanted(1, 2, 3), narrow(4, 5, 6), wide(4, 5, 6);
  for (int round = 0; round < 200; ++round) {
    std::vector<uint64_t> wants = random_wants(wanted);
    EXPECT_EQ(Pairs<1>(wants, 3, narrow).list, Pairs<4>(wants, 3, wide).list);
  }
}

TEST(Matching, NoPortIsUsedTwiceAndOnlyWantedPairsAre) {
  RandomStream random(1, 2, 3);
  for (int round = 0; round < 1000; ++round) {
    std::vector<uint64_t> wants = random_wants(random);
    std::set<uint32_t> inputs, outputs;
    Pairs pairs(wants, 1 + round % 4, random);
    for (auto [i, o] : pairs.list) {
      EXPECT_TRUE(inputs.insert(i).second);
      EXPECT_TRUE(outputs.insert(o).second);
      EXPECT_TRUE(wants[o] >> i & 1);
    }
  }
}

TEST(Matching, EnoughIterationsAreMaximal) {
  RandomStream random(1, 2, 3);
  for (int round = 0; round < 1000; ++round) {
    std::vector<uint64_t> wants = random_wants(random);
    uint64_t inputs = 0xffff, outputs = 0xffff;
    for (auto [i, o] : Pairs(wants, 16, random).list) {
      inputs &= ~(uint64_t{1} << i);
      outputs &= ~(uint64_t{1} << o);
    }
    for (uint32_t o = 0; o < 16; ++o)
      if (outputs >> o & 1) {
        EXPECT_EQ(wants[o] & inputs, 0u);
      }
  }
}

TEST(Matching, EveryInputGetsItsShare) {
  RandomStream random(1, 2, 3);
  std::vector<uint64_t> wants(16, 0);
  wants[5] = 0b1111;
  std::vector<int> wins(4, 0);
  for (int round = 0; round < 4000; ++round) ++wins[Pairs(wants, 2, random).list.at(0).first];
  for (int w : wins) EXPECT_NEAR(w, 1000, 120);
}

struct Net {
  explicit Net(CrossbarSpec spec)
      : crossbar(spec, RandomStream(1, 1, 1)), buffers(spec.outputs, Arrivals(spec.queue)) {}
  void send(uint32_t input, uint32_t output, uint32_t id, uint32_t data = 0) {
    crossbar.send(input, output, {.id = id}, data);
  }
  /// Ticks 1 to `last`: (id, tick) of every arrival at the output, taken at once if `take`.
  std::vector<std::pair<uint32_t, uint64_t>> run(uint32_t output, uint64_t last, bool take = true) {
    std::vector<std::pair<uint32_t, uint64_t>> result;
    for (uint64_t k = 1; k <= last; ++k) {
      crossbar.tick(
          k, [&](uint32_t to) { return buffers[to].room(k); },
          [&](const Departure& d) { buffers[d.output].push(d.arrival, d.packet); });
      while (take && buffers[output].arrived(k)) {
        result.emplace_back(buffers[output].front().id, k);
        buffers[output].take(k);
      }
    }
    return result;
  }
  Crossbar<1> crossbar;
  std::vector<Arrivals> buffers;
};

TEST(Crossbar, LatencyAndFlits) {
  Net net({.inputs = 2, .outputs = 2, .flit = 32, .latency = 4});
  net.send(0, 1, 7);       // one flit: leaves in 1, arrives in 5
  net.send(0, 1, 8, 128);  // 136 bytes, 5 flits: leaves from 2 to 6, its tail arrives in 10
  net.send(0, 1, 9);       // leaves in 7
  EXPECT_THAT(net.run(1, 20),
              ElementsAre(std::pair(7u, 5ul), std::pair(8u, 10ul), std::pair(9u, 11ul)));
  EXPECT_EQ(net.crossbar.flits(), 7u);
  EXPECT_FALSE(net.crossbar.waiting());
}

TEST(Crossbar, AnotherDestinationDoesNotWait) {
  Net net({.inputs = 1, .outputs = 2, .queue = 1, .latency = 1});
  net.send(0, 0, 1);
  net.send(0, 0, 2);  // blocked: output 0 has room for one packet, which is not taken
  net.send(0, 1, 3);
  auto arrivals = net.run(1, 10);
  ASSERT_EQ(arrivals.size(), 1u);
  EXPECT_LE(arrivals[0].second, 3u);
  EXPECT_EQ(net.crossbar.held(0), 1u);
}

TEST(Crossbar, OutputsCarryOneFlitPerTick) {
  Net net({.inputs = 8, .outputs = 1, .queue = 16, .latency = 0});
  for (uint32_t i = 0; i < 8; ++i) net.send(i, 0, i);
  auto arrivals = net.run(0, 20);
  ASSERT_EQ(arrivals.size(), 8u);
  for (uint64_t i = 0; i < 8; ++i) EXPECT_EQ(arrivals[i].second, i + 1);
}

TEST(Crossbar, BuffersBound) {
  Net net({.inputs = 1, .outputs = 1, .queue = 2, .latency = 1});
  for (uint32_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(net.crossbar.room(0));
    net.send(0, 0, i);
  }
  EXPECT_FALSE(net.crossbar.room(0));
  net.run(0, 10, false);
  EXPECT_TRUE(net.crossbar.room(0));
  net.send(0, 0, 2);
  net.run(0, 10, false);
  EXPECT_EQ(net.crossbar.held(0), 1u);  // two wait at the output, which is full
}

/// Who takes packets may be ahead of the crossbar.
TEST(Arrivals, CountsWhatIsTakenLater) {
  Arrivals buffer(2);
  buffer.push(5, {.id = 1});
  buffer.push(6, {.id = 2});
  EXPECT_FALSE(buffer.room(4));
  EXPECT_FALSE(buffer.arrived(4));
  ASSERT_TRUE(buffer.arrived(5));
  buffer.take(5);
  EXPECT_EQ(buffer.next(), 6u);
  EXPECT_FALSE(buffer.room(4));
  EXPECT_FALSE(buffer.room(5));  // in tick 5 the crossbar comes first
  EXPECT_TRUE(buffer.room(6));
  buffer.push(9, {.id = 3});
  buffer.take(7);
  EXPECT_FALSE(buffer.room(7));
  EXPECT_TRUE(buffer.room(8));
}

TEST(PortSet, HoldsPortsOfAllWords) {
  PortSet<4> set;
  for (uint32_t port : {3u, 64u, 130u, 255u}) set.insert(port);
  EXPECT_EQ(set.size(), 4u);
  for (uint32_t n = 0; n < 4; ++n) EXPECT_TRUE(set.has(set.at(n)));
  std::vector<uint32_t> visited;
  set.for_each([&](uint32_t port) { visited.push_back(port); });
  EXPECT_THAT(visited, ElementsAre(3u, 64u, 130u, 255u));
  set.erase(130);
  EXPECT_EQ(set.at(2), 255u);
  PortSet<4> other;
  other.insert(255);
  EXPECT_EQ((set & other).at(0), 255u);
  EXPECT_EQ(set.without(other).size(), 2u);
  EXPECT_TRUE(set.without(set).empty());
}

}  // namespace
}  // namespace heddle
