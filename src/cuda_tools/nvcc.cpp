#include "cuda_tools/nvcc.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

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

/// nvcc 13 makes no code for GPUs before this one, which many Makefiles name.
constexpr std::string_view kOldestOfNvcc = "75";

/// "sm_60" and "compute_60" anywhere in the text become the oldest that there is.
void raise_arch(std::string& text) {
  for (std::string_view word : {"sm_", "compute_"})
    for (size_t at = 0; (at = text.find(word, at)) != text.npos;) {
      at += word.size();
      const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      if (end - at == 2 && std::string_view(text).substr(at, 2) < kOldestOfNvcc)
        text.replace(at, 2, kOldestOfNvcc);
    }
}

/// Of options that choose GPUs; the same choice twice is an error of nvcc's.
void raise_archs(std::vector<std::string>& arguments) {
  std::set<std::string> seen;
  std::vector<std::string> out;
  for (size_t i = 0; i < arguments.size(); i++) {
    std::string name = arguments[i], value;
    if (const size_t equals = name.find('='); equals != name.npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    const bool generates = name == "-gencode" || name == "--generate-code";
    const bool chooses = generates || name == "-arch" || name == "--gpu-architecture" ||
                         name == "-code" || name == "--gpu-code";
    if (!chooses || (value.empty() && i + 1 == arguments.size())) {
      out.push_back(arguments[i]);
      continue;
    }
    if (value.empty()) value = arguments[++i];
    raise_arch(value);
    if (!generates || seen.insert(value).second) out.push_back(name + "=" + value);
  }
  arguments = std::move(out);
}

/// Its headers lie in a folder of their own.
bool is_nvcc_13(const std::filesystem::path& nvcc) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::weakly_canonical(nvcc, ignored).parent_path() /
                                 "../include/cccl");
}

/// The headers that cooperative_groups.h includes need C++17.
void raise_standard(std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); i++) {
    std::string& option = arguments[i];
    const bool separate = (option == "-std" || option == "--std") && i + 1 < arguments.size();
    if (!separate && !option.starts_with("-std=") && !option.starts_with("--std=")) continue;
    std::string& value = separate ? arguments[i + 1] : option;
    for (const char* old : {"++98", "++03", "++11", "++14", "++0x", "++1y"})
      if (value.ends_with(old)) value.replace(value.size() - 2, 2, "17");
  }
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

void raise_to_nvcc_13(std::vector<std::string>& arguments) {
  raise_standard(arguments);
  raise_archs(arguments);
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
  if (is_nvcc_13(nvcc)) raise_to_nvcc_13(command);
  return run_process(command);
}

}  // namespace heddle::cuda
