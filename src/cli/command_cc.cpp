// heddle cc: compiles CUDA programs. Its options are nvcc's and the host compiler's, so the command
// line is not parsed like those of the other commands.
#include <string_view>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cuda_tools/compiler.hpp"
#include "cuda_tools/places.hpp"

namespace heddle {

namespace {

constexpr const char* kHelp =
    "heddle cc: compiles CUDA C++ with clang and heddle's headers; no NVIDIA toolkit is needed.\n"
    "\n"
    "Takes what nvcc takes: -o, -c, -dc, -rdc=true, -ptx, -arch, -gencode, -Xcompiler, -Xlinker,\n"
    "-I, -D, -L, -l, -std, -O, -shared, several files; so that make NVCC=\"heddle cc\" works. "
    "Options\n"
    "for machine code (-Xptxas, -maxrregcount, -lineinfo) have no effect.\n"
    "\n"
    "  --nvcc   compile with nvcc, with the shared runtime library and PTX\n"
    "  -v       print the commands; --dryrun: do not run them\n"
    "  --toolkit  print a folder with bin/nvcc, include and lib64, for Makefiles that take one:\n"
    "           make CUDA_PATH=$(heddle cc --toolkit)\n"
    "\n"
    "Needs Debian's packages clang-19 and libclc-19 (and libomp-19-dev for OpenMP on the host).\n"
    "Examples:\n"
    "  heddle cc prog.cu -o prog\n"
    "  heddle cc -O3 -arch=sm_80 -Xcompiler -fopenmp a.cu b.cpp -o prog\n"
    "  heddle cc -dc a.cu b.cu && heddle cc a.o b.o -o prog\n";

}  // namespace

int run_cc(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 2, argv + argc);
  for (const std::string& argument : arguments)
    if (argument == "--help" || argument == "-h") {
      print_out(kHelp);
      return kSuccess;
    }
  if (arguments == std::vector<std::string>{"--toolkit"}) {
    print_out(cuda::toolkit_folder().string() + "\n");
    return kSuccess;
  }
  return cuda::compile(arguments);
}

void add_cc(CLI::App& app) {
  app.add_subcommand("cc", "Compile a CUDA program; takes nvcc's options (heddle cc --help)");
}

}  // namespace heddle
