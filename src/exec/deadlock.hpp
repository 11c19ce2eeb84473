// The error message for a launch that can never end, with and without timing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exec/rendezvous.hpp"

namespace heddle {

/// Why no thread can make progress.
enum class Stuck : uint8_t {
  AllWait,  // every thread waits for another thread
  AllSpin,  // the threads that do not wait repeat the same states
};

/// Lists the waiting threads and where they wait. `location` names the core, or is empty.
class DeadlockReport {
 public:
  explicit DeadlockReport(const Executable& kernel) : kernel_(kernel) {}

  /// Adds an unfinished block and its threads that wait for each other.
  void add_block(std::string_view location, const Block& block, const Rendezvous& rendezvous);
  enum class State : uint8_t { Spins, Held, WaitsForWarp };
  /// Adds other threads, all at the same instruction. `who`: "SM 0, group 3".
  void add_threads(std::string_view who, uint32_t count, LinkedPc pc, State state);

  /// Throws DeadlockError. `arch` is empty without timing.
  [[noreturn]] void raise(Stuck why, std::string_view arch) const;

 private:
  const Executable& kernel_;
  std::string text_;
  bool held_back_ = false;  // some threads neither spin nor wait at a rendezvous
};

}  // namespace heddle
