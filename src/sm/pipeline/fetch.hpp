// Pipeline: fetch. The front end fills the instruction buffers of the groups that want it.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

/// Hands what the front end plans to the event wheel, which hands it back when it is due.
template <Divergence D, class U, class I>
auto Pipeline<D, U, I>::fetch_events() {
  struct Planner {
    Pipeline& core;
    void operator()(uint32_t delay, FrontEnd::Fetched f) const {
      core.schedule(delay, {Event::Kind::Fetched, f.group.value(), f.epoch});
    }
    void operator()(uint32_t delay, FrontEnd::Filled f) const {
      core.schedule(delay, {Event::Kind::Filled, static_cast<uint32_t>(f.unit),
                            static_cast<uint32_t>(f.unit >> 32)});
    }
  };
  return Planner{*this};
}

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::fetch() {
  for (uint32_t n = 0; n < config_.fetch.per_cycle; n++) {
    FrontEnd::Begun begun = front_end_.tick(
        now_, counters_, [&](GroupId g) { return divergence_.place(g).pc; }, fetch_events());
    if (begun.count > 0)
      port_.observe(
          [&](Observer& o) { o.fetch_begins(now_, port_.sm(), begun.group, begun.count); });
  }
}

/// What was fetched after the last instruction is not what follows.
template <Divergence D, class U, class I>
void Pipeline<D, U, I>::drop_fetched(GroupId g) {
  if (is_single(g)) return;
  front_end_.forget(g);
  port_.observe([&](Observer& o) { o.fetch_dropped(now_, port_.sm(), g); });
}

}  // namespace heddle
