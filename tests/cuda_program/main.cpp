// A CUDA program that needs no CUDA compiler, for tests of the commands that run programs: the
// driver API and PTX. It launches two kernels, writes a line to runs.txt, and ends as its argument
// says:
//
//   good      with status 0
//   size      the same; data.txt has the number of blocks
//   status    with status 7
//   fault     with status 0, although a kernel accessed an address where nothing is
//   signal    by a signal
//   long      after a kernel that takes hours, if runs.txt has a line of an earlier run
#include <cuda.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

const char* const kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry fill(.param .u64 p) {
  .reg .b32 %r<4>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [p];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.u32 %r1, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r1, 4; add.u64 %d3, %d1, %d2;
  st.global.u32 [%d3], %r1;
  ret;
}
.visible .entry repeat(.param .u64 p, .param .u64 times) {
  .reg .pred %q; .reg .b32 %r<4>; .reg .b64 %d<6>;
  ld.param.u64 %d1, [p]; ld.param.u64 %d4, [times];
  mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.u64 %d1, %d1, %d2;
  ld.global.u32 %r2, [%d1]; mov.u64 %d3, 0;
again:
  mad.lo.u32 %r2, %r2, 3, %r1;
  add.u64 %d3, %d3, 1; setp.lt.u64 %q, %d3, %d4; @%q bra again;
  st.global.u32 [%d1], %r2;
  ret;
}
)";
constexpr unsigned kThreads = 64;
constexpr unsigned long long kShort = 10, kHours = 1ull << 40;

unsigned blocks_for(const std::string& how) {
  unsigned blocks = 2;
  if (how == "size") std::ifstream("data.txt") >> blocks;
  return blocks;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string how = count > 1 ? arguments[1] : "good";
  const bool is_first = !std::filesystem::exists("runs.txt");
  unsigned long long times = how == "long" && !is_first ? kHours : kShort;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction fill, repeat;
  if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
      cuCtxSetCurrent(context) || cuModuleLoadData(&module, kPtx) ||
      cuModuleGetFunction(&fill, module, "fill") || cuModuleGetFunction(&repeat, module, "repeat"))
    return 2;
  const unsigned blocks = blocks_for(how);
  CUdeviceptr data = 0;
  if (how != "fault" && cuMemAlloc(&data, sizeof(int) * kThreads * blocks)) return 2;
  std::ofstream("runs.txt", std::ios::app) << how << std::endl;
  void* of_fill[] = {&data};
  void* of_repeat[] = {&data, &times};
  cuLaunchKernel(fill, blocks, 1, 1, kThreads, 1, 1, 0, nullptr, of_fill, nullptr);
  cuLaunchKernel(repeat, 1, 1, 1, kThreads, 1, 1, 0, nullptr, of_repeat, nullptr);
  if (how == "signal") std::raise(SIGKILL);
  return how == "status" ? 7 : 0;
}
