#include "exec/deadlock.hpp"

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "base/error.hpp"

namespace heddle {

namespace {

std::string_view state_text(DeadlockReport::State state) {
  switch (state) {
    case DeadlockReport::State::Spins: return "spin: the same registers each time round";
    case DeadlockReport::State::Held: return "cannot go on";
    case DeadlockReport::State::WaitsForWarp: break;
  }
  return "wait until the others of their warp have joined them";
}

}  // namespace

void DeadlockReport::add_block(std::string_view place, const Block& block,
                               const Rendezvous& rendezvous) {
  auto at = block.coordinates();
  text_ += fmt::format(" {}{}block ({}, {}, {}), {} threads have not ended:\n{}", place,
                       place.empty() ? "" : ", ", at[0], at[1], at[2], block.live_threads(),
                       rendezvous.describe());
}

void DeadlockReport::add_threads(std::string_view who, uint32_t count, uint32_t pc, State state) {
  text_ += fmt::format("  {}: {} thread{} at {}:{} `{}`: {}\n", who, count, count == 1 ? "" : "s",
                       kernel_.module().source->name(), kernel_.line_of(pc), kernel_.text_of(pc),
                       state_text(state));
}

void DeadlockReport::raise(Stuck why, std::string_view arch) const {
  throw DeadlockError(fmt::format(
      "kernel '{}': {}{}:\n{}", demangled(kernel_.entry->name),
      why == Stuck::AllWait ? "no thread can go on" : "no thread will ever get anywhere",
      arch.empty() ? "" : fmt::format(" under '{}'", arch), text_));
}

}  // namespace heddle
