// `heddle cc`: compiles CUDA C++ with clang from Debian and our own headers.
//
// A .cu file is compiled twice. The device pass makes PTX, which we wrap in a fat binary of our
// own; the host pass makes an object file that holds it and registers it with the runtime library
// when the program starts. Files for separate compilation (-dc) register with a function of ours
// that links the PTX of all files when the first kernel is used, so no device linker is needed.
#pragma once

#include <string>
#include <vector>

namespace heddle::cuda {

/// Returns the exit status. Throws UsageError for a bad command line or a missing compiler.
int compile(const std::vector<std::string>& arguments);

}  // namespace heddle::cuda
