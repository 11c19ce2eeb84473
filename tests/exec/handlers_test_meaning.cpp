// Handlers against the functions of isa/ that they should apply, operand by operand.
#include <gtest/gtest.h>

#include "exec/handlers_fixture.hpp"
#include "exec/map.hpp"
#include "isa/approx.hpp"
#include "isa/bits.hpp"
#include "isa/convert_fast.hpp"
#include "isa/float.hpp"
#include "isa/integer.hpp"

namespace heddle::handler_tests {

namespace {

using isa::Rounding;

// Runs the form on all lanes of a few tiles; f maps the sources, read as types S, to the result D.
template <class D, class... S, class F>
void expect_lanes(const Form& form, F f) {
  const Selection selection = select(form);
  ASSERT_NE(selection.run, nullptr) << describe(form);
  for (uint32_t seed = 0; seed < 20; seed++) {
    const Tile start = random_tile(seed);
    Tile tile = start;
    run(make_op(selection), tile, kFullMask);
    for (uint32_t lane = 0; lane < kTileThreads; lane++) {
      const Raw<D> wanted = [&]<size_t... I>(std::index_sequence<I...>) {
        return pack<D>(f(unpack<S>(start.get<Raw<S>>(A + I, lane))...));
      }
      (std::index_sequence_for<S...>{});
      ASSERT_EQ(tile.get<Raw<D>>(Row::D, lane), wanted) << describe(form) << " lane " << lane;
    }
  }
}

// The same for predicates: f gets the values and, last, the lane.
template <class... S, class F>
void expect_bits(const Form& form, uint32_t row, F f) {
  const Selection selection = select(form);
  ASSERT_NE(selection.run, nullptr) << describe(form);
  for (uint32_t seed = 0; seed < 20; seed++) {
    const Tile start = random_tile(seed);
    Tile tile = start;
    run(make_op(selection), tile, kFullMask);
    for (uint32_t lane = 0; lane < kTileThreads; lane++) {
      const bool wanted = [&]<size_t... I>(std::index_sequence<I...>) {
        const bool c = start.get<uint32_t>(A + sizeof...(S), 0) >> lane & 1;
        return f(unpack<S>(start.get<Raw<S>>(A + I, lane))..., c);
      }
      (std::index_sequence_for<S...>{});
      ASSERT_EQ(tile.get<uint32_t>(row, 0) >> lane & 1, wanted) << describe(form);
    }
  }
}

using enum Opcode;
using I32 = int32_t;
using U32 = uint32_t;
using U64 = uint64_t;

}  // namespace

TEST(HandlersOfIntegers, AreTheFunctionsOfIsa) {
  expect_lanes<I32, I32, I32>({Add, Type::S32}, [](I32 a, I32 b) { return isa::add(a, b); });
  expect_lanes<I32, I32, I32>({Add, Type::S32, {Mod::Sat}}, isa::add_sat);
  expect_lanes<int16_t, int16_t, int16_t>({Sub, Type::S16},
                                          [](auto a, auto b) { return isa::sub(a, b); });
  expect_lanes<U64, U32, U32>({Mul, Type::U32, {Mod::Wide}},
                              [](U32 a, U32 b) { return isa::mul_wide(a, b); });
  expect_lanes<int64_t, I32, I32, int64_t>(
      {Mad, Type::S32, {Mod::Wide}, Type::None, 3},
      [](I32 a, I32 b, int64_t c) { return isa::mad_wide(a, b, c); });
  expect_lanes<int64_t, int64_t, int64_t>({Mul, Type::S64, {Mod::Hi}},
                                          [](auto a, auto b) { return isa::mul_hi(a, b); });
  expect_lanes<I32, I32, I32>({Rem, Type::S32}, [](I32 a, I32 b) { return isa::rem(a, b); });
  expect_lanes<I32, I32, I32, I32>({Max, Type::S32, {}, Type::None, 3},
                                   [](I32 a, I32 b, I32 c) { return isa::max(isa::max(a, b), c); });
  expect_lanes<U32, U32, U32, U32>({Dp4a, Type::S32, {}, Type::U32, 3}, isa::dp4a<I32, U32>);
  expect_lanes<U32, U32, U32, U32>({Vabsdiff2, Type::U32, {}, Type::U32, 3, 1, Type::U32},
                                   [](U32 a, U32 b, U32) { return isa::vabsdiff<U32, 2>(a, b); });
  expect_lanes<U32, U32, U32, U32>({Vabsdiff4, Type::U32, {Mod::Add}, Type::S32, 3, 1, Type::S32},
                                   isa::vabsdiff_add<I32, 4>);
}

TEST(HandlersOfBits, AreTheFunctionsOfIsa) {
  expect_lanes<I32, I32, U32>({Shr, Type::S32}, [](I32 a, U32 n) { return isa::shr(a, n); });
  expect_lanes<U32, U64>({Popc, Type::B64, {}, Type::None, 1}, [](U64 a) { return isa::popc(a); });
  expect_lanes<U32, U32, U32, U32>(
      {Prmt, Type::B32, {Mod::Rc16}, Type::None, 3},
      [](U32 a, U32 b, U32 c) { return isa::prmt(isa::Permute::Rc16, a, b, c); });
  expect_lanes<U64, U64, U64, U32, U32>(
      {Bfi, Type::B64, {}, Type::None, 4},
      [](U64 a, U64 b, U32 p, U32 n) { return isa::bfi(a, b, p, n); });
}

TEST(HandlersOfBits, ReadTheTableOfLop3FromAnyLane) {
  const Op op = make_op(select({Lop3, Type::B32, {}, Type::None, 4}));
  for (uint32_t table = 0; table < 256; table++) {
    Tile tile = random_tile(table);
    for (uint32_t lane = 0; lane < kTileThreads; lane++) tile.set<U32>(E, lane, table);
    const Tile start = tile;
    run(op, tile, kFullMask);
    for (uint32_t lane = 0; lane < kTileThreads; lane++)
      ASSERT_EQ(tile.get<U32>(D, lane),
                isa::lop3(start.get<U32>(A, lane), start.get<U32>(B, lane), start.get<U32>(C, lane),
                          static_cast<uint8_t>(table)));
  }
}

TEST(HandlersOfFloats, RoundFlushAndSaturate) {
  const std::pair<Mod, Rounding> modes[] = {{Mod::Rn, Rounding::Nearest},
                                            {Mod::Rz, Rounding::Zero},
                                            {Mod::Rm, Rounding::Down},
                                            {Mod::Rp, Rounding::Up}};
  for (const auto& [mod, mode] : modes) {
    const auto fma = [m = mode](float a, float b, float c) {
      isa::RoundingScope scope(m);
      volatile float x = a, y = b, z = c;
      volatile float result = isa::fma<float>(x, y, z);
      return isa::canonical<float>(result);
    };
    expect_lanes<float, float, float, float>({Fma, Type::F32, {mod}, Type::None, 3}, fma);
    const auto div = [m = mode](double a, double b) {
      isa::RoundingScope scope(m);
      volatile double x = a, y = b;
      volatile double result = x / y;
      return isa::canonical<double>(result);
    };
    expect_lanes<double, double, double>({Div, Type::F64, {mod}}, div);
  }
  expect_lanes<float, float, float>({Mul, Type::F32, {Mod::Ftz, Mod::Sat}}, [](float a, float b) {
    return isa::saturate(isa::flush(isa::flush(a) * isa::flush(b)));
  });
  expect_lanes<float, float, float>({Min, Type::F32, {Mod::NaN}}, isa::min_nan<float>);
  expect_lanes<float, float>({Ex2, Type::F32, {Mod::Approx, Mod::Ftz}, Type::None, 1},
                             [](float a) { return isa::flush(isa::ex2_approx(isa::flush(a))); });
}

TEST(HandlersOfHalves, AreTheFunctionsOfIsa) {
  using isa::BFloat;
  using isa::Half;
  expect_lanes<Half, Half, Half, Half>({Fma, Type::F16, {Mod::Rn}, Type::None, 3},
                                       [](Half a, Half b, Half c) { return isa::fma(a, b, c); });
  expect_lanes<BFloat, BFloat, BFloat>({Mul, Type::BF16, {Mod::Rn}},
                                       [](BFloat a, BFloat b) { return isa::mul(a, b); });
  expect_lanes<U32, U32, U32>({Add, Type::F16x2, {Mod::Sat}}, [](U32 a, U32 b) {
    const auto half = [](U32 x, U32 y) {
      return isa::saturate(
          isa::add(Half{static_cast<uint16_t>(x)}, Half{static_cast<uint16_t>(y)}));
    };
    return U32{half(a >> 16, b >> 16).bits} << 16 | half(a, b).bits;
  });
}

TEST(HandlersOfComparisons, JoinTheThirdOperand) {
  const auto less = [](I32 a, I32 b) { return isa::compare<isa::Compare::Lt>(a, b); };
  expect_bits<I32, I32>({Setp, Type::S32, {Mod::Lt}}, D,
                        [&](I32 a, I32 b, bool) { return less(a, b); });
  const Form both{Setp, Type::S32, {Mod::Lt, Mod::Or}, Type::None, 3, 2};
  expect_bits<I32, I32>(both, D, [&](I32 a, I32 b, bool c) { return less(a, b) || c; });
  expect_bits<I32, I32>(both, Q, [&](I32 a, I32 b, bool c) { return !less(a, b) || c; });
  expect_lanes<U32, float, float>({Set, Type::F32, {Mod::Geu}, Type::F32}, [](float a, float b) {
    return isa::compare<isa::Compare::Geu>(a, b) ? 0x3f800000u : 0u;
  });
}

TEST(HandlersOfComparisons, SetMakesOneOfEachResultType) {
  const auto less = [](I32 a, I32 b) { return isa::compare<isa::Compare::Lt>(a, b); };
  expect_lanes<uint16_t, I32, I32>({Set, Type::F16, {Mod::Lt}, Type::S32}, [&](I32 a, I32 b) {
    return static_cast<uint16_t>(less(a, b) ? 0x3c00 : 0);
  });
  expect_lanes<uint16_t, I32, I32>({Set, Type::BF16, {Mod::Lt}, Type::S32}, [&](I32 a, I32 b) {
    return static_cast<uint16_t>(less(a, b) ? 0x3f80 : 0);
  });
  const auto halves = [](U32 a, U32 b, U32 one) {
    const auto test = [](U32 x, U32 y) {
      return isa::compare<isa::Compare::Ltu>(isa::Half{static_cast<uint16_t>(x)},
                                             isa::Half{static_cast<uint16_t>(y)});
    };
    return (test(a, b) ? one : 0) | (test(a >> 16, b >> 16) ? one << 16 : 0);
  };
  expect_lanes<U32, U32, U32>({Set, Type::S32, {Mod::Ltu}, Type::F16x2},
                              [&](U32 a, U32 b) { return halves(a, b, 0xffff); });
  expect_lanes<U32, U32, U32>({Set, Type::F16x2, {Mod::Ltu}, Type::F16x2},
                              [&](U32 a, U32 b) { return halves(a, b, 0x3c00); });
}

TEST(HandlersOfComparisons, ReadANegatedPredicate) {
  Op op = make_op(select({Selp, Type::B32, {}, Type::None, 3}));
  op.src[2].negated = 1;
  const Tile start = random_tile(5);
  Tile tile = start;
  run(op, tile, kFullMask);
  for (uint32_t lane = 0; lane < kTileThreads; lane++) {
    const bool first = !(start.get<U32>(C, 0) >> lane & 1);
    EXPECT_EQ(tile.get<U32>(D, lane), start.get<U32>(first ? A : B, lane));
  }
}

TEST(HandlersOfCarries, ChainThroughAPredicate) {
  const Op low = make_op(select({Add, Type::U32, {Mod::Cc}, Type::None, 2, 2}));
  Op high = make_op(select({Addc, Type::U32, {}, Type::None, 3, 1}));
  high.src[2] = row_at(Q);
  for (uint32_t seed = 0; seed < 20; seed++) {
    const Tile start = random_tile(seed);
    Tile tile = start;
    run(low, tile, kFullMask);
    const Tile between = tile;
    run(high, tile, kFullMask);
    for (uint32_t lane = 0; lane < kTileThreads; lane++) {
      const U64 a = start.get<U32>(A, lane), b = start.get<U32>(B, lane);
      EXPECT_EQ(between.get<U32>(D, lane), static_cast<U32>(a + b));
      EXPECT_EQ(tile.get<U32>(D, lane), static_cast<U32>(a + b + ((a + b) >> 32)));
    }
  }
}

TEST(HandlersOfConversions, AreTheFunctionsOfIsa) {
  expect_lanes<I32, float>({Cvt, Type::S32, {Mod::Rzi}, Type::F32, 1},
                           [](float x) { return isa::convert<I32>(x, Rounding::Zero); });
  expect_lanes<float, U32>({Cvt, Type::F32, {Mod::Rm}, Type::U32, 1},
                           [](U32 x) { return isa::convert<float>(x, Rounding::Down); });
  expect_lanes<uint8_t, I32>({Cvt, Type::U8, {Mod::Sat}, Type::S32, 1},
                             [](I32 x) { return isa::clamp_to<uint8_t>(x); });
  expect_lanes<U32, float, float>(
      {Cvt, Type::F16x2, {Mod::Rn}, Type::F32, 2}, [](float a, float b) {
        return U32{isa::convert<isa::Half>(a).bits} << 16 | isa::convert<isa::Half>(b).bits;
      });
}

TEST(HandlersOfConversions, ExtendToTheRegister) {
  const Tile start = random_tile(9);
  const auto result = [&](Type to, Type from, RegClass to_class, RegClass from_class) {
    const Form form{Cvt, to, {}, from, 1};
    Tile tile = start;
    run(make_op(select_convert(form.instruction(), to_class, from_class)), tile, kFullMask);
    return tile;
  };
  const Tile word = result(Type::S8, Type::S32, RegClass::Word, RegClass::Word);
  const Tile wide = result(Type::S16, Type::U32, RegClass::Double, RegClass::Word);
  const Tile narrow = result(Type::S64, Type::S8, RegClass::Double, RegClass::Double);
  const Tile unsign = result(Type::U16, Type::S64, RegClass::Double, RegClass::Double);
  for (uint32_t lane = 0; lane < kTileThreads; lane++) {
    EXPECT_EQ(word.get<I32>(D, lane), static_cast<int8_t>(start.get<U32>(A, lane)));
    EXPECT_EQ(wide.get<int64_t>(D, lane), static_cast<int16_t>(start.get<U32>(A, lane)));
    EXPECT_EQ(narrow.get<int64_t>(D, lane), static_cast<int8_t>(start.get<U64>(A, lane)));
    EXPECT_EQ(unsign.get<U64>(D, lane), static_cast<uint16_t>(start.get<U64>(A, lane)));
  }
}

TEST(Selection, RefusesFormsThatDoNotExist) {
  EXPECT_EQ(select({Add, Type::F64, {Mod::Ftz}}).run, nullptr);
  EXPECT_EQ(select({Add, Type::U32, {Mod::Sat}}).run, nullptr);
  EXPECT_EQ(select({Mul, Type::U64, {Mod::Wide}}).run, nullptr);
  EXPECT_EQ(select({Setp, Type::B32, {Mod::Lt}}).run, nullptr);
  EXPECT_EQ(select({Setp, Type::S32, {Mod::Nan}}).run, nullptr);
  EXPECT_EQ(select({Cvt, Type::F32, {Mod::Rni}, Type::F64, 1}).run, nullptr);
  EXPECT_EQ(select({Set, Type::F16, {Mod::Lt}, Type::BF16}).run, nullptr);
  EXPECT_EQ(select({Set, Type::BF16x2, {Mod::Lt}, Type::F16x2}).run, nullptr);
  EXPECT_EQ(select({Set, Type::U16, {Mod::Lt}, Type::S32}).run, nullptr);
}

}  // namespace heddle::handler_tests
