// The search of the table maker's dilemma, which two workloads perform: for each interval of
// arguments, the first argument whose value is closer to a boundary than a bound. The workloads
// differ only in their control flow.
#pragma once

#include <string>
#include <vector>

#include "workload/workload.hpp"

namespace heddle::workload {

class TableMaker : public Driver {
 public:
  TableMaker(const Setup& setup, std::string kernel);

  void run() override;
  std::string verify() const override;

 private:
  /// b - a x modulo 2^32.
  struct Line {
    uint32_t a, b;
  };

  std::string kernel_;
  uint32_t n_ = value("threads"), intervals_ = value("intervals"), count_ = value("arguments");
  uint32_t bound_ =
      static_cast<uint32_t>((uint64_t{1} << 32) / (uint64_t{count_} * value("rarity")));
  std::vector<Line> lines_;
  Buffer<Line> device_lines_;
  Buffer<uint32_t> found_;
};

}  // namespace heddle::workload
