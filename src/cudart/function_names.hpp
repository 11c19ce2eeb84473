// The functions that the CUDA libraries export without supporting them, by the numbers that their
// symbols pass on. Made from functions.list.
#pragma once

#include <span>

namespace heddle::cudart {

std::span<const char* const> unsupported_functions();

}  // namespace heddle::cudart
