// A kernel given as PTX, as if it were a workload: one launch, with a buffer of zeros.
#pragma once

#include <string>

#include "workload/workload.hpp"

namespace heddle::limit {

inline constexpr const char* kEntryDescription = R"(
summary = "A kernel of a test."
papers = []
says = "Nothing."
[parameters]
blocks = { means = "blocks" }
block = { means = "threads of a block", most = 1024 }
[sizes]
tiny = { blocks = 1, block = 128 }
small = { blocks = 1, block = 128 }
paper = { blocks = 1, block = 128 }
)";

class OneLaunch final : public workload::Driver {
 public:
  explicit OneLaunch(const workload::Setup& setup)
      : Driver(setup), data_(buffer<uint32_t>(size_t{value("blocks")} * value("block"))) {}
  void run() override { launch("main", {{value("blocks")}, {value("block")}}, data_); }
  std::string verify() const override { return {}; }

 private:
  Buffer<uint32_t> data_;
};

inline workload::Entry entry_of(const std::string& ptx) {
  return {"test", ptx, kEntryDescription, [](const workload::Setup& setup) {
            return std::unique_ptr<workload::Driver>(std::make_unique<OneLaunch>(setup));
          }};
}

/// `main`: %tid is the thread in its block, %slot the address of its word.
inline std::string kernel_text(const std::string& body, const std::string& functions = "") {
  return ".version 7.8\n.target sm_80\n.address_size 64\n" + functions +
         "\n.visible .entry main(.param .u64 out)\n{\n"
         ".reg .b32 %r<32>; .reg .b64 %slot, %rd<8>; .reg .pred %p<8>; .reg .b32 %tid, %odd;\n"
         "ld.param.u64 %slot, [out];\nmov.u32 %tid, %tid.x;\nand.b32 %odd, %tid, 1;\n"
         "mul.wide.u32 %rd1, %tid, 4;\nadd.u64 %slot, %slot, %rd1;\n" +
         body + "\nret;\n}\n";
}

}  // namespace heddle::limit
