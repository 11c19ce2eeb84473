// `heddle cc --nvcc`: compiles with NVIDIA's compiler where it is installed, so that the program
// has the shared runtime library and carries PTX.
#pragma once

#include "cuda_tools/compile_options.hpp"

namespace heddle::cuda {

/// The exit status of nvcc. Throws UsageError if there is none.
int compile_with_nvcc(const CompileOptions& options);
/// The command, without the compiler's name.
std::vector<std::string> nvcc_arguments(const CompileOptions& options);

}  // namespace heddle::cuda
