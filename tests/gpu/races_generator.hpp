// Random kernels whose results depend on the order in which accesses of device memory take effect:
// threads of all blocks load, store and update a few words, and what they load decides which words
// come next. Some words have one owner, or are rarely written. Shared memory and generic addresses,
// whose target is known only at run time, are accessed in between; registers that an access has
// read are overwritten right behind it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>

namespace heddle::test {

class RacesGenerator {
 public:
  explicit RacesGenerator(uint32_t seed) : random_(seed) {}

  /// A module with the kernel `main(out)`; the words that all threads fight for are the first.
  std::string module() {
    for (uint32_t n = 0; n < 10; n++) statement();
    return ".version 7.8\n.target sm_80\n.address_size 64\n"
           ".visible .entry main(.param .u64 pout)\n{\n"
           "    .reg .b32 %h, %v, %w, %r<8>, %n; .reg .b64 %out, %at, %s, %x; .reg .pred %p<4>;\n"
           "    .shared .align 16 .b8 buffer[256];\n"
           "    ld.param.u64 %out, [pout]; mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;\n"
           "    mov.u32 %r2, %ntid.x; mad.lo.u32 %h, %r1, %r2, %r0; mov.u32 %r3, %h;\n"
           "    mul.lo.u32 %h, %h, 2654435761; mov.u64 %s, buffer; cvta.shared.u64 %s, %s;\n"
           "    mov.u32 %n, 0;\n$LOOP:\n" +
           body_ +
           "    add.u32 %n, %n, 1; setp.lt.u32 %p0, %n, 2; @%p0 bra $LOOP;\n"
           "    mul.wide.u32 %x, %r3, 4; add.u64 %at, %out, %x; st.global.u32 [%at + 1024], %h;\n"
           "    ret;\n}\n";
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  void line(const std::string& text) { body_ += "    " + text + "\n"; }
  /// %at: one of 32 words, chosen by the hash.
  void choose_word() {
    line(fmt::format("shr.u32 %v, %h, {}; and.b32 %v, %v, 31; mul.wide.u32 %x, %v, 4;", below(24)));
    line("add.u64 %at, %out, %x;");
  }
  void mix() { line("xor.b32 %h, %h, %w; mad.lo.u32 %h, %h, 1664525, 1013904223;"); }

  void statement() {
    choose_word();
    switch (below(11)) {
      case 0:
        line("ld.global.u32 %w, [%at];");
        line("mov.u64 %at, 0;");  // the address is gone before the load has taken effect
        mix();
        break;
      case 1:
        line("mov.u32 %w, %h; st.global.u32 [%at], %w; mov.u32 %w, 77; mov.u64 %at, 0;");
        break;
      case 2:
        line("atom.global.add.u32 %w, [%at], %h; mov.u64 %at, 8;");
        mix();
        break;
      case 3: line("red.global.xor.b32 [%at], %h;"); break;
      case 4:
        line("atom.global.cas.b32 %w, [%at], 0, %h;");
        mix();
        break;
      case 5:  // some threads in shared memory, the others in device memory
        line("and.b32 %r4, %h, 1; setp.eq.u32 %p1, %r4, 0; and.b64 %x, %x, 127;");
        line("add.u64 %x, %s, %x; selp.b64 %at, %x, %at, %p1;");
        line(below(2) ? "st.u32 [%at], %h;" : "atom.add.u32 %w, [%at], 3;");
        line("ld.u32 %w, [%at];");
        mix();
        break;
      case 6:
        line(fmt::format("and.b32 %r5, %h, {}; setp.ne.u32 %p2, %r5, 0;", 1 + below(7)));
        line("@%p2 ld.global.v2.u32 {%w, %r6}, [%out + 64]; @%p2 add.u32 %h, %h, %r6;");
        mix();
        break;
      case 7:  // a word of its own, which nobody else accesses, written just before
        line("mul.wide.u32 %x, %r3, 4; add.u64 %at, %out, %x;");
        line("st.global.u32 [%at + 1024], %h; ld.global.u32 %w, [%at + 1024];");
        mix();
        break;
      case 8:  // its neighbour's word
        line("xor.b32 %r6, %r3, 1; mul.wide.u32 %x, %r6, 4; add.u64 %at, %out, %x;");
        line("ld.global.u32 %w, [%at + 1024];");
        mix();
        break;
      case 9:  // words that are rarely written, by whole warps
        line(fmt::format("and.b32 %r6, %r0, 31; mul.wide.u32 %x, %r6, 4; add.u64 %at, %out, %x;"));
        line("ld.global.u32 %w, [%at + 512];");
        line(fmt::format("add.u32 %r6, %r3, %n; and.b32 %r6, %r6, {}; setp.eq.u32 %p3, %r6, 0;",
                         63));
        line("@%p3 st.global.u32 [%at + 512], %h;");
        mix();
        break;
      default:
        line("@%p0 bra $SKIP" + std::to_string(labels_) + ";");
        line("ld.global.u32 %w, [%at];");
        mix();
        body_ += "$SKIP" + std::to_string(labels_++) + ":\n";
    }
  }

  std::mt19937 random_;
  std::string body_;
  uint32_t labels_ = 0;
};

}  // namespace heddle::test
