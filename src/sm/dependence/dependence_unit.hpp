// The dependence of a core. Every packet asks it three times, so the exact one, the common baseline
// of all mechanisms, is called directly and inlined; the others through their seam.
#pragma once

#include <memory>
#include <typeinfo>
#include <utility>

#include "sm/dependence/exact.hpp"

namespace heddle {

class DependenceUnit {
 public:
  explicit DependenceUnit(std::unique_ptr<Dependence> dependence)
      : dependence_(std::move(dependence)) {
    Dependence& made = *dependence_;
    if (typeid(made) == typeid(Exact)) exact_ = static_cast<Exact*>(&made);
  }

  /// `who()` says who asks, where that matters.
  template <class Who>
  [[gnu::always_inline]] Answer check(Cycle now, Who who, const Threads& threads,
                                      const TimedOp& op) {
    if (exact_) [[likely]]
      return exact_->look(now, threads, op);
    return dependence_->check(who(), threads, op);
  }
  void issue(const Packet& packet, const TimedOp& op) {
    exact_ ? exact_->Exact::issue(packet, op) : dependence_->issue(packet, op);
  }
  void complete(const Packet& packet, const TimedOp& op) {
    exact_ ? exact_->Exact::complete(packet, op) : dependence_->complete(packet, op);
  }
  /// Everything else.
  Dependence* operator->() { return dependence_.get(); }

 private:
  std::unique_ptr<Dependence> dependence_;
  Exact* exact_ = nullptr;  // the same, if it is exact
};

}  // namespace heddle
