// The executable form of instructions: a handler, and operands resolved to rows.
//
// The registers of 32 consecutive threads of a block (an architectural warp) form a tile. A row is
// one register of a tile: 32 values of 4, 8 or 16 bytes, or, for a predicate, one word with a bit
// per thread. A packet of threads of one tile executes in place, under a mask, with one indirect
// call. Constants (literals, addresses, kernel parameters) are rows of a pool with all lanes equal,
// so handlers read all operands in the same way.
#pragma once

#include <cstdint>

#include "base/strong.hpp"
#include "device_memory/device_memory.hpp"
#include "program/instruction.hpp"

namespace heddle {

/// An instruction's place in Executable::code, where all functions of a kernel lie one behind the
/// other; a Pc is its place in its own function.
struct LinkedPcTag;
using LinkedPc = Strong<LinkedPcTag, uint32_t>;
inline constexpr LinkedPc kNoLinkedPc{0xffffffff};

inline constexpr uint32_t kTileThreads = 32;
inline constexpr uint32_t kFullMask = 0xffffffff;

/// The location of an operand's row.
struct Ref {
  uint32_t offset : 30 = 0;   // bytes from the start of the tile or of the constants
  uint32_t constant : 1 = 0;  // in the constant pool
  uint32_t negated : 1 = 0;   // a predicate read as its complement
};

struct Op;
struct Lanes;

/// Executes `op` for the threads of `mask` (never empty) of one tile.
using Handler = void (*)(const Op& op, Lanes& lanes, uint32_t mask);

/// What the engine must do for an instruction, besides calling its handler.
enum class Action : uint8_t {
  Simple,  // call the handler, continue with the next instruction
  Branch,
  Indexed,
  Call,
  Return,
  Exit,
  Trap,
  Barrier,   // bar, barrier: rendezvous of a block
  WarpSync,  // shfl, vote, match, redux, bar.warp: rendezvous of named threads of a warp
};

struct Op {
  Handler run = nullptr;
  Action action = Action::Simple;
  bool guarded = false;
  bool guard_negated = false;
  uint8_t count = 1;          // elements of a memory access or of a multi-element move
  uint8_t bytes = 4;          // bytes of one element
  bool wide_address = true;   // the address row holds 64-bit values
  bool target_exits = false;  // a branch that ends the threads that take it
  bool next_exits = false;  // a guarded branch, return or exit that ends all other threads as well
  uint16_t detail = 0;      // handler-specific data (rounding, mode, table …)
  Space space = Space::Generic;  // of a memory access
  uint32_t guard = 0;            // offset of the predicate's row
  Ref dst[2];
  Ref src[4];
  uint32_t list = 0;    // first additional operand in Executable::refs
  uint32_t target = 0;  // branch target, or index of a branch table
  int64_t offset = 0;   // added to the address
  const Instruction* source = nullptr;
  uint32_t function = 0;  // index in the module

  LinkedPc target_pc() const { return LinkedPc(target); }  // of a branch
};

/// The addresses of the last memory instruction, one per thread of its mask, for the memory model.
struct Access {
  uint32_t mask = 0;
  uint32_t bytes = 0;               // per thread, all elements together
  Address lowest = 0, highest = 0;  // as signed numbers: of any address beyond 2^63, `lowest` is
  alignas(64) Address address[kTileThreads];
};

class Block;
class EffectLog;
struct BlockMemory;

/// The state available to a handler.
struct Lanes {
  std::byte* tile = nullptr;
  const std::byte* constants = nullptr;
  const Ref* refs = nullptr;      // Executable::refs
  BlockMemory* memory = nullptr;  // the block's address spaces
  uint32_t first_thread = 0;      // of the tile, in the block
  uint64_t clock = 0;             // %clock64
  EffectLog* log = nullptr;       // where accesses of device memory wait; null: they do not
  Access access;

  template <class Raw>
  Raw* write(Ref r) {
    return reinterpret_cast<Raw*>(tile + r.offset);
  }
  template <class Raw>
  const Raw* read(Ref r) const {
    return reinterpret_cast<const Raw*>((r.constant ? constants : tile) + r.offset);
  }
  uint32_t read_predicate(Ref r) const { return *read<uint32_t>(r) ^ (r.negated ? kFullMask : 0); }
  void write_predicate(Ref r, uint32_t mask, uint32_t bits) {
    uint32_t& row = *write<uint32_t>(r);
    row = (row & ~mask) | (bits & mask);
  }
};

}  // namespace heddle
