#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class NearestNeighbour : public Driver {
 public:
  explicit NearestNeighbour(const Setup& setup)
      : Driver(setup),
        coordinates_(random_floats(random(0), 2 * size_t{count_}, 0, 180)),
        targets_(random_floats(random(1), 2 * size_t{value("targets")}, 0, 180)),
        places_(buffer(coordinates_)),
        distances_(buffer<float>(count_)) {
    require(nearest_ <= count_, "nearest_neighbour: 'nearest' must be at most 'places'");
  }

  void run() override {
    for (size_t t = 0; t < targets_.size(); t += 2) {
      launch("distances", {{blocks_for(count_, block_)}, {block_}}, places_, distances_, count_,
             targets_[t], targets_[t + 1]);
      found_.push_back(distances_.read());
    }
  }

  std::string verify() const override {
    if (found_.size() != targets_.size() / 2) return "not all targets were searched for";
    for (size_t t = 0; t < found_.size(); t++) {
      std::vector<float> expected;
      for (size_t i = 0; i < count_; i++)
        expected.push_back(static_cast<float>(
            std::hypot(double{targets_[2 * t]} - double{coordinates_[2 * i]},
                       double{targets_[2 * t + 1]} - double{coordinates_[2 * i + 1]})));
      std::string wrong = compare("distance", found_[t], expected, kNear);
      if (wrong.empty()) wrong = compare("nearest", first_of(found_[t]), first_of(expected), kNear);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  static constexpr Tolerance kNear{.absolute = 1e-4, .relative = 1e-5};

  /// The smallest distances, sorted: the host's part of the search.
  std::vector<float> first_of(std::vector<float> distances) const {
    auto end = distances.begin() + nearest_;
    std::partial_sort(distances.begin(), end, distances.end());
    distances.erase(end, distances.end());
    return distances;
  }

  uint32_t count_ = value("places"), nearest_ = value("nearest"), block_ = value("block");
  std::vector<float> coordinates_, targets_;
  Buffer<float> places_, distances_;
  std::vector<std::vector<float>> found_;
};

}  // namespace

std::unique_ptr<Driver> make_nearest_neighbour(const Setup& setup) {
  return std::make_unique<NearestNeighbour>(setup);
}

}  // namespace heddle::workload
