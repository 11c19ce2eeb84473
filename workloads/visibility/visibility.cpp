#include <cstdlib>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

struct Place {
  int32_t x, y;
};

class Visibility : public Driver {
 public:
  explicit Visibility(const Setup& setup)
      : Driver(setup),
        walls_(random_walls()),
        observers_(random_places(1, observer_count_)),
        targets_(random_places(2, target_count_)),
        device_walls_(buffer(walls_)),
        device_observers_(buffer(observers_)),
        device_targets_(buffer(targets_)),
        seen_(buffer<uint32_t>(size_t{blocks_for(target_count_, 32)} * observer_count_)) {}

  void run() override {
    launch("visibility", {{blocks_for(observer_count_, block_)}, {block_}}, device_walls_,
           device_observers_, device_targets_, seen_, width_, observer_count_, target_count_);
  }

  std::string verify() const override {
    std::vector<uint32_t> expected(seen_.size());
    for (size_t t = 0; t < target_count_; t++)
      for (size_t o = 0; o < observer_count_; o++)
        if (sees(observers_[o], targets_[t]))
          expected[t / 32 * observer_count_ + o] |= 1u << (t % 32);
    return compare("seen", seen_.read(), expected);
  }

 private:
  bool wall(Place at) const {
    return walls_[static_cast<size_t>(at.y) * width_ + static_cast<size_t>(at.x)] != 0;
  }
  /// The cells of Bresenham's line, both ends included.
  bool sees(Place at, Place to) const {
    int32_t dx = std::abs(to.x - at.x), dy = -std::abs(to.y - at.y), error = dx + dy;
    for (;;) {
      if (wall(at)) return false;
      if (at.x == to.x && at.y == to.y) return true;
      bool sideways = 2 * error > dy, along = 2 * error < dx;
      if (sideways) error += dy, at.x += at.x < to.x ? 1 : -1;
      if (along) error += dx, at.y += at.y < to.y ? 1 : -1;
    }
  }

  /// Straight pieces of wall, one per 256 cells.
  std::vector<uint8_t> random_walls() const {
    Random source = random(0);
    std::vector<uint8_t> walls(size_t{width_} * width_);
    for (uint64_t i = 0; i < walls.size() / 256; i++) {
      uint64_t at = source.below(walls.size()), length = 2 + source.below(12);
      uint64_t step = source.below(2) == 0 ? 1 : width_;
      for (uint64_t k = 0; k < length && at < walls.size(); k++, at += step) walls[at] = 1;
    }
    return walls;
  }
  std::vector<Place> random_places(uint64_t stream, uint32_t count) const {
    Random source = random(stream);
    std::vector<Place> places(count);
    for (Place& place : places) {
      place.x = static_cast<int32_t>(source.below(width_));
      place.y = static_cast<int32_t>(source.below(width_));
    }
    return places;
  }

  uint32_t width_ = value("width"), block_ = value("block");
  uint32_t observer_count_ = value("observers"), target_count_ = value("targets");
  std::vector<uint8_t> walls_;
  std::vector<Place> observers_, targets_;
  Buffer<uint8_t> device_walls_;
  Buffer<Place> device_observers_, device_targets_;
  Buffer<uint32_t> seen_;
};

}  // namespace

std::unique_ptr<Driver> make_visibility(const Setup& setup) {
  return std::make_unique<Visibility>(setup);
}

}  // namespace heddle::workload
