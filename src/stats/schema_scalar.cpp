// What scalarization does to a kernel's code, and how much of what is executed is scalar
// (lucas2015 §5.8, Figures 9 and 10). Without it only vector registers are counted.
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
      "Packets issued of instructions that execute once for their warp.", &C::instructions);
  add("reads", "registers", Merge::Sum,
      "Scalar registers (32-bit, or predicates) that packets read, each once.", &C::reads);
  add("writes", "registers", Merge::Sum, "Scalar registers that packets wrote.", &C::writes);
  add("broadcasts", "registers", Merge::Sum,
      "Scalar registers (without predicates) that packets of vector instructions read: each goes "
      "to "
      "all lanes.",
      &C::broadcasts);
  add("words_read", "words", Merge::Sum,
      "Of the scalar registers read, those that are no predicates.", &C::words_read);
  add("words_written", "words", Merge::Sum, "The same of those written.", &C::words_written);
  add("code", "instructions", Merge::Peak,
      "Instructions in the code of the kernel and the functions it can reach.", &C::code);
  add("scalar_code", "instructions", Merge::Peak, "Those of them that are scalar.",
      &C::scalar_code);
  add("vector_registers", "registers", Merge::Peak,
      "32-bit registers that a thread has of its own, after allocation.", &C::vector_registers);
  add("scalar_registers", "registers", Merge::Peak,
      "32-bit registers that a warp has once, after allocation.", &C::scalar_registers);
  add("registers_per_warp", "registers", Merge::Peak,
      "Of one kernel: core.warp × scalar.vector_registers + scalar.scalar_registers.",
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
      "scalar.scalar_code / scalar.code; of several kernels, of the most that any has of each.",
      [](const Counters& c, const Scope&) {
        return ratio(c.core.scalar.scalar_code, c.core.scalar.code);
      });
}

}  // namespace heddle
