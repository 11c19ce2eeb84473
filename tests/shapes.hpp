// PTX kernels of any size, with the shapes on which analyses tend to become quadratic.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <string>

namespace heddle::test {

struct Shape {
  const char* name;
  /// The body of a kernel of about `instructions`; %r0 differs between threads.
  std::string (*body)(uint32_t instructions);
};

namespace shapes {

/// A sequence of ifs, each using the previous value.
inline std::string ladder(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  for (uint32_t i = 0; i < instructions / 4; i++)
    fmt::format_to(to,
                   "setp.gt.u32 %p{0}, %r{0}, {0};\nadd.u32 %r{1}, %r{0}, 1;\n@%p{0} bra L{0};\n"
                   "add.u32 %r{1}, %r{1}, 2;\nL{0}:\n",
                   i, i + 1);
  return out;
}

/// Branches out of a long function, all to one label.
inline std::string early_exits(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  for (uint32_t i = 0; i < instructions / 3; i++)
    fmt::format_to(to,
                   "add.u32 %r{1}, %r{0}, 1;\nsetp.gt.u32 %p{0}, %r{1}, {0};\n@%p{0} bra END;\n", i,
                   i + 1);
  return out + "END:\n";
}

/// Nested ifs.
inline std::string nested(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  const uint32_t n = instructions / 4;
  for (uint32_t i = 0; i < n; i++)
    fmt::format_to(to,
                   "setp.gt.u32 %p{0}, %r{1}, {0};\n@%p{0} bra L{0};\nadd.u32 %r{1}, %r0, {0};\n",
                   i, i % 16);
  for (uint32_t i = n; i-- > 0;) fmt::format_to(to, "L{}: add.u32 %r{}, %r1, 1;\n", i, i % 16);
  return out;
}

/// Nested loops.
inline std::string loops(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  const uint32_t n = instructions / 3;
  for (uint32_t i = 0; i < n; i++) fmt::format_to(to, "L{}: add.u32 %r{}, %r0, 1;\n", i, i % 16);
  for (uint32_t i = n; i-- > 0;)
    fmt::format_to(to, "setp.gt.u32 %p{0}, %r{1}, {0};\n@%p{0} bra L{0};\n", i, i % 16);
  return out;
}

/// Branches to anywhere: one irreducible tangle of loops.
inline std::string tangle(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  const uint32_t n = instructions / 3;
  uint32_t random = 1;
  for (uint32_t i = 0; i < n; i++) {
    random = random * 1664525 + 1013904223;
    fmt::format_to(
        to, "L{0}: setp.gt.u32 %p{1}, %r{1}, {0};\nadd.u32 %r{2}, %r{1}, 1;\n@%p{1} bra L{3};\n", i,
        i % 16, (i + 3) % 16, static_cast<uint32_t>(uint64_t{random} * n >> 32));
  }
  return out;
}

/// A chain of blocks that runs against the order of the code.
inline std::string backwards(uint32_t instructions) {
  std::string out = "bra L0;\n";
  auto to = std::back_inserter(out);
  const uint32_t n = instructions / 2;
  for (uint32_t i = n; i-- > 0;)
    fmt::format_to(to, "L{0}: add.u32 %r{1}, %r{0}, 1;\nbra L{1};\n", i, i + 1);
  // The last block comes first.
  const std::string end = fmt::format("bra L{};\n", n);
  out.replace(out.find(end), end.size(), "bra END;\n");
  return out + "END:\n";
}

/// One block, few values live at a time.
inline std::string long_block(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  for (uint32_t i = 0; i < instructions; i++)
    fmt::format_to(to, "add.u32 %r{}, %r{}, %r{};\n", i + 1, i, i < 10 ? 0 : i - 10);
  return out;
}

/// One block, half of all values live at once.
inline std::string wide_block(uint32_t instructions) {
  std::string out;
  auto to = std::back_inserter(out);
  const uint32_t n = instructions / 2;
  for (uint32_t i = 1; i <= n; i++) fmt::format_to(to, "add.u32 %r{}, %r0, {};\n", i, i);
  for (uint32_t i = 1; i <= n; i++) fmt::format_to(to, "add.u32 %r0, %r0, %r{};\n", i);
  return out;
}

}  // namespace shapes

inline constexpr std::array kShapes = {
    Shape{"ladder", shapes::ladder},         Shape{"early-exits", shapes::early_exits},
    Shape{"nested", shapes::nested},         Shape{"loops", shapes::loops},
    Shape{"tangle", shapes::tangle},         Shape{"backwards", shapes::backwards},
    Shape{"long-block", shapes::long_block}, Shape{"wide-block", shapes::wide_block},
};

/// A module with one kernel, k. There is an instruction before its `ret`, since a branch to a lone
/// `ret` would be an exit and its label no branch target.
inline std::string shaped_ptx(const Shape& shape, uint32_t instructions) {
  return fmt::format(
      ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{{\n"
      ".reg .b32 %r<{0}>;\n.reg .pred %p<{0}>;\nmov.u32 %r0, %tid.x;\n{1}"
      "add.u32 %r0, %r0, 1;\nret;\n}}\n",
      instructions + 16, shape.body(instructions));
}

}  // namespace heddle::test
