#include "../blackjack/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdBlackjack : public BlackjackProblem {
 public:
  using BlackjackProblem::BlackjackProblem;

  void run() override { launch("spmd_blackjack", {{1}, {threads_}}, device_seeds_, won_, games_); }
};

}  // namespace

std::unique_ptr<Driver> make_spmd_blackjack(const Setup& setup) {
  return std::make_unique<SpmdBlackjack>(setup);
}

}  // namespace heddle::workload
