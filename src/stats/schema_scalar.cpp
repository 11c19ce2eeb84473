// The statistics of scalarization: the scalar share of a kernel's code and of the executed
// instructions (lucas2015 §5.8, Figures 9 and 10). Without it, only vector registers are counted.
#include "stats/schema_rows.hpp"

namespace heddle {

namespace {

using C = ScalarCounters;

void add_counters(std::vector<Statistic>& rows) {
  auto add = [&](std::string name, std::string unit, Merge merge, std::string sentence,
                 uint64_t C::*member) {
    rows.push_back(counter("scalar." + std::move(name), std::move(unit), merge, std::move(sentence),
                           [member](auto& c) { return &(c.core.scalar.*member); }));
  };
  add("instructions", "packets", Merge::Sum,
      "Packets issued for instructions that execute once per warp.", &C::instructions);
  add("reads", "registers", Merge::Sum,
      "Scalar registers (32-bit or predicate) read by packets, counted once each.", &C::reads);
  add("writes", "registers", Merge::Sum, "Scalar registers written by packets.", &C::writes);
  add("broadcasts", "registers", Merge::Sum,
      "Scalar registers (without predicates) read by vector instructions and broadcast to all "
      "lanes.",
      &C::broadcasts);
  add("words_read", "words", Merge::Sum, "Scalar registers read, without predicates.",
      &C::words_read);
  add("words_written", "words", Merge::Sum, "Scalar registers written, without predicates.",
      &C::words_written);
  add("code", "instructions", Merge::Peak,
      "Static instructions of the kernel and the functions it can reach.", &C::code);
  add("scalar_code", "instructions", Merge::Peak, "Static instructions that are scalar.",
      &C::scalar_code);
  add("vector_registers", "registers", Merge::Peak,
      "32-bit registers per thread, after allocation.", &C::vector_registers);
  add("scalar_registers", "registers", Merge::Peak,
      "32-bit scalar registers per warp, after allocation.", &C::scalar_registers);
  add("registers_per_warp", "registers", Merge::Peak,
      "Registers per warp of one kernel: core.warp × scalar.vector_registers + "
      "scalar.scalar_registers.",
      &C::registers_per_warp);
}

}  // namespace

void add_scalar_statistics(std::vector<Statistic>& rows) {
  add_counters(rows);
  auto add = [&](auto... row) { rows.push_back(derived(row...)); };
  add("derived.scalar_share", "ratio", "scalar.instructions / warp_instructions.",
      [](const Counters& c, const Scope&) {
        return ratio(c.core.scalar.instructions, c.core.warp_instructions);
      });
  add("derived.static_scalar_share", "ratio",
      "scalar.scalar_code / scalar.code; for several kernels, the maximum of each over the "
      "kernels.",
      [](const Counters& c, const Scope&) {
        return ratio(c.core.scalar.scalar_code, c.core.scalar.code);
      });
}

}  // namespace heddle
