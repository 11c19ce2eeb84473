// options: -lcuda
// The driver API: modules from files and fat binaries, attributes of kernels, occupancy, streams with
// callbacks, events, and functions by name.
#include "check.h"
#include <cstdint>
#include <cstring>
#include <cuda.h>
#include <cudaProfiler.h>
#include <string>
#include <unistd.h>
#define GOOD(call) EXPECT((call) == CUDA_SUCCESS)
static const char* const kPtx =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry twice(.param .u64 p) {\n"
    "  .reg .b32 %r<3>; .reg .b64 %d<3>;\n"
    "  ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4; add.u64 %d1, %d1, %d2;\n"
    "  ld.global.u32 %r2, [%d1]; add.u32 %r2, %r2, %r2; st.global.u32 [%d1], %r2; ret;\n}\n";
static int calls = 0;
static void CUDA_CB streamed(CUstream, CUresult status, void* data) {
  calls += status == CUDA_SUCCESS && data == &calls;
}
static void CUDA_CB hosted(void* data) { calls += data == &calls; }
// A fat binary with the PTX, uncompressed: a header, and one entry of kind 1.
struct FatBinary {
  uint32_t magic = 0xBA55ED50;
  uint16_t version = 1, header = 16;
  uint64_t bytes = 0;
  uint16_t kind = 1, entry_version = 0x101;
  uint32_t entry_header = 64;
  uint64_t payload = 0;
  uint32_t unused[4] = {0, 0, 0, 70};
  uint64_t more[4] = {};
  char text[1024] = {};
};
static void modules(CUdeviceptr data) {
  CUmodule module;
  CUfunction twice;
  void* arguments[] = {&data};
  const std::string file = "/tmp/heddle.driver_kernels." + std::to_string(getpid()) + ".ptx";
  FILE* out = std::fopen(file.c_str(), "w");
  std::fputs(kPtx, out);
  std::fclose(out);
  GOOD(cuModuleLoad(&module, file.c_str()));
  std::remove(file.c_str());
  GOOD(cuModuleGetFunction(&twice, module, "twice"));
  GOOD(cuLaunchKernel(twice, 1, 1, 1, 8, 1, 1, 0, 0, arguments, 0));
  GOOD(cuModuleUnload(module));
  static FatBinary fat;
  std::strcpy(fat.text, kPtx);
  fat.payload = sizeof fat.text;
  fat.bytes = sizeof fat - 16;
  GOOD(cuModuleLoadFatBinary(&module, &fat));
  GOOD(cuModuleGetFunction(&twice, module, "twice"));
  GOOD(cuLaunchCooperativeKernel(twice, 1, 1, 1, 8, 1, 1, 0, 0, arguments));
  GOOD(cuModuleUnload(module));
}
static void kernels(CUdeviceptr data) {
  CUmodule module;
  CUfunction twice;
  int threads = 0, blocks = 0;
  GOOD(cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr));
  GOOD(cuModuleGetFunction(&twice, module, "twice"));
  GOOD(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, twice));
  EXPECT(threads >= 512);
  GOOD(cuFuncSetAttribute(twice, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));
  GOOD(cuFuncSetCacheConfig(twice, CU_FUNC_CACHE_PREFER_SHARED));
#if CUDA_VERSION < 13000
  GOOD(cuFuncSetSharedMemConfig(twice, CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
#endif
  GOOD(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, twice, 128, 0));
  EXPECT(blocks > 0);
  int same = 0;
  GOOD(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&same, twice, 128, 0, 0));
  EXPECT(same == blocks);
  int grid = 0, block = 0;
  GOOD(cuOccupancyMaxPotentialBlockSize(&grid, &block, twice, nullptr, 0, 256));
  EXPECT(grid > 0 && block > 0 && block <= 256);
  CUstream stream;
  CUevent begin, end;
  GOOD(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0));
  GOOD(cuEventCreate(&begin, 0));
  GOOD(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
  void* arguments[] = {&data};
  GOOD(cuEventRecord(begin, stream));
  GOOD(cuLaunchKernel(twice, 1, 1, 1, 8, 1, 1, 0, stream, arguments, 0));
  GOOD(cuEventRecord(end, stream));
  GOOD(cuStreamWaitEvent(stream, end, 0));
  GOOD(cuStreamAddCallback(stream, streamed, &calls, 0));
  GOOD(cuLaunchHostFunc(stream, hosted, &calls));
  GOOD(cuEventSynchronize(end));
  GOOD(cuEventQuery(end));
  GOOD(cuStreamQuery(stream));
  GOOD(cuStreamSynchronize(stream));
  EXPECT(calls == 2);
  float time = 0;
  GOOD(cuEventElapsedTime(&time, begin, end));
  EXPECT(time > 0);
  GOOD(cuEventDestroy(begin));
  GOOD(cuEventDestroy(end));
  GOOD(cuStreamDestroy(stream));
  GOOD(cuModuleUnload(module));
}
static void by_name() {
  void* function = nullptr;
  CUdriverProcAddressQueryResult found;
  GOOD(cuGetProcAddress("cuDeviceGetCount", &function, 12000, 0, &found));
  int count = 0;
  EXPECT(function && reinterpret_cast<CUresult (*)(int*)>(function)(&count) == CUDA_SUCCESS);
  EXPECT(count == 1);
  // The newest form of a name that has several.
  GOOD(cuGetProcAddress("cuMemAlloc", &function, 12000, 0, &found));
  CUdeviceptr p = 0;
  EXPECT(reinterpret_cast<CUresult (*)(CUdeviceptr*, size_t)>(function)(&p, 64) == CUDA_SUCCESS);
  GOOD(cuMemFree(p));
  EXPECT(cuGetProcAddress("cuNothing", &function, 12000, 0, &found) != CUDA_SUCCESS || !function);
}
// Older and newer forms that the header's names do not reach.
#undef cuGetProcAddress
extern "C" CUresult cuGetProcAddress(const char*, void**, int, unsigned long long);
extern "C" CUresult cuCtxCreate_v3(CUcontext*, void*, int, unsigned, CUdevice);
static void other_forms() {
  void* function = nullptr;
  CUcontext context = nullptr;
  GOOD(cuGetProcAddress("cuInit", &function, 12000, 0));
  EXPECT(function != nullptr);
  GOOD(cuCtxCreate_v3(&context, nullptr, 0, 0, 0));
  GOOD(cuCtxDestroy(context));
  GOOD(cuGetProcAddress("cuCtxCreate_v4", &function, 13000, 0));
  context = nullptr;
  auto cuCtxCreate_v4 = reinterpret_cast<CUresult (*)(CUcontext*, void*, unsigned, CUdevice)>(function);
  GOOD(cuCtxCreate_v4(&context, nullptr, 0, 0));
  EXPECT(context != nullptr);
}
int main() {
  CUcontext context;
  CUdeviceptr data;
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  GOOD(cuInit(0));
  GOOD(cuDevicePrimaryCtxRetain(&context, 0));
  GOOD(cuCtxSetCurrent(context));
  GOOD(cuProfilerStart());
  GOOD(cuMemAlloc(&data, sizeof values));
  GOOD(cuMemcpyHtoD(data, values, sizeof values));
  modules(data);
  kernels(data);
  by_name();
  other_forms();
  GOOD(cuProfilerStop());
  GOOD(cuMemcpyDtoH(values, data, sizeof values));
  for (int i = 0; i < 8; i++) EXPECT(values[i] == 8 * (i + 1));
  return passed();
}
