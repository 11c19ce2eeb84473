#include "sm/schedule/best_fit.hpp"

#include "memory_timing/random_stream.hpp"

namespace heddle {

namespace {

class BestFit final : public Scheduler {
 public:
  BestFit(const MachineConfig& config, uint32_t sm) : random_(config.seed, 7, sm) {}

  GroupId choose(const SchedulerView& view) override {
    GroupId best = kNoGroup;
    uint32_t equals = 0;
    view.candidates.for_each([&](GroupId g) {
      uint32_t threads = view.group[g].threads;
      if (best == kNoGroup || threads > view.group[best].threads) {
        best = g;
        equals = 1;
      } else if (threads == view.group[best].threads && random_.below(++equals) == 0) {
        best = g;
      }
    });
    return best;
  }
  void issued(GroupId) override {}

 private:
  RandomStream random_;
};

}  // namespace

Secondary secondary_of(const ArchConfig& arch) {
  if (arch.secondary == "same-warp") return Secondary::SameWarp;
  return arch.secondary == "best-fit" ? Secondary::BestFit : Secondary::None;
}

std::unique_ptr<Scheduler> make_best_fit(const MachineConfig& config, uint32_t sm) {
  return std::make_unique<BestFit>(config, sm);
}

}  // namespace heddle
