#include "cuda_tools/compiler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "base/error.hpp"
#include "cuda/fat_binary.hpp"
#include "cuda_tools/compile_options.hpp"
#include "cuda_tools/nvcc.hpp"
#include "cuda_tools/places.hpp"
#include "cuda_tools/process.hpp"
#include "cuda_tools/ptx_externals.hpp"
#include "host/file.hpp"

namespace heddle::cuda {

namespace fs = std::filesystem;

namespace {

using Command = std::vector<std::string>;

constexpr const char* kLibclc = "/usr/lib/clc/nvptx64--nvidiacl.bc";
constexpr const char* kRegister = "__cudaRegisterLinkedBinary";
constexpr const char* kOwnRegister = "__heddleRegisterLinkedBinary";

/// Ends the compilation with the status of the command that failed.
struct Failed {
  int status;
};

class Compiler {
 public:
  explicit Compiler(CompileOptions options) : o_(std::move(options)) {
    for (const char* name : {"clang++-19", "clang-19"})
      if (find_program(name).empty())
        throw UsageError(
            fmt::format("cc needs {}, which is not on the PATH: install Debian's "
                        "packages clang-19 and libclc-19, or use 'heddle cc --nvcc'",
                        name));
    if (!fs::exists(kLibclc))
      throw UsageError(fmt::format("cc needs {}: install Debian's package libclc-19", kLibclc));
  }

  int run() {
    if (o_.version) return version();
    if (o_.sources.empty() && o_.objects.empty())
      throw UsageError("cc: no input files; 'heddle cc --help' shows examples");
    if (o_.stage == CompileStage::DeviceLink) return link_nothing();
    std::vector<std::string> made;
    for (const std::string& source : o_.sources) made.push_back(compile_one(source));
    if (o_.stage == CompileStage::Program) link(made);
    if (o_.stage == CompileStage::Archive) archive(made);
    return 0;
  }

 private:
  void execute(const Command& command) const {
    if (o_.verbose) std::fputs(fmt::format("{}\n", fmt::join(command, " ")).c_str(), stderr);
    if (o_.dry_run) return;
    if (const int status = run_process(command); status != 0) throw Failed{status};
  }

  bool is_cuda(const std::string& source) const {
    return o_.language == "cu" || (o_.language.empty() && fs::path(source).extension() == ".cu");
  }

  /// Where the result for a source goes.
  std::string output_of(const std::string& source, const char* ending) const {
    const bool last = o_.stage != CompileStage::Program && o_.stage != CompileStage::Archive;
    if (last && !o_.output.empty()) return o_.output;
    const fs::path name = fs::path(source).filename().replace_extension(ending);
    return last ? (fs::path(o_.folder) / name).string()
                : (folder_.path() / unique(name.string())).string();
  }
  std::string unique(const std::string& name) const { return fmt::format("{}-{}", names_++, name); }

  Command common() const {
    // Programs ask for the compiler whose place this one takes, also in files without kernels.
    Command c{"-D__NVCC__", "-I" + header_folder().string()};
    for (const std::string& option : o_.both) c.push_back(option);
    return c;
  }

  /// Of .cu files: the program's own, but at least C++14, which the headers need.
  std::string standard() const {
    constexpr std::string_view kOlder[] = {"98", "03", "11", "0x", "1y"};
    for (auto at = o_.both.rbegin(); at != o_.both.rend(); ++at) {
      if (!at->starts_with("-std=")) continue;
      const bool old = std::ranges::any_of(kOlder, [&](auto end) { return at->ends_with(end); });
      return old ? "-std=gnu++14" : *at;
    }
    return "-std=gnu++17";
  }

  /// What both passes of a .cu file have in common.
  Command cuda_pass(const std::string& source) const {
    Command c{"clang++-19", "-x", "cuda", fmt::format("--cuda-gpu-arch=sm_{}", o_.arch),
              "--cuda-feature=+ptx78", "-nocudainc", "-nocudalib", "--cuda-path=/nonexistent",
              "-Xclang", "-target-sdk-version=12.3",
              // Where libclc computes with two numbers, its operations must not be fused.
              "-ffp-contract=fast-honor-pragmas", "-Wno-unknown-cuda-version",
              "-Wno-linker-warnings", "-Wno-c++17-extensions", "-include", "cuda_runtime.h"};
    if (o_.fast_math) c.push_back("-fgpu-approx-transcendentals");
    if (o_.relocatable) {
      c.push_back("-fgpu-rdc");
      c.push_back("-D__HEDDLE_RDC__");
      // Both passes must agree on the names of a file's own device variables.
      c.push_back("-fuse-cuid=none");
      c.push_back("-Xclang");
      c.push_back(
          fmt::format("-cuid={:x}", std::hash<std::string>{}(fs::absolute(source).string())));
    }
    for (std::string& option : common())
      if (!option.starts_with("-std=")) c.push_back(std::move(option));
    c.push_back(standard());
    return c;
  }

  static void append(Command& to, const Command& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  std::string device_pass(const std::string& source, const std::string& output) const {
    Command c = cuda_pass(source);
    // -O and -g are the host's, as with nvcc.
    std::erase_if(c, [](const std::string& s) { return s.starts_with("-O") || s == "-g"; });
    c.push_back("-O3");
    append(c, {"--cuda-device-only", "-S", "-o", output, "-Xclang", "-mlink-builtin-bitcode",
               "-Xclang", kLibclc, "-Wno-unused-command-line-argument"});
    // Threads pass what they have never set to functions of warps: `if (lane == 0) x = f();
    // x = __shfl_sync(mask, x, 0);`. To C++ that is undefined, and clang would remove the
    // condition.
    append(c, {"-Xclang", "-no-enable-noundef-analysis"});
    // Loops keep their blocks in the order of the source, which thread frontiers rely on.
    append(c, {"-mllvm", "-disable-block-placement"});
    c.push_back(source);
    execute(c);
    if (o_.dry_run) return {};
    std::string ptx = read_file(output);
    if (!o_.relocatable) check_externals(ptx, source);
    return ptx;
  }

  std::string compile_one(const std::string& source) {
    if (!is_cuda(source)) return compile_plain(source);
    if (o_.stage == CompileStage::Ptx) {
      std::string output = output_of(source, ".ptx");
      device_pass(source, output);
      return output;
    }
    if (o_.stage == CompileStage::FatBinary) {
      const std::string ptx = (folder_.path() / "device.ptx").string();
      std::string output = output_of(source, ".fatbin");
      write_file(output, make_container({o_.arch, o_.relocatable, device_pass(source, ptx)}));
      return output;
    }
    Command host = cuda_pass(source);
    append(host, o_.host);
    if (o_.stage == CompileStage::Preprocess) {
      append(host, {"--cuda-host-only", "-E", source});
      if (!o_.output.empty()) append(host, {"-o", o_.output});
      execute(host);
      return {};
    }
    const std::string ptx_file = (folder_.path() / unique("device.ptx")).string();
    PtxImage image{o_.arch, o_.relocatable, device_pass(source, ptx_file)};
    const std::string binary = (folder_.path() / unique("device.fatbin")).string();
    write_file(binary, make_container(image));
    std::string object = output_of(source, ".o");
    append(host, {"--cuda-host-only", "-c", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                  binary, "-o", object, "-Wno-unused-command-line-argument", source});
    execute(host);
    if (o_.relocatable) redirect_registration(object);
    return object;
  }

  /// clang's object files call a function that NVIDIA's device linker would make for each.
  void redirect_registration(const std::string& object) const {
    if (o_.dry_run) return;
    const std::string bytes = read_file(object);
    std::set<std::string> names;
    for (size_t at = 0; (at = bytes.find(kRegister, at)) != bytes.npos;) {
      const std::string name = bytes.c_str() + at;
      if (name != kRegister) names.insert(name);
      at += name.size();
    }
    if (names.empty()) return;
    Command c{"objcopy"};
    for (const std::string& name : names) {
      c.push_back("--redefine-sym");
      c.push_back(fmt::format("{}={}", name, kOwnRegister));
    }
    c.push_back(object);
    execute(c);
  }

  std::string compile_plain(const std::string& source) {
    const bool is_c =
        o_.language == "c" || (o_.language.empty() && fs::path(source).extension() == ".c");
    Command c{is_c ? "clang-19" : "clang++-19"};
    if (!o_.language.empty()) append(c, {"-x", o_.language});
    append(c, common());
    if (is_c) std::erase_if(c, [](const std::string& s) { return s.starts_with("-std=c++"); });
    append(c, o_.host);
    std::string output = output_of(source, ".o");
    append(c, {o_.stage == CompileStage::Preprocess ? "-E" : "-c", source,
               "-Wno-unused-command-line-argument"});
    if (o_.stage != CompileStage::Preprocess || !o_.output.empty()) append(c, {"-o", output});
    execute(c);
    return output;
  }

  /// Nothing on the host needs the files of a library with device functions, so a linker would
  /// leave them out.
  Command whole(const std::string& object) const {
    fs::path file = object;
    if (object.starts_with("-l"))
      for (const std::string& option : o_.link)
        if (option.starts_with("-L"))
          if (const fs::path found = fs::path(option.substr(2)) / ("lib" + object.substr(2) + ".a");
              fs::exists(found)) {
            file = found;
            break;
          }
    if (file.extension() != ".a" || !fs::exists(file)) return {object};
    if (read_file(file).find(kOwnRegister) == std::string::npos) return {object};
    return {"-Wl,--whole-archive", file.string(), "-Wl,--no-whole-archive"};
  }

  void link(const std::vector<std::string>& made) const {
    const std::string libraries = library_folder().string();
    Command c{"clang++-19"};
    if (o_.shared) c.push_back("-shared");
    append(c, o_.host);
    append(c, {"-o", o_.output.empty() ? "a.out" : o_.output});
    append(c, made);
    append(c, o_.link);
    for (const std::string& object : o_.objects) append(c, whole(object));
    // Also without 'heddle cuda' the program finds the library, and runs functionally.
    append(c, {"-L" + libraries, "-l:libcudart.so.12", "-Wl,-rpath," + libraries, "-lpthread",
               "-ldl", "-lm", "-Wno-unused-command-line-argument"});
    execute(c);
  }

  void archive(const std::vector<std::string>& made) const {
    Command c{"ar", "rcs", o_.output.empty() ? "a.a" : o_.output};
    append(c, made);
    append(c, o_.objects);
    execute(c);
  }

  /// As Makefiles read it from nvcc.
  static int version() {
    std::fputs(
        "heddle cc: CUDA C++ by clang 19\n"
        "Cuda compilation tools, release 12.3, V12.3.0\n",
        stdout);
    return 0;
  }

  /// The device code of -dc files is linked when the program runs: an object without content.
  int link_nothing() const {
    const std::string source = (folder_.path() / "empty.c").string();
    write_file(source, std::string_view("\n"));
    execute({"clang-19", "-c", source, "-o", o_.output.empty() ? "a_dlink.o" : o_.output});
    return 0;
  }

  CompileOptions o_;
  TemporaryFolder folder_;
  mutable int names_ = 0;
};

}  // namespace

int compile(const std::vector<std::string>& arguments) {
  CompileOptions options = parse_compile_options(arguments);
  if (options.use_nvcc) return compile_with_nvcc(options);
  try {
    return Compiler(std::move(options)).run();
  } catch (const Failed& f) {
    return f.status;
  }
}

}  // namespace heddle::cuda
