#include "program/analysis/scalarize.hpp"

#include <algorithm>

namespace heddle {

namespace {

/// Must be executed for each thread, whatever its operands are.
bool is_vector_by_nature(const Instruction& i) {
  switch (i.op) {
    case Opcode::Call:
    case Opcode::Red: return true;
    case Opcode::St: return i.space == Space::Local || i.space == Space::Generic;
    case Opcode::Bar:
    case Opcode::Barrier: return i.destination_count > 0;
    default: return origin_of(i, {.uniform_loads = true}) != ValueOrigin::Operands;
  }
}

}  // namespace

class Scalarizer {
 public:
  Scalarizer(const FunctionAnalysis& a, Scalarization::Options options, Interrupt stop,
             Scalarization& result)
      : a_(a),
        function_(a.function),
        cfg_(a.cfg),
        options_(options),
        stop_(stop),
        result_(result),
        vector_(function_.registers.size(), 0),
        divergent_(cfg_.size(), 0),
        live_sides_(a.liveness(stop).crossing_registers().size(), 0),
        written_(function_.registers.size()),
        visited_(cfg_.size() + 1, 0) {}

  void run() {
    const bool none = options_.rule == ScalarRule::None || function_.recursive ||
                      (options_.rule == ScalarRule::Convergent && !function_.is_entry);
    result_.instruction_.assign(function_.code.size(), !none);
    result_.apart_.assign(function_.code.size(), 0);
    if (none || !a_.liveness().exact()) return make_all_vector();
    find_touching();
    if (!function_.is_entry) {
      for (Reg r : function_.parameter_registers) make_vector(r);
      // Never written here: an earlier call may have left something in it.
      for (Reg r : a_.liveness().live_in(cfg_.entry())) make_vector(r);
    }
    for (uint32_t pc = 0; pc < function_.code.size(); pc++) step(pc);
    while (!again_.empty() && !too_large()) {
      const uint32_t pc = again_.back();
      again_.pop_back();
      step(pc);
    }
    if (too_large()) return make_all_vector();
    if (options_.keep_apart) keep_apart();
  }

  RegisterSelection vectors() const { return {vector_, {}}; }
  RegisterSelection scalars() {
    std::vector<uint8_t> chosen(vector_.size());
    for (size_t r = 0; r < chosen.size(); r++) chosen[r] = vector_[r] == 0;
    return {std::move(chosen), std::move(apart_)};
  }
  void make_all_vector() {
    std::ranges::fill(vector_, uint8_t{1});
    std::ranges::fill(result_.instruction_, uint8_t{0});
    apart_.clear();
  }

 private:
  bool too_large() const {
    return visits_ > options_.visit_limit || distinct_ > options_.pair_limit;
  }
  /// The instructions that read or write each register.
  void find_touching() {
    touching_.resize(vector_.size());
    for (uint32_t pc = 0; pc < function_.code.size(); pc++) {
      const auto touches = [&](Reg r) {
        std::vector<uint32_t>& all = touching_[r.value()];
        if (all.empty() || all.back() != pc) all.push_back(pc);
      };
      for_each_use(function_, function_.code[pc], touches);
      for_each_def(function_, function_.code[pc], touches);
    }
  }
  bool is_vector(Reg r) const { return vector_[r.value()] != 0; }
  bool is_vector(const Operand& o) const {
    return o.is_register() ? is_vector(o.reg()) : varies_by_thread(a_.module, function_, o);
  }
  void make_vector(Reg r) {
    if (is_vector(r)) return;
    vector_[r.value()] = 1;
    again_.insert(again_.end(), touching_[r.value()].begin(), touching_[r.value()].end());
  }
  void make_vector(uint32_t pc) {
    result_.instruction_[pc] = 0;
    for_each_def(function_, function_.code[pc], [&](Reg r) { make_vector(r); });
  }

  /// Steps 2 and 3 for one instruction, Step 4 for a branch the first time that it may diverge.
  void step(uint32_t pc) {
    const Instruction& i = function_.code[pc];
    bool vector = is_vector_by_nature(i);
    for_each_use(function_, i, [&](Reg r) { vector |= is_vector(r); });
    for_each_def(function_, i, [&](Reg r) { vector |= is_vector(r); });
    for (const Operand& o : function_.sources(i)) vector |= is_vector(o);
    if (vector) make_vector(pc);
    if (!ends_block(a_.module, function_, i) || !may_diverge(a_.module, function_, i)) return;
    const uint32_t block = cfg_.block_of(Pc{pc});
    bool diverges = i.guarded() && is_vector(i.guard);
    if (i.flow == Flow::Indexed) diverges |= is_vector(function_.sources(i)[0]);
    if (!diverges || divergent_[block] || !cfg_.reachable(block)) return;
    divergent_[block] = 1;
    part(block);
  }

  /// Where the threads of a divergent branch meet again; the exit when they do not.
  uint32_t meeting_place(uint32_t branch) const {
    const Pc point = a_.reconvergence.point(cfg_[branch].last);
    return point == kNoPc ? cfg_.exit() : cfg_.block_of(point);
  }
  std::vector<uint32_t> sides(uint32_t branch) const {
    std::vector<uint32_t> sides = cfg_[branch].successors;
    std::ranges::sort(sides);
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    return sides;
  }
  /// Calls f(block) for all that a side may run before it meets the others.
  template <class F>
  void for_each_block(uint32_t side, uint32_t place, F f) {
    visit_++;
    visited_[place] = visited_[cfg_.exit()] = visit_;
    work_.clear();
    const auto go = [&](uint32_t b) {
      if (visited_[b] == visit_) return;
      visited_[b] = visit_;
      visits_++;
      work_.push_back(b);
    };
    go(side);
    while (!work_.empty() && visits_ <= options_.visit_limit) {
      stop_.check();
      const uint32_t b = work_.back();
      work_.pop_back();
      f(b);
      for (uint32_t s : cfg_[b].successors) go(s);
    }
  }
  void find_written(uint32_t side, uint32_t place) {
    written_.clear();
    for_each_block(side, place, [&](uint32_t b) {
      for (uint32_t pc = cfg_[b].first.value(); pc <= cfg_[b].last.value(); pc++)
        for_each_def(function_, function_.code[pc], [&](Reg r) { written_.insert(r); });
    });
  }

  /// Counts for each register that crosses blocks how many of these begin with it live.
  void count_live(std::span<const uint32_t> blocks) {
    for (Reg r : live_) live_sides_[a_.liveness().crossing(r)] = 0;
    live_.clear();
    for (uint32_t b : blocks)
      for (uint32_t c : a_.liveness().crossing_in(b))
        if (live_sides_[c]++ == 0) live_.push_back(a_.liveness().crossing_registers()[c]);
  }
  bool live_beside(uint32_t side, Reg r) const {
    const uint32_t c = a_.liveness().crossing(r);
    return c != Liveness::kLocal && live_sides_[c] > uint32_t{a_.liveness().live_in(side, r)};
  }

  /// Step 4.
  void part(uint32_t branch) {
    const uint32_t place = meeting_place(branch);
    const std::vector<uint32_t> all = sides(branch);
    count_live(all);
    for (uint32_t side : all) {
      if (options_.rule == ScalarRule::Convergent) {
        for_each_block(side, place, [&](uint32_t b) {
          for (uint32_t pc = cfg_[b].first.value(); pc <= cfg_[b].last.value(); pc++) {
            result_.apart_[pc] = 1;
            make_vector(pc);
          }
        });
        continue;
      }
      find_written(side, place);
      for_each_block(side, place, [&](uint32_t b) {
        std::fill(result_.apart_.begin() + cfg_[b].first.value(),
                  result_.apart_.begin() + cfg_[b].last.value() + 1, uint8_t{1});
      });
      for (Reg r : written_.list())
        if (a_.liveness().live_in(place, r) || live_beside(side, r)) make_vector(r);
    }
  }

  /// A scalar that is live where one side of a divergent branch begins, or where the sides
  /// reconverge, keeps its place while the other sides run.
  void keep_apart() {
    for (uint32_t branch = 0; branch < cfg_.size(); branch++) {
      if (!divergent_[branch]) continue;
      const uint32_t place = meeting_place(branch);
      std::vector<uint32_t> all = sides(branch);
      if (std::ranges::find(all, place) == all.end()) all.push_back(place);
      count_live(all);
      for (uint32_t side : all) {
        find_written(side, place);
        for (Reg kept : live_) {
          if (is_vector(kept) || !live_beside(side, kept)) continue;
          for (Reg r : written_.list())
            if (!is_vector(r)) apart_.push_back(std::minmax(kept, r));
          forget_doubles(false);
          if (too_large()) return make_all_vector();
        }
      }
      if (too_large()) return make_all_vector();
    }
    forget_doubles(true);
    if (too_large()) make_all_vector();
  }
  void forget_doubles(bool all) {
    if (!all && apart_.size() < 2 * distinct_ + 100'000) return;
    std::ranges::sort(apart_);
    apart_.erase(std::unique(apart_.begin(), apart_.end()), apart_.end());
    distinct_ = apart_.size();
  }

  const FunctionAnalysis& a_;
  const Function& function_;
  const Cfg& cfg_;
  const Scalarization::Options options_;
  const Interrupt stop_;
  Scalarization& result_;

  std::vector<uint8_t> vector_;     // per register
  std::vector<uint8_t> divergent_;  // per block: its branch has been handled
  std::vector<std::pair<Reg, Reg>> apart_;
  size_t distinct_ = 0;  // of apart_, when last counted
  std::vector<std::vector<uint32_t>> touching_;
  std::vector<uint32_t> again_;  // instructions to look at again

  std::vector<uint32_t> live_sides_;  // per register that crosses blocks
  std::vector<Reg> live_;             // those with live sides
  RegList written_;
  std::vector<uint32_t> visited_, work_;
  uint32_t visit_ = 0;
  uint64_t visits_ = 0;
};

Scalarization::Scalarization(const FunctionAnalysis& a, Options options, Interrupt stop) {
  Scalarizer scalarizer(a, options, stop, *this);
  scalarizer.run();
  const auto places = [&](const RegisterSelection& s) {
    return allocate(a.function, a.cfg, a.liveness(), s, stop);
  };
  vectors_ = scalarizer.vectors();
  scalars_ = scalarizer.scalars();
  scalar_places_ = places(scalars_);
  if (scalar_places_.by_intervals) {  // intervals would not keep the pairs apart
    scalarizer.make_all_vector();
    vectors_ = scalarizer.vectors();
    scalars_ = scalarizer.scalars();
    scalar_places_ = places(scalars_);
  }
  vector_places_ = places(vectors_);
  count_ = static_cast<uint32_t>(std::ranges::count(instruction_, uint8_t{1}));
}

}  // namespace heddle
