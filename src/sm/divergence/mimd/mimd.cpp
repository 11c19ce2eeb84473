#include "sm/divergence/mimd/mimd.hpp"

namespace heddle {

Mimd::Mimd(const MachineConfig& config)
    : threads_(std::min(Warps::tile_limit(config) * 32, GroupSet::kMax)),
      warps_(config),
      first_(Warps::limit(config.core)),
      live_(Warps::limit(config.core)) {}

void Mimd::arrive(const Arrival& arrival) {
  uint32_t n = 0;
  warps_.form(arrival, [&](uint32_t warp, uint64_t mask) {
    first_[warp] = arrival.first_tile * 32 + n;
    live_[warp] = static_cast<uint32_t>(std::popcount(mask));
    for (uint32_t end = n + live_[warp]; n < end; n++) {
      uint32_t g = arrival.first_tile * 32 + n;
      threads_[g] = {{0, 0}, (arrival.age << 16) + n, warp, true, true};
      changed_.push_back(g);
    }
  });
}

void Mimd::resolve(uint32_t g, const Outcome& outcome) {
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
      uint32_t g = p.tile * 32 + static_cast<uint32_t>(std::countr_zero(m));
      threads_[g].place = place;
      threads_[g].ready = true;
      changed_.push_back(g);
    }
}

}  // namespace heddle
