// PTX's fundamental types and state spaces.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::ptx {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  U16x2,
  S16x2,
  F32x2,
  TF32,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  E2M1x2,
  E2M3x2,
  E3M2x2,
  UE8M0x2,
  E4M3x4,
  E5M2x4,
  E2M1x4,
  E2M3x4,
  E3M2x4,
  B1,
  B4,
  U4,
  S4,
  S2,
  U2,
  B6x16P32,
  B4x16P64,  // only operands of matrix instructions
  TexRef,
  SamplerRef,
  SurfRef,
};

enum class Space : uint8_t { Generic, Reg, SReg, Const, Global, Local, Param, Shared, Tex };

/// The type named by `name` without its dot ("u32"), if it is one.
std::optional<Type> find_type(std::string_view name);
/// "u32"
std::string_view name_of(Type type);
std::string_view name_of(Space space);
/// Bytes of one value; 0 for None, Pred and opaque types. Sub-byte types count as 1.
uint32_t size_of(Type type);
inline uint32_t bits_of(Type type) { return 8 * size_of(type); }

bool is_signed(Type type);
bool is_unsigned_or_bits(Type type);
bool is_float(Type type);  // of any width, including packed types

}  // namespace heddle::ptx
