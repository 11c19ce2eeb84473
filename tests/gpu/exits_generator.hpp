// Random kernels that threads leave early, in every way in which compilers and people write it:
// branches to one shared return, returns after some work, `exit`, guarded exits, in nested
// branches, loops, switches and called functions, with a rendezvous at any place.
//
// Each kernel uses one kind of rendezvous only (a barrier of the block, or a vote of the warp), so
// that the n-th arrival of each thread meets the n-th of the others, wherever each of them stands:
// the kernel ends, and what it computes depends on no order.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

namespace heddle::test {

class ExitsGenerator {
 public:
  explicit ExitsGenerator(uint32_t seed) : random_(seed), votes_(seed % 3 == 0) {}

  /// A module with the kernel `main(out)`, which keeps a hash of each thread's way in out[thread].
  std::string module() {
    for (uint32_t n = 0; n < 2; n++) function(n);
    begin_body();
    statements(4, 0);
    const std::string rest = below(2) ? "" : "    bra $RET;\n";
    std::string entry = "    st.global.u32 [%at], %h;\n" + rest;
    return ".version 7.8\n.target sm_80\n.address_size 64\n" + functions_ +
           ".visible .entry main(.param .u64 pout)\n{\n" + kRegisters +
           "    mov.u32 %tx, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;\n"
           "    mad.lo.u32 %h, %r1, %r2, %tx; ld.param.u64 %at, [pout];\n"
           "    mul.wide.u32 %r64, %h, 4; add.u64 %at, %at, %r64;\n"
           "    mad.lo.u32 %h, %h, 2654435761, 12345;\n" +
           body_ + entry + "$RET:\n" + "    ret;\n}\n";
  }

 private:
  static constexpr const char* kRegisters =
      "    .reg .b32 %h, %tx, %r<8>, %n<32>; .reg .b64 %at, %r64; .reg .pred %p<8>;\n";

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string label() { return fmt::format("$L{}", labels_++); }
  void line(const std::string& text) { body_ += "    " + text + "\n"; }
  void begin_body() {
    body_.clear();
    loops_ = 0;
  }

  void function(uint32_t n) {
    begin_body();
    in_function_ = true;
    statements(2, 1);
    in_function_ = false;
    functions_ += fmt::format(
        ".func (.reg .b32 %out) f{}(.reg .b32 %in, .reg .b64 %at)\n{{\n"
        "    .reg .b32 %h, %tx, %r<8>, %n<32>; .reg .b64 %r64; .reg .pred %p<8>;\n"
        "    mov.u32 %tx, %tid.x; mov.u32 %h, %in;\n{}$FRET:\n    mov.u32 %out, %h;\n    "
        "ret;\n}}\n",
        n, body_);
    callable_ = n + 1;
  }

  void statements(uint32_t count, uint32_t depth) {
    for (uint32_t n = 0; n < count; n++) statement(depth);
  }

  void statement(uint32_t depth) {
    switch (depth < 3 ? below(10) : below(4)) {
      case 0: return mix();
      case 1: return rendezvous();
      case 2:
      case 3: return leave();
      case 4:
      case 5: return branch(depth);
      case 6:
      case 7: return loop(depth);
      case 8: return choice(depth);
      default: return call();
    }
  }

  void mix() {
    line(fmt::format("mad.lo.u32 %h, %h, {}, {};", 2 * below(1 << 20) + 1, below(1000)));
  }
  /// %p0: whether some bits of the hash have a value.
  void condition() {
    line(fmt::format("shr.u32 %r1, %h, {}; and.b32 %r1, %r1, {};", below(24), below(2) ? 1 : 3));
    line(fmt::format("setp.eq.u32 %p0, %r1, {};", below(2)));
  }

  void rendezvous() {
    condition();
    if (votes_) {
      line("vote.sync.ballot.b32 %r1, %p0, 0xffffffff;");
    } else if (below(4) == 0) {  // those for whom it is false come to the other one
      line("setp.ne.u32 %p1, %r1, 9; shr.u32 %r2, %h, 7; and.b32 %r2, %r2, 1;");
      line("setp.eq.u32 %p2, %r2, 0; mov.u32 %r1, 0;");
      line("@%p2 bar.red.popc.u32 %r1, 0, %p1;");
      line("@!%p2 bar.red.popc.u32 %r1, 0, %p0;");
    } else {
      line("bar.red.popc.u32 %r1, 0, %p0;");
    }
    line("add.u32 %h, %h, %r1;");
  }

  /// Some threads leave the kernel, or the function.
  void leave() {
    condition();
    const char* out = in_function_ ? "$FRET" : "$RET";
    switch (below(5)) {
      case 0: return line(fmt::format("@%p0 bra {};", out));
      case 1: return line("@%p0 st.global.u32 [%at], %h;\n    @%p0 exit;");
      case 2:
        if (!in_function_) return line("@%p0 ret;");
        [[fallthrough]];
      default: {
        const std::string on = label();
        line(fmt::format("@!%p0 bra {};", on));
        mix();
        if (below(3) == 0) rendezvous();
        line("st.global.u32 [%at], %h;");
        line(fmt::format("bra {};", out));
        body_ += on + ":\n";
      }
    }
  }

  void branch(uint32_t depth) {
    const std::string other = label(), join = label();
    condition();
    line(fmt::format("@%p0 bra {};", other));
    statements(1 + below(2), depth + 1);
    if (below(2)) {
      line(fmt::format("bra {};", join));
      body_ += other + ":\n";
      statements(1 + below(2), depth + 1);
      body_ += join + ":\n";
    } else {
      body_ += other + ":\n";
    }
    mix();
  }

  void loop(uint32_t depth) {
    if (loops_ == 32) return mix();
    const std::string again = label(), end = label();
    const std::string n = fmt::format("%n{}", loops_++);
    line(fmt::format("shr.u32 {}, %h, {}; and.b32 {}, {}, 3;", n, below(28), n, n));
    body_ += again + ":\n";
    const bool at_top = below(2);
    if (at_top) line(fmt::format("setp.eq.u32 %p3, {}, 0;\n    @%p3 bra {};", n, end));
    statements(1 + below(2), depth + 1);
    mix();
    if (at_top) {
      line(fmt::format("sub.u32 {}, {}, 1;\n    bra {};", n, n, again));
    } else {
      line(fmt::format("setp.eq.u32 %p3, {}, 0; sub.u32 {}, {}, 1;", n, n, n));
      line(fmt::format("@!%p3 bra {};", again));
    }
    body_ += end + ":\n";
  }

  void choice(uint32_t depth) {
    const std::string cases[] = {label(), label(), label()}, table = label(), join = label();
    line(fmt::format("{}: .branchtargets {}, {}, {}, {};", table, cases[0], cases[1], cases[2],
                     in_function_ ? "$FRET" : "$RET"));
    line(fmt::format("shr.u32 %r1, %h, {}; and.b32 %r1, %r1, 3;", below(28)));
    line(fmt::format("brx.idx %r1, {};", table));
    for (const std::string& one : cases) {
      body_ += one + ":\n";
      statement(depth + 1);
      if (below(3)) line(fmt::format("bra {};", join));
    }
    body_ += join + ":\n";
    mix();
  }

  void call() {
    if (callable_ == 0) return mix();
    line(fmt::format("call (%h), f{}, (%h, %at);", below(callable_)));
  }

  std::mt19937 random_;
  bool votes_;
  bool in_function_ = false;
  uint32_t callable_ = 0, labels_ = 0, loops_ = 0;
  std::string functions_, body_;
};

}  // namespace heddle::test
