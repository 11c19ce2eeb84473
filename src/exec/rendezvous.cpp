#include "exec/rendezvous.hpp"

#include <fmt/format.h>

#include <bit>

#include "exec/lanes.hpp"
#include "exec/warp_ops.hpp"

namespace heddle {

Rendezvous::Rendezvous(Block& block)
    : block_(block),
      waits_(size_t{block.warp_count()} * kTileThreads),
      in_warp_(block.warp_count(), 0),
      in_block_(block.warp_count(), 0) {
  for (Barrier& b : barriers_) b.arrived.resize(block.warp_count());
}

void Rendezvous::reset() {
  std::ranges::fill(in_warp_, 0);
  std::ranges::fill(in_block_, 0);
  for (Barrier& b : barriers_) {
    std::ranges::fill(b.arrived, 0);
    b.in_use = false;
  }
}

void Rendezvous::arrive(uint32_t warp, uint32_t mask, LinkedPc pc, std::vector<Release>& released) {
  if (block_.kernel().code[pc].action == Action::WarpSync)
    arrive_in_warp(warp, mask, pc, released);
  else
    arrive_at_barrier(warp, mask, pc, released);
}

void Rendezvous::arrive_in_warp(uint32_t warp, uint32_t mask, LinkedPc pc,
                                std::vector<Release>& released) {
  const Op& op = block_.kernel().code[pc];
  Lanes& lanes = block_.lanes(warp);
  const uint32_t* members = lanes.read<uint32_t>(op.src[member_mask_index(*op.source)]);
  for_each_lane(mask, [&](uint32_t lane) {
    if (!((members[lane] >> lane) & 1))
      throw Fault{lane,
                  fmt::format("the thread is not in its own member mask {:#010x}", members[lane])};
  });
  // Nearly always all participants arrive together.
  uint32_t first = members[std::countr_zero(mask)];
  bool together = (first & block_.live(warp)) == mask;
  for_each_lane(mask, [&](uint32_t lane) { together &= members[lane] == first; });
  if (together) {
    WarpExchange x;
    gather(op, lanes, mask, x);
    compute(*op.source, mask, x);
    scatter(op, lanes, mask, x);
    released.push_back({warp, mask, pc});
    return;
  }
  in_warp_[warp] |= mask;
  for_each_lane(mask, [&](uint32_t lane) { wait(warp, lane) = {pc, members[lane]}; });
  for (uint32_t left = mask; left != 0;) {
    auto lane = static_cast<uint32_t>(std::countr_zero(left));
    uint32_t same = 0;
    for_each_lane(left, [&](uint32_t other) {
      if (wait(warp, other).key == wait(warp, lane).key) same |= 1u << other;
    });
    left &= ~same;
    try_complete_warp(warp, wait(warp, lane).key, pc, released);
  }
}

void Rendezvous::try_complete_warp(uint32_t warp, uint32_t members, LinkedPc pc,
                                   std::vector<Release>& released) {
  const auto& code = block_.kernel().code;
  uint32_t arrived = 0;
  for_each_lane(in_warp_[warp] & members, [&](uint32_t lane) {
    const Wait& w = wait(warp, lane);
    if (w.key == members && same_warp_op(*code[w.pc].source, *code[pc].source))
      arrived |= 1u << lane;
  });
  if (arrived == 0 || (members & block_.live(warp)) != arrived) return;
  execute_warp_op(warp, arrived, pc);
  in_warp_[warp] &= ~arrived;
  release(warp, arrived, released);
}

void Rendezvous::execute_warp_op(uint32_t warp, uint32_t mask, LinkedPc pc) {
  const auto& code = block_.kernel().code;
  Lanes& lanes = block_.lanes(warp);
  WarpExchange x;
  for_each_lane(mask,
                [&](uint32_t lane) { gather(code[wait(warp, lane).pc], lanes, 1u << lane, x); });
  compute(*code[pc].source, mask, x);
  for_each_lane(mask,
                [&](uint32_t lane) { scatter(code[wait(warp, lane).pc], lanes, 1u << lane, x); });
}

void Rendezvous::release(uint32_t warp, uint32_t mask, std::vector<Release>& released) {
  while (mask != 0) {
    LinkedPc pc = wait(warp, static_cast<uint32_t>(std::countr_zero(mask))).pc;
    uint32_t same = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      if (wait(warp, lane).pc == pc) same |= 1u << lane;
    });
    released.push_back({warp, same, pc});
    mask &= ~same;
  }
}

void Rendezvous::arrive_at_barrier(uint32_t warp, uint32_t mask, LinkedPc pc,
                                   std::vector<Release>& released) {
  const Op& op = block_.kernel().code[pc];
  Lanes& lanes = block_.lanes(warp);
  const uint32_t* number = lanes.read<uint32_t>(op.src[0]);
  const uint32_t* count = lanes.read<uint32_t>(op.src[1]);
  bool blocks = !op.source->has(Mod::Arrive);
  uint32_t touched = 0;
  for_each_lane(mask, [&](uint32_t lane) {
    uint32_t n = number[lane];
    if (n >= kBarriers)
      throw Fault{lane, fmt::format("barrier {} does not exist: a block has 0 to 15", n)};
    if (count[lane] % kTileThreads != 0)
      throw Fault{lane, fmt::format("a barrier's count of {} threads is not a multiple of 32",
                                    count[lane])};
    Barrier& b = barriers_[n];
    if ((b.arrived[warp] >> lane) & 1)
      throw Fault{lane, fmt::format("the thread arrives at barrier {} twice", n)};
    b.arrived[warp] |= 1u << lane;
    b.expected = count[lane];
    b.in_use = true;
    touched |= 1u << n;
    wait(warp, lane) = {pc, n};
  });
  if (blocks)
    in_block_[warp] |= mask;
  else
    released.push_back({warp, mask, pc});
  for_each_lane(touched, [&](uint32_t n) { try_complete_barrier(n, released); });
}

void Rendezvous::try_complete_barrier(uint32_t number, std::vector<Release>& released) {
  Barrier& b = barriers_[number];
  uint32_t arrived = 0, live_arrived = 0;
  for (uint32_t w = 0; w < block_.warp_count(); w++) {
    if (b.arrived[w] == 0) continue;
    live_arrived += static_cast<uint32_t>(std::popcount(b.arrived[w] & block_.live(w)));
    // With an explicit count, threads that a warp never had or that have exited count as present.
    arrived += static_cast<uint32_t>(std::popcount(b.arrived[w] | ~block_.live(w)));
  }
  bool complete = b.expected ? arrived >= b.expected : live_arrived == block_.live_threads();
  if (!complete || !b.in_use) return;
  reduce(number);
  b.in_use = false;
  for (uint32_t w = 0; w < block_.warp_count(); w++) {
    uint32_t free = 0;
    for_each_lane(b.arrived[w] & in_block_[w], [&](uint32_t lane) {
      if (wait(w, lane).key == number) free |= 1u << lane;
    });
    b.arrived[w] = 0;
    in_block_[w] &= ~free;
    release(w, free, released);
  }
}

// bar.red: reduces the predicates of all threads that wait in a reduction at this barrier.
void Rendezvous::reduce(uint32_t number) {
  const auto& code = block_.kernel().code;
  uint32_t population = 0, threads = 0;
  auto for_each_reducer = [&](auto&& f) {
    for (uint32_t w = 0; w < block_.warp_count(); w++) {
      for_each_lane(barriers_[number].arrived[w] & in_block_[w], [&](uint32_t lane) {
        const Op& op = code[wait(w, lane).pc];
        if (wait(w, lane).key == number && op.source->has(Mod::Red)) f(w, lane, op);
      });
    }
  };
  for_each_reducer([&](uint32_t w, uint32_t lane, const Op& op) {
    population += (block_.lanes(w).read_predicate(op.src[2]) >> lane) & 1;
    threads++;
  });
  for_each_reducer([&](uint32_t w, uint32_t lane, const Op& op) {
    Lanes& lanes = block_.lanes(w);
    if (op.source->has(Mod::Popc))
      lanes.write<uint32_t>(op.dst[0])[lane] = population;
    else
      lanes.write_predicate(
          op.dst[0], 1u << lane,
          (op.source->has(Mod::And) ? population == threads : population > 0) ? kFullMask : 0);
  });
}

void Rendezvous::exited(uint32_t warp, std::vector<Release>& released) {
  for (uint32_t left = in_warp_[warp]; left != 0;) {
    const Wait w = wait(warp, static_cast<uint32_t>(std::countr_zero(left)));
    left &= ~w.key;
    try_complete_warp(warp, w.key, w.pc, released);
  }
  for (uint32_t n = 0; n < kBarriers; n++)
    if (barriers_[n].in_use) try_complete_barrier(n, released);
}

std::string Rendezvous::describe() const {
  const Executable& kernel = block_.kernel();
  std::string out;
  for (uint32_t w = 0; w < block_.warp_count(); w++) {
    for (uint32_t left = waiting(w); left != 0;) {
      auto first = static_cast<uint32_t>(std::countr_zero(left));
      const Wait& at = wait(w, first);
      uint32_t same = 0;
      for_each_lane(left, [&](uint32_t lane) {
        if (wait(w, lane).pc == at.pc && wait(w, lane).key == at.key) same |= 1u << lane;
      });
      left &= ~same;
      bool in_warp = (in_warp_[w] & same) != 0;
      std::string what = in_warp
                             ? fmt::format("waiting for threads {:#010x} of its warp",
                                           at.key & block_.live(w) & ~same)
                             : fmt::format("waiting at barrier {}: {}", at.key, [&] {
                                 uint32_t arrived = 0;
                                 for (uint32_t m : barriers_[at.key].arrived)
                                   arrived += static_cast<uint32_t>(std::popcount(m));
                                 uint32_t expected = barriers_[at.key].expected;
                                 return fmt::format("{} of {} threads have arrived", arrived,
                                                    expected ? expected : block_.live_threads());
                               }());
      out += fmt::format("  warp {}, threads {:#010x}, at {}:{} `{}`: {}\n", w, same,
                         kernel.module().source->name(), kernel.line_of(at.pc),
                         kernel.text_of(at.pc), what);
    }
  }
  return out;
}

}  // namespace heddle
