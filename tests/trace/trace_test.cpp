// Traces contain every packet exactly once, in the formats of their viewers.
#include "trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "effort.hpp"
#include "gpu/timed_kernel.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "numbers.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using test::plain_machine;
using test::TimedKernel;

/// Diverges, loops as often as the thread's number, loads and stores, waits at a barrier.
constexpr const char* kBody = R"(
  ld.param.u64 %rd1, [pout];
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 3;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
again:
  ld.global.u32 %r3, [%rd3];
  add.u32 %r3, %r3, 1;
  st.global.u32 [%rd3], %r3;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra out;
  sub.u32 %r2, %r2, 1;
  bra again;
out:
  bar.sync 0;)";

struct Traced {
  LaunchResult result;
  std::string perfetto, konata;
  std::string error;  // of the run
};

MachineConfig machine_with(const char* divergence) {
  MachineConfig c = plain_machine();
  c.sms = 2;
  c.arch.divergence = divergence;
  c.registers.read_latency = 2;
  c.core.schedulers = 2;
  return c;
}

Traced trace(const MachineConfig& config, TraceWindow window = {}) {
  ScratchFolder folder;
  Traced out;
  Traces traces;
  traces.add(make_perfetto_trace(folder / "t.json", window));
  traces.add(make_konata_trace(folder / "t.log", window));
  {
    Machine machine(ValidMachine(config), {.check = true, .progress = {}, .observer = &traces});
    try {
      out.result = TimedKernel(kBody).run(machine, 96, 3);
    } catch (const Error& e) {
      out.error = e.what();
    }
  }
  traces.finish();
  out.perfetto = read_file(folder / "t.json");
  out.konata = read_file(folder / "t.log");
  return out;
}

uint64_t packets(const LaunchResult& r) {
  uint64_t n = 0;
  for (const Counters& sm : r.sms) n += sm.core.warp_instructions;
  return n;
}

struct Slice {
  uint64_t begin, end;
  uint64_t threads;
};

/// Slices of SMs by (process, track), in order of time.
std::map<std::pair<int, int>, std::vector<Slice>> slices_of(const std::string& text) {
  std::map<std::pair<int, int>, std::vector<Slice>> out;
  const Json all = parse_json(text);
  for (const Json& e : all["traceEvents"]) {
    if (e["ph"] != "X" || e["pid"] == 1) continue;
    uint64_t begin = e["ts"], cycles = e["dur"];
    EXPECT_EQ(e["name"].get<std::string>().find(std::to_string(e["args"]["pc"].get<int>()) + ": "),
              0u);
    EXPECT_GT(e["args"]["line"], 0);
    out[{e["pid"], e["tid"]}].push_back({begin, begin + cycles, e["args"]["threads"]});
  }
  for (auto& [track, slices] : out)
    std::ranges::stable_sort(slices, {}, [](const Slice& s) { return s.begin; });
  return out;
}

class TraceOf : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (quick_effort() && !is_quick_mechanism(GetParam())) GTEST_SKIP() << kTooLarge;
  }
};

TEST_P(TraceOf, SlicesOfATrackDoNotOverlapAndAreAllPackets) {
  Traced t = trace(machine_with(GetParam()));
  uint64_t count = 0, threads = 0, expected_threads = 0;
  for (const auto& [track, slices] : slices_of(t.perfetto)) {
    for (size_t n = 1; n < slices.size(); n++) EXPECT_LE(slices[n - 1].end, slices[n].begin);
    count += slices.size();
    for (const Slice& s : slices) threads += s.threads;
  }
  EXPECT_EQ(count, packets(t.result));
  for (const Counters& sm : t.result.sms) expected_threads += sm.core.thread_instructions;
  EXPECT_EQ(threads, expected_threads);
}

TEST_P(TraceOf, ObservingChangesNothing) {
  MachineConfig config = machine_with(GetParam());
  LaunchResult alone = TimedKernel(kBody).run(config, 96, 3);
  Traced t = trace(config);
  EXPECT_EQ(t.result.cycles, alone.cycles);
  for (size_t sm = 0; sm < alone.sms.size(); sm++)
    EXPECT_EQ(t.result.sms[sm].core.slots, alone.sms[sm].core.slots);
}

/// Follows a log command by command.
class KonataReader {
 public:
  explicit KonataReader(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "Kanata\t0004");
    while (std::getline(lines, line)) {
      std::vector<std::string> words;
      std::istringstream split(line);
      for (std::string word; std::getline(split, word, '\t');) words.push_back(word);
      take(words, line);
    }
    for (const auto& [row, r] : rows_) EXPECT_TRUE(r.ended) << "row " << row;
  }

  uint64_t retired = 0, dropped = 0;
  std::map<std::string, uint64_t> stages;  // how many rows passed each
  std::vector<Cycle> issues;

 private:
  struct Row {
    std::string stage;
    std::string passed;
    bool ended = false;
  };

  void take(const std::vector<std::string>& w, const std::string& line) {
    SCOPED_TRACE(line);
    ASSERT_GE(w.size(), 2u);
    uint64_t first = std::stoull(w[1]);
    if (w[0] == "C=") {
      EXPECT_TRUE(rows_.empty());
      now_ = Cycle(first);
    } else if (w[0] == "C") {
      EXPECT_GT(first, 0u);
      now_ += first;
    } else if (w[0] == "I") {
      ASSERT_EQ(w.size(), 4u);
      EXPECT_EQ(first, rows_.size());
      rows_[first] = {};
    } else {
      ASSERT_TRUE(rows_.contains(first));
      row_command(w, rows_[first]);
    }
  }
  void row_command(const std::vector<std::string>& w, Row& row) {
    EXPECT_FALSE(row.ended);
    if (w[0] == "L") {
      ASSERT_EQ(w.size(), 4u);
    } else if (w[0] == "S") {
      ASSERT_EQ(w.size(), 4u);
      EXPECT_EQ(row.stage, "");
      row.stage = w[3];
      row.passed += w[3] + " ";
      stages[w[3]]++;
      if (w[3] == "Is") issues.push_back(now_);
    } else if (w[0] == "E") {
      ASSERT_EQ(w.size(), 4u);
      EXPECT_EQ(row.stage, w[3]);
      row.stage = "";
    } else {
      ASSERT_EQ(w[0], "R");
      EXPECT_EQ(row.stage, "");
      row.ended = true;
      bool issued = w[3] == "0";
      (issued ? retired : dropped)++;
      EXPECT_THAT(row.passed, testing::MatchesRegex(issued ? "(F )?(B )?Is (Co )?Ex Wb "
                                                           : "(F )?(B )?(Is (Co )?Ex )?"));
    }
  }

  std::map<uint64_t, Row> rows_;
  Cycle now_;
};

TEST_P(TraceOf, KonataRowsPassTheStagesInOrder) {
  Traced t = trace(machine_with(GetParam()));
  KonataReader log(t.konata);
  EXPECT_EQ(log.retired, packets(t.result));
  EXPECT_EQ(log.stages["Is"], packets(t.result));
  EXPECT_EQ(log.stages["Co"], packets(t.result));  // two cycles to read registers
}

TEST_P(TraceOf, AWindowHasWhatIssuesInIt) {
  MachineConfig config = machine_with(GetParam());
  uint64_t expected = 0;
  for (const auto& [track, slices] : slices_of(trace(config).perfetto))
    for (const Slice& s : slices) expected += s.begin >= 20 && s.begin < 60;
  Traced t = trace(config, {20_cycle, 60_cycle});
  uint64_t count = 0;
  for (const auto& [track, slices] : slices_of(t.perfetto)) count += slices.size();
  EXPECT_EQ(count, expected);
  EXPECT_GT(count, 0u);
  KonataReader log(t.konata);
  EXPECT_EQ(log.retired, expected);
  for (Cycle c : log.issues) EXPECT_TRUE(c >= 20_cycle && c < 60_cycle);
}

TEST_P(TraceOf, AStoppedRunLeavesWholeFiles) {
  MachineConfig config = machine_with(GetParam());
  config.max_cycles = 50;
  Traced t = trace(config);
  EXPECT_THAT(t.error, testing::HasSubstr("limit of 50 cycles"));
  EXPECT_GT(slices_of(t.perfetto).size(), 0u);
  KonataReader log(t.konata);
  EXPECT_GT(log.retired, 0u);
}

INSTANTIATE_TEST_SUITE_P(Mechanism, TraceOf, ::testing::ValuesIn(test::mechanisms()),
                         [](const auto& p) { return std::string(p.param); });

TEST(Trace, SliceIsWhatTheWarpWaitsFor) {
  // One warp, one instruction after another: the load at cycle 6 (fetch 1, five instructions before
  // it) takes 10 cycles of memory, and the addition waits for it.
  Traced t = trace(plain_machine());
  const Json all = parse_json(t.perfetto);
  bool found = false;
  for (const Json& e : all["traceEvents"]) {
    if (e["ph"] != "X" || e["pid"] == 1 || e["args"]["pc"] != 5 || found) continue;
    found = true;
    EXPECT_EQ(e["name"], "5: ld.global.u32 %r3, [%rd3]");
    EXPECT_GE(e["dur"], 10);
    EXPECT_EQ(e["args"]["threads"], 32);
    EXPECT_EQ(e["args"]["masks"]["tile 0"], "ffffffff");
  }
  EXPECT_TRUE(found);
}

TEST(Trace, AFullDiskDoesNotStopTheRun) {
  ASSERT_TRUE(fs::exists("/dev/full")) << "every Linux has it";
  Traces traces;
  traces.add(make_perfetto_trace("/dev/full", {}));
  traces.add(make_konata_trace("/dev/full", {}));
  Machine machine(ValidMachine(plain_machine()),
                  {.check = true, .progress = {}, .observer = &traces});
  EXPECT_EQ(TimedKernel(kBody).run(machine, 32, 200).blocks, 200u);
  EXPECT_THROW(traces.finish(), IoError);
}

TEST(TraceWindow, IsReadOrRefused) {
  auto is = [](const char* text, Cycle from, Cycle to) {
    TraceWindow w = parse_trace_window(text);
    EXPECT_EQ(w.from, from) << text;
    EXPECT_EQ(w.to, to) << text;
  };
  is("10:20", 10_cycle, 20_cycle);
  is("10:", 10_cycle, kNeverCycle);
  is(":20", 0_cycle, 20_cycle);
  is(":", 0_cycle, kNeverCycle);
  for (const char* bad :
       {"", "10", "x:20", "10:2 0", "20:10", "5:5", "-1:5", "1:2:3", "1:99999999999999999999999"})
    EXPECT_THROW(parse_trace_window(bad), UsageError) << bad;
}

}  // namespace
}  // namespace heddle
