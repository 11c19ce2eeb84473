// alloca, stacksave, stackrestore on the thread's local memory. The top of the stack is a word row:
// src[1] for alloca and stackrestore, src[0] for stacksave, dst[1] where it is written.
#pragma once

#include "exec/op.hpp"
#include "program/program.hpp"

namespace heddle {

Handler select_alloca(RegClass cls);
Handler select_stacksave(RegClass cls);
Handler select_stackrestore(RegClass cls);
/// activemask: the active threads.
void read_active_mask(const Op& op, Lanes& lanes, uint32_t mask);

}  // namespace heddle
