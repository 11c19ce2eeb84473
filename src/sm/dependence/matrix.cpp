#include "sm/dependence/matrix.hpp"

#include <algorithm>
#include <utility>

#include "sm/divergence/warps.hpp"

namespace heddle {

namespace {

bool writes_any(const TimedOp& op, std::span<const uint16_t> registers) {
  std::span<const uint16_t> written(op.destinations, op.destination_count);
  return std::ranges::any_of(
      registers, [&](uint16_t r) { return std::ranges::find(written, r) != written.end(); });
}

}  // namespace

Matrix::Matrix(const MachineConfig& config)
    : entries_(config.arch.scoreboard_entries), warps_(Warps::limit(config.core)) {}

void Matrix::start(uint32_t tiles, uint32_t slots, uint32_t groups) {
  Exact::start(tiles, slots, groups);
  for (Warp& w : warps_) w.under_way.clear();
  blamed_.assign(groups, false);
}

/// A step of this cycle has room for the warp's other split.
bool Matrix::is_full(const Warp& warp, Cycle now) const {
  if (entries_ == 0 || warp.under_way.empty() || warp.under_way.back().step == now) return false;
  uint32_t steps = 0;
  Cycle last = kNeverCycle;
  for (const Instruction& i : warp.under_way) steps += std::exchange(last, i.step) != i.step;
  return steps >= entries_;
}

Answer Matrix::check(const Issuer& who, const Threads& threads, const TimedOp& op) {
  const Warp& warp = warps_[who.warp];
  auto verdict = [](const Instruction& i) {
    return i.from_memory ? Verdict::Memory : Verdict::Arithmetic;
  };
  if (op.destination_count > 0 && is_full(warp, who.now))
    return {verdict(warp.under_way.front()), warp.under_way.front().tile};
  for (const Instruction& i : warp.under_way) {
    if (!((i.row >> who.path) & 1)) continue;
    if (!writes_any(*i.op, {op.sources, op.source_count}) &&
        !writes_any(*i.op, {op.destinations, op.destination_count}))
      continue;
    Answer answer{verdict(i), i.tile};
    if (!blamed_[who.group] && has_returned(threads, op))
      answer.is_false = blamed_[who.group] = true;
    return answer;
  }
  return {};
}

void Matrix::issue(const Packet& packet, const TimedOp& op) {
  Exact::issue(packet, op);
  blamed_[packet.group] = false;
  if (!takes_entry(packet, op)) return;
  warps_[packet.warp].under_way.push_back(
      {&packet, &op, packet.issued, packet.threads.begin()->tile,
       static_cast<uint8_t>(1 << packet.path), packet.from_memory});
}

void Matrix::complete(const Packet& packet, const TimedOp& op) {
  Exact::complete(packet, op);
  if (!takes_entry(packet, op)) return;
  std::erase_if(warps_[packet.warp].under_way,
                [&](const Instruction& i) { return i.packet == &packet; });
}

void Matrix::regroup(WarpId number, std::span<const uint64_t> paths) {
  Warp& warp = warps_[number];
  std::array<uint8_t, kColumns> step{};
  for (size_t i = 0; i < kColumns; i++)
    for (size_t j = 0; j < kColumns; j++)
      step[i] |= static_cast<uint8_t>(((warp.paths[i] & paths[j]) != 0) << j);
  for (Instruction& under_way : warp.under_way) {
    uint8_t row = 0;
    for (size_t i = 0; i < kColumns; i++)
      if ((under_way.row >> i) & 1) row |= step[i];
    under_way.row = row;
  }
  std::ranges::copy(paths, warp.paths.begin());
}

std::vector<uint8_t> Matrix::rows(WarpId warp) const {
  std::vector<uint8_t> out;
  for (const Instruction& i : warps_[warp].under_way) out.push_back(i.row);
  return out;
}

}  // namespace heddle
