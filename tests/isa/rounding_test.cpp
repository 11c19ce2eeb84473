// RoundingScope against the definition of the roundings. The exact result is never computed:
// whether a candidate lies below or above it is decided in 113-bit arithmetic, where the residual
// of every operation used here is exact or has at least the exact sign.
#include "isa/rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "isa/float.hpp"

namespace heddle::isa {
namespace {

__extension__ using Quad = __float128;

template <class T>
struct Operands {
  T a, b, c;
};

// Magnitudes within 2^-20..2^20, so that 113 bits hold every sum, and either sign.
template <class T>
std::vector<Operands<T>> random_operands() {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> fraction(1.0, 2.0);
  std::uniform_int_distribution<int> exponent(-20, 20);
  const auto next = [&] {
    const T magnitude = T(std::ldexp(fraction(random), exponent(random)));
    return random() % 2 == 0 ? magnitude : -magnitude;
  };
  std::vector<Operands<T>> operands(20000);
  for (auto& x : operands) x = {next(), next(), next()};
  return operands;
}

// The sign of (exact result - candidate).
template <class T>
using Residual = int (*)(const Operands<T>&, T);

int sign(Quad x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

template <class T>
int add_residual(const Operands<T>& x, T r) {
  return sign(Quad(x.a) + Quad(x.b) - Quad(r));
}
template <class T>
int mul_residual(const Operands<T>& x, T r) {
  return sign(Quad(x.a) * Quad(x.b) - Quad(r));
}
template <class T>
int div_residual(const Operands<T>& x, T r) {
  const int s = sign(Quad(x.a) - Quad(r) * Quad(x.b));
  return x.b > 0 ? s : -s;
}
template <class T>
int rcp_residual(const Operands<T>& x, T r) {
  return div_residual<T>({T(1), x.a, T(0)}, r);
}
template <class T>
int sqrt_residual(const Operands<T>& x, T r) {
  return sign(Quad(std::fabs(x.a)) - Quad(r) * Quad(r));
}
// The candidate is subtracted from the nearer term first: that difference is exact, and the last
// sum keeps its sign.
template <class T>
int fma_residual(const Operands<T>& x, T r) {
  const Quad product = Quad(x.a) * Quad(x.b);
  const Quad addend = x.c;
  const auto size = [](Quad q) { return q < 0 ? -q : q; };
  return size(product) > size(addend) ? sign((product - Quad(r)) + addend)
                                      : sign((addend - Quad(r)) + product);
}

// For the directed modes: r is a neighbour of the exact result, on the side required by the mode.
template <class T>
bool is_correct(Rounding mode, const Operands<T>& x, T r, Residual<T> residual) {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  const int here = residual(x, r);
  if (here == 0) return true;
  const bool below = here > 0;  // r is below the exact result
  const T other = std::nextafter(r, below ? kInfinity : -kInfinity);
  if (residual(x, other) == here) return false;  // not even adjacent
  switch (mode) {
    case Rounding::Down: return below;
    case Rounding::Up: return !below;
    default: return below == (r > 0 || (r == 0 && other > 0));
  }
}

template <class T, class F>
std::vector<T> run(Rounding mode, const std::vector<Operands<T>>& operands, F f) {
  std::vector<T> results(operands.size());
  const RoundingScope scope(mode);
  for (size_t i = 0; i < operands.size(); ++i) results[i] = f(operands[i]);
  return results;
}

template <class T, class F>
void check(F f, Residual<T> residual) {
  const auto operands = random_operands<T>();
  for (const Rounding mode : {Rounding::Zero, Rounding::Down, Rounding::Up}) {
    const auto results = run<T>(mode, operands, f);
    size_t wrong = 0;
    for (size_t i = 0; i < operands.size(); ++i)
      wrong += !is_correct<T>(mode, operands[i], results[i], residual);
    EXPECT_EQ(wrong, 0u) << "mode " << int(mode);
  }
  // Nearest is the default mode of the host: the scope must give what no scope gives, and one of
  // the two directed results.
  const auto nearest = run<T>(Rounding::Nearest, operands, f);
  const auto down = run<T>(Rounding::Down, operands, f);
  const auto up = run<T>(Rounding::Up, operands, f);
  for (size_t i = 0; i < operands.size(); ++i) {
    ASSERT_EQ(nearest[i], f(operands[i]));
    ASSERT_TRUE(nearest[i] == down[i] || nearest[i] == up[i]);
  }
}

template <class T>
class RoundingOf : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(RoundingOf, Floats);

TYPED_TEST(RoundingOf, Add) {
  using T = TypeParam;
  check<T>([](const Operands<T>& x) { return add(x.a, x.b); }, add_residual<T>);
}
TYPED_TEST(RoundingOf, Mul) {
  using T = TypeParam;
  check<T>([](const Operands<T>& x) { return mul(x.a, x.b); }, mul_residual<T>);
}
TYPED_TEST(RoundingOf, Div) {
  using T = TypeParam;
  check<T>([](const Operands<T>& x) { return div(x.a, x.b); }, div_residual<T>);
}
TYPED_TEST(RoundingOf, Rcp) {
  using T = TypeParam;
  check<T>([](const Operands<T>& x) { return rcp(x.a); }, rcp_residual<T>);
}
TYPED_TEST(RoundingOf, Sqrt) {
  using T = TypeParam;
  check<T>([](const Operands<T>& x) { return isa::sqrt(isa::abs(x.a)); }, sqrt_residual<T>);
}
TYPED_TEST(RoundingOf, Fma) {
  using T = TypeParam;
  check<T>([](const Operands<T>& x) { return isa::fma(x.a, x.b, x.c); }, fma_residual<T>);
}

TEST(RoundingScope, NestsAndRestores) {
  const uint32_t before = _mm_getcsr() & 0x6000u;
  {
    const RoundingScope up(Rounding::Up);
    EXPECT_EQ(_mm_getcsr() & 0x6000u, 0x4000u);
    {
      const RoundingScope down(Rounding::Down);
      EXPECT_EQ(_mm_getcsr() & 0x6000u, 0x2000u);
      const RoundingScope same(Rounding::Down);
      EXPECT_EQ(_mm_getcsr() & 0x6000u, 0x2000u);
    }
    EXPECT_EQ(_mm_getcsr() & 0x6000u, 0x4000u);
    const RoundingScope nearest(Rounding::Nearest);
    EXPECT_EQ(_mm_getcsr() & 0x6000u, 0u);
  }
  EXPECT_EQ(_mm_getcsr() & 0x6000u, before);
}

}  // namespace
}  // namespace heddle::isa
