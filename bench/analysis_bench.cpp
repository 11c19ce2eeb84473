// Measures how the time of each phase before a launch grows with the size of a function: for each
// shape of tests/shapes.hpp, with 10,000 to 1,000,000 instructions. Ten times the size should take
// at most fifteen times as long. `check` is what `heddle check` does; `analyse` adds the analyses
// that are computed on demand.
#include <benchmark/benchmark.h>

#include "exec/executable.hpp"
#include "program/analysis/analysis.hpp"
#include "shapes.hpp"

namespace heddle {
namespace {

void check(benchmark::State& state, const test::Shape& shape) {
  const auto source = std::make_shared<const Source>(
      "bench.ptx", test::shaped_ptx(shape, static_cast<uint32_t>(state.range(0))));
  for (auto _ : state) {
    const ProgramPtr module = load_module(source);
    DeviceMemory memory;
    benchmark::DoNotOptimize(analyse(*module, module->functions[0]));
    benchmark::DoNotOptimize(link(place_module(module, memory), "k"));
  }
}

void analyse_all(benchmark::State& state, const test::Shape& shape) {
  const ProgramPtr module = load_module(std::make_shared<const Source>(
      "bench.ptx", test::shaped_ptx(shape, static_cast<uint32_t>(state.range(0)))));
  for (auto _ : state) {
    const auto a = analyse(*module, module->functions[0]);
    benchmark::DoNotOptimize(a->registers().units_used);
    benchmark::DoNotOptimize(a->uniformity().uniform_register(Reg{0}));
    benchmark::DoNotOptimize(a->frontiers().complete());
    benchmark::DoNotOptimize(a->layout().size());
  }
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  using Phase = void (*)(benchmark::State&, const heddle::test::Shape&);
  const std::pair<std::string, Phase> phases[] = {{"check/", heddle::check},
                                                  {"analyse/", heddle::analyse_all}};
  for (const auto& shape : heddle::test::kShapes)
    for (const auto& [name, phase] : phases)
      benchmark::RegisterBenchmark((name + shape.name).c_str(), phase, shape)
          ->RangeMultiplier(10)
          ->Range(10'000, 1'000'000)
          ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
