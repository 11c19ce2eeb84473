// Strongly connected components of part of a control-flow graph (Tarjan 1972, without recursion).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/analysis/cfg.hpp"

namespace heddle {

struct Components {
  uint32_t count = 0;
  std::vector<uint32_t> of;  // per block: its component; kNoBlock outside the part
};

/// Considers only the blocks of `part` and the edges between them. A component has a higher number
/// than those it leads to.
Components strong_components(const Cfg& cfg, std::span<const uint32_t> part);

/// The same with the per-block tables kept between calls, so that each costs only its own part.
class ComponentFinder {
 public:
  explicit ComponentFinder(const Cfg& cfg);
  /// Number of components; `of(b)` is valid for the blocks of `part` until the next call.
  uint32_t run(std::span<const uint32_t> part);
  uint32_t of(uint32_t block) const { return of_[block]; }

 private:
  void visit(uint32_t root);

  const Cfg& cfg_;
  std::vector<uint32_t> stamp_;  // which call the block belongs to
  std::vector<uint32_t> number_, low_, of_;
  std::vector<uint32_t> stack_;
  std::vector<std::pair<uint32_t, uint32_t>> work_;  // block, next successor
  uint32_t now_ = 0, next_number_ = 0, count_ = 0;
};

}  // namespace heddle
