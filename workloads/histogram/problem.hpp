// The input and the reference, shared with `spmd_histogram`.
#pragma once

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class HistogramProblem : public Driver {
 public:
  explicit HistogramProblem(const Setup& setup)
      : Driver(setup),
        text_(random_text(random(), value("characters"))),
        letters_(buffer(text_)),
        totals_(buffer<uint32_t>(kBins)) {}

  std::string verify() const override {
    std::vector<uint32_t> expected(kBins);
    for (uint8_t letter : text_) expected[letter]++;
    return compare("totals", totals_.read(), expected);
  }

 protected:
  static constexpr uint32_t kBins = 256;

  std::vector<uint8_t> text_;
  Buffer<uint8_t> letters_;
  Buffer<uint32_t> totals_;

 private:
  /// Distributed like letters in a text: only few are frequent.
  static std::vector<uint8_t> random_text(Random random, size_t count) {
    std::vector<uint8_t> text(count);
    for (uint8_t& letter : text)
      letter = static_cast<uint8_t>(' ' + random.below(96) * random.below(96) / 96);
    return text;
  }
};

}  // namespace heddle::workload
