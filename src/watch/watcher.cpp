#include "watch/watcher.hpp"

#include <algorithm>

#include "json/json.hpp"
#include "program/inspect/inspect.hpp"

namespace heddle {

void LaneTimeline::count(uint64_t cycle, uint32_t row) {
  while (cycle / bin_ >= kBins) widen();
  counts_[row][cycle / bin_]++;
}

void LaneTimeline::widen() {
  for (auto& bins : counts_) {
    for (size_t i = 0; i < kBins / 2; i++) bins[i] = bins[2 * i] + bins[2 * i + 1];
    std::fill(bins.begin() + kBins / 2, bins.end(), 0);
  }
  bin_ *= 2;
}

std::vector<std::vector<uint64_t>> LaneTimeline::counts(uint64_t cycles) const {
  size_t used = std::min<size_t>(kBins, (cycles + bin_ - 1) / bin_);
  std::vector<std::vector<uint64_t>> all;
  for (const auto& bins : counts_) all.emplace_back(bins.begin(), bins.begin() + used);
  return all;
}

Watcher::Watcher(const MachineConfig& config, uint64_t cycles)
    : limit_(cycles), warp_(config.core.warp) {
  for (size_t u = 0; u < kUnits; u++)
    lanes_[u] = config.core.units[u].lanes * config.core.units[u].count;
}

size_t Watcher::index_of(const Executable& kernel) {
  const std::string name(kernel.entry->name);
  for (size_t i = 0; i < kernels_.size(); i++)
    if (kernels_[i].module == kernel.image.module && kernels_[i].name == name) return i;
  WatchedKernel& k = kernels_.emplace_back();
  k.module = kernel.image.module;
  k.name = name;
  Json graph = inspect_json(kernel.module(), name)["functions"][0];
  // Only the blocks are drawn.
  for (const char* key : {"code", "live_in", "allocation"}) graph.erase(key);
  k.graph = compact(graph);
  k.counts.resize(kernel.code.size());
  for (LinkedPc pc; pc < kernel.code.end_id(); ++pc) k.lines.push_back(kernel.line_of(pc));
  return kernels_.size() - 1;
}

void Watcher::launch_begins(Cycle now, const Executable& kernel, const Launch& launch) {
  kernel_ = index_of(kernel);
  std::vector<size_t>& launches = kernels_[kernel_].launches;
  size_t number = launches.size();
  launches.push_back(launches_++);
  start_ = now;
  uint32_t rows = 0;
  for (uint32_t lanes : lanes_) rows += lanes;
  launch_ = {
      number, 0, 0, launch.block.x * launch.block.y * launch.block.z, {}, LaneTimeline(rows)};
}

void Watcher::launch_ends(Cycle now) {
  launch_.cycles = now - start_;
  WatchedLaunch& kept = kernels_[kernel_].launch;
  if (launch_.thread_instructions > kept.thread_instructions) kept = std::move(launch_);
}

void Watcher::issued(Cycle, const IssuedPacket& packet) {
  WatchedKernel& k = kernels_[kernel_];
  uint32_t threads = packet.threads.size();
  if (threads > 1) k.width = warp_;  // else threads issue individually, and no lane is lost
  k.counts[packet.pc].packets++;
  k.counts[packet.pc].threads += threads;
  launch_.thread_instructions += threads;
  pc_ = packet.pc;
  cells_.clear();
}

void Watcher::lane_works(const LaneUse& use) {
  if (use.sm != 0) return;
  uint32_t row = use.unit * use.lanes + use.lane;
  for (size_t kind = 0; kind < static_cast<size_t>(use.kind); kind++) row += lanes_[kind];
  uint64_t from = use.from - start_;
  launch_.timeline.count(from, row);
  if (from >= limit_) return;
  cells_.push_back(
      {from, use.until - use.from, row, use.block * launch_.block_threads + use.thread});
}

void Watcher::executes(Cycle, uint32_t sm, PacketId) {
  if (sm == 0) end_packet();
}

/// True if the cell is the next thread in the lane of the last slice.
bool Watcher::continues_slice(const Cell& next) const {
  const Slice& s = launch_.slices.back();
  const LaneRun& run = s.runs.front();
  auto length = static_cast<uint64_t>(run.count);
  return s.runs.size() == 1 && next.cycles == 1 && (s.in_turn || (length == 1 && s.cycles == 1)) &&
         next.row == run.row && next.from == s.from + length && next.thread == run.thread + length;
}

/// Combines cells into slices of equal time, and into runs within slices.
void Watcher::end_packet() {
  std::ranges::sort(cells_, {}, [](const Cell& c) { return std::pair(c.from, c.row); });
  Slice* slice = nullptr;
  for (const Cell& c : cells_) {
    if (slice && continues_slice(c)) {
      slice->in_turn = true;
      slice->cycles++;
      slice->runs.front().count++;
      continue;
    }
    if (!slice || slice->in_turn || slice->from != c.from) {
      slice = &launch_.slices.emplace_back();
      *slice = {c.from, c.cycles, pc_, {}};
    }
    if (!slice->runs.empty()) {
      LaneRun& last = slice->runs.back();
      auto length = static_cast<uint32_t>(std::abs(last.count));
      bool next = c.row == last.row + length;
      if (next && last.count > 0 && c.thread == last.thread + length) {
        last.count++;
        continue;
      }
      if (next && (last.count < 0 || length == 1) && c.thread + length == last.thread) {
        last.count = -static_cast<int32_t>(length) - 1;
        continue;
      }
    }
    slice->runs.push_back({c.row, c.thread, 1});
  }
  cells_.clear();
}

}  // namespace heddle
