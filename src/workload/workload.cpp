#include "workload/workload.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.hpp"
#include "extension/guarded.hpp"

namespace heddle::workload {

namespace {

// In this order: an if without else on data larger than the caches; pairs in which one thread
// works; rarely taken branches; many data-dependent branches; an if/else with loops on both sides;
// loops of different lengths; no divergence; partial warps.
constexpr std::string_view kRepresentatives[] = {
    "bfs", "bitonic", "black_scholes", "hmmer", "lud", "mandelbrot", "matmul", "needleman_wunsch"};

/// The driver of an extension, whose errors name it.
class GuardedDriver final : public Driver {
 public:
  GuardedDriver(const Setup& setup, const Extended<WorkloadExtension>& added)
      : Driver(setup), added_(added), inner_(guarded(added, [&] { return added->make(setup); })) {
    if (!inner_) throw PluginError(fmt::format("{} made no driver", title_of(added)));
  }
  void run() override {
    guarded(added_, [&] { inner_->run(); });
  }
  std::string verify() const override {
    return guarded(added_, [&] { return inner_->verify(); });
  }

 private:
  Extended<WorkloadExtension> added_;
  std::unique_ptr<Driver> inner_;
};

Entry entry_of(const Extended<WorkloadExtension>& added) {
  return {added->name,
          added->ptx,
          added->description,
          [added](const Setup& setup) { return std::make_unique<GuardedDriver>(setup, added); },
          added->cuda,
          added};
}

}  // namespace

void Driver::require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

std::vector<Entry> workloads(const Extensions* extensions) {
  auto built_in = workloads();
  std::vector<Entry> all(built_in.begin(), built_in.end());
  if (extensions)
    for (const Extension& e : extensions->list())
      for (const WorkloadExtension& w : e.workloads) all.push_back(entry_of({&w, &e}));
  return all;
}

std::optional<Entry> find_workload(std::string_view name, const Extensions* extensions) {
  auto list = workloads();
  if (auto found = std::ranges::find(list, name, &Entry::name); found != list.end()) return *found;
  if (extensions)
    if (auto added = extensions->find_workload(name)) return entry_of(added);
  return std::nullopt;
}

Entry require_workload(std::string_view name, const Extensions* extensions) {
  if (auto found = find_workload(name, extensions)) return *std::move(found);
  auto list = workloads(extensions);
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
