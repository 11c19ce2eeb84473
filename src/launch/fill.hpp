// The contents of a buffer before the first launch. The bytes are the same on every machine: heddle
// has its own random numbers (splitmix64) and its own conversion to floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "launch/element.hpp"

namespace heddle {

/// splitmix64: a counter passed through a mixing function.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  /// Uniform in [0, bound), without bias; bound 0 means the whole range.
  uint64_t below(uint64_t bound);
  /// Uniform in [0, 1), in steps of 2^-53.
  double unit();

 private:
  uint64_t state_;
};

struct Fill {
  enum class Kind : uint8_t { Zeros, Iota, Uniform, Values, File };
  Kind kind = Kind::Zeros;
  // Iota: integers as two's complement, wrapping; floats computed as double.
  uint64_t start = 0, step = 1;
  double float_start = 0, float_step = 1;
  // Uniform: integers from low to high, both included; floats from low up to high.
  uint64_t low = 0, high = 0;
  double float_low = 0, float_high = 1;
  uint64_t seed = 0;
  std::vector<std::byte> values{};
  std::string file{};
};

/// The bytes of `count` elements; for Zeros, Iota and Uniform. `first` continues a long fill: the
/// generator must then be the one of the previous piece.
void fill_elements(const Fill& fill, const ElementType& type, uint64_t first, uint64_t count,
                   Random& random, std::byte* out);

}  // namespace heddle
