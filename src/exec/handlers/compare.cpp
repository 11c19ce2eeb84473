// set and setp on integers and f32, f64; testp.
#include "exec/handlers/compare_rows.hpp"
#include "exec/handlers/families.hpp"
#include "isa/float.hpp"

namespace heddle {

uint32_t join(const Op& op, const Lanes& lanes, uint32_t bits) {
  switch (static_cast<Join>(op.detail & kJoinMask)) {
    case Join::And: return bits & lanes.read_predicate(op.src[2]);
    case Join::Or: return bits | lanes.read_predicate(op.src[2]);
    case Join::Xor: return bits ^ lanes.read_predicate(op.src[2]);
    default: return bits;
  }
}

namespace {

uint32_t true_value(uint16_t detail) {
  if (detail & kOneF32) return 0x3f800000;
  if (detail & kOneF16) return 0x3c00;
  if (detail & kOneBF16) return 0x3f80;
  return detail & kShort ? 0xffff : 0xffffffff;
}

}  // namespace

void write_set(const Op& op, Lanes& lanes, uint32_t mask, uint32_t bits) {
  uint32_t* d = lanes.write<uint32_t>(op.dst[0]);
  const uint32_t one = true_value(op.detail);
  for (uint32_t i = 0; i < kTileThreads; i++) {
    const uint32_t value = (bits >> i) & 1 ? one : 0;
    d[i] = (mask >> i) & 1 ? value : d[i];
  }
}

void write_set_packed(const Op& op, Lanes& lanes, uint32_t mask, uint32_t low, uint32_t high) {
  uint32_t* d = lanes.write<uint32_t>(op.dst[0]);
  const uint32_t one = true_value(op.detail) & 0xffff;
  for (uint32_t i = 0; i < kTileThreads; i++) {
    const uint32_t value = ((low >> i) & 1 ? one : 0) | ((high >> i) & 1 ? one << 16 : 0);
    d[i] = (mask >> i) & 1 ? value : d[i];
  }
}

uint16_t compare_detail(const Instruction& i) {
  uint16_t detail = 0;
  if (i.source_count == 3) {
    const Join join = i.has(Mod::And) ? Join::And : i.has(Mod::Or) ? Join::Or : Join::Xor;
    detail |= static_cast<uint16_t>(join);
  }
  if (i.op == Opcode::Setp) return i.destination_count == 2 ? detail | kBoth : detail;
  switch (i.type) {
    case Type::F32: return detail | kOneF32;
    case Type::F16:
    case Type::F16x2: return detail | kOneF16;
    case Type::BF16:
    case Type::BF16x2: return detail | kOneBF16;
    case Type::U16:
    case Type::S16: return detail | kShort;
    default: return detail;
  }
}

namespace {

template <isa::Compare C>
constexpr auto kCompare = [](auto a, auto b) { return isa::compare<C>(a, b); };
template <isa::Compare C>
constexpr auto kFlushed =
    [](auto a, auto b) { return isa::compare<C>(isa::flush(a), isa::flush(b)); };

template <class T, auto F>
uint32_t test_lanes(const Op& op, const Lanes& lanes, uint32_t mask) {
  return test<T, T>(op, lanes, mask, F);
}

template <class T>
Selection integer(const Instruction& i) {
  return for_ordered(i, [&]<isa::Compare C>() {
    // Whether two values are equal does not depend on their sign.
    using U = std::make_unsigned_t<T>;
    constexpr bool kEquality = C == isa::Compare::Eq || C == isa::Compare::Ne;
    return compare_selection<test_lanes<std::conditional_t<kEquality, U, T>, kCompare<C>>>(i);
  });
}

// .b types can only be compared for equality.
Selection bits(const Instruction& i, Type type) {
  if (!i.has(Mod::Eq) && !i.has(Mod::Ne)) return {};
  return for_width(type, [&]<class T>() { return integer<T>(i); });
}

template <class T>
Selection real(const Instruction& i) {
  return for_compare(i, [&]<isa::Compare C>() -> Selection {
    if constexpr (std::is_same_v<T, float>)
      if (i.has(Mod::Ftz)) return compare_selection<test_lanes<T, kFlushed<C>>>(i);
    return compare_selection<test_lanes<T, kCompare<C>>>(i);
  });
}

Selection comparison(const Instruction& i, Type type) {
  const bool joins = i.has(Mod::And) || i.has(Mod::Or) || i.has(Mod::Xor);
  if (joins != (i.source_count == 3)) return {};
  switch (type) {
    case Type::F32: return real<float>(i);
    case Type::F64: return real<double>(i);
    case Type::F16:
    case Type::BF16:
    case Type::F16x2:
    case Type::BF16x2: return select_compare_half(i, type);
    case Type::B16:
    case Type::B32:
    case Type::B64: return bits(i, type);
    default: return for_integer(type, [&]<class T>() { return integer<T>(i); });
  }
}

// Result types of set for operands of 32 or 64 bits, f32 or f64; half precision has its own rules.
bool has_set_form(Type result) {
  switch (result) {
    case Type::U32:
    case Type::S32:
    case Type::F32:
    case Type::F16:
    case Type::BF16: return true;
    default: return false;
  }
}

template <isa::FloatTest P, class T>
void testp_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t bits = test<T>(op, lanes, mask, [](T x) { return isa::testp<P>(x); });
  lanes.write_predicate(op.dst[0], mask, bits);
}
template <isa::FloatTest P>
Selection property(Type type) {
  if (type == Type::F32) return {testp_handler<P, float>};
  return {type == Type::F64 ? testp_handler<P, double> : nullptr};
}

Selection testp(const Instruction& i) {
  using isa::FloatTest;
  if (i.has(Mod::Finite)) return property<FloatTest::Finite>(i.type);
  if (i.has(Mod::Infinite)) return property<FloatTest::Infinite>(i.type);
  if (i.has(Mod::Number)) return property<FloatTest::Number>(i.type);
  if (i.has(Mod::NotANumber)) return property<FloatTest::NotANumber>(i.type);
  if (i.has(Mod::Normal)) return property<FloatTest::Normal>(i.type);
  if (i.has(Mod::Subnormal)) return property<FloatTest::Subnormal>(i.type);
  return {};
}

}  // namespace

Selection select_compare(const Instruction& i) {
  switch (i.op) {
    case Opcode::Setp: return comparison(i, i.type);
    case Opcode::Set: {
      const bool half =
          ptx::is_float(i.type2) && ptx::size_of(i.type2) <= 4 && i.type2 != Type::F32;
      return half || has_set_form(i.type) ? comparison(i, i.type2) : Selection{};
    }
    case Opcode::Selp:
    case Opcode::Slct: return select_choice(i);
    case Opcode::Testp: return testp(i);
    default: return {};
  }
}

}  // namespace heddle
