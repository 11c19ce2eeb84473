// Code that no thread can leave: no path leads from it to an end of the thread, nor to an
// instruction that may end the kernel by a fault. A thread that is there runs forever, whatever its
// registers hold and whatever others do, so the launch can never end.
#pragma once

#include <vector>

#include "exec/executable.hpp"

namespace heddle {

/// By instruction; empty if there is no such code.
std::vector<bool> find_endless(const Executable& kernel, Interrupt interrupt = {});

}  // namespace heddle
