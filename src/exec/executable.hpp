// A kernel ready to run on one device: the entry and every function it can reach in one flat code
// array, with operands resolved to rows and a handler for each instruction. Immutable and shared.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/indexed_by.hpp"
#include "device_memory/device_memory.hpp"
#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

/// The device addresses of a module's variables, by index in Program::variables (0 unless global or
/// const).
struct ModuleImage {
  ProgramPtr module;
  std::vector<Address> addresses;
};

/// Allocates and initialises the module's global and constant variables; those that `places` names,
/// at these addresses.
ModuleImage place_module(ProgramPtr module, DeviceMemory& memory,
                         const std::map<std::string, Address>& places = {});

struct KernelAttributes {
  uint32_t parameter_bytes = 0;
  uint32_t static_shared_bytes = 0;
  uint32_t local_bytes = 0;  // per thread, static
  uint32_t registers = 0;    // 32-bit registers per thread after allocation
  uint32_t max_threads_per_block = 1024;
};

/// One 32-bit word passed by a call: word `index` of the `words` words in each lane of a row.
struct WordRef {
  Ref row;
  uint8_t words = 1;
  uint8_t index = 0;
};

struct CallSite {
  bool indirect = false;
  uint32_t callee = 0;  // index into Executable::functions
  Ref address;          // indirect: row of function addresses
  std::vector<WordRef> arguments, results;
  CallSignature signature;
};

struct LinkedFunction {
  uint32_t index = 0;   // in the module
  LinkedPc start, end;  // in Executable::code
  uint32_t frame_bytes = 0;
  bool recursive = false;
  Builtin builtin = Builtin::None;
  std::vector<Ref> registers;  // the row of each; offset 0: no instruction uses it
  std::vector<WordRef> parameters, results;
  /// The registers of a recursive function: saved when it is entered, restored when it returns.
  std::vector<WordRef> saved_words;
  std::vector<Ref> saved_predicates;

  LinkedPc at(Pc pc) const { return start + pc.value(); }
};

/// Constants whose value is known at launch time.
struct LaunchConstant {
  enum class Kind : uint8_t { Parameter, Special };
  Kind kind = Kind::Parameter;
  uint32_t offset = 0;  // of the row in the constants
  bool wide = false;
  // Parameter: its offset in the parameter block, and how the value fills the row.
  uint32_t parameter = 0;
  uint8_t bytes = 0;
  bool sign_extend = false;
  uint8_t register_bytes = 4;
  Special special{};
};

struct SpecialRow {
  Special special{};
  Ref row;
};

class Executable {
 public:
  ModuleImage image;
  const Function* entry = nullptr;
  KernelAttributes attributes;

  IndexedBy<LinkedPc, Op> code;  // the entry begins at 0
  std::vector<Ref> refs;
  std::vector<std::byte> constants;
  std::vector<LaunchConstant> launch_constants;
  std::vector<SpecialRow> special_rows;
  std::vector<LinkedFunction> functions;                      // [0] is the entry
  std::unordered_map<uint32_t, uint32_t> function_by_module;  // module index to functions' index
  std::vector<CallSite> call_sites;
  static constexpr LinkedPc kExit = kNoLinkedPc;  // a target that ends the thread
  std::vector<std::vector<LinkedPc>> branch_tables;
  std::vector<bool> endless;  // instructions from which no thread ever ends; empty: there are none

  /// The rows of all registers, for code that inspects a thread's whole state.
  std::vector<std::pair<Ref, RegClass>> rows;
  uint32_t tile_bytes = 0;
  bool has_calls = false;
  bool needs_stack = false;   // recursion or alloca: local memory grows while running
  Ref frame_base, stack_top;  // word rows, valid when has_calls or needs_stack

  const Program& module() const { return *image.module; }
  /// A thread at this instruction runs forever.
  bool is_endless(LinkedPc pc) const {
    return !endless.empty() && code.has(pc) && endless[pc.index()];
  }
  const LinkedFunction& function_at(LinkedPc pc) const;
  uint32_t line_of(LinkedPc pc) const;
  /// The trimmed source text of the instruction.
  std::string text_of(LinkedPc pc) const;
};

using ExecutablePtr = std::shared_ptr<const Executable>;

/// Throws UnsupportedError naming every unsupported instruction the entry can reach, UsageError if
/// there is no such entry or it calls functions without a body, InterruptedError.
ExecutablePtr link(const ModuleImage& image, std::string_view entry, Interrupt interrupt = {});

/// Every instruction of the module that heddle cannot execute, each with file and line.
std::vector<Unsupported> find_unsupported(const Program& module, Interrupt interrupt = {});
/// The same for some functions of the module.
std::vector<Unsupported> find_unsupported(const Program& module,
                                          std::span<const uint32_t> functions,
                                          Interrupt interrupt = {});

}  // namespace heddle
