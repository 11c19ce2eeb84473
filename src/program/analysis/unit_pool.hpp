// Units of one register file along the code, first fit: the lowest aligned place that is free.
//
// Finding it must not cost the number of units in use, since generated code may have a hundred
// thousand. A complete binary tree over the units says for each aligned range which widths, 1, 2
// or 4 units, have a free aligned place inside.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace heddle {

class UnitPool {
 public:
  /// The lowest free place of 1, 2 or 4 units, aligned to its width; it is taken from now on.
  uint32_t take(uint32_t width) {
    const auto wanted = static_cast<uint8_t>(width);  // widths are bits of a set
    if ((fits_[1] & wanted) == 0) grow();
    size_t node = 1;
    for (uint32_t range = units_; range > width; range /= 2)
      node = 2 * node + ((fits_[2 * node] & wanted) == 0 ? 1 : 0);
    const auto unit = static_cast<uint32_t>(node * width - units_);
    set(unit, width, false);
    return unit;
  }
  void give_back(uint32_t unit, uint32_t width) { set(unit, width, true); }

 private:
  static constexpr uint32_t kFirst = 64;

  /// Twice the units, the new ones free.
  void grow() {
    std::vector<uint8_t> free(2 * units_, 1);
    for (uint32_t u = 0; u < units_; u++) free[u] = fits_[units_ + u];
    units_ *= 2;
    fits_.assign(2 * units_, 0);
    std::copy(free.begin(), free.end(), fits_.begin() + units_);
    for (size_t node = units_; node-- > 1;) update(node);
  }
  void set(uint32_t unit, uint32_t width, bool free) {
    for (uint32_t u = unit; u < unit + width; u++) {
      fits_[units_ + u] = free ? 1 : 0;
      for (size_t node = (units_ + u) / 2; node > 0; node /= 2) update(node);
    }
  }
  /// From the two halves; a node of 2 or 4 units fits as a whole when its halves do.
  void update(size_t node) {
    const uint8_t low = fits_[2 * node], high = fits_[2 * node + 1];
    const auto size = units_ >> (std::bit_width(node) - 1);  // units of the node
    uint8_t fits = low | high;
    if (size == 2 && (low & high & 1) != 0) fits |= 2;
    if (size == 4 && (low & high & 2) != 0) fits |= 4;
    fits_[node] = fits;
  }

  uint32_t units_ = kFirst;
  std::vector<uint8_t> fits_ = all_free();

  static std::vector<uint8_t> all_free() {
    std::vector<uint8_t> fits(2 * kFirst, 7);
    for (size_t node = kFirst / 2; node < 2 * kFirst; node++) fits[node] = node < kFirst ? 3 : 1;
    return fits;
  }
};

}  // namespace heddle
