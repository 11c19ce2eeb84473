// Division by a fixed number that is usually a power of two.
#pragma once

#include <bit>
#include <cstdint>

namespace heddle {

class Divisor {
 public:
  explicit Divisor(uint64_t n = 1)
      : n_(n), shift_(static_cast<uint32_t>(std::countr_zero(n))), power_(std::has_single_bit(n)) {}
  uint64_t quotient(uint64_t x) const { return power_ ? x >> shift_ : x / n_; }
  uint64_t remainder(uint64_t x) const { return power_ ? x & (n_ - 1) : x % n_; }

 private:
  uint64_t n_;
  uint32_t shift_;
  bool power_;
};

}  // namespace heddle
