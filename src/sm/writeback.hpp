// The ports through which results of a cycle are written back. A result that finds none tries again
// in the next cycle and holds up the stages before it.
#pragma once

#include <cstdint>

#include "config/machine.hpp"

namespace heddle {

class WritebackPorts {
 public:
  explicit WritebackPorts(const CoreConfig& core)
      : ports_(core.writeback_ports == 0 ? ~0u : core.writeback_ports) {}

  void begin_cycle() {
    left_ = ports_;
    missing_ = false;
  }
  bool take() {
    if (left_ == 0) {
      missing_ = true;
      return false;
    }
    left_--;
    return true;
  }
  /// In this cycle, a result found none.
  bool missing() const { return missing_; }

 private:
  uint32_t ports_;
  uint32_t left_ = 0;
  bool missing_ = false;
};

}  // namespace heddle
