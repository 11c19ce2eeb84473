// What each opcode may look like: its modifiers, how many operands it takes, and of what type each
// operand is. Lowering checks against it; linking uses it to know how wide a row an operand needs.
#pragma once

#include "program/instruction.hpp"

namespace heddle {

struct Signature {
  Opcode op{};
  bool supported = false;  // false: known to PTX, never executed by heddle; nothing else is checked
  uint8_t destinations = 0;
  uint8_t min_sources = 0, max_sources = 0;
  uint8_t types = 0;  // how many type modifiers
  ModSet mods;        // allowed
};

const Signature& signature_of(Opcode op);

/// The type of source `index` of an instruction of the regular kind; None when any type will do.
Type source_type(const Instruction& i, uint32_t index);
Type destination_type(const Instruction& i, uint32_t index);
/// ld, st and cvt take registers wider than their type.
bool takes_wider_registers(Opcode op);
/// u32 -> u64, s16 -> s32: the result of mul.wide.
Type widened(Type type);

}  // namespace heddle
