#include "cuda_tools/nvcc_options.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

using Meaning = OptionMeaning;
using Value = OptionValue;

constexpr auto kKnown = std::to_array<NvccOption>({
    {"-o", Value::Joined, Meaning::Output},
    {"--output-file", Value::Separate, Meaning::Output},
    {"-I", Value::Joined, Meaning::Both},
    {"--include-path", Value::Separate, Meaning::Both},
    {"-isystem", Value::Separate, Meaning::Both},
    {"-D", Value::Joined, Meaning::Both},
    {"--define-macro", Value::Separate, Meaning::Both},
    {"-U", Value::Joined, Meaning::Both},
    {"-include", Value::Separate, Meaning::Both},
    {"-std", Value::Separate, Meaning::Both},
    {"--std", Value::Separate, Meaning::Both},
    {"-Xcompiler", Value::Separate, Meaning::Host},
    {"--compiler-options", Value::Separate, Meaning::Host},
    {"-Xlinker", Value::Separate, Meaning::Linker},
    {"--linker-options", Value::Separate, Meaning::Linker},
    {"-L", Value::Joined, Meaning::Link},
    {"--library-path", Value::Separate, Meaning::Link},
    {"-l", Value::Joined, Meaning::Link},
    {"--library", Value::Separate, Meaning::Link},
    {"-arch", Value::Separate, Meaning::Arch},
    {"--gpu-architecture", Value::Separate, Meaning::Arch},
    {"-code", Value::Separate, Meaning::Drop},
    {"--gpu-code", Value::Separate, Meaning::Drop},
    {"-gencode", Value::Separate, Meaning::Generate},
    {"--generate-code", Value::Separate, Meaning::Generate},
    {"-x", Value::Separate, Meaning::Language},
    {"-rdc", Value::Separate, Meaning::Relocatable},
    {"--relocatable-device-code", Value::Separate, Meaning::Relocatable},
    {"-Xptxas", Value::Separate, Meaning::Drop},
    {"--ptxas-options", Value::Separate, Meaning::Drop},
    {"-Xnvlink", Value::Separate, Meaning::Drop},
    {"-Xcudafe", Value::Separate, Meaning::Drop},
    {"--diag-suppress", Value::Separate, Meaning::Drop},
    {"-ccbin", Value::Separate, Meaning::Drop},
    {"--compiler-bindir", Value::Separate, Meaning::Drop},
    {"--cudart", Value::Separate, Meaning::Drop},
    {"--maxrregcount", Value::Separate, Meaning::Drop},
    {"-t", Value::Separate, Meaning::Drop},
    {"--threads", Value::Separate, Meaning::Drop},
    {"--default-stream", Value::Separate, Meaning::Drop},
    {"--ftz", Value::Separate, Meaning::Drop},
    {"--prec-div", Value::Separate, Meaning::Drop},
    {"--prec-sqrt", Value::Separate, Meaning::Drop},
    {"--fmad", Value::Separate, Meaning::Both},
    {"-MF", Value::Separate, Meaning::Host},
    {"-MT", Value::Separate, Meaning::Host},
    {"-MQ", Value::Separate, Meaning::Host},
    {"--keep-dir", Value::Separate, Meaning::Drop},
    {"--split-compile", Value::Separate, Meaning::Drop},
    {"--diag-error", Value::Separate, Meaning::Drop},
    {"--diag-warn", Value::Separate, Meaning::Drop},
    {"--drive-prefix", Value::Separate, Meaning::Drop},
    {"--machine", Value::Separate, Meaning::Drop},
    {"--Werror", Value::Separate, Meaning::Drop},
    {"-Xarchive", Value::Separate, Meaning::Drop},
    {"--archive-options", Value::Separate, Meaning::Drop},
    {"--nvlink-options", Value::Separate, Meaning::Drop},
    {"--dependency-target-name", Value::Separate, Meaning::DependencyTarget},
    {"--dependency-output", Value::Separate, Meaning::DependencyFile},
    {"--options-file", Value::Separate, Meaning::OptionsFile},
    {"-optf", Value::Separate, Meaning::OptionsFile},
    {"--output-directory", Value::Separate, Meaning::Folder},
    {"-odir", Value::Separate, Meaning::Folder},
    {"--system-include", Value::Separate, Meaning::Both},
    {"--pre-include", Value::Separate, Meaning::Both},
    {"--undefine-macro", Value::Separate, Meaning::Both},
    {"--optimize", Value::Separate, Meaning::Both},
    {"-lineinfo", Value::None, Meaning::Drop},
    {"--generate-line-info", Value::None, Meaning::Drop},
    {"-G", Value::None, Meaning::Drop},
    {"--restrict", Value::None, Meaning::Drop},
    {"--source-in-ptx", Value::None, Meaning::Drop},
    {"-src-in-ptx", Value::None, Meaning::Drop},
    {"--no-align-double", Value::None, Meaning::Drop},
    {"--dlink-time-opt", Value::None, Meaning::Drop},
    {"-dlto", Value::None, Meaning::Drop},
    {"--extra-device-vectorization", Value::None, Meaning::Drop},
    {"--Wno-deprecated-gpu-targets", Value::None, Meaning::Drop},
    {"--Wreorder", Value::None, Meaning::Drop},
    {"--Wdefault-stream-launch", Value::None, Meaning::Drop},
    {"--Wmissing-launch-bounds", Value::None, Meaning::Drop},
    {"--Wext-lambda-captures-this", Value::None, Meaning::Drop},
    {"--clean-targets", Value::None, Meaning::Drop},
    {"--save-temps", Value::None, Meaning::Drop},
    {"--display-error-number", Value::None, Meaning::Drop},
    {"--no-display-error-number", Value::None, Meaning::Drop},
    {"--dopt", Value::None, Meaning::Drop},
    {"--no-host-device-initializer-list", Value::None, Meaning::Drop},
    {"--no-host-device-move-forward", Value::None, Meaning::Drop},
    {"--compress-all", Value::None, Meaning::Drop},
    {"--device-debug", Value::None, Meaning::Drop},
    {"-m64", Value::None, Meaning::Drop},
    {"--extended-lambda", Value::None, Meaning::Drop},
    {"--expt-extended-lambda", Value::None, Meaning::Drop},
    {"--expt-relaxed-constexpr", Value::None, Meaning::Drop},
    {"-res-usage", Value::None, Meaning::Drop},
    {"--resource-usage", Value::None, Meaning::Drop},
    {"--keep", Value::None, Meaning::Drop},
    {"--forward-unknown-to-host-compiler", Value::None, Meaning::Drop},
    {"-Wno-deprecated-gpu-targets", Value::None, Meaning::Drop},
    {"--allow-unsupported-compiler", Value::None, Meaning::Drop},
    {"--cubin", Value::None, Meaning::Refuse},
});

constexpr std::string_view kNvidiaLibraries[] = {
    "cudart", "cudart_static", "cudadevrt", "culibos", "nvToolsExt", "nvtx3interop",
    "cublas", "cublasLt",      "curand",    "cufft",   "cusparse",   "cusolver",
    "nvrtc",  "nvidia-ml",     "cupti",     "nvjpeg",  "cudnn",      "nvrtc-builtins"};

}  // namespace

std::span<const NvccOption> nvcc_options() { return kKnown; }

bool is_nvidia_library(std::string_view name) {
  return std::ranges::find(kNvidiaLibraries, name) != std::end(kNvidiaLibraries);
}

}  // namespace heddle::cuda
