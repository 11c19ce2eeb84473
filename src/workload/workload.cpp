#include "workload/workload.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.hpp"

namespace heddle::workload {

namespace {

// In this order: an if without else on data larger than the caches; pairs in which one thread
// works; rarely taken branches; many data-dependent branches; an if/else with loops on both sides;
// loops of different lengths; no divergence; partial warps.
constexpr std::string_view kRepresentatives[] = {
    "bfs", "bitonic", "black_scholes", "hmmer", "lud", "mandelbrot", "matmul", "needleman_wunsch"};

}  // namespace

void Driver::require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

const Entry* find_workload(std::string_view name) {
  auto list = workloads();
  auto found = std::ranges::find(list, name, &Entry::name);
  return found == list.end() ? nullptr : &*found;
}

const Entry& require_workload(std::string_view name) {
  if (const Entry* found = find_workload(name)) return *found;
  auto list = workloads();
  throw UsageError(fmt::format("there is no workload '{}'{} (heddle list workloads)",
                               name.substr(0, 64),
                               suggest(name, list.size(), [&](size_t i) { return list[i].name; })));
}

std::span<const std::string_view> representatives() { return kRepresentatives; }

std::unique_ptr<Driver> make_driver(const Entry& entry, Device& device, const Choice& choice) {
  Values values = choose_values(entry.description(), choice.size, choice.parameters);
  Module module =
      device.load_text(std::string(entry.ptx), fmt::format("workloads/{0}/{0}.ptx", entry.name));
  return entry.make({device, module, std::move(values), choice.seed});
}

}  // namespace heddle::workload
