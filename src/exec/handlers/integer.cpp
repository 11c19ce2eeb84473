// Integer arithmetic: sums, products, quotients, extrema, 24-bit and packed forms.
#include "isa/integer.hpp"

#include "exec/handlers/common.hpp"

namespace heddle {

namespace {

constexpr auto kAdd = [](auto a, auto b) { return isa::add(a, b); };
constexpr auto kSub = [](auto a, auto b) { return isa::sub(a, b); };
constexpr auto kMulLo = [](auto a, auto b) { return isa::mul_lo(a, b); };
constexpr auto kMulHi = [](auto a, auto b) { return isa::mul_hi(a, b); };
constexpr auto kMulWide = [](auto a, auto b) { return isa::mul_wide(a, b); };
constexpr auto kMadLo = [](auto a, auto b, auto c) { return isa::mad_lo(a, b, c); };
constexpr auto kMadHi = [](auto a, auto b, auto c) { return isa::mad_hi(a, b, c); };
constexpr auto kMadWide = [](auto a, auto b, auto c) { return isa::mad_wide(a, b, c); };
constexpr auto kMul24Lo = [](auto a, auto b) { return isa::mul24_lo(a, b); };
constexpr auto kMul24Hi = [](auto a, auto b) { return isa::mul24_hi(a, b); };
constexpr auto kMad24Lo = [](auto a, auto b, auto c) { return isa::mad24_lo(a, b, c); };
constexpr auto kMad24Hi = [](auto a, auto b, auto c) { return isa::mad24_hi(a, b, c); };
constexpr auto kSad = [](auto a, auto b, auto c) { return isa::sad(a, b, c); };
constexpr auto kDiv = [](auto a, auto b) { return isa::div(a, b); };
constexpr auto kRem = [](auto a, auto b) { return isa::rem(a, b); };
constexpr auto kMin = [](auto a, auto b) { return isa::min(a, b); };
constexpr auto kMax = [](auto a, auto b) { return isa::max(a, b); };
constexpr auto kMin3 = [](auto a, auto b, auto c) { return isa::min(isa::min(a, b), c); };
constexpr auto kMax3 = [](auto a, auto b, auto c) { return isa::max(isa::max(a, b), c); };
constexpr auto kNeg = [](auto a) { return isa::neg(a); };
constexpr auto kAbs = [](auto a) { return isa::abs(a); };

// .relu: a negative result becomes 0.
template <auto F>
constexpr auto kRelu = [](auto... x) {
  const auto value = F(x...);
  return isa::max(value, decltype(value){0});
};

// Two independent 16-bit elements of type T.
template <class T, auto F>
constexpr auto kPacked = [](auto... x) {
  const auto low = static_cast<uint16_t>(F(static_cast<T>(x)...));
  const auto high = static_cast<uint16_t>(F(static_cast<T>(x >> 16)...));
  return uint32_t{high} << 16 | low;
};

template <auto F, class T>
constexpr Handler kUnary = lane_handler<T, F, T>;
template <auto F, class T>
constexpr Handler kBinary = lane_handler<T, F, T, T>;
template <auto F, class T>
constexpr Handler kTernary = lane_handler<T, F, T, T, T>;

// Operations whose result bits do not depend on signedness share the unsigned handler.
template <auto F>
Selection modular(Type type) {
  if (!is_integer(type)) return {};
  return for_width(type, []<class T>() { return Selection{kBinary<F, T>}; });
}
template <auto F>
Selection modular3(Type type) {
  if (!is_integer(type)) return {};
  return for_width(type, []<class T>() { return Selection{kTernary<F, T>}; });
}
template <auto F>
Selection binary(Type type) {
  return for_integer(type, []<class T>() { return Selection{kBinary<F, T>}; });
}
template <auto F>
Selection ternary(Type type) {
  return for_integer(type, []<class T>() { return Selection{kTernary<F, T>}; });
}

template <auto Plain>
Selection sum(const Instruction& i, Handler saturated) {
  if (i.has(Mod::Sat)) return {i.type == Type::S32 ? saturated : nullptr};
  if (i.type == Type::U16x2 || i.type == Type::S16x2)
    return {kBinary<kPacked<uint16_t, Plain>, uint32_t>};
  return modular<Plain>(i.type);
}

Selection product(const Instruction& i) {
  if (i.has(Mod::Lo)) return modular<kMulLo>(i.type);
  if (i.has(Mod::Hi)) return binary<kMulHi>(i.type);
  if (!i.has(Mod::Wide)) return {};
  return for_integer(i.type, []<class T>() -> Selection {
    if constexpr (sizeof(T) == 8)
      return {};
    else
      return {lane_handler<isa::Wide<T>, kMulWide, T, T>};
  });
}

Selection multiply_add(const Instruction& i) {
  if (i.has(Mod::Sat)) {
    constexpr auto kSaturated = [](int32_t a, int32_t b, int32_t c) {
      return isa::mad_hi_sat(a, b, c);
    };
    const bool exists = i.type == Type::S32 && i.has(Mod::Hi);
    return {exists ? kTernary<kSaturated, int32_t> : nullptr};
  }
  if (i.has(Mod::Lo)) return modular3<kMadLo>(i.type);
  if (i.has(Mod::Hi)) return ternary<kMadHi>(i.type);
  if (!i.has(Mod::Wide)) return {};
  return for_integer(i.type, []<class T>() -> Selection {
    if constexpr (sizeof(T) == 8)
      return {};
    else
      return {lane_handler<isa::Wide<T>, kMadWide, T, T, isa::Wide<T>>};
  });
}

// mul24, mad24.
template <template <auto, class> class Apply, auto Lo, auto Hi>
Selection product24(const Instruction& i) {
  if (i.type == Type::U32)
    return {i.has(Mod::Hi) ? Apply<Hi, uint32_t>::kRun : Apply<Lo, uint32_t>::kRun};
  if (i.type == Type::S32)
    return {i.has(Mod::Hi) ? Apply<Hi, int32_t>::kRun : Apply<Lo, int32_t>::kRun};
  return {};
}
template <auto F, class T>
struct Two {
  static constexpr Handler kRun = kBinary<F, T>;
};
template <auto F, class T>
struct Three {
  static constexpr Handler kRun = kTernary<F, T>;
};

Selection multiply_add24(const Instruction& i) {
  if (!i.has(Mod::Sat)) return product24<Three, kMad24Lo, kMad24Hi>(i);
  constexpr auto kSaturated = [](int32_t a, int32_t b, int32_t c) {
    return isa::mad24_hi_sat(a, b, c);
  };
  const bool exists = i.type == Type::S32 && i.has(Mod::Hi);
  return {exists ? kTernary<kSaturated, int32_t> : nullptr};
}

template <auto F, auto F3>
Selection extremum(const Instruction& i) {
  const bool relu = i.has(Mod::Relu);
  switch (i.type) {
    case Type::U16x2: return {relu ? nullptr : kBinary<kPacked<uint16_t, F>, uint32_t>};
    case Type::S16x2:
      return {relu ? kBinary<kPacked<int16_t, kRelu<F>>, uint32_t>
                   : kBinary<kPacked<int16_t, F>, uint32_t>};
    case Type::S32:
      if (relu)
        return {i.source_count == 3 ? kTernary<kRelu<F3>, int32_t> : kBinary<kRelu<F>, int32_t>};
      break;
    default: break;
  }
  if (relu) return {};
  return i.source_count == 3 ? ternary<F3>(i.type) : binary<F>(i.type);
}

// dp4a and dp2a: the signedness of c makes no difference to the bits.
template <class A, class B>
Selection dot(const Instruction& i) {
  constexpr auto kDp4a = [](uint32_t a, uint32_t b, uint32_t c) {
    return isa::dp4a<A, B>(a, b, c);
  };
  constexpr auto kDp2aLo = [](uint32_t a, uint32_t b, uint32_t c) {
    return isa::dp2a<A, B, false>(a, b, c);
  };
  constexpr auto kDp2aHi = [](uint32_t a, uint32_t b, uint32_t c) {
    return isa::dp2a<A, B, true>(a, b, c);
  };
  if (i.op == Opcode::Dp4a) return {kTernary<kDp4a, uint32_t>};
  return {i.has(Mod::Hi) ? kTernary<kDp2aHi, uint32_t> : kTernary<kDp2aLo, uint32_t>};
}

Selection dot_product(const Instruction& i) {
  const auto known = [](Type t) { return t == Type::U32 || t == Type::S32; };
  if (!known(i.type) || !known(i.type2)) return {};
  if (i.type == Type::S32)
    return i.type2 == Type::S32 ? dot<int32_t, int32_t>(i) : dot<int32_t, uint32_t>(i);
  return i.type2 == Type::S32 ? dot<uint32_t, int32_t>(i) : dot<uint32_t, uint32_t>(i);
}

template <class T, int Count>
Selection distances(bool adds) {
  constexpr auto kPacked = [](uint32_t a, uint32_t b, uint32_t) {
    return isa::vabsdiff<T, Count>(a, b);
  };
  constexpr auto kSum = [](uint32_t a, uint32_t b, uint32_t c) {
    return isa::vabsdiff_add<T, Count>(a, b, c);
  };
  return {adds ? kTernary<kSum, uint32_t> : kTernary<kPacked, uint32_t>};
}

// The distance of two elements of one type fits into an element without sign.
template <int Count>
Selection distances(const Instruction& i) {
  if (i.type != Type::U32 || i.type2 != i.type3) return {};
  if (i.type2 == Type::U32) return distances<uint32_t, Count>(i.has(Mod::Add));
  if (i.type2 == Type::S32) return distances<int32_t, Count>(i.has(Mod::Add));
  return {};
}

// abs and neg are for signed types.
template <auto F>
Selection sign_operation(Type type) {
  switch (type) {
    case Type::S16: return {kUnary<F, int16_t>};
    case Type::S32: return {kUnary<F, int32_t>};
    case Type::S64: return {kUnary<F, int64_t>};
    default: return {};
  }
}

constexpr auto kAddSat = [](int32_t a, int32_t b) { return isa::add_sat(a, b); };
constexpr auto kSubSat = [](int32_t a, int32_t b) { return isa::sub_sat(a, b); };

}  // namespace

Selection select_integer(const Instruction& i) {
  switch (i.op) {
    case Opcode::Add: return sum<kAdd>(i, kBinary<kAddSat, int32_t>);
    case Opcode::Sub: return sum<kSub>(i, kBinary<kSubSat, int32_t>);
    case Opcode::Mul: return product(i);
    case Opcode::Mad: return multiply_add(i);
    case Opcode::Mul24: return product24<Two, kMul24Lo, kMul24Hi>(i);
    case Opcode::Mad24: return multiply_add24(i);
    case Opcode::Sad: return ternary<kSad>(i.type);
    case Opcode::Div: return binary<kDiv>(i.type);
    case Opcode::Rem: return binary<kRem>(i.type);
    case Opcode::Min: return extremum<kMin, kMin3>(i);
    case Opcode::Max: return extremum<kMax, kMax3>(i);
    case Opcode::Abs: return sign_operation<kAbs>(i.type);
    case Opcode::Neg: return sign_operation<kNeg>(i.type);
    case Opcode::Dp4a:
    case Opcode::Dp2a: return dot_product(i);
    case Opcode::Vabsdiff2: return distances<2>(i);
    case Opcode::Vabsdiff4: return distances<4>(i);
    default: return {};
  }
}

}  // namespace heddle
