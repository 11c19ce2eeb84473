#include "launch/fill.hpp"

#include <cmath>
#include <cstring>

namespace heddle {

uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint64_t Random::below(uint64_t bound) {
  if (bound == 0) return next();
  // Rejects values below 2^64 mod bound, which would make small results more likely.
  uint64_t reject = (0 - bound) % bound;
  while (true) {
    uint64_t value = next();
    if (value >= reject) return value % bound;
  }
}

double Random::unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

namespace {

double between(double low, double high, double share) {
  const double range = high - low;
  return std::isfinite(range) ? low + range * share : low * (1 - share) + high * share;
}

}  // namespace

void fill_elements(const Fill& fill, const ElementType& type, uint64_t first, uint64_t count,
                   Random& random, std::byte* out) {
  for (uint64_t i = 0; i < count; i++) {
    uint64_t bits = 0;
    switch (fill.kind) {
      case Fill::Kind::Iota:
        bits = type.is_float()
                   ? encode_float(
                         type, fill.float_start + fill.float_step * static_cast<double>(first + i))
                         .value_or(0)
                   : fill.start + fill.step * (first + i);
        break;
      case Fill::Kind::Uniform:
        bits = type.is_float()
                   ? encode_float(type, between(fill.float_low, fill.float_high, random.unit()))
                         .value_or(0)
                   : fill.low + random.below(fill.high - fill.low + 1);
        break;
      default: break;
    }
    std::memcpy(out + i * type.bytes, &bits, type.bytes);
  }
}

}  // namespace heddle
