// IEEE rounding modes, and scopes that run a loop in one of them.
//
// x86 applies the mode held in the MXCSR register to every SSE/AVX operation, so a directed
// rounding costs one register write for a whole warp instead of code for each lane. A scope makes
// no assumption about the mode it finds; outside every scope the mode is round-to-nearest-even,
// which the rest of this folder relies on.
#pragma once

#include <xmmintrin.h>

#include <cstdint>

namespace heddle::isa {

// PTX .rn .rz .rm .rp .rna (and .rni .rzi .rmi .rpi where the result is integral). NearestAway has
// no MXCSR equivalent: only conversions, which round with integer arithmetic, accept it.
enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

// Sets the mode for its lifetime. The memory clobbers keep the compiler from moving loads and
// stores across the switch, hence also the arithmetic between them: a loop that reads its operands
// from memory and writes its results to memory inside the scope runs in the mode of the scope.
// Values held in registers across the boundary have no such guarantee.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding mode) : saved_(_mm_getcsr()) {
    const uint32_t wanted = (saved_ & ~kMask) | control_bits(mode);
    changed_ = wanted != saved_;
    if (changed_) _mm_setcsr(wanted);
    barrier();
  }
  ~RoundingScope() {
    barrier();
    if (changed_) _mm_setcsr((_mm_getcsr() & ~kMask) | (saved_ & kMask));
    barrier();
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
  static constexpr uint32_t kMask = 3u << 13;

  static constexpr uint32_t control_bits(Rounding mode) {
    switch (mode) {
      case Rounding::Down: return 1u << 13;
      case Rounding::Up: return 2u << 13;
      case Rounding::Zero: return 3u << 13;
      default: return 0;
    }
  }
  static void barrier() { asm volatile("" ::: "memory"); }

  uint32_t saved_;
  bool changed_ = false;
};

// Sets default IEEE arithmetic for its lifetime, whatever the caller of the library has set:
// rounding to nearest, subnormals kept, no traps. Memory clobbers as in RoundingScope.
class DefaultArithmetic {
 public:
  DefaultArithmetic() : saved_(_mm_getcsr()) {
    _mm_setcsr(kAllMasked);
    barrier();
  }
  ~DefaultArithmetic() {
    barrier();
    _mm_setcsr(saved_);
    barrier();
  }
  DefaultArithmetic(const DefaultArithmetic&) = delete;
  DefaultArithmetic& operator=(const DefaultArithmetic&) = delete;

 private:
  static constexpr uint32_t kAllMasked = 0x1f80;
  static void barrier() { asm volatile("" ::: "memory"); }

  uint32_t saved_;
};

// Flushes subnormal operands and results to zero for its lifetime: .ftz of f32 arithmetic. As on
// the GPU, a result is subnormal if it is below the normal range after rounding with an unbounded
// exponent; flushing the final result instead would keep results that round up into the normal
// range. Memory clobbers as in RoundingScope.
class FlushScope {
 public:
  FlushScope() : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | kFlushToZero | kDenormalsAreZero);
    barrier();
  }
  ~FlushScope() {
    barrier();
    _mm_setcsr(saved_);
    barrier();
  }
  FlushScope(const FlushScope&) = delete;
  FlushScope& operator=(const FlushScope&) = delete;

 private:
  static constexpr uint32_t kFlushToZero = 1u << 15, kDenormalsAreZero = 1u << 6;
  static void barrier() { asm volatile("" ::: "memory"); }

  uint32_t saved_;
};

}  // namespace heddle::isa
