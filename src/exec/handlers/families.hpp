// Parts of the families of exec/select.hpp that have their own files.
#pragma once

#include "exec/select.hpp"

namespace heddle {

Selection select_float_extremum(const Instruction& i);  // min, max of f32 and f64
Selection select_choice(const Instruction& i);          // selp, slct
/// set and setp whose operands have one of the 16-bit float types.
Selection select_compare_half(const Instruction& i, Type type);
/// cvt between registers of these sizes; register classes do not distinguish 16 and 32 bits.
Selection select_convert_sized(const Instruction& i, uint32_t to_bytes, uint32_t from_bytes);

}  // namespace heddle
