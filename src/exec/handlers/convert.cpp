// cvt: maps types and register widths to a conversion of rows.
#include <cstring>

#include "exec/handlers/convert_rows.hpp"
#include "exec/handlers/families.hpp"

namespace heddle {

void run_adapted(RowConversion convert, const Op& op, Lanes& lanes, uint32_t mask) {
  alignas(64) uint64_t source[kTileThreads];
  alignas(64) uint64_t result[kTileThreads];
  const void* from = lanes.read<std::byte>(op.src[0]);
  if (op.detail & kFromDouble) {
    const uint64_t* wide = lanes.read<uint64_t>(op.src[0]);
    auto* narrow = reinterpret_cast<uint32_t*>(source);
    for (uint32_t i = 0; i < kTileThreads; i++) narrow[i] = static_cast<uint32_t>(wide[i]);
    from = source;
  }
  const uint32_t bits = 8 * (op.detail >> kSignShift);
  const bool extends = bits != 0 || (op.detail & kToDouble) != 0;
  if (!extends) {
    convert(from, lanes.write<std::byte>(op.dst[0]), mask, op.detail);
    return;
  }
  // The result's type has at most 32 bits here.
  convert(from, result, kFullMask, op.detail);
  const auto* narrow = reinterpret_cast<const uint32_t*>(result);
  const uint32_t shift = bits == 0 ? 0 : 64 - bits;
  const auto extended = [&](uint32_t i) {
    return bits == 0
               ? uint64_t{narrow[i]}
               : static_cast<uint64_t>(static_cast<int64_t>(uint64_t{narrow[i]} << shift) >> shift);
  };
  if (op.detail & kToDouble) {
    uint64_t* d = lanes.write<uint64_t>(op.dst[0]);
    for (uint32_t i = 0; i < kTileThreads; i++) d[i] = (mask >> i) & 1 ? extended(i) : d[i];
    return;
  }
  const uint32_t kept = op.detail & kToShort ? 0xffff : 0xffffffff;
  uint32_t* d = lanes.write<uint32_t>(op.dst[0]);
  for (uint32_t i = 0; i < kTileThreads; i++)
    d[i] = (mask >> i) & 1 ? static_cast<uint32_t>(extended(i)) & kept : d[i];
}

namespace {

uint16_t detail_of(const Instruction& i) {
  const bool integral = i.has(Mod::Rni) || i.has(Mod::Rzi) || i.has(Mod::Rmi) || i.has(Mod::Rpi);
  return static_cast<uint16_t>(
      static_cast<uint16_t>(rounding_of(i)) | (i.has(Mod::Sat) ? kSat : 0) |
      (i.has(Mod::Ftz) ? kFtz : 0) | (i.has(Mod::Relu) ? kRelu : 0) |
      (i.has(Mod::Satfinite) ? kSatfinite : 0) | (integral ? kIntegral : 0));
}

// Encodes how the register sizes differ from the types.
uint16_t placement_of(const Instruction& i, uint32_t to_bytes, uint32_t from_bytes) {
  const uint32_t type_bytes = ptx::size_of(i.type);
  uint16_t detail = 0;
  if (from_bytes == 8 && ptx::size_of(i.type2) < 8) detail |= kFromDouble;
  if (to_bytes == 8 && type_bytes < 8) detail |= kToDouble;
  if (to_bytes == 2) detail |= kToShort;
  if (ptx::is_signed(i.type) && type_bytes < to_bytes)
    detail |= static_cast<uint16_t>(type_bytes << kSignShift);
  return detail;
}

Conversion conversion_of(Type to, Type from, uint16_t detail) {
  const bool to_real = ptx::is_float(to), from_real = ptx::is_float(from);
  if (to_real)
    return from_real ? float_to_float(to, from, detail) : integer_to_float(to, from, detail);
  return from_real ? float_to_integer(to, from, detail) : integer_to_integer(to, from, detail);
}

uint32_t bytes_of(RegClass c) { return c == RegClass::Double ? 8 : c == RegClass::Word ? 4 : 0; }

}  // namespace

Selection select_convert_sized(const Instruction& i, uint32_t to_bytes, uint32_t from_bytes) {
  const uint16_t detail = detail_of(i);
  if (Handler special = special_conversion(i)) return {special, detail};
  if (to_bytes < ptx::size_of(i.type) || from_bytes < ptx::size_of(i.type2)) return {};
  const Conversion found = conversion_of(i.type, i.type2, detail);
  const uint16_t placement = placement_of(i, to_bytes, from_bytes);
  const bool natural = (placement & ~kToShort) == 0;
  return {natural ? found.natural : found.adapted, static_cast<uint16_t>(detail | placement)};
}

Selection select_convert(const Instruction& i, RegClass to, RegClass from) {
  return select_convert_sized(i, bytes_of(to), bytes_of(from));
}

}  // namespace heddle
