#include "problem.hpp"

namespace heddle::workload {

namespace {

class Blackjack : public BlackjackProblem {
 public:
  using BlackjackProblem::BlackjackProblem;

  void run() override {
    uint32_t block = value("block");
    launch("blackjack", {{blocks_for(threads_, block)}, {block}}, device_seeds_, won_, threads_,
           games_);
  }
};

}  // namespace

std::unique_ptr<Driver> make_blackjack(const Setup& setup) {
  return std::make_unique<Blackjack>(setup);
}

}  // namespace heddle::workload
