#include "../viterbi/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdViterbi : public ViterbiProblem {
 public:
  using ViterbiProblem::ViterbiProblem;

  void run() override {
    launch("spmd_viterbi", {{1}, {threads_}}, device_received_, decoded_, frames_, threshold_);
  }
};

}  // namespace

std::unique_ptr<Driver> make_spmd_viterbi(const Setup& setup) {
  return std::make_unique<SpmdViterbi>(setup);
}

}  // namespace heddle::workload
