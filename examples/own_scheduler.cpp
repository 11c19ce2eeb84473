// A scheduler of one's own, without a plug-in: a program that links the library adds it to those
// that a machine may name, and compares it with the built-in ones on a workload.
#include <cstdio>

#include "config/load.hpp"
#include "plugin/extend.hpp"
#include "runner/timed_run.hpp"
#include "sm/schedule/scheduler.hpp"

namespace {

/// The opposite of `oldest`: the warp that arrived last.
class Newest final : public heddle::Scheduler {
 public:
  heddle::GroupId choose(const heddle::SchedulerView& view) override {
    heddle::GroupId best = heddle::kNoGroup;
    view.candidates.for_each([&](heddle::GroupId g) {
      if (best == heddle::kNoGroup || view.age[g] > view.age[best]) best = g;
    });
    return best;
  }
  void issued(heddle::GroupId) override {}
};

heddle::ExtensionsPtr own_schedulers() {
  heddle::Extension own{.name = "own", .digest = "1", .origin = "own_scheduler.cpp"};
  own.schedulers.push_back(
      {"newest", "the ready warp that arrived last",
       [](const heddle::MachineConfig&) { return std::make_unique<Newest>(); }});
  return heddle::extend({}, std::move(own));
}

}  // namespace

int main() try {
  const heddle::ExtensionsPtr own = own_schedulers();
  for (const char* schedule : {"oldest", "greedy-then-oldest", "newest"}) {
    const std::string settings[] = {std::string("arch.schedule=") + schedule};
    const heddle::ValidMachine machine = heddle::load_machine("small", "pdom", settings, own);
    heddle::TimedRun run({"bitonic", {.size = "tiny"}, true}, machine, {});
    run.run();
    if (std::string difference = run.difference(); !difference.empty()) {
      std::fprintf(stderr, "%s\n", difference.c_str());
      return 1;
    }
    std::printf("%-20s %6llu cycles\n", schedule,
                static_cast<unsigned long long>(run.statistics().total.core.cycles));
  }
} catch (const heddle::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
