#include "launch/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle {

namespace {

using Kind = ElementType::Kind;

constexpr ElementType kTypes[] = {
    {"u8", Kind::Unsigned, 1, NumberFormat::Unsigned},
    {"u16", Kind::Unsigned, 2, NumberFormat::Unsigned},
    {"u32", Kind::Unsigned, 4, NumberFormat::Unsigned},
    {"u64", Kind::Unsigned, 8, NumberFormat::Unsigned},
    {"s8", Kind::Signed, 1, NumberFormat::Signed},
    {"s16", Kind::Signed, 2, NumberFormat::Signed},
    {"s32", Kind::Signed, 4, NumberFormat::Signed},
    {"s64", Kind::Signed, 8, NumberFormat::Signed},
    {"b8", Kind::Bits, 1, NumberFormat::Unsigned},
    {"b16", Kind::Bits, 2, NumberFormat::Unsigned},
    {"b32", Kind::Bits, 4, NumberFormat::Unsigned},
    {"b64", Kind::Bits, 8, NumberFormat::Unsigned},
    {"f16", Kind::Float, 2, NumberFormat::F16},
    {"bf16", Kind::Float, 2, NumberFormat::BF16},
    {"f32", Kind::Float, 4, NumberFormat::F32},
    {"f64", Kind::Float, 8, NumberFormat::F64},
};

uint64_t mask_of(const ElementType& type) { return ~uint64_t{0} >> (64 - 8 * type.bytes); }

/// A 16-bit format with a sign and `mantissa` stored bits, rounded to nearest even.
uint64_t round_to_half(double value, int mantissa) {
  int exponent_bits = 15 - mantissa;
  int least = 2 - (1 << (exponent_bits - 1));  // exponent of the smallest normal number
  uint64_t infinity = ((uint64_t{1} << exponent_bits) - 1) << mantissa;
  uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | infinity | uint64_t{1} << (mantissa - 1);
  double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  if (std::isinf(magnitude)) return sign | infinity;
  int exponent = std::max(std::ilogb(magnitude), least);
  // An integer of mantissa + 1 bits; its leading one carries into the exponent field.
  auto digits = static_cast<uint64_t>(std::nearbyint(std::ldexp(magnitude, mantissa - exponent)));
  uint64_t bits = (static_cast<uint64_t>(exponent - least) << mantissa) + digits;
  return sign | std::min(bits, infinity);
}

/// The integer as a double that rounds to fewer bits as the integer itself would: bits that do not
/// fit are combined into the last bit that does (a sticky bit).
double marked_double(uint64_t value) {
  const int excess = std::bit_width(value) - 53;
  if (excess <= 0) return static_cast<double>(value);
  const uint64_t lost = value & ((uint64_t{1} << excess) - 1);
  return static_cast<double>((value - lost) | uint64_t{lost != 0} << excess);
}

std::optional<uint64_t> encode_integer(const ElementType& type, uint64_t magnitude, bool negative) {
  const double value =
      type.format == NumberFormat::F64 ? static_cast<double>(magnitude) : marked_double(magnitude);
  return encode_float(type, negative ? -value : value);
}

}  // namespace

std::span<const ElementType> all_element_types() { return kTypes; }

const ElementType* find_element_type(std::string_view name) {
  for (const ElementType& type : kTypes)
    if (type.name == name) return &type;
  return nullptr;
}

std::optional<uint64_t> encode_signed(const ElementType& type, int64_t value) {
  if (value >= 0) return encode_unsigned(type, static_cast<uint64_t>(value));
  if (type.is_float()) return encode_integer(type, 0 - static_cast<uint64_t>(value), true);
  int64_t least = -1 - static_cast<int64_t>(mask_of(type) >> 1);
  if (type.kind == Kind::Unsigned || value < least) return std::nullopt;
  return static_cast<uint64_t>(value) & mask_of(type);
}

std::optional<uint64_t> encode_unsigned(const ElementType& type, uint64_t value) {
  if (type.is_float()) return encode_integer(type, value, false);
  uint64_t most = type.kind == Kind::Signed ? mask_of(type) >> 1 : mask_of(type);
  if (value > most) return std::nullopt;
  return value;
}

std::optional<uint64_t> encode_float(const ElementType& type, double value) {
  uint64_t bits = 0;
  switch (type.format) {
    case NumberFormat::F64: bits = std::bit_cast<uint64_t>(value); break;
    case NumberFormat::F32: bits = std::bit_cast<uint32_t>(static_cast<float>(value)); break;
    case NumberFormat::F16: bits = round_to_half(value, 10); break;
    case NumberFormat::BF16: bits = round_to_half(value, 7); break;
    default: return std::nullopt;
  }
  if (std::isfinite(value) && !std::isfinite(to_double(type.format, bits))) return std::nullopt;
  return bits;
}

std::optional<uint64_t> encode_bits(const ElementType& type, uint64_t value) {
  if (value > mask_of(type)) return std::nullopt;
  return value;
}

std::string range_text(const ElementType& type) {
  uint64_t mask = mask_of(type);
  int64_t least = -1 - static_cast<int64_t>(mask >> 1);
  switch (type.kind) {
    case Kind::Unsigned: return fmt::format("0 to {}", mask);
    case Kind::Signed: return fmt::format("{} to {}", least, mask >> 1);
    case Kind::Bits: return fmt::format("{} to {}", least, mask);
    case Kind::Float: break;
  }
  double most = type.format == NumberFormat::F16    ? 65504
                : type.format == NumberFormat::BF16 ? 3.3895313892515355e38
                : type.format == NumberFormat::F32  ? 3.4028234663852886e38
                                                    : 1.7976931348623157e308;
  return fmt::format("-{} to {}, inf and nan", most, most);
}

}  // namespace heddle
