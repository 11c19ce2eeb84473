#include "sm/divergence/mimd/mimd.hpp"

namespace heddle {

Mimd::Mimd(const MachineConfig& config)
    : threads_(std::min(Warps::tile_limit(config) * 32, GroupSet::kMax)),
      warps_(config),
      first_(Warps::limit(config.core)),
      live_(Warps::limit(config.core)) {}

void Mimd::arrive(const Arrival& arrival) {
  uint32_t n = 0;
  warps_.form(arrival, [&](WarpId warp, uint64_t mask) {
    first_[warp] = GroupId(thread_number(arrival.first_tile, n));
    live_[warp] = static_cast<uint32_t>(std::popcount(mask));
    for (uint32_t end = n + live_[warp]; n < end; n++) {
      GroupId g(thread_number(arrival.first_tile, n));
      threads_[g] = {kEntryPlace, (arrival.age << 16) + n, warp, true, true};
      changed_.push_back(g);
    }
  });
}

void Mimd::resolve(GroupId g, const Outcome& outcome) {
  if (!outcome.exited.empty()) {
    threads_[g].live = false;
    if (--live_[threads_[g].warp] == 0) warps_.free(threads_[g].warp);
  }
  if (!outcome.destinations.empty()) {
    threads_[g].place = outcome.destinations[0].place;
    threads_[g].ready = true;
  }
  changed_.push_back(g);
}

void Mimd::release(const Threads& threads, Place place) {
  for (TileMask p : threads)
    for (uint32_t m = p.mask; m != 0; m &= m - 1) {
      GroupId g(thread_number(p.tile, static_cast<uint32_t>(std::countr_zero(m))));
      threads_[g].place = place;
      threads_[g].ready = true;
      changed_.push_back(g);
    }
}

}  // namespace heddle
