// The checker of scalarization: does every thread find its own value in the register that its warp
// has once?
//
// Values are computed by thread, each with registers of its own, so a register taken as scalar by
// mistake, or one whose place another one has taken, would only show as timing that is too good.
// The checker keeps the scalar register file of each warp as hardware would, by allocated place,
// and objects when a packet reads a scalar register that holds something else than one of its
// threads has, or when an instruction that executes once has operands, addresses or results that
// differ. lucas2015 §5.8: "We verified that our algorithm works correctly […] by adding checks to
// the simulator."
#pragma once

#include <cstddef>
#include <vector>

#include "sm/threads.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class ScalarChecker {
 public:
  /// A kernel begins; `warp` threads have a scalar register together.
  void start(const TimedCode& code, uint32_t tiles, uint32_t warp);
  /// The threads of a tile begin: all their registers are zero.
  void begin(TileId tile);
  /// A packet issues for the threads `all`; those of `part` execute it, in one tile whose
  /// registers lie at `registers`.
  void read(LinkedPc pc, TileMask part, uint32_t all, const std::byte* registers) const;
  /// Its results are there, and its addresses, if it has any.
  void write(LinkedPc pc, TileMask part, const std::byte* registers, const Access* access);

 private:
  struct Operand {
    uint32_t row = 0;  // offset of its row in a tile
    RegClass cls = RegClass::Word;
    uint32_t place = kVector;  // in the file
    uint32_t number = 0;       // of the register, for messages
  };
  struct Instruction {
    bool scalar = false;
    uint32_t guard = 0, reads = 0, writes = 0, end = 0;  // ranges of operands_
  };
  static constexpr uint32_t kVector = TimedCode::kVector;

  void add(const TimedCode& code, size_t f, Reg r);
  uint32_t* file(TileMask part);
  const uint32_t* file(TileMask part) const { return const_cast<ScalarChecker*>(this)->file(part); }
  void check_equal(LinkedPc pc, const Operand& o, TileMask part, const std::byte* registers,
                   const char* what) const;
  void check_held(LinkedPc pc, const Operand& o, TileMask part, const std::byte* registers) const;
  [[noreturn]] void object(LinkedPc pc, TileMask part, const std::string& what) const;

  const TimedCode* code_ = nullptr;
  uint32_t warp_ = 32, size_ = 0;  // words of a warp's file
  IndexedBy<LinkedPc, Instruction> instructions_;
  std::vector<Operand> operands_;
  std::vector<uint32_t> files_;  // [tile][warp of the tile][place]
};

}  // namespace heddle
