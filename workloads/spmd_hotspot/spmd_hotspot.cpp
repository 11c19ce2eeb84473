#include "../hotspot/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdHotspot : public HotspotProblem {
 public:
  using HotspotProblem::HotspotProblem;

  void run() override {
    launch("spmd_hotspot", {{1}, {value("threads")}}, device_power_, states_[0], states_[1], n_,
           steps_);
  }

  std::string verify() const override {
    return HotspotProblem::verify(states_[steps_ % 2], steps_);
  }
};

}  // namespace

std::unique_ptr<Driver> make_spmd_hotspot(const Setup& setup) {
  return std::make_unique<SpmdHotspot>(setup);
}

}  // namespace heddle::workload
