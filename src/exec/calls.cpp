// Calls and returns, per thread, so that threads of a warp may be at different depths and return to
// different places.
//
// Every function has its own rows in the tile, so an ordinary call only moves parameters. The rows
// of a recursive function are saved when a thread enters it and restored when it returns.
#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "exec/block.hpp"

namespace heddle {

uint32_t Block::read_word(uint32_t lane, WordRef w) const {
  uint32_t value;
  std::memcpy(&value, lanes_.read<std::byte>(w.row) + 4 * (lane * w.words + w.index), 4);
  return value;
}

void Block::write_word(uint32_t lane, WordRef w, uint32_t value) {
  std::memcpy(lanes_.write<std::byte>(w.row) + 4 * (lane * w.words + w.index), &value, 4);
}

void Block::call(uint32_t warp, uint32_t mask, const CallSite& site, uint32_t function,
                 LinkedPc pc) {
  Lanes& l = lanes(warp);
  const LinkedFunction& f = kernel_.functions[function];
  uint32_t* base = l.write<uint32_t>(kernel_.frame_base);
  uint32_t* top = l.write<uint32_t>(kernel_.stack_top);
  std::vector<uint32_t> arguments(site.arguments.size());
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    Thread& thread = calls_[warp * kTileThreads + lane];
    uint64_t new_top = uint64_t{top[lane]} + 16 + f.frame_bytes;
    if (new_top > memory_.local_bytes)
      throw Fault{lane,
                  fmt::format("stack overflow: {} calls deep, {} bytes of local memory per "
                              "thread",
                              thread.frames.size() + 1, memory_.local_bytes),
                  FaultKind::Stack};
    for (size_t n = 0; n < arguments.size(); n++) arguments[n] = read_word(lane, site.arguments[n]);
    thread.frames.push_back({pc + 1, function,
                             static_cast<uint32_t>(&site - kernel_.call_sites.data()), base[lane],
                             top[lane], static_cast<uint32_t>(thread.saved.size())});
    if (f.recursive) {
      for (WordRef w : f.saved_words) thread.saved.push_back(read_word(lane, w));
      for (Ref p : f.saved_predicates) thread.saved.push_back((*l.read<uint32_t>(p) >> lane) & 1);
    }
    for (size_t n = 0; n < arguments.size() && n < f.parameters.size(); n++)
      write_word(lane, f.parameters[n], arguments[n]);
    base[lane] = static_cast<uint32_t>(new_top - f.frame_bytes);
    top[lane] = static_cast<uint32_t>(new_top);
    depth_[warp * kTileThreads + lane]++;
  }
}

ReturnOutcome Block::return_from_call(uint32_t warp, uint32_t mask) {
  ReturnOutcome out;
  Lanes& l = lanes(warp);
  std::vector<uint32_t> results;
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    uint32_t index = warp * kTileThreads + lane;
    if (depth_[index] == 0) {
      out.exited |= 1u << lane;
      continue;
    }
    Thread& thread = calls_[index];
    Frame frame = thread.frames.back();
    thread.frames.pop_back();
    const LinkedFunction& f = kernel_.functions[frame.function];
    const CallSite& site = kernel_.call_sites[frame.call_site];
    results.clear();
    for (WordRef w : f.results) results.push_back(read_word(lane, w));
    if (f.recursive) {
      const uint32_t* saved = thread.saved.data() + frame.saved;
      for (WordRef w : f.saved_words) write_word(lane, w, *saved++);
      for (Ref p : f.saved_predicates) l.write_predicate(p, 1u << lane, *saved++ << lane);
      thread.saved.resize(frame.saved);
    }
    for (size_t n = 0; n < results.size() && n < site.results.size(); n++)
      write_word(lane, site.results[n], results[n]);
    l.write<uint32_t>(kernel_.frame_base)[lane] = frame.frame_base;
    l.write<uint32_t>(kernel_.stack_top)[lane] = frame.stack_top;
    depth_[index]--;
    out.pc[lane] = frame.return_pc;
  }
  return out;
}

}  // namespace heddle
