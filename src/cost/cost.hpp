// The hardware cost of a mechanism: the structures it adds to a core, their storage in bits, and
// their area where a published estimate exists.
//
// This folder knows no mechanisms. Each mechanism lists its structures in its own file, for example
// sm/divergence/dwf/cost.cpp, and sm/cost.hpp combines them for a machine. Bits are computed from
// the configuration. An area without a published estimate is absent, and so is every sum that would
// include it: 0 would be a claim.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cost/register_file.hpp"

namespace heddle {

struct MachineConfig;

struct StructureCost {
  std::string name;
  uint64_t entries = 0;             // per core
  std::string content = {};         // fields of an entry: "PC (32-bit), OCC (16-bit)"
  uint64_t bits = 0;                // all entries together
  std::optional<double> area = {};  // mm²
};

/// A chip that areas are compared with.
struct ReferenceChip {
  std::string name;
  double area = 0;  // mm²
};

struct HardwareCost {
  bool proposed = true;                   // false: an upper bound, not meant to be built
  std::vector<StructureCost> structures;  // added to each core by the mechanism
  /// Growth of structures that any core has: register file decoders, bits of a scoreboard.
  std::vector<StructureCost> changes;
  std::vector<StructureCost> replaced;  // structures of the baseline core that these replace
  std::vector<RegisterFileArea> files;  // its register file, then that of the baseline core
  uint32_t cores = 1;
  std::optional<ReferenceChip> chip;
  std::vector<std::string> notes;  // sentences: sources of areas, what is not included

  /// Total of the structures of a core; absent for an upper bound.
  std::optional<uint64_t> bits() const;
  std::optional<double> area() const;        // of the same structures, mm²
  std::optional<double> core_area() const;   // including changes, minus replaced structures
  std::optional<double> total_area() const;  // of all cores
  std::optional<double> chip_share() const;  // as a share of the reference chip, 0 … 1
};

/// Adds the cost of one part of the machine.
using CostAdder = void(const MachineConfig& config, HardwareCost& cost);

/// A field of an entry, repeated `count` times.
struct CostField {
  std::string_view name;
  uint32_t bits = 0;
  uint32_t count = 1;
};
/// Computes content and bits from the fields.
StructureCost structure(std::string name, uint64_t entries,
                        std::initializer_list<CostField> fields);

/// Number of bits needed for a number below `count`.
uint32_t index_bits(uint64_t count);

/// For a terminal.
std::string cost_table(const HardwareCost& cost);

}  // namespace heddle
