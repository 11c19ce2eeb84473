// What the user reads when a launch can never end, the same with and without timing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exec/rendezvous.hpp"

namespace heddle {

/// Why nothing will ever happen again.
enum class Stuck : uint8_t {
  AllWait,  // every thread waits for another
  AllSpin,  // those that do not wait repeat themselves
};

/// Says who waits where. `place` names the core or is empty.
class DeadlockReport {
 public:
  explicit DeadlockReport(const Executable& kernel) : kernel_(kernel) {}

  /// A block that has not ended, and its threads that wait for each other.
  void add_block(std::string_view place, const Block& block, const Rendezvous& rendezvous);
  enum class State : uint8_t { Spins, Held, WaitsForWarp };
  /// Other threads, all at one instruction. `who`: "SM 0, group 3".
  void add_threads(std::string_view who, uint32_t count, uint32_t pc, State state);

  /// Throws DeadlockError. `arch` is empty without timing.
  [[noreturn]] void raise(Stuck why, std::string_view arch) const;

 private:
  const Executable& kernel_;
  std::string text_;
};

}  // namespace heddle
