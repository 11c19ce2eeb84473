// The labels of one function by scope and name. A flat table with linear probing: generated code
// has hundreds of thousands of labels, and a node of its own for each costs more than everything
// else that lowering does.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "program/instruction.hpp"

namespace heddle {

class LabelTable {
 public:
  /// Makes room for this many labels. Call it first; no more labels may be added.
  void reserve(size_t labels) {
    labels_.reserve(labels);
    slots_.assign(std::bit_ceil(labels + labels / 2 + 1), Slot{});
  }

  /// False when the scope has such a label already.
  bool add(uint32_t scope, std::string_view name, Pc pc) {
    const uint32_t hash = hash_of(scope, name);
    Slot& slot = slots_[place_of(hash, scope, name)];
    if (slot.label != kFree) return false;
    slot = {hash, static_cast<uint32_t>(labels_.size())};
    labels_.push_back({name, scope, pc});
    return true;
  }
  std::optional<Pc> find(uint32_t scope, std::string_view name) const {
    if (labels_.empty()) return std::nullopt;
    const Slot& slot = slots_[place_of(hash_of(scope, name), scope, name)];
    return slot.label == kFree ? std::nullopt : std::optional(labels_[slot.label].pc);
  }
  /// Whether some label is at this place.
  bool any_at(Pc pc) const { return std::ranges::find(labels_, pc, &Label::pc) != labels_.end(); }

 private:
  static constexpr uint32_t kFree = 0xffffffff;
  struct Label {
    std::string_view name;
    uint32_t scope;
    Pc pc;
  };
  struct Slot {
    uint32_t hash = 0;
    uint32_t label = kFree;
  };
  static uint32_t hash_of(uint32_t scope, std::string_view name) {
    const uint64_t hash = std::hash<std::string_view>{}(name) + scope * 0x9e3779b97f4a7c15;
    return static_cast<uint32_t>(hash ^ hash >> 32);
  }
  /// Where the label is, or where it would be.
  size_t place_of(uint32_t hash, uint32_t scope, std::string_view name) const {
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    for (; slots_[at].label != kFree; at = (at + 1) & mask) {
      if (slots_[at].hash != hash) continue;
      const Label& label = labels_[slots_[at].label];
      if (label.scope == scope && label.name == name) break;
    }
    return at;
  }

  std::vector<Label> labels_;  // in the order of the text
  std::vector<Slot> slots_;
};

}  // namespace heddle
