#include "program/analysis/uniformity.hpp"

#include <algorithm>
#include <map>

namespace heddle {

/// Two fixpoints in turn: data flow over blocks, then the merges that newly divergent branches
/// bring, which feed the data flow again. Everything only ever changes from same to different.
class UniformitySolver {
 public:
  UniformitySolver(const Program& module, const Function& function, const Cfg& cfg,
                   const LoopNest& nest, const DominatorTree& meeting, const Liveness& liveness,
                   UniformityOptions options, Uniformity& result)
      : module_(module),
        function_(function),
        cfg_(cfg),
        nest_(nest),
        meeting_(meeting),
        liveness_(liveness),
        options_(options),
        result_(result),
        in_(cfg.size() + 1, liveness.crossing_registers().size()),
        queued_(cfg.size(), 0),
        visited_(cfg.size() + 1, 0),
        loop_done_(nest.loops().size(), 0),
        state_(function.registers.size(), 0),
        state_block_(function.registers.size(), 0) {}

  void run() {
    for (Reg r : function_.parameter_registers) {
      result_.varying_[r.value()] = 1;
      if (liveness_.live_in(cfg_.entry(), r)) set_bit(in_[cfg_.entry()], liveness_.crossing(r));
    }
    for (uint32_t b = 0; b < cfg_.size(); b++)
      if (cfg_.reachable(b)) push(b);
    while (!work_.empty()) {
      flow();
      merge();
    }
  }

 private:
  void push(uint32_t block) {
    if (block == cfg_.exit() || queued_[block]) return;
    queued_[block] = 1;
    work_.push_back(block);
  }

  bool differs(Reg r) const {
    if (state_block_[r.value()] == stamp_) return state_[r.value()] != 0;
    const uint32_t c = liveness_.crossing(r);
    return c != Liveness::kLocal && test_bit(in_[block_], c);
  }

  void write(Reg r, bool different) {
    if (state_block_[r.value()] != stamp_) written_.push_back(r);
    state_block_[r.value()] = stamp_;
    state_[r.value()] = different;
    if (different) result_.varying_[r.value()] = 1;
  }

  bool operand_differs(const Operand& o) const {
    return o.is_register() ? differs(o.reg()) : varies_by_thread(module_, function_, o);
  }

  /// Vote and redux end with the mask of participants, if they have one; a barrier's reduction ends
  /// with the value, after the barrier's number and thread count.
  bool participants_differ(const Instruction& i) const {
    const auto sources = function_.sources(i);
    if (sources.empty()) return false;
    if (i.op == Opcode::Vote || i.op == Opcode::Redux)
      return i.has(Mod::Sync) && operand_differs(sources.back());
    return std::any_of(sources.begin(), sources.end() - 1,
                       [&](const Operand& o) { return operand_differs(o); });
  }

  void step(uint32_t pc) {
    const Instruction& i = function_.code[pc];
    const bool guard = i.guarded() && differs(i.guard);
    bool inputs = guard;
    for (const Operand& o : function_.sources(i)) inputs |= operand_differs(o);
    bool value = inputs;
    switch (origin_of(i, options_)) {
      case ValueOrigin::Operands: break;
      case ValueOrigin::Agreed: value = guard || participants_differ(i); break;
      case ValueOrigin::Thread: value = true; break;
    }
    if (i.destination_count == 0) value = inputs;
    uint8_t& flags = result_.flags_[pc];
    if (inputs) flags |= Uniformity::kInputs;
    if (value) flags |= Uniformity::kValue;
    for_each_def(function_, i, [&](Reg r) { write(r, value || (i.guarded() && differs(r))); });
    if ((flags & Uniformity::kBranch) != 0 || !may_diverge(module_, function_, i)) return;
    const bool chooses = i.flow == Flow::Indexed || i.flow == Flow::Call;
    if (!(chooses ? inputs : guard)) return;
    flags |= Uniformity::kBranch;
    if (ends_block(module_, function_, i)) divergent_.push_back(block_);
  }

  void flow() {
    while (!work_.empty()) {
      block_ = work_.back();
      work_.pop_back();
      queued_[block_] = 0;
      stamp_++;
      written_.clear();
      const BasicBlock& block = cfg_[block_];
      for (uint32_t pc = block.first.value(); pc <= block.last.value(); pc++) step(pc);
      std::vector<uint64_t> out(in_[block_].begin(), in_[block_].end());
      for (Reg r : written_) {
        const uint32_t c = liveness_.crossing(r);
        if (c == Liveness::kLocal) continue;
        state_[r.value()] ? set_bit(out, c) : clear_bit(out, c);
      }
      for (uint32_t s : block.successors) add(s, out);
    }
  }

  void add(uint32_t block, std::span<const uint64_t> bits) {
    if (block == cfg_.exit()) return;
    const auto live = liveness_.live_in_bits(block);
    const auto in = in_[block];
    uint64_t changed = 0;
    for (size_t w = 0; w < in.size(); w++) {
      const uint64_t fresh = bits[w] & live[w] & ~in[w];
      in[w] |= fresh;
      changed |= fresh;
    }
    if (changed != 0) push(block);
  }

  /// Everything that `block` writes differs at `place` if it is live there.
  void merge_writes(uint32_t block, uint32_t place) {
    for (uint32_t pc = cfg_[block].first.value(); pc <= cfg_[block].last.value(); pc++)
      for_each_def(function_, function_.code[pc], [&](Reg r) {
        if (!liveness_.live_in(place, r)) return;
        result_.varying_[r.value()] = 1;
        const auto in = in_[place];
        if (test_bit(in, liveness_.crossing(r))) return;
        set_bit(in, liveness_.crossing(r));
        push(place);
      });
  }

  /// Branches that share a reconvergence point are treated together, and again whenever one more of
  /// them diverges: their regions overlap almost entirely.
  void merge() {
    std::vector<uint32_t> places;
    for (uint32_t b : divergent_) {
      const uint32_t place = meeting_.parent(b);
      for (uint32_t l = nest_.innermost(b); l != kNoLoop; l = nest_.loops()[l].parent)
        if (place == cfg_.exit() || !nest_.contains(l, place)) merge_exits(l);
      if (place == cfg_.exit()) continue;
      branches_of_[place].push_back(b);
      places.push_back(place);
    }
    divergent_.clear();
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (uint32_t place : places) merge_region(place);
  }

  void merge_region(uint32_t place) {
    visit_++;
    visited_[place] = visited_[cfg_.exit()] = visit_;
    std::vector<uint32_t> stack;
    const auto descend = [&](uint32_t b) {
      for (uint32_t s : cfg_[b].successors)
        if (visited_[s] != visit_) {
          visited_[s] = visit_;
          stack.push_back(s);
        }
    };
    // A branch's own block is in the region only if the region leads back to it.
    for (uint32_t b : branches_of_[place]) descend(b);
    while (!stack.empty()) {
      const uint32_t b = stack.back();
      stack.pop_back();
      merge_writes(b, place);
      descend(b);
    }
  }

  void merge_exits(uint32_t loop) {
    if (loop_done_[loop]) return;
    loop_done_[loop] = 1;
    const auto blocks = nest_.blocks(nest_.loops()[loop]);
    std::vector<uint32_t> outside;
    for (uint32_t b : blocks)
      for (uint32_t s : cfg_[b].successors)
        if (s != cfg_.exit() && !nest_.contains(loop, s)) outside.push_back(s);
    std::sort(outside.begin(), outside.end());
    outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
    for (uint32_t place : outside)
      for (uint32_t b : blocks) merge_writes(b, place);
  }

  const Program& module_;
  const Function& function_;
  const Cfg& cfg_;
  const LoopNest& nest_;
  const DominatorTree& meeting_;
  const Liveness& liveness_;
  const UniformityOptions options_;
  Uniformity& result_;

  BitMatrix in_;  // crossing registers that differ where a block begins
  std::vector<uint32_t> work_;
  std::vector<uint8_t> queued_;
  std::vector<uint32_t> divergent_;  // blocks whose branch was just found to diverge
  std::map<uint32_t, std::vector<uint32_t>> branches_of_;  // by reconvergence block
  std::vector<uint32_t> visited_;
  uint32_t visit_ = 0;
  std::vector<uint8_t> loop_done_;

  // Of the block in hand: what it has written so far.
  uint32_t block_ = 0;
  uint32_t stamp_ = 0;
  std::vector<uint8_t> state_;
  std::vector<uint32_t> state_block_;
  std::vector<Reg> written_;
};

Uniformity::Uniformity(const Program& module, const Function& function, const Cfg& cfg,
                       const LoopNest& nest, const DominatorTree& meeting, const Liveness& liveness,
                       Options options)
    : flags_(function.code.size(), 0), varying_(function.registers.size(), 0) {
  if (cfg.size() == 0) return;
  UniformitySolver(module, function, cfg, nest, meeting, liveness, options, *this).run();
}

}  // namespace heddle
