// The functions that a function can reach by calls, and the shared memory that they need.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.hpp"

namespace heddle {

/// The function itself first. An indirect call may reach every function whose address is taken.
std::vector<uint32_t> reachable_functions(const Program& module, uint32_t function);

/// Static shared memory of a block: the shared variables that those functions name, in the order of
/// the module, each aligned; memory declared `extern` begins after them.
uint64_t static_shared_bytes(const Program& module, uint32_t function);

}  // namespace heddle
