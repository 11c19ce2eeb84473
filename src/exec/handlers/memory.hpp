// Handlers of memory instructions, by the register class of the data. src[0] is the address; a
// single element is dst[0] or src[1], several elements are a list in Executable::refs.
#pragma once

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

Handler select_load(const Instruction& i, RegClass to, uint32_t register_bytes);
Handler select_store(const Instruction& i, RegClass from);
/// atom, red (atomic.cpp). A single element as above; for several, the list holds the destinations
/// (atom only), then the values.
Handler select_atomic(const Instruction& i);
/// prefetch, fences and other instructions that change no value.
void touch(const Op& op, Lanes& lanes, uint32_t mask);

}  // namespace heddle
