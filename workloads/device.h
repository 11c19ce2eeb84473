// What the kernels of workloads/ need of CUDA, in terms of clang's own builtins: no NVIDIA toolkit is
// involved. It is included by every NAME.cu on clang's command line (see workloads/build).
//
// Functions without underscores (exp, log, sin, pow, ...) come from libclc and are accurate to a few
// units in the last place; those with underscores (__expf, __sinf, ...) are one or two instructions of
// the special function unit. What is not here yet is one line away.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
// Before a loop whose control flow matters: it stays as it is written.
#define KEEP_LOOP _Pragma("unroll 1")
// A parameter of the kernel where a loop uses it; the rest says what it is in PTX. A form of a program
// may read it again there.
#define PARAMETER(value, type, constraint, place) (value)
#define HEDDLE_DEVICE static __device__ __forceinline__

using uint = unsigned int;
using uchar = unsigned char;
using ushort = unsigned short;
using ulong = unsigned long;
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using uint32_t = unsigned int;
using uint64_t = unsigned long;
using int64_t = long;
using size_t = unsigned long;

// ---- where a thread is

#define HEDDLE_REGISTER(axis, reader)                        \
  __declspec(property(get = get_##axis)) uint axis;          \
  static __device__ __forceinline__ uint get_##axis() { return reader(); }
#define HEDDLE_PLACE(Type, object, reader)                   \
  struct Type {                                              \
    HEDDLE_REGISTER(x, __nvvm_read_ptx_sreg_##reader##_x)    \
    HEDDLE_REGISTER(y, __nvvm_read_ptx_sreg_##reader##_y)    \
    HEDDLE_REGISTER(z, __nvvm_read_ptx_sreg_##reader##_z)    \
  };                                                         \
  extern const __device__ Type object;
HEDDLE_PLACE(ThreadIndex, threadIdx, tid)
HEDDLE_PLACE(BlockIndex, blockIdx, ctaid)
HEDDLE_PLACE(BlockShape, blockDim, ntid)
HEDDLE_PLACE(GridShape, gridDim, nctaid)
#undef HEDDLE_PLACE
#undef HEDDLE_REGISTER

constexpr int warpSize = 32;
HEDDLE_DEVICE uint lane_id() { return __nvvm_read_ptx_sreg_laneid(); }
/// Index of the thread in a grid of one dimension.
HEDDLE_DEVICE uint thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Stands in the body of an if that must stay a branch: without it, clang turns a short body into
/// arithmetic that every thread executes.
HEDDLE_DEVICE void keep_branch() { asm volatile("" ::: "memory"); }

/// Stands after a loop that ends the body of another one, or in a loop that copies: without it, clang puts the end of the
/// outer loop before its beginning, or a second form of the copying loop after its use, where threads that wait for the
/// lowest address would never meet.
HEDDLE_DEVICE void keep_order() { asm volatile("" ::: "memory"); }

/// Guarded moves, as x86 compilers make them of an assignment under a condition (cmp and cmov): only threads whose
/// condition holds execute the move. An ordinary conditional expression becomes a selection that all threads execute.
template <class T>
HEDDLE_DEVICE void move_if_less(T& to, T from, uint a, uint b) {
  asm("{\n\t.reg .pred p;\n\tsetp.lt.u32 p, %2, %3;\n\t@p mov.b32 %0, %1;\n\t}" : "+r"(to) : "r"(from), "r"(a), "r"(b));
}
template <class T>
HEDDLE_DEVICE void move_if_less(T& to, T from, int a, int b) {
  asm("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %2, %3;\n\t@p mov.b32 %0, %1;\n\t}" : "+r"(to) : "r"(from), "r"(a), "r"(b));
}
template <class T>
HEDDLE_DEVICE void move_if_equal(T& to, T from, uint a, uint b) {
  asm("{\n\t.reg .pred p;\n\tsetp.eq.u32 p, %2, %3;\n\t@p mov.b32 %0, %1;\n\t}" : "+r"(to) : "r"(from), "r"(a), "r"(b));
}

// ---- vectors

struct alignas(8) float2 { float x, y; };
struct float3 { float x, y, z; };
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(8) int2 { int x, y; };
struct int3 { int x, y, z; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(8) uint2 { uint x, y; };
struct alignas(16) uint4 { uint x, y, z, w; };
struct alignas(4) uchar4 { uchar x, y, z, w; };
struct alignas(16) double2 { double x, y; };
HEDDLE_DEVICE float2 make_float2(float x, float y) { return {x, y}; }
HEDDLE_DEVICE float3 make_float3(float x, float y, float z) { return {x, y, z}; }
HEDDLE_DEVICE float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
HEDDLE_DEVICE int2 make_int2(int x, int y) { return {x, y}; }
HEDDLE_DEVICE uint2 make_uint2(uint x, uint y) { return {x, y}; }

// ---- waiting for others

// __syncthreads() is clang's own.
HEDDLE_DEVICE int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
HEDDLE_DEVICE int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
HEDDLE_DEVICE int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
HEDDLE_DEVICE void __syncwarp(uint mask = 0xffffffff) { __nvvm_bar_warp_sync(mask); }
HEDDLE_DEVICE void __threadfence() { __nvvm_membar_gl(); }
HEDDLE_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }

// ---- within a warp

HEDDLE_DEVICE int __all_sync(uint mask, int p) { return __nvvm_vote_all_sync(mask, p); }
HEDDLE_DEVICE int __any_sync(uint mask, int p) { return __nvvm_vote_any_sync(mask, p); }
HEDDLE_DEVICE uint __ballot_sync(uint mask, int p) { return __nvvm_vote_ballot_sync(mask, p); }
HEDDLE_DEVICE int __shfl_sync(uint mask, int v, int lane) {
  return __nvvm_shfl_sync_idx_i32(mask, v, lane, 31);
}
HEDDLE_DEVICE int __shfl_up_sync(uint mask, int v, uint by) {
  return __nvvm_shfl_sync_up_i32(mask, v, by, 0);
}
HEDDLE_DEVICE int __shfl_down_sync(uint mask, int v, uint by) {
  return __nvvm_shfl_sync_down_i32(mask, v, by, 31);
}
HEDDLE_DEVICE int __shfl_xor_sync(uint mask, int v, int bits) {
  return __nvvm_shfl_sync_bfly_i32(mask, v, bits, 31);
}
HEDDLE_DEVICE float __shfl_sync(uint mask, float v, int lane) {
  return __nvvm_shfl_sync_idx_f32(mask, v, lane, 31);
}
HEDDLE_DEVICE float __shfl_up_sync(uint mask, float v, uint by) {
  return __nvvm_shfl_sync_up_f32(mask, v, by, 0);
}
HEDDLE_DEVICE float __shfl_down_sync(uint mask, float v, uint by) {
  return __nvvm_shfl_sync_down_f32(mask, v, by, 31);
}
HEDDLE_DEVICE float __shfl_xor_sync(uint mask, float v, int bits) {
  return __nvvm_shfl_sync_bfly_f32(mask, v, bits, 31);
}

// ---- memory that nobody writes while the kernel runs

HEDDLE_DEVICE float __ldg(const float* p) { return __nvvm_ldg_f(p); }
HEDDLE_DEVICE int __ldg(const int* p) { return __nvvm_ldg_i(p); }
HEDDLE_DEVICE uint __ldg(const uint* p) { return __nvvm_ldg_ui(p); }

// ---- atomic operations: each returns the old value

HEDDLE_DEVICE int atomicAdd(int* p, int v) { return __nvvm_atom_add_gen_i(p, v); }
HEDDLE_DEVICE uint atomicAdd(uint* p, uint v) { return __nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_DEVICE ulong atomicAdd(ulong* p, ulong v) {
  return (ulong)__nvvm_atom_add_gen_ll((long long*)p, (long long)v);
}
HEDDLE_DEVICE float atomicAdd(float* p, float v) { return __nvvm_atom_add_gen_f(p, v); }
HEDDLE_DEVICE int atomicSub(int* p, int v) { return atomicAdd(p, -v); }
HEDDLE_DEVICE int atomicMin(int* p, int v) { return __nvvm_atom_min_gen_i(p, v); }
HEDDLE_DEVICE uint atomicMin(uint* p, uint v) { return __nvvm_atom_min_gen_ui(p, v); }
HEDDLE_DEVICE int atomicMax(int* p, int v) { return __nvvm_atom_max_gen_i(p, v); }
HEDDLE_DEVICE uint atomicMax(uint* p, uint v) { return __nvvm_atom_max_gen_ui(p, v); }
HEDDLE_DEVICE int atomicAnd(int* p, int v) { return __nvvm_atom_and_gen_i(p, v); }
HEDDLE_DEVICE uint atomicAnd(uint* p, uint v) { return __nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_DEVICE int atomicOr(int* p, int v) { return __nvvm_atom_or_gen_i(p, v); }
HEDDLE_DEVICE uint atomicOr(uint* p, uint v) { return __nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_DEVICE int atomicXor(int* p, int v) { return __nvvm_atom_xor_gen_i(p, v); }
HEDDLE_DEVICE int atomicExch(int* p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
HEDDLE_DEVICE uint atomicExch(uint* p, uint v) { return __nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_DEVICE int atomicCAS(int* p, int old, int v) { return __nvvm_atom_cas_gen_i(p, old, v); }
HEDDLE_DEVICE uint atomicCAS(uint* p, uint old, uint v) {
  return __nvvm_atom_cas_gen_i((int*)p, (int)old, (int)v);
}

// ---- bits

HEDDLE_DEVICE int __popc(uint v) { return __builtin_popcount(v); }
HEDDLE_DEVICE int __clz(uint v) { return v == 0 ? 32 : __builtin_clz(v); }
HEDDLE_DEVICE int __ffs(uint v) { return __builtin_ffs((int)v); }
HEDDLE_DEVICE uint __brev(uint v) { return __builtin_bitreverse32(v); }
HEDDLE_DEVICE uint __umulhi(uint a, uint b) { return (uint)(((uint64_t)a * b) >> 32); }
HEDDLE_DEVICE int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
HEDDLE_DEVICE uint __float_as_uint(float v) { return __builtin_bit_cast(uint, v); }
HEDDLE_DEVICE float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
HEDDLE_DEVICE float __uint_as_float(uint v) { return __builtin_bit_cast(float, v); }
HEDDLE_DEVICE int64_t __double_as_longlong(double v) { return __builtin_bit_cast(int64_t, v); }
HEDDLE_DEVICE double __longlong_as_double(int64_t v) { return __builtin_bit_cast(double, v); }

// ---- integers and floats

HEDDLE_DEVICE int min(int a, int b) { return a < b ? a : b; }
HEDDLE_DEVICE int max(int a, int b) { return a > b ? a : b; }
HEDDLE_DEVICE uint min(uint a, uint b) { return a < b ? a : b; }
HEDDLE_DEVICE uint max(uint a, uint b) { return a > b ? a : b; }
HEDDLE_DEVICE float fminf(float a, float b) { return __builtin_fminf(a, b); }
HEDDLE_DEVICE float fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
HEDDLE_DEVICE int abs(int v) { return __builtin_abs(v); }
HEDDLE_DEVICE float fabsf(float v) { return __builtin_fabsf(v); }
HEDDLE_DEVICE double fabs(double v) { return __builtin_fabs(v); }
HEDDLE_DEVICE float floorf(float v) { return __builtin_floorf(v); }
HEDDLE_DEVICE double floor(double v) { return __builtin_floor(v); }
HEDDLE_DEVICE float ceilf(float v) { return __builtin_ceilf(v); }
HEDDLE_DEVICE float truncf(float v) { return __builtin_truncf(v); }
HEDDLE_DEVICE float rintf(float v) { return __builtin_rintf(v); }
HEDDLE_DEVICE float sqrtf(float v) { return __builtin_sqrtf(v); }
HEDDLE_DEVICE double sqrt(double v) { return __builtin_sqrt(v); }
HEDDLE_DEVICE float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
HEDDLE_DEVICE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

// The special function unit.
HEDDLE_DEVICE float __exp2f(float v) { return __nvvm_ex2_approx_f(v); }
HEDDLE_DEVICE float __log2f(float v) { return __nvvm_lg2_approx_f(v); }
HEDDLE_DEVICE float __expf(float v) { return __nvvm_ex2_approx_f(v * 1.44269504f); }
HEDDLE_DEVICE float __logf(float v) { return __nvvm_lg2_approx_f(v) * 0.693147181f; }
HEDDLE_DEVICE float __powf(float a, float b) { return __exp2f(b * __log2f(a)); }
HEDDLE_DEVICE float __sinf(float v) { return __nvvm_sin_approx_f(v); }
HEDDLE_DEVICE float __cosf(float v) { return __nvvm_cos_approx_f(v); }
HEDDLE_DEVICE float __frcp_approx(float v) { return __nvvm_rcp_approx_ftz_f(v); }
HEDDLE_DEVICE float __frsqrt_approx(float v) { return __nvvm_rsqrt_approx_f(v); }
HEDDLE_DEVICE float __fsqrt_approx(float v) { return __nvvm_sqrt_approx_f(v); }
HEDDLE_DEVICE float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }

// libclc's.
__device__ float exp(float);
__device__ float exp2(float);
__device__ float log(float);
__device__ float log2(float);
__device__ float pow(float, float);
__device__ float sin(float);
__device__ float cos(float);
__device__ float tan(float);
__device__ float acos(float);
__device__ float asin(float);
__device__ float atan(float);
__device__ float atan2(float, float);
__device__ float erfc(float);
__device__ float cbrt(float);
__device__ float fmod(float, float);
__device__ double exp(double);
__device__ double log(double);
__device__ double pow(double, double);
__device__ double sin(double);
__device__ double cos(double);
HEDDLE_DEVICE float expf(float v) { return exp(v); }
HEDDLE_DEVICE float logf(float v) { return log(v); }
HEDDLE_DEVICE float powf(float a, float b) { return pow(a, b); }
HEDDLE_DEVICE float sinf(float v) { return sin(v); }
HEDDLE_DEVICE float cosf(float v) { return cos(v); }

#undef HEDDLE_DEVICE
