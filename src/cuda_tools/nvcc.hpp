// `heddle cc --nvcc`: compiles with NVIDIA's compiler where it is installed, so that the program
// has the shared runtime library and carries PTX.
#pragma once

#include "cuda_tools/compile_options.hpp"

namespace heddle::cuda {

/// The exit status of nvcc. Throws UsageError if there is none.
int compile_with_nvcc(const CompileOptions& options);
/// nvcc 13 refuses GPUs before compute capability 7.5, and some of its headers anything before
/// C++17: raises both where the arguments name older ones.
void raise_to_nvcc_13(std::vector<std::string>& arguments);
/// The command, without the compiler's name.
std::vector<std::string> nvcc_arguments(const CompileOptions& options);

}  // namespace heddle::cuda
