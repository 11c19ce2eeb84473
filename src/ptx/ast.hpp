// The syntax tree of a PTX module, with nothing resolved. Opcodes and modifiers are just names
// here; program/lower knows which of them exist and what they mean.
//
// A module of 20 MB contains half a million instructions, so the tree is flat: all operands of a
// module are in one vector, nodes refer to ranges of it, and names are views into the source text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "ptx/types.hpp"

namespace heddle::ptx {

/// A piece of the source text, for diagnostics.
struct Span {
  uint32_t offset = 0;
  uint32_t length = 1;
};

/// A range of Module::operands.
struct OperandRange {
  uint32_t first = 0;
  uint32_t count = 0;
};

struct Operand {
  enum class Kind : uint8_t {
    Name,     // register, special register, variable, label, function; `offset` for "name+4"
    Integer,  // `bits`: the 64-bit two's complement value (constant expressions are evaluated)
    Float,    // `bits`: IEEE binary64 for decimal and 0d literals; see `single`
    Vector,   // {a, b, …}: children
    Address,  // [base+offset]: base is one child (Name or Integer; `offset` on this node) and, for
              // texture-like operands, more children: [tex, {x, y}]
    Sink,     // _
    Pair,     // p|q: two children, each Name or Sink
    List,     // (a, b, …) of a call: children
  };
  Kind kind = Kind::Sink;
  bool negated = false;      // !p, and -name in vectors of integers
  bool single = false;       // Float written as 0f…: `bits` holds the binary32 pattern
  bool is_unsigned = false;  // Integer with U suffix or beyond the range of s64
  Span span;
  std::string_view name;    // Name: without member ("%tid")
  std::string_view member;  // Name: "x" of "%tid.x"; also r g b a, lo/hi style names as written
  uint64_t bits = 0;
  int64_t offset = 0;  // Name and Address: the constant added
  OperandRange children;
};

struct Guard {
  std::string_view name;  // empty: no guard
  bool negated = false;
  Span span;
};

struct Instruction {
  Guard guard;
  std::string_view opcode;      // "add"; "ld" for "ld.global.u32"
  uint32_t first_modifier = 0;  // range of Module::modifiers
  uint16_t modifier_count = 0;
  OperandRange operands;  // in source order; the lists of a call are List operands
  Span span;              // opcode with modifiers
};

/// One element of an initialiser, flattened in order of address; padding is zero.
struct Initialiser {
  enum class Kind : uint8_t { Integer, Float, Symbol };
  Kind kind = Kind::Integer;
  bool generic = false;      // generic(symbol)
  uint8_t mask_byte = 0xff;  // 0xFF…(symbol) masks: which byte (0..7) of the address; 0xff: all
  std::string_view symbol;
  uint64_t bits = 0;  // Integer, or the IEEE pattern of the variable's type for Float
  int64_t offset = 0;
  Span span;
};

enum class Linkage : uint8_t { None, Extern, Visible, Weak, Common };

/// A variable, a parameter, or a family of registers.
struct Variable {
  Space space = Space::Reg;
  Linkage linkage = Linkage::None;
  Type type = Type::None;
  uint8_t vector = 1;  // .v2, .v4
  uint32_t align = 0;  // 0: natural
  std::string_view name;
  uint32_t family = 0;  // .reg %r<100>: 100 registers %r0 … %r99; 0: a single name
  bool is_array = false;
  uint64_t elements = 1;           // product of the dimensions; 0 for [] of unknown size
  bool is_pointer = false;         // .ptr
  uint32_t first_initialiser = 0;  // range of Module::initialisers; trailing elements are zero
  uint32_t initialiser_count = 0;
  Span span;

  uint64_t byte_size() const { return uint64_t{size_of(type)} * vector * elements; }
};

struct Prototype {  // .callprototype
  std::vector<Variable> results;
  std::vector<Variable> parameters;
  bool no_return = false;
};

struct Statement {
  enum class Kind : uint8_t {
    Instruction,  // index into Module::instructions
    Label,        // name
    Declaration,  // index into Module::variables
    ScopeBegin,
    ScopeEnd,
    BranchTargets,  // name: its label; `names`: the targets
    CallTargets,    // name; `names`
    Prototype,      // name; index into Module::prototypes
    Pragma,         // name: the string
    Location,       // .loc: file index, line
  };
  Kind kind;
  Span span;
  uint32_t index = 0;
  uint32_t line = 0;  // Location
  std::string_view name;
  OperandRange names;  // Name operands
};

struct Function {
  std::string_view name;
  Linkage linkage = Linkage::None;
  bool is_entry = false;
  bool no_return = false;
  bool has_body = false;
  std::string_view alias_of;  // .alias name, aliasee;
  std::vector<Variable> results;
  std::vector<Variable> parameters;
  std::vector<Statement> body;  // without the outermost braces
  // Performance directives; zero if absent.
  uint32_t max_threads[3] = {0, 0, 0};
  uint32_t required_threads[3] = {0, 0, 0};
  uint32_t cluster_blocks[3] = {1, 1, 1};
  uint32_t min_blocks_per_sm = 0;
  uint32_t max_registers = 0;
  Span span;  // of the name
};

struct Module {
  SourcePtr source;
  uint32_t version_major = 0, version_minor = 0;
  std::string_view target;  // "sm_80"
  uint32_t address_size = 64;
  std::vector<Variable> globals;  // module scope: .global .const .shared (and .extern .shared)
  std::vector<Function> functions;

  std::vector<Instruction> instructions;
  std::vector<std::string_view> modifiers;  // without their dots
  std::vector<Operand> operands;
  std::vector<Variable> variables;  // declared in function bodies
  std::vector<Prototype> prototypes;
  std::vector<Initialiser> initialisers;
  std::vector<std::string_view> files;  // .file, by index (sparse indices leave empty names)
};

}  // namespace heddle::ptx
