#include "ptx/types.hpp"

#include <algorithm>
#include <array>

namespace heddle::ptx {

namespace {

struct TypeInfo {
  Type type;
  std::string_view name;
  uint8_t size;
};

constexpr std::array kTypes = {
    TypeInfo{Type::None, "", 0},
    TypeInfo{Type::Pred, "pred", 0},
    TypeInfo{Type::B8, "b8", 1},
    TypeInfo{Type::B16, "b16", 2},
    TypeInfo{Type::B32, "b32", 4},
    TypeInfo{Type::B64, "b64", 8},
    TypeInfo{Type::B128, "b128", 16},
    TypeInfo{Type::U8, "u8", 1},
    TypeInfo{Type::U16, "u16", 2},
    TypeInfo{Type::U32, "u32", 4},
    TypeInfo{Type::U64, "u64", 8},
    TypeInfo{Type::S8, "s8", 1},
    TypeInfo{Type::S16, "s16", 2},
    TypeInfo{Type::S32, "s32", 4},
    TypeInfo{Type::S64, "s64", 8},
    TypeInfo{Type::F16, "f16", 2},
    TypeInfo{Type::F16x2, "f16x2", 4},
    TypeInfo{Type::BF16, "bf16", 2},
    TypeInfo{Type::BF16x2, "bf16x2", 4},
    TypeInfo{Type::F32, "f32", 4},
    TypeInfo{Type::F64, "f64", 8},
    TypeInfo{Type::U16x2, "u16x2", 4},
    TypeInfo{Type::S16x2, "s16x2", 4},
    TypeInfo{Type::F32x2, "f32x2", 8},
    TypeInfo{Type::TF32, "tf32", 4},
    TypeInfo{Type::E4M3, "e4m3", 1},
    TypeInfo{Type::E5M2, "e5m2", 1},
    TypeInfo{Type::E4M3x2, "e4m3x2", 2},
    TypeInfo{Type::E5M2x2, "e5m2x2", 2},
    TypeInfo{Type::E2M1x2, "e2m1x2", 1},
    TypeInfo{Type::E2M3x2, "e2m3x2", 2},
    TypeInfo{Type::E3M2x2, "e3m2x2", 2},
    TypeInfo{Type::UE8M0x2, "ue8m0x2", 2},
    TypeInfo{Type::E4M3x4, "e4m3x4", 4},
    TypeInfo{Type::E5M2x4, "e5m2x4", 4},
    TypeInfo{Type::E2M1x4, "e2m1x4", 2},
    TypeInfo{Type::E2M3x4, "e2m3x4", 4},
    TypeInfo{Type::E3M2x4, "e3m2x4", 4},
    TypeInfo{Type::B1, "b1", 1},
    TypeInfo{Type::B4, "b4", 1},
    TypeInfo{Type::U4, "u4", 1},
    TypeInfo{Type::S4, "s4", 1},
    TypeInfo{Type::S2, "s2", 1},
    TypeInfo{Type::U2, "u2", 1},
    TypeInfo{Type::B6x16P32, "b6x16_p32", 1},
    TypeInfo{Type::B4x16P64, "b4x16_p64", 1},
    TypeInfo{Type::TexRef, "texref", 0},
    TypeInfo{Type::SamplerRef, "samplerref", 0},
    TypeInfo{Type::SurfRef, "surfref", 0},
};

constexpr bool in_enum_order() {
  for (size_t i = 0; i < kTypes.size(); i++)
    if (static_cast<size_t>(kTypes[i].type) != i) return false;
  return true;
}
static_assert(in_enum_order());

constexpr std::array<std::string_view, 9> kSpaces = {
    "generic", "reg", "sreg", "const", "global", "local", "param", "shared", "tex"};

}  // namespace

std::optional<Type> find_type(std::string_view name) {
  if (name.empty()) return std::nullopt;
  auto found = std::ranges::find(kTypes, name, &TypeInfo::name);
  if (found == kTypes.end()) return std::nullopt;
  return found->type;
}

std::string_view name_of(Type type) { return kTypes[static_cast<size_t>(type)].name; }
std::string_view name_of(Space space) { return kSpaces[static_cast<size_t>(space)]; }
uint32_t size_of(Type type) { return kTypes[static_cast<size_t>(type)].size; }

bool is_signed(Type type) { return type >= Type::S8 && type <= Type::S64; }
bool is_unsigned_or_bits(Type type) { return type >= Type::B8 && type <= Type::U64; }
bool is_float(Type type) {
  return (type >= Type::F16 && type <= Type::F64) || type == Type::F32x2 || type == Type::TF32;
}

}  // namespace heddle::ptx
