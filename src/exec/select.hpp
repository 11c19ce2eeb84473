// Selects the handler of an instruction. One function per family, each in its own file, maps
// (opcode, type, modifiers) to a handler. Null means that the instruction is not of this family, or
// that PTX does not have the combination or heddle does not support it.
#pragma once

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

struct Selection {
  Handler run = nullptr;
  uint16_t detail = 0;  // for Op::detail
};

// Regular instructions: operands dst[0..], src[0..] in the order of the instruction.
Selection select_integer(const Instruction& i);  // add … rem, sad, dp4a, vabsdiff
Selection select_carry(const Instruction& i);    // add.cc addc sub.cc subc mad.cc madc
Selection select_bits(const Instruction& i);  // logic, shifts, bit fields, prmt, lop3; .pred logic
/// lop3.and, lop3.or: src[0..2], the table in op.detail, predicates in src[3] and dst[1].
Handler select_lookup_and_test(const Instruction& i);
Selection select_float(const Instruction& i);    // f32, f64
Selection select_approx(const Instruction& i);   // .approx and .full
Selection select_half(const Instruction& i);     // f16, bf16, f16x2, bf16x2
Selection select_compare(const Instruction& i);  // set, setp, selp, slct, testp
Selection select_convert(const Instruction& i, RegClass to, RegClass from);  // cvt

/// Tries the regular families in turn.
Selection select_regular(const Function& f, const Instruction& i);

}  // namespace heddle
