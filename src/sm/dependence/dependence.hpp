// May a group issue its next instruction, as far as results in flight are concerned?
//
// A dependence mechanism sees issue and completion of packets by thread and register, so it needs
// no word about how threads are grouped: rows split and merge by themselves. Registers are slots of
// TimedCode (allocated 32-bit units, then predicates).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "config/machine.hpp"
#include "sm/packet.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

enum class Verdict : uint8_t { Free, Arithmetic, Memory };  // what it waits for

class Dependence {
 public:
  virtual ~Dependence() = default;
  /// A kernel begins: so many register slots per thread, so many tiles.
  virtual void start(uint32_t tiles, uint32_t slots, uint32_t groups) = 0;
  /// `tile`: when not free, a tile whose next completion may change the verdict.
  virtual Verdict check(uint32_t group, const Threads& threads, const TimedOp& op,
                        uint32_t& tile) = 0;
  /// For groups that issue some of their threads at a time: keeps those that need not wait; says
  /// what the others wait for, Free when there are none.
  virtual Verdict keep_free(uint32_t group, Threads& threads, const TimedOp& op);
  virtual void issue(const Packet& packet, const TimedOp& op) = 0;
  virtual void complete(const Packet& packet, const TimedOp& op) = 0;
};

struct DependenceInfo {
  const char* name;
  const char* sentence;
  std::unique_ptr<Dependence> (*make)(const MachineConfig& config);
};

std::span<const DependenceInfo> dependences();
std::unique_ptr<Dependence> make_dependence(const MachineConfig& config);

}  // namespace heddle
