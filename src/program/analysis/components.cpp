#include "program/analysis/components.hpp"

#include <algorithm>

namespace heddle {

ComponentFinder::ComponentFinder(const Cfg& cfg)
    : cfg_(cfg),
      stamp_(cfg.size() + 1, 0),
      number_(cfg.size() + 1),
      low_(cfg.size() + 1),
      of_(cfg.size() + 1, kNoBlock) {}

uint32_t ComponentFinder::run(std::span<const uint32_t> part) {
  now_++;
  next_number_ = count_ = 0;
  for (uint32_t b : part) {
    stamp_[b] = now_;
    number_[b] = of_[b] = kNoBlock;
  }
  for (uint32_t b : part)
    if (number_[b] == kNoBlock) visit(b);
  return count_;
}

void ComponentFinder::visit(uint32_t root) {
  work_.push_back({root, 0});
  while (!work_.empty()) {
    auto& [b, next] = work_.back();
    if (next == 0) {
      number_[b] = low_[b] = next_number_++;
      stack_.push_back(b);
    }
    const auto& successors = cfg_[b].successors;
    bool descended = false;
    while (next < successors.size()) {
      const uint32_t s = successors[next++];
      if (s == cfg_.exit() || stamp_[s] != now_) continue;
      if (number_[s] == kNoBlock) {
        work_.push_back({s, 0});
        descended = true;
        break;
      }
      if (of_[s] == kNoBlock) low_[b] = std::min(low_[b], number_[s]);
    }
    if (descended) continue;
    const uint32_t done = work_.back().first;
    work_.pop_back();
    if (low_[done] == number_[done]) {
      uint32_t member;
      do {
        member = stack_.back();
        stack_.pop_back();
        of_[member] = count_;
      } while (member != done);
      count_++;
    }
    if (!work_.empty()) low_[work_.back().first] = std::min(low_[work_.back().first], low_[done]);
  }
}

Components strong_components(const Cfg& cfg, std::span<const uint32_t> part) {
  ComponentFinder finder(cfg);
  Components c;
  c.count = finder.run(part);
  c.of.assign(cfg.size() + 1, kNoBlock);
  for (uint32_t b : part) c.of[b] = finder.of(b);
  return c;
}

}  // namespace heddle
