#include "cuda_tools/nvcc.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "cuda_tools/places.hpp"
#include "cuda_tools/process.hpp"

namespace heddle::cuda {

namespace {

/// The compute capability of a -gencode that makes machine code only; empty if it makes PTX.
std::string without_ptx(std::string_view value) {
  const size_t code = value.find("code=");
  const size_t arch = value.find("arch=compute_");
  if (code == value.npos || arch == value.npos) return {};
  if (value.find("compute_", code) != value.npos) return {};
  value.remove_prefix(arch + 13);
  return std::string(value.substr(0, value.find(',')));
}

}  // namespace

std::vector<std::string> nvcc_arguments(const CompileOptions& options) {
  std::vector<std::string> out{"-cudart", "shared"};
  std::string last, missing;
  bool has_ptx = false;
  for (const std::string& argument : options.arguments) {
    const bool generates = last == "-gencode" || last == "--generate-code" ||
                           argument.starts_with("-gencode=") ||
                           argument.starts_with("--generate-code=");
    if (generates) {
      const std::string capability = without_ptx(argument);
      if (capability.empty())
        has_ptx = true;
      else
        missing = capability;
    }
    // Another -cudart would win.
    if (argument == "-cudart" || argument == "--cudart" || last == "-cudart" ||
        last == "--cudart" || argument.starts_with("-cudart=") ||
        argument.starts_with("--cudart=")) {
      last = argument;
      continue;
    }
    out.push_back(argument == "-lcudart_static" ? "-lcudart" : argument);
    last = argument;
  }
  if (!missing.empty() && !has_ptx)
    out.push_back(fmt::format("-gencode=arch=compute_{0},code=compute_{0}", missing));
  if (options.stage == CompileStage::Program)
    out.push_back(fmt::format("-Xlinker=-rpath={}", library_folder().string()));
  return out;
}

int compile_with_nvcc(const CompileOptions& options) {
  std::filesystem::path nvcc = find_program("nvcc");
  if (nvcc.empty() && std::filesystem::exists("/usr/local/cuda/bin/nvcc"))
    nvcc = "/usr/local/cuda/bin/nvcc";
  if (nvcc.empty())
    throw UsageError(
        "cc --nvcc: there is no nvcc on the PATH; without --nvcc, heddle compiles with "
        "clang");
  std::vector<std::string> command{nvcc.string()};
  for (std::string& argument : nvcc_arguments(options)) command.push_back(std::move(argument));
  return run_process(command);
}

}  // namespace heddle::cuda
