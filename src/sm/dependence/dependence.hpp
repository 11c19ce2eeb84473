// May a group issue its next instruction, as far as results in flight are concerned?
//
// A dependence mechanism sees issue and completion of packets by thread and register. Registers are
// slots of TimedCode (allocated 32-bit units, then predicates). A mechanism with records by thread
// does not depend on how threads are grouped. For a mechanism with records by warp and path, the
// core reports when the paths of a warp diverge or reconverge, and which threads leave a path when
// a load has returned for some of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "config/machine.hpp"
#include "cost/cost.hpp"
#include "sm/packet.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

enum class Verdict : uint8_t { Free, Arithmetic, Memory };  // what it waits for

/// Who wants to issue, when: a group, its hardware warp, and which of the warp's paths it is (0
/// where warps have one).
struct Issuer {
  GroupId group;
  WarpId warp;
  uint32_t path = 0;
  Cycle now{};
};

/// Larger than two registers on purpose: compilers put a small one together from bytes on the
/// stack, and the CPU waits for them before it can load it as words. It is asked for with every
/// packet.
struct Answer {
  Verdict verdict = Verdict::Free;
  alignas(8) TileId tile;  // when not free: the next completion there may change the verdict
  /// None of its threads has such a result in flight; said once for each instruction.
  alignas(8) bool is_false = false;
  /// The verdict stays as it is until a result for this register arrives there.
  uint16_t slot = kAnyRegister;
};
static_assert(sizeof(Answer) > 16);

class Dependence {
 public:
  virtual ~Dependence() = default;
  /// A kernel begins. `slots`: registers per thread.
  virtual void start(uint32_t tiles, uint32_t slots, uint32_t groups) = 0;
  virtual Answer check(const Issuer& who, const Threads& threads, const TimedOp& op) = 0;
  /// For groups that issue some of their threads at a time: keeps those that need not wait; says
  /// what the others wait for, Free when there are none.
  virtual Verdict keep_free(const Issuer& who, Threads& threads, const TimedOp& op);
  virtual void issue(const Packet& packet, const TimedOp& op) = 0;
  virtual void complete(const Packet& packet, const TimedOp& op) = 0;

  /// From now on each thread's result arrives before an instruction of the same threads, or more,
  /// that issues and runs through them in order comes to it; an instruction of others has to wait
  /// until the given cycle. Says whether the mechanism makes use of it.
  virtual bool chain(const Packet& /*packet*/, const TimedOp& /*op*/, Cycle /*until*/) {
    return false;
  }

  /// A load has returned for some of its threads, which will not complete with the others.
  virtual void complete_part(const Packet& packet, const Threads& part, const TimedOp& op) = 0;
  /// Whether these threads by themselves have all that the instruction needs.
  virtual bool has_returned(const Threads& threads, const TimedOp& op) = 0;
  /// The paths of a warp have diverged or reconverged; `paths` are the threads of each now, where
  /// the mechanism says so.
  virtual void regroup(WarpId /*warp*/, std::span<const uint64_t> /*paths*/) {}
  /// These threads of a path go on as the other path of the warp.
  virtual void split(const Issuer& /*from*/, const Threads& /*threads*/) {}
};

struct DependenceInfo {
  const char* name;
  const char* sentence;
  std::unique_ptr<Dependence> (*make)(const MachineConfig& config);
  CostAdder* cost = nullptr;  // null: it is not counted
};

std::span<const DependenceInfo> dependences();
/// Throws UsageError for an unknown name.
const DependenceInfo& find_dependence(std::string_view name);
std::unique_ptr<Dependence> make_dependence(const MachineConfig& config);

}  // namespace heddle
