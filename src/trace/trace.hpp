// Traces of a run for graphical viewers: every packet that issues in a window of cycles. They are
// written during the run, so a trace may be larger than memory.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "sm/observer.hpp"

namespace heddle {

/// The window of traced cycles: packets that issue at `from` or later, and before `to`. Cycles are
/// counted from the start of the run, across launches.
struct TraceWindow {
  Cycle from, to = kNeverCycle;
  bool has(Cycle c) const { return from <= c && c < to; }
};

/// "FROM:TO"; either may be omitted. Throws UsageError.
TraceWindow parse_trace_window(std::string_view text);

class TraceWriter : public Observer {
 public:
  /// Completes the file. Throws IoError if a write failed, now or earlier: a full disk does not
  /// stop the run.
  virtual void finish() = 0;
};

/// The JSON that ui.perfetto.dev and chrome://tracing read.
std::unique_ptr<TraceWriter> make_perfetto_trace(const std::filesystem::path& file,
                                                 TraceWindow window);
/// The log of pipeline stages that Konata reads.
std::unique_ptr<TraceWriter> make_konata_trace(const std::filesystem::path& file,
                                               TraceWindow window);

/// Several traces of one run.
class Traces final : public TraceWriter {
 public:
  void add(std::unique_ptr<TraceWriter> trace) { all_.push_back(std::move(trace)); }
  bool empty() const { return all_.empty(); }

  void launch_begins(Cycle now, const Executable& kernel, const Launch& launch) override {
    for (auto& t : all_) t->launch_begins(now, kernel, launch);
  }
  void launch_ends(Cycle now) override {
    for (auto& t : all_) t->launch_ends(now);
  }
  void fetch_begins(Cycle now, uint32_t sm, GroupId group, uint32_t count) override {
    for (auto& t : all_) t->fetch_begins(now, sm, group, count);
  }
  void fetched(Cycle now, uint32_t sm, GroupId group, uint32_t count) override {
    for (auto& t : all_) t->fetched(now, sm, group, count);
  }
  void fetch_dropped(Cycle now, uint32_t sm, GroupId group) override {
    for (auto& t : all_) t->fetch_dropped(now, sm, group);
  }
  void issued(Cycle now, const IssuedPacket& packet) override {
    for (auto& t : all_) t->issued(now, packet);
  }
  void executes(Cycle when, uint32_t sm, PacketId packet) override {
    for (auto& t : all_) t->executes(when, sm, packet);
  }
  void completed(Cycle now, uint32_t sm, PacketId packet) override {
    for (auto& t : all_) t->completed(now, sm, packet);
  }
  void finish() override;

 private:
  std::vector<std::unique_ptr<TraceWriter>> all_;
};

}  // namespace heddle
