#include "sm/dependence/per_path.hpp"

#include <algorithm>

#include "sm/divergence/warps.hpp"

namespace heddle {

PerPath::PerPath(const MachineConfig& config)
    : warps_(Warps::limit(config.core)), room_(config.arch.scoreboard_entries) {}

void PerPath::start(uint32_t tiles, uint32_t slots, uint32_t groups) {
  Exact::start(tiles, slots, groups);
  slots_ = slots;
  words_ = (slots + 63) / 64;
  pending_bits_.clear();
  shadow_bits_.clear();
  for (InFlight& f : in_flight_) {
    f.tiles.clear();
    f.from_memory = 0;
  }
  blamed_.assign(groups, false);
  more_.clear();
  make_boards(warps_);
}

void PerPath::make_boards(uint32_t warps) {
  size_t boards = size_t{warps} * 2;
  pending_bits_.resize(boards * words_);
  shadow_bits_.resize(boards * words_);
  writer_.resize(boards * slots_);
  if (in_flight_.size() < boards) in_flight_.resize(boards);
  known_warps_ = warps;
}

Answer PerPath::check(const Issuer& who, const Threads& threads, const TimedOp& op) {
  // Mechanisms that form warps themselves number more of them than a core has room for.
  if (who.warp.value() >= known_warps_) make_boards(who.warp.value() + 1);
  const InFlight& flight = in_flight_[board(who.warp, who.path)];
  if (room_ && op.destination_count > 0 && flight.tiles.size() >= room_)
    return {flight.from_memory ? Verdict::Memory : Verdict::Arithmetic, flight.tiles.front()};
  size_t own = word(who.warp, who.path), other = word(who.warp, 1 - who.path);
  const Writer* writer = nullptr;
  auto look_at = [&](const uint16_t* slots, uint32_t count) {
    for (uint32_t n = 0; n < count && !writer; n++)
      if (has(pending_bits_, own, slots[n]))
        writer = &writer_[size_t{board(who.warp, who.path)} * slots_ + slots[n]];
      else if (has(shadow_bits_, other, slots[n]))
        writer = &writer_[size_t{board(who.warp, 1 - who.path)} * slots_ + slots[n]];
  };
  look_at(op.sources, op.source_count);
  look_at(op.destinations, op.destination_count);
  if (!writer) return {};
  Answer answer{writer->from_memory ? Verdict::Memory : Verdict::Arithmetic, writer->tile};
  if (!blamed_[who.group] && has_returned(threads, op)) answer.is_false = blamed_[who.group] = true;
  return answer;
}

void PerPath::issue(const Packet& packet, const TimedOp& op) {
  Exact::issue(packet, op);
  blamed_[packet.group] = false;
  if (!takes_entry(packet, op)) return;
  TileId tile = packet.threads.begin()->tile;
  uint32_t own = board(packet.warp, packet.path);
  for (uint32_t n = 0; n < op.destination_count; n++)
    set_pending(own, op.destinations[n], {tile, packet.from_memory});
  if (!room_) return;
  in_flight_[own].tiles.push_back(tile);
  in_flight_[own].from_memory += packet.from_memory;
}

void PerPath::complete(const Packet& packet, const TimedOp& op) {
  Exact::complete(packet, op);
  if (!takes_entry(packet, op)) return;
  TileId tile = packet.threads.begin()->tile;
  uint32_t own = board(packet.warp, packet.path);
  for (uint32_t n = 0; n < op.destination_count; n++) clear_pending(own, op.destinations[n], tile);
  if (!room_) return;
  InFlight& flight = in_flight_[own];
  flight.tiles.erase(std::ranges::find(flight.tiles, tile));
  flight.from_memory -= packet.from_memory;
}

void PerPath::set_pending(uint32_t board, uint32_t slot, Writer writer) {
  uint64_t& word = pending_bits_[size_t{board} * words_ + slot / 64];
  uint64_t bit = uint64_t{1} << (slot % 64);
  if (word & bit) {
    more_.push_back({board, slot, writer});
    return;
  }
  word |= bit;
  writer_[size_t{board} * slots_ + slot] = writer;
}

void PerPath::clear_pending(uint32_t board, uint32_t slot, TileId tile) {
  Writer& known = writer_[size_t{board} * slots_ + slot];
  if (!more_.empty()) {
    // The one that has completed is the known writer, or another of the same tile.
    auto other = std::ranges::find_if(more_, [&](const Another& a) {
      return a.board == board && a.slot == slot && (known.tile == tile || a.writer.tile == tile);
    });
    if (other != more_.end()) {
      if (known.tile == tile) known = other->writer;
      more_.erase(other);
      return;
    }
  }
  size_t word = size_t{board} * words_ + slot / 64;
  pending_bits_[word] &= ~(uint64_t{1} << (slot % 64));
  shadow_bits_[word] &= ~(uint64_t{1} << (slot % 64));
}

void PerPath::regroup(WarpId warp, std::span<const uint64_t>) {
  for (size_t n = word(warp, 0); n < word(warp, 0) + 2 * words_; n++)
    shadow_bits_[n] = pending_bits_[n];
}

void PerPath::split(const Issuer& from, const Threads& threads) {
  for (uint32_t slot = 0; slot < slots_; slot++)
    if (is_pending(from.warp, from.path, slot) && pending(threads, slot))
      shadow_bits_[word(from.warp, from.path) + slot / 64] |= uint64_t{1} << (slot % 64);
}

}  // namespace heddle
