// Scalar types of a launch description, and how a number becomes the bits of one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "compare/tolerance.hpp"

namespace heddle {

struct ElementType {
  enum class Kind : uint8_t { Unsigned, Signed, Bits, Float };
  std::string_view name;
  Kind kind = Kind::Bits;
  unsigned bytes = 4;
  NumberFormat format = NumberFormat::Unsigned;

  bool is_float() const { return kind == Kind::Float; }
};

/// u8 u16 u32 u64 s8 .. s64 b8 .. b64 f16 bf16 f32 f64.
std::span<const ElementType> all_element_types();
const ElementType* find_element_type(std::string_view name);

/// The bits, or nothing when the value does not fit the type. Bits types take both the signed and
/// the unsigned range.
std::optional<uint64_t> encode_signed(const ElementType& type, int64_t value);
std::optional<uint64_t> encode_unsigned(const ElementType& type, uint64_t value);
/// Rounded to nearest even; nothing when a finite value becomes infinite.
std::optional<uint64_t> encode_float(const ElementType& type, double value);
/// A bit pattern, for every type.
std::optional<uint64_t> encode_bits(const ElementType& type, uint64_t value);

/// "0 to 255", "-128 to 127": for messages.
std::string range_text(const ElementType& type);

}  // namespace heddle
