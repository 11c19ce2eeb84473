// Measures the simulation time of the memory models: nanoseconds per request that hits the L1, and
// per transaction that goes to DRAM, streaming and scattered, from 15 cores at once.
#include <benchmark/benchmark.h>

#include <numeric>
#include <string>

#include "memory_timing/memory_system.hpp"
#include "memory_timing/random_stream.hpp"

namespace heddle {
namespace {

MachineConfig fermi_like(const char* model, uint32_t sms) {
  MachineConfig config;
  config.sms = sms;
  MemoryConfig& m = config.memory;
  m.model = model;
  m.latency = 400;
  m.bytes_per_cycle = model == std::string("fixed") ? 126 : 32;
  m.l1 = {.bytes = 16384, .ways = 4, .line = 128, .hit_latency = 18};
  m.l2 = {.bytes = 131072, .ways = 8, .line = 256, .hit_latency = 20};
  m.l2.write = "back";
  m.l2.allocate = "write";
  m.partitions = 6;
  m.dram_bytes_per_cycle = 32;
  return config;
}

/// Issues requests of 32 threads as fast as the memory accepts them, at most 48 pending per core.
class Load {
 public:
  Load(const MachineConfig& config, uint32_t window)
      : config_(config),
        memory_(make_memory_system(ValidMachine(config))),
        waiting_(config.sms),
        window_(window),
        addresses_(config.sms, std::vector<Address>(32)),
        refused_(config.sms),
        lanes_(32) {
    std::iota(lanes_.begin(), lanes_.end(), uint8_t{0});
  }
  template <class Addresses>
  void cycle(Addresses&& addresses, AccessType type) {
    for (uint32_t sm = 0; sm < config_.sms; ++sm) {
      if (waiting_[sm] == window_) continue;
      if (!refused_[sm]) addresses(sm, addresses_[sm]);
      MemoryRequest request{.type = type, .addresses = addresses_[sm], .lanes = lanes_};
      refused_[sm] = !memory_->port(sm).accept(request, now_);
      if (refused_[sm]) continue;
      ++waiting_[sm];
    }
    if (memory_->next_event() <= now_) memory_->tick(now_);
    for (uint32_t sm = 0; sm < config_.sms; ++sm) {
      std::vector<MemoryEvent>& events = memory_->port(sm).events();
      for (const MemoryEvent& event : events) waiting_[sm] -= event.kind == MemoryEvent::Kind::Done;
      events.clear();
    }
    ++now_;
  }
  void report(benchmark::State& state) const {
    uint64_t transactions = 0;
    for (uint32_t sm = 0; sm < config_.sms; ++sm)
      transactions += memory_->counters(sm).transactions;
    auto n = static_cast<double>(transactions);
    state.counters["s/transaction"] =
        benchmark::Counter(n, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["transactions/cycle"] = n / static_cast<double>(now_.value());
    MemoryCounters c = memory_->counters(0);
    state.counters["dram_bytes/transaction"] = static_cast<double>(c.dram_bytes) / n;
    state.counters["row_hits"] =
        static_cast<double>(c.row_hits) / static_cast<double>(c.dram_reads + c.dram_writes + 1);
  }

 private:
  MachineConfig config_;
  std::unique_ptr<MemorySystem> memory_;
  std::vector<uint32_t> waiting_;
  uint32_t window_;
  std::vector<std::vector<Address>> addresses_;  // by core
  std::vector<uint8_t> refused_;
  std::vector<uint8_t> lanes_;
  Cycle now_;
};

void fill(std::vector<Address>& list, Address base, Address stride) {
  for (size_t i = 0; i < list.size(); ++i) list[i] = base + stride * i;
}

void hits(benchmark::State& state, const char* model) {
  Load load(fermi_like(model, 1), 1000);
  Address next = 0;
  for (auto _ : state)
    load.cycle(
        [&](uint32_t, std::vector<Address>& list) {
          fill(list, next % 8192, 4);
          next += 128;
        },
        AccessType::Load);
  load.report(state);
}

void streaming(benchmark::State& state, const char* model, AccessType type) {
  Load load(fermi_like(model, 15), 48);
  Address next = 0;
  for (auto _ : state)
    load.cycle([&](uint32_t, std::vector<Address>& list) { fill(list, next++ * 128, 4); }, type);
  load.report(state);
}

void scattered(benchmark::State& state, const char* model) {
  Load load(fermi_like(model, 15), 48);
  RandomStream random(1, 1, 1);
  for (auto _ : state)
    load.cycle(
        [&](uint32_t, std::vector<Address>& list) {
          for (Address& a : list) a = Address{random.below(1 << 24)} * 4;
        },
        AccessType::Load);
  load.report(state);
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  using heddle::AccessType;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const heddle::MemoryModelInfo& model : heddle::memory_models()) {
    std::string name = model.name;
    auto add = [&](const char* what, auto run) {
      benchmark::RegisterBenchmark((name + "/" + what).c_str(), run);
    };
    add("l1_hits", [&](benchmark::State& s) { heddle::hits(s, model.name); });
    add("stream_load",
        [&](benchmark::State& s) { heddle::streaming(s, model.name, AccessType::Load); });
    add("stream_store",
        [&](benchmark::State& s) { heddle::streaming(s, model.name, AccessType::Store); });
    add("scattered_load", [&](benchmark::State& s) { heddle::scattered(s, model.name); });
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
