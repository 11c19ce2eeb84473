// A trace for ui.perfetto.dev or chrome://tracing: a process per SM, a track per group number
// (under `pdom`, a warp slot), and a slice per packet, from its issue until the group issues again
// or the packet completes, whichever comes first. So slices of a track never overlap, and a long
// slice shows what the group waits for. Viewers colour slices by name, which begins with the PC.
// One microsecond in the viewer is one cycle.
#include <fmt/format.h>

#include <iterator>

#include "base/demangle.hpp"
#include "base/strong_format.hpp"
#include "config/schema.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "trace/texts.hpp"
#include "trace/trace.hpp"

namespace heddle {

namespace {

/// As a JSON string; invalid UTF-8 is replaced.
std::string quoted(const std::string& text) { return compact(Json(text)); }

class PerfettoTrace final : public TraceWriter {
 public:
  PerfettoTrace(const std::filesystem::path& file, TraceWindow window)
      : file_(file), window_(window) {
    file_.write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
    name("process_name", kLaunches, 0, "launches");
  }

  void launch_begins(Cycle now, const Executable& kernel, const Launch& launch) override {
    texts_.begin(kernel);
    launched_ = now;
    auto dim = [](const Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); };
    kernel_ = quoted(fmt::format("{} <<<{}, {}>>>", demangled(kernel.entry->name), dim(launch.grid),
                                 dim(launch.block)));
  }
  void launch_ends(Cycle now) override {
    for (uint32_t sm = 0; sm < sms_.size(); sm++) {
      for (GroupId g; g < sms_[sm].slots.end_id(); ++g) close(sm, g, now);
      std::fill(sms_[sm].group_of.begin(), sms_[sm].group_of.end(), kNoGroup);
      count(sm, now, 0);
    }
    event("{{\"name\":{},\"ph\":\"X\",\"pid\":{},\"tid\":1,\"ts\":{},\"dur\":{}}}", kernel_,
          kLaunches, launched_, now - launched_);
  }
  void fetch_begins(Cycle, uint32_t, GroupId, uint32_t) override {}
  void fetched(Cycle, uint32_t, GroupId, uint32_t) override {}
  void fetch_dropped(Cycle, uint32_t, GroupId) override {}

  void issued(Cycle now, const IssuedPacket& p) override {
    Sm& sm = of(p.sm);
    if (sm.slots.has(p.group)) close(p.sm, p.group, now);
    if (!window_.has(now)) return;
    if (!sm.slots.has(p.group)) sm.slots.resize(p.group.index() + 1);
    if (!sm.group_of.has(p.packet)) sm.group_of.resize(p.packet.index() + 1, kNoGroup);
    Slot& slot = sm.slots[p.group];
    if (!slot.named)
      name("thread_name", pid(p.sm), track(p.group), fmt::format("slot {}", p.group));
    slot = {true, true, now, p.packet, p.pc, {}};
    sm.group_of[p.packet] = p.group;
    std::string& args = slot.arguments;
    fmt::format_to(std::back_inserter(args),
                   "\"pc\":{},\"line\":{},\"unit\":\"{}\",\"warp\":{},\"threads\":{},\"masks\":{{",
                   p.pc, texts_.line_of(p.pc), unit_name(p.unit), p.warp, p.threads.size());
    const char* comma = "";
    for (TileMask part : p.threads) {
      fmt::format_to(std::back_inserter(args), "{}\"tile {}\":\"{:08x}\"", comma, part.tile,
                     part.mask);
      comma = ",";
    }
    args += '}';
    count(p.sm, now, p.threads.size());
  }
  void executes(Cycle, uint32_t, PacketId) override {}
  void completed(Cycle now, uint32_t sm, PacketId packet) override {
    Sm& core = of(sm);
    if (!core.group_of.has(packet) || core.group_of[packet] == kNoGroup) return;
    GroupId g = std::exchange(core.group_of[packet], kNoGroup);
    if (core.slots[g].packet == packet) close(sm, g, now);
  }

  void finish() override {
    file_.write("\n]}\n");
    file_.finish();
  }

 private:
  static constexpr uint32_t kLaunches = 1;  // the process of the launches; SM n is process n + 2

  struct Slot {
    bool open = false, named = false;
    Cycle begin;
    PacketId packet = kNoPacket;
    LinkedPc pc;
    std::string arguments;
  };
  struct Sm {
    IndexedBy<GroupId, Slot> slots;
    IndexedBy<PacketId, GroupId> group_of;  // of packets in flight
    Cycle counted;                          // the cycle whose issued threads are being counted
    uint32_t threads = 0, shown = 0;
  };

  static uint32_t pid(uint32_t sm) { return sm + 2; }
  static uint32_t track(GroupId g) { return g.value() + 1; }
  Sm& of(uint32_t sm) {
    for (auto n = static_cast<uint32_t>(sms_.size()); n <= sm; n++) {
      sms_.emplace_back();
      name("process_name", pid(n), 0, fmt::format("SM {}", n));
    }
    return sms_[sm];
  }

  template <class... T>
  void event(fmt::format_string<T...> format, T&&... values) {
    line_ = first_ ? "\n" : ",\n";
    first_ = false;
    fmt::format_to(std::back_inserter(line_), format, std::forward<T>(values)...);
    file_.write(line_);
  }
  void name(const char* what, uint32_t process, uint32_t track, const std::string& text) {
    event("{{\"name\":\"{}\",\"ph\":\"M\",\"pid\":{},\"tid\":{},\"args\":{{\"name\":\"{}\"}}}}",
          what, process, track, text);
  }
  void close(uint32_t sm, GroupId g, Cycle now) {
    Slot& slot = sms_[sm].slots[g];
    if (!slot.open) return;
    slot.open = false;
    event("{{\"name\":{},\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{},\"dur\":{},\"args\":{{{}}}}}",
          texts_.of(slot.pc, quoted), pid(sm), track(g), slot.begin, now - slot.begin,
          slot.arguments);
  }
  /// Adds to the counter of threads issued per cycle; writes it when it changes.
  void count(uint32_t sm, Cycle now, uint32_t threads) {
    Sm& s = sms_[sm];
    if (now != s.counted) {
      show(s, pid(sm), s.counted, s.threads);
      if (now > s.counted + 1) show(s, pid(sm), s.counted + 1, 0);
      s.counted = now;
      s.threads = 0;
    }
    s.threads += threads;
  }
  void show(Sm& s, uint32_t process, Cycle cycle, uint32_t threads) {
    if (threads == s.shown) return;
    s.shown = threads;
    event(
        "{{\"name\":\"threads "
        "issued\",\"ph\":\"C\",\"pid\":{},\"ts\":{},\"args\":{{\"threads\":{}}}}}",
        process, cycle, threads);
  }

  OutputFile file_;
  TraceWindow window_;
  InstructionTexts texts_;
  std::vector<Sm> sms_;
  std::string kernel_, line_;
  Cycle launched_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<TraceWriter> make_perfetto_trace(const std::filesystem::path& file,
                                                 TraceWindow window) {
  return std::make_unique<PerfettoTrace>(file, window);
}

}  // namespace heddle
