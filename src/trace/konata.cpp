// A log for the pipeline viewer Konata, with a row per instruction, from fetch to write-back. The
// format (Kanata 0004) is a list of commands in chronological order:
//
//   C= cycle, C cycles          sets the current cycle; advances by a number of cycles
//   I row row thread            a row begins (thread: the SM)
//   L row 0|1 text              its label on the left; its tooltip
//   S row 0 stage, E row 0 stage
//   R row number 0|1            it ends: retired, or flushed (fetched but not issued)
//
// Stages: F fetch, B instruction buffer, Is issue, Co operand collection, Ex execute (memory
// instructions: until the data has arrived), Wb write-back. Some times are known in advance (such
// as the end of operand collection), so commands wait in a queue until their cycle.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <queue>
#include <utility>

#include "base/strong_format.hpp"
#include "config/schema.hpp"
#include "host/file.hpp"
#include "trace/texts.hpp"
#include "trace/trace.hpp"

namespace heddle {

namespace {

class KonataTrace final : public TraceWriter {
 public:
  KonataTrace(const std::filesystem::path& file, TraceWindow window)
      : file_(file), window_(window) {
    file_.write("Kanata\t0004\n");
  }

  void launch_begins(Cycle, const Executable& kernel, const Launch&) override {
    texts_.begin(kernel);
  }
  void launch_ends(Cycle now) override {
    for (Sm& sm : sms_) {
      for (auto& fetches : sm.fetches) drop(now, fetches);
      for (Flight& f : sm.flights) {
        if (f.row == kNone) continue;
        end(std::max(now, f.executes), f.row, "Ex");
        retire(std::max(now, f.executes), f.row, true);
        f.row = kNone;
      }
    }
    write_until(kNeverCycle);
  }

  void fetch_begins(Cycle now, uint32_t sm, GroupId group, uint32_t count) override {
    auto& fetches = fetches_of(sm, group);
    for (uint32_t n = 0; n < count; n++) {
      uint64_t row = window_.has(now) ? add_row(now, sm) : kNone;
      begin(now, row, "F");
      fetches.push_back({row, false});
    }
  }
  void fetched(Cycle now, uint32_t sm, GroupId group, uint32_t count) override {
    auto& fetches = fetches_of(sm, group);
    for (Fetch& f : fetches) {
      if (f.arrived || count == 0) continue;
      f.arrived = true;
      end(now, f.row, "F");
      begin(now, f.row, "B");
      count--;
    }
    // Instructions for buffer entries that were freed while the fetch was in flight.
    for (; count > 0; count--) {
      uint64_t row = window_.has(now) ? add_row(now, sm) : kNone;
      begin(now, row, "B");
      fetches.push_back({row, true});
    }
  }
  void fetch_dropped(Cycle now, uint32_t sm, GroupId group) override {
    drop(now, fetches_of(sm, group));
  }

  void issued(Cycle now, const IssuedPacket& p) override {
    write_until(now);
    auto& fetches = fetches_of(p.sm, p.group);
    uint64_t row = kNone;
    if (p.first && !fetches.empty() && fetches.front().arrived) {
      row = fetches.front().row;
      fetches.pop_front();
      end(now, row, "B");
    }
    if (!window_.has(now)) {
      if (row != kNone) retire(now, row, true);
      return;
    }
    if (row == kNone) row = add_row(now, p.sm);
    command(now, fmt::format("L\t{}\t0\t{}.{} {}", row, p.sm, p.group,
                             texts_.of(p.pc, [](const std::string& text) { return text; })));
    command(now, fmt::format("L\t{}\t1\tline {}, SM {}, group {}, warp {}, {} threads, unit {}",
                             row, texts_.line_of(p.pc), p.sm, p.group, p.warp, p.threads.size(),
                             unit_name(p.unit)));
    begin(now, row, "Is");
    auto& flights = of(p.sm).flights;
    if (!flights.has(p.packet)) flights.resize(p.packet.index() + 1);
    flights[p.packet] = {row, now, now};
  }
  void executes(Cycle when, uint32_t sm, PacketId packet) override {
    Flight* f = flight(sm, packet);
    if (!f) return;
    f->executes = when;
    Cycle collects = std::min(when, f->issued + 1);
    end(collects, f->row, "Is");
    if (collects < when) {
      begin(collects, f->row, "Co");
      end(when, f->row, "Co");
    }
    begin(when, f->row, "Ex");
  }
  void completed(Cycle now, uint32_t sm, PacketId packet) override {
    Flight* f = flight(sm, packet);
    if (!f) return;
    Cycle done = std::max(now, f->executes);
    end(done, f->row, "Ex");
    begin(done, f->row, "Wb");
    end(done + 1, f->row, "Wb");
    retire(done + 1, f->row, false);
    f->row = kNone;
  }

  void finish() override {
    write_until(kNeverCycle);
    file_.finish();
  }

 private:
  static constexpr uint64_t kNone = ~uint64_t{0};

  struct Fetch {
    uint64_t row;
    bool arrived;
  };
  struct Flight {
    uint64_t row = kNone;
    Cycle issued, executes;
  };
  struct Sm {
    IndexedBy<GroupId, std::deque<Fetch>> fetches;  // oldest first
    IndexedBy<PacketId, Flight> flights;
  };
  struct Command {
    Cycle when;
    uint64_t number;
    std::string text;
    bool operator>(const Command& o) const {
      return std::pair(when, number) > std::pair(o.when, o.number);
    }
  };

  Sm& of(uint32_t sm) {
    if (sms_.size() <= sm) sms_.resize(sm + 1);
    return sms_[sm];
  }
  std::deque<Fetch>& fetches_of(uint32_t sm, GroupId group) {
    auto& all = of(sm).fetches;
    if (!all.has(group)) all.resize(group.index() + 1);
    return all[group];
  }
  Flight* flight(uint32_t sm, PacketId packet) {
    auto& all = of(sm).flights;
    return all.has(packet) && all[packet].row != kNone ? &all[packet] : nullptr;
  }

  void command(Cycle when, std::string text) { queue_.push({when, commands_++, std::move(text)}); }
  uint64_t add_row(Cycle now, uint32_t sm) {
    write_until(now);
    command(now, fmt::format("I\t{}\t{}\t{}", rows_, rows_, sm));
    return rows_++;
  }
  void begin(Cycle when, uint64_t row, const char* stage) {
    if (row != kNone) command(when, fmt::format("S\t{}\t0\t{}", row, stage));
  }
  void end(Cycle when, uint64_t row, const char* stage) {
    if (row != kNone) command(when, fmt::format("E\t{}\t0\t{}", row, stage));
  }
  void retire(Cycle when, uint64_t row, bool dropped) {
    command(when, fmt::format("R\t{}\t{}\t{}", row, retired_++, dropped ? 1 : 0));
  }
  void drop(Cycle now, std::deque<Fetch>& fetches) {
    for (const Fetch& f : fetches) {
      if (f.row == kNone) continue;
      end(now, f.row, f.arrived ? "B" : "F");
      retire(now, f.row, true);
    }
    fetches.clear();
  }

  /// Writes the commands of cycles before `now`, since no further ones can be added to them.
  void write_until(Cycle now) {
    while (!queue_.empty() && queue_.top().when < now) {
      const Command& next = queue_.top();
      if (!started_)
        file_.write(fmt::format("C=\t{}\n", next.when));
      else if (next.when != written_)
        file_.write(fmt::format("C\t{}\n", next.when - written_));
      started_ = true;
      written_ = next.when;
      file_.write(next.text);
      file_.write("\n");
      queue_.pop();
    }
  }

  OutputFile file_;
  TraceWindow window_;
  InstructionTexts texts_;
  std::vector<Sm> sms_;
  std::priority_queue<Command, std::vector<Command>, std::greater<>> queue_;
  uint64_t rows_ = 0, retired_ = 0, commands_ = 0;
  Cycle written_;
  bool started_ = false;
};

}  // namespace

std::unique_ptr<TraceWriter> make_konata_trace(const std::filesystem::path& file,
                                               TraceWindow window) {
  return std::make_unique<KonataTrace>(file, window);
}

}  // namespace heddle
