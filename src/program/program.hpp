// A PTX module after lowering: typed functions and variables, independent of any device.
//
// Immutable once made. Devices assign the addresses of variables (exec/, place_module), and linking
// places the registers of a kernel (exec/link). The analyses of the functions are kept here, so
// that all devices and launches share them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/interrupt.hpp"
#include "base/source.hpp"
#include "program/analysis/lazy.hpp"
#include "program/instruction.hpp"
#include "ptx/ast.hpp"

namespace heddle {

/// Where a register's value lies while it executes: 8- and 16-bit values live in 32-bit rows.
enum class RegClass : uint8_t { Pred, Word, Double, Quad };
RegClass class_of(Type type);
/// 32-bit units of a register; 0 for a predicate, which lies in a file of its own.
uint32_t units_of(RegClass cls);

struct Register {
  Type type = Type::None;
  std::string_view name;  // "%r" of "%r12" when it belongs to a family
  uint32_t number = 0;    // 12
  bool in_family = false;
  RegClass cls() const { return class_of(type); }
};

struct InitialValue {  // one element of a variable's initial contents
  enum class Kind : uint8_t { Bits, Variable, Function };
  Kind kind = Kind::Bits;
  uint8_t size = 0;          // bytes
  uint8_t mask_byte = 0xff;  // take one byte of the address only; 0xff: all
  bool generic = false;      // generic address rather than one in the variable's own space
  uint32_t index = 0;        // Variable, Function: of the module
  uint64_t bits = 0;
  int64_t offset = 0;
};

struct Variable {
  std::string_view name;
  Space space = Space::Global;
  ptx::Linkage linkage = ptx::Linkage::None;
  Type type = Type::None;
  uint32_t align = 1;
  uint64_t size = 0;     // bytes; 0 for `.extern .shared x[]`
  bool dynamic = false;  // .extern .shared: begins where the static shared memory ends
  uint32_t first_initial = 0, initial_count = 0;  // range of Program::initials
  /// Shared: offset in the block's shared memory. Local: offset in its function's frame.
  /// Param of an entry: offset in the parameter block. Global and const: 0, placed per device.
  uint64_t place = 0;
  /// Param, except an entry's own: it lives in `word_count` consecutive word registers, so that
  /// `ld.param`, `st.param` and `call` read and write registers like everything else.
  Reg first_word = kNoReg;
  uint32_t word_count = 0;
  uint32_t offset = 0;  // into the source text
};

struct CallSignature {
  std::vector<uint32_t> result_sizes, parameter_sizes;  // bytes
  bool operator==(const CallSignature&) const = default;
};

struct BranchTable {
  std::vector<Pc> targets;          // .branchtargets
  std::vector<uint32_t> functions;  // .calltargets
};

/// Functions that every device brings along.
enum class Builtin : uint8_t { None, Printf, Malloc, Free, AssertFail };

struct Function {
  std::string_view name;
  Builtin builtin = Builtin::None;
  bool is_entry = false;
  bool no_return = false;
  bool defined = false;    // has a body, or is built in
  bool recursive = false;  // may be entered again before it has returned
  bool address_taken = false;
  bool has_indirect_call = false;
  uint32_t offset = 0;  // of the name in the source text
  std::vector<Register> registers;
  std::vector<Instruction> code;
  std::vector<Operand> operands;
  std::vector<Variable>
      variables;  // .local, .param and function-scope .shared/.global are here too
  std::vector<uint32_t> parameters;  // entry: indices into variables
  /// Not an entry: the registers that `call` fills and `ret` hands back, in order.
  std::vector<Reg> parameter_registers, result_registers;
  std::vector<BranchTable> tables;
  std::vector<CallSignature> prototypes;
  std::vector<uint32_t> callees;  // direct calls, each function once
  CallSignature signature;
  uint32_t max_threads[3] = {0, 0, 0};
  uint32_t required_threads[3] = {0, 0, 0};
  uint32_t min_blocks_per_sm = 0;
  uint32_t param_bytes = 0;  // entry: size of the parameter block
  uint32_t frame_bytes = 0;  // local memory of one activation
  /// Entry: by instruction, 1 where every path from it ends the thread and does nothing else. A
  /// branch to such an instruction is an exit.
  std::vector<uint8_t> leads_out;

  std::span<const Operand> destinations(const Instruction& i) const {
    return {operands.data() + i.first_operand, i.destination_count};
  }
  std::span<const Operand> sources(const Instruction& i) const {
    return {operands.data() + i.first_operand + i.destination_count, i.source_count};
  }
  const Instruction& at(Pc pc) const { return code[pc.value()]; }
  /// A branch of this function that goes to `pc` ends its threads.
  bool exits_at(uint32_t pc) const { return pc < leads_out.size() && leads_out[pc] != 0; }
};

/// Known to PTX, not supported: named at load; a launch that can reach it is refused.
struct Unsupported {
  uint32_t function = 0;
  Pc pc;
  std::string message;  // with file and line
};

class ModuleAnalysis;

struct Program {
  SourcePtr source;
  std::string_view target;
  std::vector<Function> functions;
  std::vector<Variable> variables;  // module scope; function-scope .global/.const/.shared too
  std::vector<InitialValue> initials;
  std::vector<Unsupported> unsupported;
  uint64_t register_count = 0;  // declared, of all functions
  std::unordered_map<std::string_view, uint32_t> function_index;
  std::unordered_map<std::string_view, uint32_t> variable_index;  // module scope only

  const Function* find_function(std::string_view name) const;
  /// Line of an instruction in the source, from 1.
  uint32_t line_of(const Function& f, Pc pc) const { return source->locate(f.at(pc).offset).line; }

  /// The analyses of all functions, made when they are first needed: module_analysis.hpp. Only of a
  /// program that no longer changes.
  const ModuleAnalysis& analysis() const;

 private:
  Lazy<std::shared_ptr<const ModuleAnalysis>> analysis_;
};

using ProgramPtr = std::shared_ptr<const Program>;

/// Parses and lowers. Throws InputError holding all diagnostics when the text is bad, and
/// InterruptedError.
ProgramPtr load_module(SourcePtr source, Interrupt interrupt = {});
/// The same, with diagnostics left to the caller; null when there were errors.
ProgramPtr lower(const ptx::Module& ast, Diagnostics& diagnostics, Interrupt interrupt = {});

/// Calls `f(Reg)` for each register read: guard, sources, address bases; a guarded instruction also
/// keeps its destination's old value, which liveness must know (see `defines_all`).
template <class F>
void for_each_use(const Function& fn, const Instruction& i, F&& f) {
  if (i.guarded()) f(i.guard);
  for (const Operand& o : fn.sources(i))
    if (o.is_register()) f(o.reg());
  if (i.flow == Flow::Return)
    for (Reg r : fn.result_registers) f(r);
}

template <class F>
void for_each_def(const Function& fn, const Instruction& i, F&& f) {
  for (const Operand& o : fn.destinations(i))
    if (o.is_register()) f(o.reg());
}

/// False when some active thread may keep the destination's old value.
inline bool defines_all(const Instruction& i) { return !i.guarded(); }

}  // namespace heddle
