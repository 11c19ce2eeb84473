// options: -lcuda
// The driver API: a module from PTX, functions and variables by name, launches in both forms.
#include "check.h"
#include <cstring>
#include <cuda.h>
#include <string>
static const char* const kPtx =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .global .align 4 .u32 factor = 3;\n"
    ".visible .entry scale(.param .u64 p, .param .u32 n) {\n"
    "  .reg .pred %q; .reg .b32 %r<6>; .reg .b64 %d<5>;\n"
    "  ld.param.u64 %d1, [p]; ld.param.u32 %r1, [n];\n"
    "  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;\n"
    "  mad.lo.u32 %r2, %r2, %r3, %r4; setp.ge.u32 %q, %r2, %r1; @%q ret;\n"
    "  cvta.to.global.u64 %d1, %d1; mul.wide.u32 %d2, %r2, 4; add.u64 %d1, %d1, %d2;\n"
    "  ld.global.u32 %r5, [factor]; ld.global.u32 %r4, [%d1]; mul.lo.u32 %r4, %r4, %r5;\n"
    "  st.global.u32 [%d1], %r4; ret;\n}\n";
int main() {
  EXPECT(cuInit(0) == CUDA_SUCCESS);
  int count = 0, major = 0, version = 0;
  CUdevice device = -1;
  CUcontext context, current;
  EXPECT(cuDeviceGetCount(&count) == CUDA_SUCCESS && count == 1);
  EXPECT(cuDeviceGet(&device, 0) == CUDA_SUCCESS && cuDeviceGet(&device, 3) == CUDA_ERROR_INVALID_DEVICE);
  EXPECT(cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  EXPECT(cuDriverGetVersion(&version) == CUDA_SUCCESS && version >= 12000);
  EXPECT(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) == CUDA_SUCCESS);
  EXPECT(major >= 7);
  char name[64];
  EXPECT(cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS && std::strncmp(name, "heddle", 6) == 0);
  EXPECT(cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS && cuCtxSetCurrent(context) == CUDA_SUCCESS);
  EXPECT(cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context);
  CUmodule module;
  CUfunction scale, none;
  EXPECT(cuModuleLoadData(&module, "no PTX at all") == CUDA_ERROR_INVALID_PTX);
  EXPECT(cuModuleLoadData(&module, kPtx) == CUDA_SUCCESS);
  EXPECT(cuModuleGetFunction(&scale, module, "scale") == CUDA_SUCCESS);
  EXPECT(cuModuleGetFunction(&none, module, "nothing") == CUDA_ERROR_NOT_FOUND);
  CUdeviceptr factor, data;
  size_t bytes = 0;
  EXPECT(cuModuleGetGlobal(&factor, &bytes, module, "factor") == CUDA_SUCCESS && bytes == 4);
  int host[100];
  for (int i = 0; i < 100; i++) host[i] = i;
  EXPECT(cuMemAlloc(&data, sizeof host) == CUDA_SUCCESS);
  EXPECT(cuMemcpyHtoD(data, host, sizeof host) == CUDA_SUCCESS);
  unsigned n = 100;
  void* arguments[] = {&data, &n};
  EXPECT(cuLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, 0, arguments, 0) == CUDA_SUCCESS);
  unsigned five = 5;
  EXPECT(cuMemcpyHtoD(factor, &five, 4) == CUDA_SUCCESS);
  struct {
    CUdeviceptr p;
    unsigned n;
  } block = {data, n};
  size_t size = sizeof block;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  CUstream stream;
  CUevent begin, end;
  EXPECT(cuStreamCreate(&stream, CU_STREAM_DEFAULT) == CUDA_SUCCESS);
  EXPECT(cuEventCreate(&begin, 0) == CUDA_SUCCESS && cuEventCreate(&end, 0) == CUDA_SUCCESS);
  EXPECT(cuEventRecord(begin, stream) == CUDA_SUCCESS);
  EXPECT(cuLaunchKernel(scale, 2, 1, 1, 64, 1, 1, 0, stream, 0, extra) == CUDA_SUCCESS);
  EXPECT(cuEventRecord(end, stream) == CUDA_SUCCESS && cuStreamSynchronize(stream) == CUDA_SUCCESS);
  float time = 0;
  EXPECT(cuEventElapsedTime(&time, begin, end) == CUDA_SUCCESS && time > 0);
  EXPECT(cuMemcpyDtoH(host, data, sizeof host) == CUDA_SUCCESS);
  for (int i = 0; i < 100; i++) EXPECT(host[i] == 15 * i);
  EXPECT(cuMemsetD32(data, 7, 100) == CUDA_SUCCESS && cuMemcpyDtoH(host, data, sizeof host) == CUDA_SUCCESS);
  EXPECT(host[99] == 7);
  const char* text = nullptr;
  EXPECT(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text) == CUDA_SUCCESS);
  EXPECT(text && std::string(text) == "CUDA_ERROR_INVALID_VALUE");
  EXPECT(cuMemFree(data) == CUDA_SUCCESS && cuMemFree(data) == CUDA_ERROR_INVALID_VALUE);
  // The runtime shares the device.
  void* shared = nullptr;
  CALL(cudaMalloc(&shared, 16));
  EXPECT(cuMemsetD8((CUdeviceptr)shared, 1, 16) == CUDA_SUCCESS);
  EXPECT(cuModuleUnload(module) == CUDA_SUCCESS && cuModuleUnload(module) == CUDA_ERROR_INVALID_HANDLE);
  return passed();
}
