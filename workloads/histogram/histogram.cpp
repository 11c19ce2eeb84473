#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr uint32_t kBins = 256;

/// Distributed like letters in a text: only few are frequent.
std::vector<uint8_t> random_text(Random random, size_t count) {
  std::vector<uint8_t> text(count);
  for (uint8_t& letter : text)
    letter = static_cast<uint8_t>(' ' + random.below(96) * random.below(96) / 96);
  return text;
}

class Histogram : public Driver {
 public:
  explicit Histogram(const Setup& setup)
      : Driver(setup),
        text_(random_text(random(), value("characters"))),
        letters_(buffer(text_)),
        partial_(buffer<uint32_t>(size_t{blocks_} * kBins)),
        totals_(buffer<uint32_t>(kBins)) {}

  void run() override {
    uint32_t block = value("block");
    launch("count", {{blocks_}, {block}, block / 32 * kBins * 4}, letters_, partial_,
           static_cast<uint32_t>(text_.size() / 4));
    launch("add_up", {{1}, {kBins}}, partial_, totals_, blocks_);
  }

  std::string verify() const override {
    std::vector<uint32_t> expected(kBins);
    for (uint8_t letter : text_) expected[letter]++;
    return compare("totals", totals_.read(), expected);
  }

 private:
  uint32_t blocks_ = value("blocks");
  std::vector<uint8_t> text_;
  Buffer<uint8_t> letters_;
  Buffer<uint32_t> partial_, totals_;
};

}  // namespace

std::unique_ptr<Driver> make_histogram(const Setup& setup) {
  return std::make_unique<Histogram>(setup);
}

}  // namespace heddle::workload
