#include "problem.hpp"

namespace heddle::workload {

namespace {

class Viterbi : public ViterbiProblem {
 public:
  using ViterbiProblem::ViterbiProblem;

  void run() override {
    uint32_t block = value("block");
    launch("viterbi", {{blocks_for(threads_, block)}, {block}}, device_received_, decoded_,
           threads_, frames_, threshold_);
  }
};

}  // namespace

std::unique_ptr<Driver> make_viterbi(const Setup& setup) {
  return std::make_unique<Viterbi>(setup);
}

}  // namespace heddle::workload
