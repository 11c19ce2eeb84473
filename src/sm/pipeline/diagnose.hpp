// Pipeline: what it tells about itself when it is checked or stuck.
#pragma once

#include <fmt/format.h>

#include "base/strong_format.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::check_groups() {
  checker_.check_groups(blocks_, rendezvous_, now_, [&](auto add) {
    Threads members, active;
    auto add_all = [&](const IssueSlot& slot) {
      slot.resident.for_each([&](GroupId g) {
        divergence_.members(g, members);
        divergence_.threads(g, active);
        add(g, members, active);
      });
    };
    std::ranges::for_each(ready_.slots(), add_all);
    std::ranges::for_each(ready_.singles(), add_all);
  });
}

/// Threads at a place repeat themselves, or can never end.
template <Divergence D, class U, class I>
bool Pipeline<D, U, I>::spins(const Threads& threads, Place place) const {
  return code_->kernel->is_endless(place.pc) || spin_.spin(threads);
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::find_spinning(SpinFindings& found) const {
  Threads threads;
  for (GroupId g; g < ready_.end_id(); ++g) {
    if (!divergence_.alive(g) || ready_[g].at_barrier) continue;
    // Groups that do not run until their warp comes back to them cannot make progress.
    if constexpr (kCan<Capability::TracksTwoPaths>)
      if (!divergence_.exposed(g)) continue;
    divergence_.threads(g, threads);
    if (threads.empty()) continue;  // all of its threads are ahead of it
    (spins(threads, divergence_.place(g)) ? found.some_spin : found.some_progress) = true;
  }
  // Threads that a rendezvous has already set free are on their way.
  for (const RendezvousUnit::Pending& r : rendezvous_.pending())
    if (!r.threads.empty() && !spins(r.threads, r.place)) found.some_progress = true;
  // A block that only waits for its last accesses will make room for another one.
  blocks_.for_each([&](const ResidentBlock& b) {
    if (b.block.live_threads() == 0) found.some_progress = true;
  });
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::describe(DeadlockReport& report) const {
  using State = DeadlockReport::State;
  std::string core = fmt::format("SM {}", port_.sm());
  blocks_.for_each([&](const ResidentBlock& b) { report.add_block(core, b.block, b.rendezvous); });
  auto add = [&](GroupId g, Place place, const Threads& threads, State state) {
    if (place == kNowhere || threads.empty()) return;
    report.add_threads(fmt::format("{}, group {}", core, g), threads.size(), place.pc, state);
  };
  Threads threads;
  for (GroupId g; g < ready_.end_id(); ++g) {
    if (!divergence_.alive(g)) continue;
    if constexpr (kCan<Capability::PacksSubWarps>)
      divergence_.all_active(g, threads);
    else
      divergence_.threads(g, threads);
    if (!ready_[g].at_barrier)
      add(g, divergence_.place(g), threads,
          spins(threads, divergence_.place(g)) ? State::Spins : State::Held);
    if constexpr (kCan<Capability::ReportsWaiters>)
      divergence_.for_each_waiting(g, [&](Place place, const Threads& others) {
        add(g, place, others, State::WaitsForWarp);
      });
  }
}

}  // namespace heddle
