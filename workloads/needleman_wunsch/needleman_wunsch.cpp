#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr int kGap = 4;

class NeedlemanWunsch : public Driver {
 public:
  explicit NeedlemanWunsch(const Setup& setup)
      : Driver(setup),
        down_(random_integers<uint8_t>(random(0), n_, 4)),
        across_(random_integers<uint8_t>(random(1), n_, 4)),
        start_(size_t{n_ + 1} * (n_ + 1)),
        device_down_(buffer(down_)),
        device_across_(buffer(across_)) {
    require(n_ % tile_ == 0, "needleman_wunsch: 'n' must be a multiple of 'tile'");
    for (size_t i = 0; i <= n_; i++) start_[i] = start_[i * (n_ + 1)] = -kGap * static_cast<int>(i);
    table_ = buffer(start_);
  }

  void run() override {
    uint32_t tiles = n_ / tile_, bytes = (tile_ + 1) * (tile_ + 1) * 4;
    for (uint32_t d = 0; d < 2 * tiles - 1; d++) {
      bool first = d < tiles;
      launch(first ? "upper_left" : "lower_right",
             {{first ? d + 1 : 2 * tiles - 1 - d}, {tile_}, bytes}, device_down_, device_across_,
             table_, n_, d, kGap);
    }
  }

  std::string verify() const override {
    std::vector<int> table = start_;
    size_t pitch = n_ + 1;
    for (size_t y = 0; y < n_; y++)
      for (size_t x = 0; x < n_; x++) {
        int* at = &table[(y + 1) * pitch + x + 1];
        *at = std::max({*(at - pitch - 1) + (down_[y] == across_[x] ? 5 : -3), *(at - 1) - kGap,
                        *(at - pitch) - kGap});
      }
    return compare("table", table_.read(), table);
  }

 private:
  uint32_t n_ = value("n"), tile_ = value("tile");
  std::vector<uint8_t> down_, across_;
  std::vector<int> start_;
  Buffer<uint8_t> device_down_, device_across_;
  Buffer<int> table_;
};

}  // namespace

std::unique_ptr<Driver> make_needleman_wunsch(const Setup& setup) {
  return std::make_unique<NeedlemanWunsch>(setup);
}

}  // namespace heddle::workload
