// CUDA's error codes: their names, a sentence for each, and the code for an error of heddle.
#pragma once

#include <exception>

#include "cudart/types.hpp"

namespace heddle::cudart {

/// "cudaErrorInvalidValue"; null for a number that is no code.
const char* name_of(int code);
/// "CUDA_ERROR_INVALID_VALUE".
const char* driver_name_of(int code);
const char* sentence_of(int code);

/// The code for a caught exception of heddle.
Code code_of(const std::exception& error);
/// Whether a failed kernel leaves the device unusable until it is reset, as on hardware.
bool is_sticky(int code);

}  // namespace heddle::cudart
