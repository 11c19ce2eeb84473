#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

/// b - a x modulo 2^32.
struct Line {
  uint32_t a, b;
};

class Tmd1 : public Driver {
 public:
  explicit Tmd1(const Setup& setup) : Driver(setup) {
    Random random = this->random();
    for (uint32_t i = 0; i < n_ * intervals_; i++)
      lines_.push_back(
          {static_cast<uint32_t>(random.next()) | 1,  // odd: no two points are the same
           static_cast<uint32_t>(random.next())});
    device_lines_ = buffer(lines_);
    found_ = buffer<uint32_t>(lines_.size());
  }

  void run() override {
    uint32_t block = value("block");
    launch("tmd1", {{blocks_for(n_, block)}, {block}}, device_lines_, found_, intervals_, n_,
           count_, bound_);
  }

  /// Looks at every argument.
  std::string verify() const override {
    std::vector<uint32_t> expected;
    for (const Line& line : lines_) {
      uint32_t x = 0;
      while (x < count_ && line.b - line.a * x >= bound_) x++;
      expected.push_back(x);
    }
    return compare("found", found_.read(), expected);
  }

 private:
  uint32_t n_ = value("threads"), intervals_ = value("intervals"), count_ = value("arguments");
  uint32_t bound_ =
      static_cast<uint32_t>((uint64_t{1} << 32) / (uint64_t{count_} * value("rarity")));
  std::vector<Line> lines_;
  Buffer<Line> device_lines_;
  Buffer<uint32_t> found_;
};

}  // namespace

std::unique_ptr<Driver> make_tmd1(const Setup& setup) { return std::make_unique<Tmd1>(setup); }

}  // namespace heddle::workload
