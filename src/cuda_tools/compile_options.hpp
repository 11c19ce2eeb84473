// The command line of `heddle cc`: what Makefiles pass to nvcc, sorted by what it means here.
//
// Options that only concern machine code (-Xptxas, -maxrregcount, -lineinfo) have no effect and are
// dropped. Options that are not nvcc's are the host compiler's, which is clang, and are passed on
// to both passes of a .cu file. What would give a wrong program is refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cuda {

enum class CompileStage : uint8_t {
  Program,
  Object,
  Ptx,
  FatBinary,
  Preprocess,
  DeviceLink,
  Archive,
};

struct CompileOptions {
  CompileStage stage = CompileStage::Program;
  bool relocatable = false;  // -rdc=true, -dc
  bool fast_math = false;
  bool verbose = false;  // print the commands
  bool dry_run = false;  // and do not run them
  bool shared = false;
  bool version = false;  // only say which version it is
  uint32_t arch = 75;
  std::string output;
  std::string folder;                  // -odir
  std::string language;                // -x
  std::vector<std::string> sources;    // .cu, .cpp, .c
  std::vector<std::string> objects;    // .o, .a, .so, in order with libraries
  std::vector<std::string> both;       // for every pass: -I, -D, -std, -O, -W, …
  std::vector<std::string> host;       // -Xcompiler
  std::vector<std::string> link;       // -L, -l, -Xlinker
  bool use_nvcc = false;               // --nvcc
  std::vector<std::string> arguments;  // as given, without --nvcc
};

/// Throws UsageError for what cannot be done here, with the remedy.
CompileOptions parse_compile_options(const std::vector<std::string>& arguments);

}  // namespace heddle::cuda
