// The hardware of dynamic warp formation: fung2007's Table 1 and section 4.4.
//
// Bits follow from the configuration. Areas are Table 1's (CACTI 4.2, 90 nm) per bit of the same
// structure: exact for the paper's machine, an estimate for others. Two fields do not follow from
// the machine: the table gives REQ 8 bits although there are 16 lanes, and the pool 8 bits of
// scheduling data under every heuristic; both are kept.
//
// The table is for lane-aware formation. Without home lanes, how many threads a warp has says all
// that OCC and REQ would. A register file that lanes reach through a crossbar has an area that the
// paper does not give.
#include "cost/cost.hpp"

#include "config/machine.hpp"

namespace heddle {

namespace {

constexpr uint32_t kPcBits = 32, kRequestBits = 8, kScheduleBits = 8;
constexpr uint64_t kNextPcs = 2;  // warp update registers: of a conditional branch

/// mm² of a structure that has the same content as one of Table 1.
double scaled(double area, uint64_t bits, uint64_t table_bits) {
  return area * (static_cast<double>(bits) / static_cast<double>(table_bits));
}

void add(HardwareCost& cost, StructureCost s, double area, uint64_t table_bits) {
  s.area = scaled(area, s.bits, table_bits);
  cost.structures.push_back(std::move(s));
}

/// Section 4.4: a file of 8192 registers with one decoder, against 16 banks of 512 with one each.
void add_register_file(const MachineConfig& config, HardwareCost& cost) {
  constexpr double kOneDecoder = 5.7085, kBank = 0.3773;
  constexpr uint32_t kWords = 8192, kBanks = 16;
  StructureCost change{.name = "Register file", .entries = config.core.lanes};
  if (config.registers.layout == "per-lane") {
    change.content = "a decoder for each lane";
    change.area = scaled(kBanks * kBank - kOneDecoder, config.registers.registers, kWords);
  } else {
    change.content = "a crossbar between banks and lanes";
    if (config.registers.layout == "ideal") change.content = "banks that every lane reaches";
    cost.notes.emplace_back("The area of this register file is not known.");
  }
  cost.changes.push_back(std::move(change));
}

}  // namespace

void add_dwf_cost(const MachineConfig& config, HardwareCost& cost) {
  const CoreConfig& core = config.core;
  // At worst each thread is alone.
  uint64_t pool = core.max_threads;
  uint32_t thread = index_bits(core.max_threads), index = index_bits(pool);
  bool lane_aware = config.registers.layout == "per-lane";
  CostField tids{"TID", thread, core.warp}, pc{"PC", kPcBits};
  CostField request{"REQ", kRequestBits}, occupied{"OCC", core.warp};
  if (!lane_aware) request = occupied = {"threads", index_bits(core.warp + 1)};
  add(cost, structure("Warp update register", kNextPcs, {tids, pc, request}), 0.008, 336);
  add(cost, structure("PC-warp LUT", config.dwf.lut_entries, {pc, occupied, {"IDX", index}}), 0.189,
      1792);
  add(cost, structure("Warp pool", pool, {tids, pc, {"schedule", kScheduleBits}}), 0.702, 43008);
  add(cost, structure("Warp allocator", pool, {{"IDX", index}}), 0.061, 2048);
  add_register_file(config, cost);
  cost.chip = {"GeForce 8800 GTX, 90 nm", 480};
  cost.notes.emplace_back("Areas: fung2007, Table 1 and section 4.4, in proportion to the bits.");
}

}  // namespace heddle
