#include "exec/deadlock.hpp"

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "base/error.hpp"

namespace heddle {

namespace {

std::string_view state_text(DeadlockReport::State state, bool endless) {
  switch (state) {
    case DeadlockReport::State::Spins:
      return endless ? "spinning: no path leads out of this loop"
                     : "spinning: the registers repeat in every iteration";
    case DeadlockReport::State::Held: return "held back while other threads of their warp run";
    case DeadlockReport::State::WaitsForWarp: break;
  }
  return "waiting for other threads of their warp to reach the reconvergence point";
}

}  // namespace

void DeadlockReport::add_block(std::string_view location, const Block& block,
                               const Rendezvous& rendezvous) {
  auto at = block.coordinates();
  text_ += fmt::format(" {}{}block ({}, {}, {}), {} live threads:\n{}", location,
                       location.empty() ? "" : ", ", at[0], at[1], at[2], block.live_threads(),
                       rendezvous.describe());
}

void DeadlockReport::add_threads(std::string_view who, uint32_t count, LinkedPc pc, State state) {
  held_back_ |= state != State::Spins;
  text_ += fmt::format("  {}: {} thread{} at {}:{} `{}`: {}\n", who, count, count == 1 ? "" : "s",
                       kernel_.module().source->name(), kernel_.line_of(pc), kernel_.text_of(pc),
                       state_text(state, kernel_.is_endless(pc)));
}

void DeadlockReport::raise(Stuck why, std::string_view arch) const {
  // What spinning threads wait for is often what those of their own warp would do that do not run.
  const bool by_arch = why == Stuck::AllSpin && held_back_ && !arch.empty();
  throw DeadlockError(fmt::format(
      "kernel '{}': {}{}:\n{}{}", demangled(kernel_.entry->name),
      why == Stuck::AllWait ? "deadlock: every thread is waiting"
                            : "livelock: the threads that are not waiting spin forever",
      arch.empty() ? "" : fmt::format(" under '{}'", arch), text_,
      by_arch ? " If they wait for threads of their own warp, the kernel needs threads that make "
                "progress by themselves, as under 'mimd' and without timing.\n"
              : ""));
}

}  // namespace heddle
