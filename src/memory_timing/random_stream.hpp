// A stream of random numbers, identified by (seed, purpose, instance), with the same numbers on
// every compiler. The generator is splitmix64 (Steele, Lea and Flood 2014); the range is reduced by
// multiplication, whose bias is below 2^-32 for the small ranges used here.
#pragma once

#include <cstdint>

namespace heddle {

class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(uint64_t seed, uint64_t purpose, uint64_t instance)
      : state_(seed ^ (purpose * 0xd1342543de82ef95) ^ (instance * 0x2545f4914f6cdd1d)) {
    next();
  }
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(((next() >> 32) * n) >> 32); }

 private:
  uint64_t state_ = 0;
};

}  // namespace heddle
