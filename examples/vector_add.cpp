// A minimal complete use of the host API: load PTX, copy, launch, read back.
#include <cstdio>

#include "host/heddle.hpp"

namespace {

constexpr const char* kPtx = R"(
.version 7.0
.target sm_80
.address_size 64

.visible .entry vector_add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<5>;
  .reg .b64 %rd<8>;
  .reg .f32 %f<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r1, %r1, %r2, %r3;
  ld.param.u32 %r4, [n];
  setp.ge.u32 %p, %r1, %r4;
  @%p ret;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  mul.wide.u32 %rd4, %r1, 4;
  add.s64 %rd5, %rd1, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  add.s64 %rd7, %rd3, %rd4;
  ld.global.f32 %f1, [%rd5];
  ld.global.f32 %f2, [%rd6];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
  ret;
}
)";

}  // namespace

int main() try {
  const uint32_t n = 1000;
  std::vector<float> a(n), b(n);
  for (uint32_t i = 0; i < n; i++) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }

  heddle::Device device;
  heddle::Kernel kernel = device.load_text(kPtx, "vector_add.ptx").kernel("vector_add");
  auto device_a = device.buffer(a, "a"), device_b = device.buffer(b, "b");
  auto device_c = device.buffer<float>(n, "c");
  heddle::RunCounts counts = device.launch(kernel, {.grid = {(n + 255) / 256}, .block = {256}},
                                           device_a, device_b, device_c, n);

  std::vector<float> c = device_c.read();
  for (uint32_t i = 0; i < n; i++)
    if (c[i] != a[i] + b[i]) {
      std::printf("c[%u] is %g\n", i, c[i]);
      return 1;
    }
  std::printf("%u sums are right, %llu thread instructions\n", n,
              static_cast<unsigned long long>(counts.thread_instructions));
} catch (const heddle::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
