// Runs one kernel given as PTX text, for tests of execution.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "exec/functional.hpp"

namespace heddle::test {

/// A kernel with one pointer parameter `out` to 64-bit-aligned memory of 32-bit values.
class KernelRun {
 public:
  /// `body`: the statements of the kernel; %out holds the address of the output, %tid its x index.
  explicit KernelRun(std::string ptx, uint32_t out_words = 1024)
      : module_(load_module(std::make_shared<Source>("test.ptx", std::move(ptx)))),
        image_(place_module(module_, memory_)),
        words_(out_words) {
    out_ = memory_.allocate(4 * out_words, Allocation::Kind::Buffer, "out");
  }

  static std::string kernel(const std::string& body, const std::string& before = "") {
    return ".version 7.8\n.target sm_80\n.address_size 64\n" + before +
           "\n.visible .entry main(.param .u64 pout)\n{\n"
           ".reg .b32 %r<64>; .reg .b64 %rd<64>; .reg .pred %p<16>; .reg .b16 %h<16>; .reg .f32 "
           "%f<16>;\n"
           ".reg .b64 %out, %slot; .reg .b32 %tid;\n"
           "ld.param.u64 %out, [pout];\nmov.u32 %tid, %tid.x;\n"
           "mul.wide.u32 %slot, %tid, 4;\nadd.u64 %slot, %slot, %out;\n" +
           body + "\nret;\n}\n";
  }

  std::vector<uint32_t> run(uint32_t threads = 32, uint32_t blocks = 1, uint32_t shared = 0,
                            PathObserver* observer = nullptr) {
    auto executable = link(image_, "main");
    std::byte parameters[64] = {};
    std::memcpy(parameters, &out_, 8);
    Launch launch{{blocks, 1, 1}, {threads, 1, 1}, shared, {}, 0};
    launch.parameters = std::span(parameters, executable->attributes.parameter_bytes);
    Environment environment{.memory = memory_, .print = {}};
    environment.print = [this](std::string_view text) { printed += text; };
    environment.max_warp_instructions = limit;
    environment.progress = progress;
    try {
      counts = observer ? run_functional(*executable, launch, environment, *observer)
                        : run_functional(*executable, launch, environment);
    } catch (...) {
      counts = environment.counts;
      throw;
    }
    return output();
  }

  std::vector<uint32_t> output() {
    std::vector<uint32_t> out(words_);
    memory_.read(out_, std::as_writable_bytes(std::span(out)));
    return out;
  }

  /// The error message of the run; empty if it succeeds.
  std::string failure(uint32_t threads = 32, uint32_t blocks = 1) {
    try {
      run(threads, blocks);
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  }

  DeviceMemory& memory() { return memory_; }
  Address out() const { return out_; }
  std::string printed;
  RunCounts counts;
  uint64_t limit = 10'000'000;  // warp instructions
  std::function<void(const Progress&)> progress;

 private:
  DeviceMemory memory_;
  ProgramPtr module_;
  ModuleImage image_;
  uint32_t words_;
  Address out_ = 0;
};

inline std::vector<uint32_t> run_body(const std::string& body, uint32_t threads = 32,
                                      const std::string& before = "") {
  return KernelRun(KernelRun::kernel(body, before)).run(threads);
}

inline std::string fail_body(const std::string& body, uint32_t threads = 32,
                             const std::string& before = "") {
  return KernelRun(KernelRun::kernel(body, before)).failure(threads);
}

}  // namespace heddle::test
