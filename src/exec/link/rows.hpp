// Assigns rows to the registers of a kernel's functions, and to constants.
#pragma once

#include <unordered_map>
#include <vector>

#include "exec/executable.hpp"

namespace heddle {

class Rows {
 public:
  explicit Rows(Executable& out);

  /// Assigns rows to the registers of a function; those with equal numbers in `shared` have one row
  /// (row_sharing.hpp). Each function has its own rows, so that a call only moves parameters.
  const std::vector<Ref>& place_function(uint32_t module_index, const Function& f,
                                         const std::vector<uint32_t>& shared);
  Ref of(uint32_t module_index, Reg reg) const { return bases_.at(module_index)[reg.value()]; }
  /// False for registers that no instruction uses.
  static bool is_placed(Ref row) { return row.offset != 0; }
  Ref allocate(RegClass cls);
  Ref scratch(RegClass cls) const { return scratch_[static_cast<size_t>(cls)]; }
  Ref constant(RegClass cls, uint64_t value);
  /// A constant whose value is set at each launch.
  Ref launch_constant(LaunchConstant what);

 private:
  Ref append_constant(RegClass cls, uint64_t value);

  Executable& out_;
  uint32_t used_ = 64;            // offset 0 means "no row"
  uint32_t predicate_space_ = 0;  // offset of the next predicate; 64 bytes are reserved at a time
  uint32_t predicates_left_ = 0;
  std::unordered_map<uint64_t, Ref> constants_[4];  // by class, then by value
  std::unordered_map<uint32_t, std::vector<Ref>> bases_;
  Ref scratch_[4];
};

}  // namespace heddle
