#include "problem.hpp"

namespace heddle::workload {

namespace {

class Hotspot : public HotspotProblem {
 public:
  explicit Hotspot(const Setup& setup) : HotspotProblem(setup) {
    require(tile_ > 2 * steps_, "hotspot: 'tile' must be more than twice 'steps'");
  }

  void run() override {
    uint32_t tiles = blocks_for(n_, tile_ - 2 * steps_);
    for (uint32_t i = 0; i < launches_; i++)
      launch("hotspot", {{tiles, tiles}, {tile_, tile_}, tile_ * tile_ * 8}, device_power_,
             states_[i % 2], states_[1 - i % 2], n_, steps_);
  }

  std::string verify() const override {
    return HotspotProblem::verify(states_[launches_ % 2], launches_ * steps_);
  }

 private:
  uint32_t tile_ = value("tile"), launches_ = value("launches");
};

}  // namespace

std::unique_ptr<Driver> make_hotspot(const Setup& setup) {
  return std::make_unique<Hotspot>(setup);
}

}  // namespace heddle::workload
