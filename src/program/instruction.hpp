// One PTX instruction after lowering: names resolved, types checked, operands in a fixed order.
//
// Everything that analyses or executes code starts from this form. Operands lie in
// Function::operands; destinations come first, then sources (see `OperandRole` of each opcode
// below).
#pragma once

#include <cstdint>
#include <span>

#include "base/strong.hpp"
#include "program/opcode.hpp"
#include "ptx/types.hpp"

namespace heddle {

using ptx::Space;
using ptx::Type;

/// An instruction's place in its function (Function::code).
struct PcTag;
using Pc = Strong<PcTag, uint32_t>;
inline constexpr Pc kNoPc{0xffffffff};

/// A register of one function (Function::registers).
struct RegTag;
using Reg = Strong<RegTag, uint32_t>;
inline constexpr Reg kNoReg{0xffffffff};

enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  SmId,
  NsmId,
  GridId,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  GlobalTimerLo,
  GlobalTimerHi,
  DynamicSmemSize,
  TotalSmemSize,
  WorkspaceHigh,  // the two halves of the address of a cooperative launch's workspace
  WorkspaceLow,
  Count,
};

struct Operand {
  enum class Kind : uint8_t {
    None,       // absent optional operand
    Register,   // index: Reg
    Immediate,  // value: bits, already in the instruction's type
    Special,    // index: Special
    Variable,   // address of a variable: index into Program::variables or Function::variables
    Function,   // address of a function: index into Program::functions
    Target,     // branch target: index: Pc
    Table,      // brx targets / call targets: index into Function::tables
    Prototype,  // index into Function::prototypes
    Sink,       // result not wanted
  };
  Kind kind = Kind::None;
  bool negated = false;    // !p
  bool in_module = false;  // Variable: of the module rather than of the function
  uint32_t index = 0;
  int64_t value = 0;  // Immediate: bits; addresses (memory operands, Variable): constant offset

  bool is_register() const { return kind == Kind::Register; }
  Reg reg() const { return Reg{index}; }
  Pc target() const { return Pc{index}; }
};

/// How an instruction moves control; everything else is `Next`.
enum class Flow : uint8_t {
  Next,
  Branch,   // bra: to target 0; a guard makes it conditional
  Indexed,  // brx.idx: to one of a table
  Call,
  Return,
  Exit,
  Trap,
};

struct Instruction {
  Opcode op{};
  Flow flow = Flow::Next;
  Type type = Type::None;   // the first type modifier: of the result for cvt and set
  Type type2 = Type::None;  // the second
  Type type3 = Type::None;
  Space space = Space::Generic;  // memory instructions, cvta, isspacep
  uint8_t vector = 1;            // ld, st, atom, red
  uint8_t destination_count = 0;
  uint8_t source_count = 0;
  bool guard_negated = false;
  bool parameter_words = false;  // ld.param, st.param of a call's parameters, which are registers
  Reg guard = kNoReg;
  uint32_t first_operand = 0;  // destinations, then sources
  uint32_t offset = 0;         // into the source text
  ModSet mods;

  bool has(Mod m) const { return mods.has(m); }
  bool guarded() const { return guard != kNoReg; }
};

}  // namespace heddle
