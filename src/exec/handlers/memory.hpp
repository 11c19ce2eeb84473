// Handlers of memory instructions, by the classes of the registers they move. src[0] is the
// address; one element is dst[0] or src[1], several are a list in Executable::refs.
#pragma once

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

Handler select_load(const Instruction& i, RegClass to, uint32_t register_bytes);
Handler select_store(const Instruction& i, RegClass from);
/// atom, red (atomic.cpp). One element as above; of several, the list holds the destinations (atom
/// only), then the values.
Handler select_atomic(const Instruction& i);
/// prefetch, fences and other instructions that change no value.
void touch(const Op& op, Lanes& lanes, uint32_t mask);

}  // namespace heddle
