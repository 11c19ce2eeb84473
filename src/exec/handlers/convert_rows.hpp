// Conversions of whole rows, and their adaptation to registers wider than their types.
//
// A row conversion works on rows with the width of the types. Most instructions have registers of
// that width and run it in place. The others (`cvt.s64.s8` from a 64-bit register, `cvt.s8.s32` to
// a 32-bit one) run it between copies that narrow the source and extend the result.
#pragma once

#include "exec/handlers/common.hpp"
#include "isa/convert.hpp"

namespace heddle {

/// `source` and `result` point to rows; lanes outside `mask` keep their result.
using RowConversion = void (*)(const void* source, void* result, uint32_t mask, uint16_t detail);

// Op::detail, above the rounding mode.
inline constexpr uint16_t kSat = 1 << 3, kFtz = 1 << 4, kRelu = 1 << 5, kSatfinite = 1 << 6;
inline constexpr uint16_t kConvertFlags = kSat | kFtz | kRelu | kSatfinite;
inline constexpr uint16_t kIntegral = 1 << 7;    // float to float, to an integral value
inline constexpr uint16_t kFromDouble = 1 << 8;  // the source register has 64 bits, its type fewer
inline constexpr uint16_t kToDouble = 1 << 9;    // the result register has 64 bits, its type fewer
inline constexpr uint16_t kToShort = 1 << 10;    // the result register has 16 bits
inline constexpr uint16_t kSignShift = 11;       // bytes of a result to be sign-extended: 0…4

inline isa::Rounding rounding_of(uint16_t detail) {
  return static_cast<isa::Rounding>(detail & kRoundingMask);
}
inline isa::ConvertFlags flags_of(uint16_t detail) {
  return {.sat = (detail & kSat) != 0,
          .ftz = (detail & kFtz) != 0,
          .relu = (detail & kRelu) != 0,
          .satfinite = (detail & kSatfinite) != 0};
}

template <class To, class From, class F>
inline void convert_row(const void* source, void* result, uint32_t mask, F f) {
  map_rows<To, F, From>(static_cast<Raw<To>*>(result), mask, f,
                        static_cast<const Raw<From>*>(source));
}

/// The two versions of a conversion.
struct Conversion {
  Handler natural = nullptr;
  Handler adapted = nullptr;
};

void run_adapted(RowConversion convert, const Op& op, Lanes& lanes, uint32_t mask);

template <RowConversion Convert>
void natural_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  Convert(lanes.read<std::byte>(op.src[0]), lanes.write<std::byte>(op.dst[0]), mask, op.detail);
}
template <RowConversion Convert>
void adapted_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  run_adapted(Convert, op, lanes, mask);
}
template <RowConversion Convert>
constexpr Conversion kConversion{natural_handler<Convert>, adapted_handler<Convert>};

/// Calls `f.operator()<T>()` with the C++ type of an integer or float type of any width.
template <class F>
Conversion for_convertible_integer(Type type, F f) {
  switch (type) {
    case Type::U8: return f.template operator()<uint8_t>();
    case Type::S8: return f.template operator()<int8_t>();
    case Type::U16: return f.template operator()<uint16_t>();
    case Type::S16: return f.template operator()<int16_t>();
    case Type::U32: return f.template operator()<uint32_t>();
    case Type::S32: return f.template operator()<int32_t>();
    case Type::U64: return f.template operator()<uint64_t>();
    case Type::S64: return f.template operator()<int64_t>();
    default: return {};
  }
}
template <class F>
Conversion for_float(Type type, F f) {
  switch (type) {
    case Type::F16: return f.template operator()<isa::Half>();
    case Type::BF16: return f.template operator()<isa::BFloat>();
    case Type::F32: return f.template operator()<float>();
    case Type::F64: return f.template operator()<double>();
    default: return {};
  }
}

// Each is in its own file. `detail` holds the rounding mode and the flags.
Conversion integer_to_integer(Type to, Type from, uint16_t detail);
Conversion float_to_integer(Type to, Type from, uint16_t detail);
Conversion integer_to_float(Type to, Type from, uint16_t detail);
Conversion float_to_float(Type to, Type from, uint16_t detail);
/// tf32, the 8-bit floats, and the packed types; only for registers with the width of the types.
Handler special_conversion(const Instruction& i);

}  // namespace heddle
