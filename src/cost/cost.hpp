// What a mechanism costs in hardware: the structures that it adds to a core, their bits, and their
// area where somebody has estimated it.
//
// This folder knows no mechanism. Each one names its structures in a file of its own, for example
// sm/divergence/dwf/cost.cpp, and sm/cost.hpp puts them together for a machine. Bits follow from
// the configuration, so that they change with it. An area that nobody has estimated is absent, and
// so is every sum that it would be part of: 0 would be a claim.
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
  uint64_t entries = 0;             // of a core
  std::string content = {};         // of an entry: "PC (32-bit), OCC (16-bit)"
  uint64_t bits = 0;                // of all entries
  std::optional<double> area = {};  // mm²
};

/// A chip that areas are held against.
struct ReferenceChip {
  std::string name;
  double area = 0;  // mm²
};

struct HardwareCost {
  bool proposed = true;  // false: a bound of performance that nobody proposes to build
  std::vector<StructureCost> structures;  // that the mechanism adds to each core
  /// What structures that any core has grow by: decoders of the register file, bits of a
  /// scoreboard.
  std::vector<StructureCost> changes;
  std::vector<StructureCost> replaced;  // of the usual core, which these stand in place of
  std::vector<RegisterFileArea> files;  // its register file, and then the usual one
  uint32_t cores = 1;
  std::optional<ReferenceChip> chip;
  std::vector<std::string> notes;  // sentences: where areas come from, what is left out

  /// Of the structures of a core; none for what nobody proposes to build.
  std::optional<uint64_t> bits() const;
  std::optional<double> area() const;        // the same, mm²
  std::optional<double> core_area() const;   // with the changes, without what is replaced
  std::optional<double> total_area() const;  // of all cores
  std::optional<double> chip_share() const;  // of the reference chip, 0 … 1
};

/// What a part of the machine adds to the cost.
using CostAdder = void(const MachineConfig& config, HardwareCost& cost);

/// A member of an entry, `count` times.
struct CostField {
  std::string_view name;
  uint32_t bits = 0;
  uint32_t count = 1;
};
/// Its content and bits follow from the fields.
StructureCost structure(std::string name, uint64_t entries,
                        std::initializer_list<CostField> fields);

/// The bits of a number below `count`.
uint32_t index_bits(uint64_t count);

/// For a terminal.
std::string cost_table(const HardwareCost& cost);

}  // namespace heddle
