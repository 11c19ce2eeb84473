// Writes docs/energy.md: a description of the model, and its coefficients from the schema.
#include <fmt/format.h>

#include "config/energy_keys.hpp"
#include "config/schema.hpp"
#include "energy/energy.hpp"

namespace heddle {

namespace {

constexpr std::string_view kIntroduction = R"(# Energy

<!-- Written by energy_markdown() of src/energy/document.cpp; a test compares them. -->

Every run reports energy, power and energy-delay product, for each SM, launch and the run, for every mechanism:
`energy.*` of [statistics.md](statistics.md). The model is of events: each counter of the simulation times what one such event
costs at 40 nm, and leakage and clocks by time. Energies are whole femtojoules; the same run gives the same numbers everywhere.

    ./heddle run bitonic --size tiny --preset lucas2015                                # the table ends with them
    ./heddle run bitonic --size tiny --preset lucas2015 --set energy.leakage=0         # another coefficient

No coefficient is fitted to a result of a paper. Each is a published figure, or follows from published figures by the rule that stands
beside it below; all are keys, so that other figures can be tried. They are estimates: differences between two mechanisms on one
machine mean more than the watts of either.

## What each part is

| part | is |
| --- | --- |
)";

constexpr std::string_view kFormulas[] = {
    "words × `word_read` or `word_write` × rows of a bank / 256, and `bank_access` for each "
    "access. "
    "Words are `register_words_read` and `register_words_written`; an access moves as many as a "
    "bank is wide. Rows are `registers.registers` / (`registers.banks` × `core.lanes`; the SP "
    "lanes "
    "where they are temporal). `scalar.words_read` and `scalar.words_written` are an access each.",
    "words × `wire` × the side of the crossbar, `crossbar_pitch` × bits of a bank × "
    "`registers.banks`; and `collector` for each word read. Where operands reach every lane "
    "(`registers.layout` crossbar or ideal) a second crossbar of 32 bits × `core.lanes`. A "
    "scalar word is one word; where scalars have a "
    "file of their own, its crossbar is 32 bits wide, and each of `scalar.broadcasts` crosses 32 "
    "bits × `core.lanes`.",
    "`work.*` operations × `energy.work.*`.",
    "bytes fetched (`fetch.width` instructions for each of `icache.hits` and `icache.misses`, a "
    "line for each miss) as from a cache. A core whose fetches are not modelled (`mimd`, `dwf`) "
    "fetches one instruction for each packet. An ideal cache counts as one of 8 KiB.",
    "`warp_instructions` × `issue`.",
    "`shared_words` (`private_words`) from a bank of `core.shared_bytes` / `core.shared_banks`, "
    "and "
    "over a crossbar of 32 bits × `core.shared_banks`.",
    "(`l1.bytes` + `l1.fills` × a line or sector) / 8 × `cache_word` × √(`memory.l1.bytes` / 8 "
    "KiB); the same of the constant cache.",
    "The same of the L2, whose size is that of a partition.",
    "flits × `memory.flit` × `network_byte`.",
    "`dram.bytes` × `dram_byte`, and (`dram.row_misses` + `dram.row_conflicts`) × `memory.row` × "
    "`dram_row_byte`.",
    "SP lanes × (`cycles` × SMs × `clock` + `active_cycles` × `clock_active`).",
    "SP lanes × SMs × `derived.time` × `leakage`.",
};
static_assert(std::size(kFormulas) == kEnergyParts);

constexpr std::string_view kRest = R"(
A register file that gives out rows moves 32 words for an operand of a packet of one thread; one whose lanes have banks of their own
(temporal lanes, and `registers.layout` per-lane, crossbar, ideal) moves one (lucas2015 §3.7), or an aligned bundle where a lane is
several threads wide. A packet none of whose threads executes moves nothing.

Left out: tables of the mechanisms (stacks, heaps, look-up tables; `heddle cost` shows their bits), predicate registers, DRAM in
standby, memory controllers' logic, the host's bus.

## Sources

| name | publication |
| --- | --- |
| gebhart2011 | M. Gebhart, S. Keckler, W. Dally: A Compile-Time Managed Multi-Level Register File Hierarchy, MICRO 2011 (energies of banks, latches and wires) |
| gpusimpow2013 | J. Lucas, S. Lal, M. Andersch, M. Alvarez-Mesa, B. Juurlink: How a Single Chip Causes Massive Power Bills. GPUSimPow: A GPGPU Power Simulator, ISPASS 2013 (measurements of two chips of 40 nm) |
| horowitz2014 | M. Horowitz: Computing's Energy Problem (and What We Can Do About It), ISSCC 2014 (45 nm, 0.9 V) |
| keckler2011 | S. Keckler, W. Dally, B. Khailany, M. Garland, D. Glasco: GPUs and the Future of Parallel Computing, IEEE Micro 31 (5), 2011 (Table 1: 40 nm, 0.9 V) |
| lucas2015 | J. Lucas, M. Andersch, M. Alvarez-Mesa, B. Juurlink: Spatiotemporal SIMT and Scalarization for Improving GPU Efficiency, TACO 2015 (Table I) |
| oconnor2017 | M. O'Connor et al.: Fine-Grained DRAM: Energy-Efficient DRAM for Extreme Bandwidth Systems, MICRO 2017 |

The figures are quoted from these publications. Those of horowitz2014 for additions, multiplications and 8 KB have been compared with a
later table that cites them; the others have not been read again in the originals, so compare before relying on a watt.

From 45 to 40 nm at the same voltage energy goes with the dimensions: × 40/45.

## Coefficients

| key | value | unit | of what | where from |
| --- | --- | --- | --- | --- |
)";

}  // namespace

std::string energy_markdown() {
  std::string out(kIntroduction);
  for (size_t i = 0; i < kEnergyParts; i++)
    out += fmt::format("| `{}` | {} |\n", energy_part_text(static_cast<EnergyPart>(i)).name,
                       kFormulas[i]);
  out += kRest;
  MachineConfig defaults;
  for (const EnergyCoefficient& c : energy_coefficients()) {
    const ConfigKey& key = *find_config_key(c.path);
    out += fmt::format("| `{}` | {} | {} | {} | {} |\n", c.path,
                       std::get<uint64_t>(key.get(defaults)), key.unit, key.sentence, c.source);
  }
  return out;
}

}  // namespace heddle
