#include "program/analysis/uniformity.hpp"

#include <algorithm>
#include <boost/unordered_map.hpp>
#include <functional>
#include <queue>

namespace heddle {

/// Two fixpoints in turn: data flow over blocks, then the merges that newly divergent branches
/// bring, which feed the data flow again. Everything only ever changes from same to different, so
/// the order of the work does not matter to the result. It does to the time: blocks are taken in
/// the order of the loop nest, whatever the order of the code.
class UniformitySolver {
 public:
  UniformitySolver(const Program& module, const Function& function, const Cfg& cfg,
                   const LoopNest& nest, const DominatorTree& meeting, const Liveness& liveness,
                   UniformityOptions options, Interrupt interrupt, Uniformity& result)
      : module_(module),
        function_(function),
        cfg_(cfg),
        nest_(nest),
        meeting_(meeting),
        liveness_(liveness),
        options_(options),
        interrupt_(interrupt),
        result_(result),
        in_(liveness.crossing_offset(cfg.size()), 0),
        queued_(cfg.size(), 0),
        loop_done_(nest.loops().size(), 0),
        loop_writes_(liveness.crossing_registers().size(), kNoLoop),
        state_(function.registers.size(), 0),
        state_block_(function.registers.size(), 0) {}

  void run() {
    if (!liveness_.exact()) return give_up();
    for (Reg r : function_.parameter_registers) {
      result_.varying_[r.value()] = 1;
      make_different(r, cfg_.entry());
    }
    for (uint32_t b = 0; b < cfg_.size(); b++)
      if (cfg_.reachable(b)) push(b);
    while (!work_.empty() && visits_ <= options_.visit_limit) {
      flow();
      merge();
    }
    if (visits_ > options_.visit_limit) give_up();
  }

 private:
  /// Everything differs: always true of some machine.
  void give_up() {
    std::ranges::fill(result_.varying_, uint8_t{1});
    for (uint32_t pc = 0; pc < function_.code.size(); pc++)
      result_.flags_[pc] =
          Uniformity::kInputs | Uniformity::kValue |
          (may_diverge(module_, function_, function_.code[pc]) ? Uniformity::kBranch : uint8_t{0});
  }

  void push(uint32_t block) {
    if (block == cfg_.exit() || queued_[block]) return;
    queued_[block] = 1;
    work_.push(nest_.position(block));
  }

  bool differs(Reg r) const { return state_block_[r.value()] == stamp_ && state_[r.value()] != 0; }

  void set_state(Reg r, bool different) {
    state_block_[r.value()] = stamp_;
    state_[r.value()] = different;
  }

  void write(Reg r, bool different) {
    set_state(r, different);
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
      interrupt_.check();
      block_ = nest_.order()[work_.top()];
      work_.pop();
      queued_[block_] = 0;
      stamp_++;
      const auto live = liveness_.crossing_in(block_);
      const uint8_t* in = in_.data() + liveness_.crossing_offset(block_);
      for (size_t k = 0; k < live.size(); k++)
        if (in[k]) set_state(liveness_.crossing_registers()[live[k]], true);
      const BasicBlock& block = cfg_[block_];
      for (uint32_t pc = block.first.value(); pc <= block.last.value(); pc++) step(pc);
      for (uint32_t s : block.successors) add(s);
    }
  }

  /// What differs after the current block differs where a successor begins, if it is live there.
  void add(uint32_t block) {
    if (block == cfg_.exit()) return;
    const auto live = liveness_.crossing_in(block);
    uint8_t* in = in_.data() + liveness_.crossing_offset(block);
    bool changed = false;
    for (size_t k = 0; k < live.size(); k++) {
      if (in[k] || !differs(liveness_.crossing_registers()[live[k]])) continue;
      in[k] = 1;
      changed = true;
    }
    if (changed) push(block);
  }

  /// At the beginning of a block, if the register is live there.
  bool make_different(Reg r, uint32_t block) {
    const auto live = liveness_.crossing_in(block);
    const auto at = std::lower_bound(live.begin(), live.end(), liveness_.crossing(r));
    if (at == live.end() || *at != liveness_.crossing(r)) return false;
    uint8_t& in = in_[liveness_.crossing_offset(block) + static_cast<uint64_t>(at - live.begin())];
    if (in == 0) push(block);
    in = 1;
    return true;
  }

  /// Everything that `block` writes differs at `place` if it is live there.
  void merge_writes(uint32_t block, uint32_t place) {
    visits_ += cfg_[block].last.value() - cfg_[block].first.value() + 1;
    for (uint32_t pc = cfg_[block].first.value(); pc <= cfg_[block].last.value(); pc++)
      for_each_def(function_, function_.code[pc], [&](Reg r) {
        if (make_different(r, place)) result_.varying_[r.value()] = 1;
      });
  }

  void merge() {
    for (uint32_t b : divergent_) {
      interrupt_.check();
      const uint32_t place = meeting_.parent(b);
      for (uint32_t l = nest_.innermost(b); l != kNoLoop; l = nest_.loops()[l].parent) {
        if (place != cfg_.exit() && nest_.contains(l, place)) break;
        visits_++;
        merge_exits(l);
      }
      if (place != cfg_.exit()) merge_region(b, place);
      if (visits_ > options_.visit_limit) return;
    }
    divergent_.clear();
  }

  /// Each block once for each place: the regions of branches that meet at one place overlap almost
  /// entirely.
  bool first_visit(uint32_t block, uint32_t place) {
    uint64_t& blocks = visited_[uint64_t{place} << 32 | block / 64];
    const uint64_t bit = uint64_t{1} << (block % 64);
    if ((blocks & bit) != 0) return false;
    blocks |= bit;
    return true;
  }

  void merge_region(uint32_t branch, uint32_t place) {
    std::vector<uint32_t> stack;
    const auto descend = [&](uint32_t b) {
      for (uint32_t s : cfg_[b].successors)
        if (s != place && s != cfg_.exit() && first_visit(s, place)) stack.push_back(s);
    };
    descend(branch);  // its own block is in the region only if the region leads back to it
    while (!stack.empty() && visits_ <= options_.visit_limit) {
      const uint32_t b = stack.back();
      stack.pop_back();
      merge_writes(b, place);
      descend(b);
    }
  }

  /// What a loop writes differs at all places that it is left to.
  void merge_exits(uint32_t loop) {
    if (loop_done_[loop]) return;
    loop_done_[loop] = 1;
    std::vector<uint32_t> outside;
    for (uint32_t b : nest_.blocks(nest_.loops()[loop])) {
      visits_ += cfg_[b].last.value() - cfg_[b].first.value() + 1;
      for (uint32_t pc = cfg_[b].first.value(); pc <= cfg_[b].last.value(); pc++)
        for_each_def(function_, function_.code[pc], [&](Reg r) {
          const uint32_t c = liveness_.crossing(r);
          if (c != Liveness::kLocal) loop_writes_[c] = loop;
        });
      for (uint32_t s : cfg_[b].successors)
        if (s != cfg_.exit() && !nest_.contains(loop, s)) outside.push_back(s);
    }
    std::sort(outside.begin(), outside.end());
    outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
    for (uint32_t place : outside)
      for (uint32_t c : liveness_.crossing_in(place)) {
        visits_++;
        if (loop_writes_[c] != loop) continue;
        const Reg r = liveness_.crossing_registers()[c];
        result_.varying_[r.value()] = 1;
        make_different(r, place);
      }
  }

  const Program& module_;
  const Function& function_;
  const Cfg& cfg_;
  const LoopNest& nest_;
  const DominatorTree& meeting_;
  const Liveness& liveness_;
  const UniformityOptions options_;
  const Interrupt interrupt_;
  Uniformity& result_;

  std::vector<uint8_t> in_;  // per entry of the live lists: whether it differs there
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> work_;  // positions
  std::vector<uint8_t> queued_;
  std::vector<uint32_t> divergent_;  // blocks whose branch was just found to diverge
  /// By reconvergence point and 64 blocks: the blocks that its branches lead to.
  boost::unordered_map<uint64_t, uint64_t> visited_;
  uint64_t visits_ = 0;
  std::vector<uint8_t> loop_done_;
  std::vector<uint32_t> loop_writes_;  // per crossing register: the loop last seen to write it

  // What the current block has written so far.
  uint32_t block_ = 0;
  uint32_t stamp_ = 0;
  std::vector<uint8_t> state_;
  std::vector<uint32_t> state_block_;
};

Uniformity::Uniformity(const Program& module, const Function& function, const Cfg& cfg,
                       const LoopNest& nest, const DominatorTree& meeting, const Liveness& liveness,
                       Options options, Interrupt interrupt)
    : flags_(function.code.size(), 0), varying_(function.registers.size(), 0) {
  if (cfg.size() == 0) return;
  UniformitySolver(module, function, cfg, nest, meeting, liveness, options, interrupt, *this).run();
}

}  // namespace heddle
