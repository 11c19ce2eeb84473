// cvt to packed pairs, to tf32, and to and from the 8-bit floats.
#include "exec/handlers/convert_rows.hpp"
#include "isa/convert_fast.hpp"

namespace heddle {

namespace {

using isa::BFloat;
using isa::Half;

uint32_t join_halves(uint16_t high, uint16_t low) { return uint32_t{high} << 16 | low; }
uint16_t join_bytes(uint8_t high, uint8_t low) {
  return static_cast<uint16_t>(uint32_t{high} << 8 | low);
}

// Two f32 to a pair; the first source is the upper element.
template <class T>
void pair_from_f32(const Op& op, Lanes& lanes, uint32_t mask) {
  const isa::Rounding mode = rounding_of(op);
  const isa::ConvertFlags flags = flags_of(op.detail);
  map<uint32_t, float, float>(op, lanes, mask, [=](float high, float low) {
    return join_halves(isa::convert<T>(high, mode, flags).bits,
                       isa::convert<T>(low, mode, flags).bits);
  });
}

void tf32_from_f32(const Op& op, Lanes& lanes, uint32_t mask) {
  const isa::Rounding mode = rounding_of(op);
  const isa::ConvertFlags flags = flags_of(op.detail);
  map<uint32_t, float>(op, lanes, mask, [=](float x) { return isa::convert_tf32(x, mode, flags); });
}

template <class Format>
void bytes_from_f32(const Op& op, Lanes& lanes, uint32_t mask) {
  const bool relu = flags_of(op.detail).relu;
  map<uint16_t, float, float>(op, lanes, mask, [=](float high, float low) {
    return join_bytes(isa::convert_f8<Format>(high, relu), isa::convert_f8<Format>(low, relu));
  });
}
template <class Format>
void bytes_from_halves(const Op& op, Lanes& lanes, uint32_t mask) {
  const bool relu = flags_of(op.detail).relu;
  map<uint16_t, uint32_t>(op, lanes, mask, [=](uint32_t x) {
    const float high = isa::to_float(Half{static_cast<uint16_t>(x >> 16)});
    const float low = isa::to_float(Half{static_cast<uint16_t>(x)});
    return join_bytes(isa::convert_f8<Format>(high, relu), isa::convert_f8<Format>(low, relu));
  });
}
template <auto F>
void halves_from_bytes(const Op& op, Lanes& lanes, uint32_t mask) {
  const bool relu = flags_of(op.detail).relu;
  map<uint32_t, uint16_t>(op, lanes, mask, [=](uint16_t x) {
    const Half high = F(static_cast<uint8_t>(x >> 8)), low = F(static_cast<uint8_t>(x));
    return relu ? join_halves(isa::relu(high).bits, isa::relu(low).bits)
                : join_halves(high.bits, low.bits);
  });
}

Handler from_pair_of_f32(Type to) {
  switch (to) {
    case Type::F16x2: return pair_from_f32<Half>;
    case Type::BF16x2: return pair_from_f32<BFloat>;
    case Type::E4M3x2: return bytes_from_f32<isa::E4M3Format>;
    case Type::E5M2x2: return bytes_from_f32<isa::E5M2Format>;
    default: return nullptr;
  }
}

}  // namespace

Handler special_conversion(const Instruction& i) {
  if (i.source_count == 2) return i.type2 == Type::F32 ? from_pair_of_f32(i.type) : nullptr;
  if (i.type == Type::TF32) return i.type2 == Type::F32 ? tf32_from_f32 : nullptr;
  if (i.type2 == Type::F16x2) {
    if (i.type == Type::E4M3x2) return bytes_from_halves<isa::E4M3Format>;
    if (i.type == Type::E5M2x2) return bytes_from_halves<isa::E5M2Format>;
  }
  if (i.type == Type::F16x2) {
    if (i.type2 == Type::E4M3x2) return halves_from_bytes<isa::half_from_e4m3>;
    if (i.type2 == Type::E5M2x2) return halves_from_bytes<isa::half_from_e5m2>;
  }
  return nullptr;
}

}  // namespace heddle
