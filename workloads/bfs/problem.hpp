// The input and the reference, shared with `spmd_bfs`.
#pragma once

#include "workload/check.hpp"
#include "workload/graph.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

class BfsProblem : public Driver {
 public:
  explicit BfsProblem(const Setup& setup)
      : Driver(setup),
        graph_(random_graph(random(), n_, value("degree"))),
        starts_(buffer(graph_.starts)),
        edges_(buffer(graph_.edges)) {
    std::vector<uint8_t> first(n_);
    std::vector<uint32_t> levels(n_, kUnreached);
    first[graph_.source] = 1;
    levels[graph_.source] = 0;
    frontier_ = buffer(first);
    visited_ = buffer(first);
    marked_ = buffer<uint8_t>(n_);
    levels_ = buffer(levels);
    more_ = buffer<uint32_t>(1);
  }

  std::string verify() const override {
    return compare("levels", levels_.read(), levels_of(graph_));
  }

 protected:
  uint32_t n_ = value("nodes");
  Graph graph_;
  Buffer<uint32_t> starts_, edges_, levels_, more_;
  Buffer<uint8_t> frontier_, marked_, visited_;
};

}  // namespace heddle::workload
