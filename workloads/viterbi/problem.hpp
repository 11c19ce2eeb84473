// The input and the reference, shared with `spmd_viterbi`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace viterbi {

inline constexpr uint32_t kStates = 8, kSteps = 32, kTail = 3;

struct Received {
  uint32_t low, high;  // two bits per step
  uint32_t symbol(uint32_t step) const { return (step < 16 ? low : high) >> (2 * (step % 16)) & 3; }
};

inline uint32_t encode(uint32_t state, uint32_t bit) {
  auto parity = [&](uint32_t generator) {
    return static_cast<uint32_t>(std::popcount((bit << 3 | state) & generator)) & 1;
  };
  return parity(015) << 1 | parity(017);
}

/// Pulls where the kernel pushes, and traces back where it copies: takes the cheaper of the two
/// transitions into each state, and on a tie the one from the state that shifted out a 0.
inline uint32_t decode(const Received& received, uint32_t threshold) {
  constexpr uint32_t kUnreached = 1000;
  std::array<uint32_t, kStates> metrics, next;
  std::array<std::array<uint32_t, kStates>, kSteps> from;
  metrics.fill(kUnreached);
  metrics[0] = 0;
  for (uint32_t step = 0; step < kSteps; step++) {
    uint32_t limit = std::ranges::min(metrics) + threshold;
    for (uint32_t state = 0; state < kStates; state++) {
      uint32_t bit = state >> 2, first = (state << 1) & 7;
      auto cost = [&](uint32_t s) {
        uint32_t wrong = encode(s, bit) ^ received.symbol(step);
        return metrics[s] > limit ? kUnreached
                                  : metrics[s] + static_cast<uint32_t>(std::popcount(wrong));
      };
      from[step][state] = cost(first + 1) < cost(first) ? first + 1 : first;
      next[state] = cost(from[step][state]);
    }
    metrics = next;
  }
  auto state = static_cast<uint32_t>(std::ranges::min_element(metrics) - metrics.begin());
  uint32_t bits = 0;
  for (uint32_t step = kSteps; step-- > 0;) {
    bits = bits << 1 | state >> 2;
    state = from[step][state];
  }
  return bits & ((1u << (kSteps - kTail)) - 1);
}

}  // namespace viterbi

class ViterbiProblem : public Driver {
 public:
  explicit ViterbiProblem(const Setup& setup)
      : Driver(setup),
        received_(transmit()),
        device_received_(buffer(received_)),
        decoded_(buffer<uint32_t>(received_.size())) {}

  std::string verify() const override {
    std::vector<uint32_t> expected;
    for (const viterbi::Received& frame : received_)
      expected.push_back(viterbi::decode(frame, threshold_));
    return compare("decoded", decoded_.read(), expected);
  }

 protected:
  uint32_t threads_ = value("threads"), frames_ = value("frames"), noise_ = value("noise");
  uint32_t threshold_ = value("threshold");
  std::vector<viterbi::Received> received_;
  Buffer<viterbi::Received> device_received_;
  Buffer<uint32_t> decoded_;

 private:
  /// Random bits, encoded and with added noise.
  std::vector<viterbi::Received> transmit() const {
    using namespace viterbi;
    Random source = random();
    std::vector<Received> frames(size_t{threads_} * frames_);
    for (Received& frame : frames) {
      uint32_t bits = static_cast<uint32_t>(source.below(1u << (kSteps - kTail))), state = 0;
      uint64_t sent = 0;
      for (uint32_t step = 0; step < kSteps; step++) {
        uint32_t bit = bits >> step & 1;
        sent |= uint64_t{encode(state, bit)} << (2 * step);
        state = (bit << 3 | state) >> 1;
      }
      for (uint32_t i = 0; i < 2 * kSteps; i++)
        if (source.below(100) < noise_) sent ^= uint64_t{1} << i;
      frame = {static_cast<uint32_t>(sent), static_cast<uint32_t>(sent >> 32)};
    }
    return frames;
  }
};

}  // namespace heddle::workload
