// Atomic functions: each returns the old value. The suffixes _block and _system name the threads that
// may take part; a simulated device has one scope for all.
#pragma once
#define __DEVICE_ATOMIC_FUNCTIONS_H__  // programs ask for it

#ifdef __CUDA__
#include "host_defines.h"

#define HEDDLE_ATOM static __inline__ __device__ __attribute__((always_inline, unused))
HEDDLE_ATOM int atomicAdd(int* p, int v) { return (int)__nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicAdd_block(int* p, int v) { return (int)__nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicAdd_system(int* p, int v) { return (int)__nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicAdd(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicAdd_block(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicAdd_system(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_add_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned long long atomicAdd(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicAdd_block(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicAdd_system(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicAdd(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicAdd_block(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicAdd_system(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicAdd(long long* p, long long v) { return (long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicAdd_block(long long* p, long long v) { return (long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicAdd_system(long long* p, long long v) { return (long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM float atomicAdd(float* p, float v) { return __nvvm_atom_add_gen_f(p, v); }
HEDDLE_ATOM float atomicAdd_block(float* p, float v) { return __nvvm_atom_add_gen_f(p, v); }
HEDDLE_ATOM float atomicAdd_system(float* p, float v) { return __nvvm_atom_add_gen_f(p, v); }
HEDDLE_ATOM double atomicAdd(double* p, double v) { return __nvvm_atom_add_gen_d(p, v); }
HEDDLE_ATOM double atomicAdd_block(double* p, double v) { return __nvvm_atom_add_gen_d(p, v); }
HEDDLE_ATOM double atomicAdd_system(double* p, double v) { return __nvvm_atom_add_gen_d(p, v); }
HEDDLE_ATOM int atomicSub(int* p, int v) { return (int)__nvvm_atom_add_gen_i((int*)p, -(int)v); }
HEDDLE_ATOM int atomicSub_block(int* p, int v) { return (int)__nvvm_atom_add_gen_i((int*)p, -(int)v); }
HEDDLE_ATOM int atomicSub_system(int* p, int v) { return (int)__nvvm_atom_add_gen_i((int*)p, -(int)v); }
HEDDLE_ATOM unsigned int atomicSub(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_add_gen_i((int*)p, -(int)v); }
HEDDLE_ATOM unsigned int atomicSub_block(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_add_gen_i((int*)p, -(int)v); }
HEDDLE_ATOM unsigned int atomicSub_system(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_add_gen_i((int*)p, -(int)v); }
HEDDLE_ATOM unsigned long long atomicSub(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, -(long long)v); }
HEDDLE_ATOM unsigned long long atomicSub_block(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, -(long long)v); }
HEDDLE_ATOM unsigned long long atomicSub_system(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, -(long long)v); }
HEDDLE_ATOM unsigned long atomicSub(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_add_gen_ll((long long*)p, -(long long)v); }
HEDDLE_ATOM unsigned long atomicSub_block(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_add_gen_ll((long long*)p, -(long long)v); }
HEDDLE_ATOM unsigned long atomicSub_system(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_add_gen_ll((long long*)p, -(long long)v); }
HEDDLE_ATOM int atomicExch(int* p, int v) { return (int)__nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicExch_block(int* p, int v) { return (int)__nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicExch_system(int* p, int v) { return (int)__nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicExch(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicExch_block(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicExch_system(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_xchg_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned long long atomicExch(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicExch_block(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicExch_system(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicExch(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicExch_block(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicExch_system(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicExch(long long* p, long long v) { return (long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicExch_block(long long* p, long long v) { return (long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicExch_system(long long* p, long long v) { return (long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM float atomicExch(float* p, float v) { return __builtin_bit_cast(float, __nvvm_atom_xchg_gen_i((int*)p, __builtin_bit_cast(int, v))); }
HEDDLE_ATOM float atomicExch_block(float* p, float v) { return __builtin_bit_cast(float, __nvvm_atom_xchg_gen_i((int*)p, __builtin_bit_cast(int, v))); }
HEDDLE_ATOM float atomicExch_system(float* p, float v) { return __builtin_bit_cast(float, __nvvm_atom_xchg_gen_i((int*)p, __builtin_bit_cast(int, v))); }
HEDDLE_ATOM double atomicExch(double* p, double v) { return __builtin_bit_cast(double, __nvvm_atom_xchg_gen_ll((long long*)p, __builtin_bit_cast(long long, v))); }
HEDDLE_ATOM double atomicExch_block(double* p, double v) { return __builtin_bit_cast(double, __nvvm_atom_xchg_gen_ll((long long*)p, __builtin_bit_cast(long long, v))); }
HEDDLE_ATOM double atomicExch_system(double* p, double v) { return __builtin_bit_cast(double, __nvvm_atom_xchg_gen_ll((long long*)p, __builtin_bit_cast(long long, v))); }
HEDDLE_ATOM int atomicMin(int* p, int v) { return __nvvm_atom_min_gen_i(p, v); }
HEDDLE_ATOM int atomicMin_block(int* p, int v) { return __nvvm_atom_min_gen_i(p, v); }
HEDDLE_ATOM int atomicMin_system(int* p, int v) { return __nvvm_atom_min_gen_i(p, v); }
HEDDLE_ATOM unsigned int atomicMin(unsigned int* p, unsigned int v) { return __nvvm_atom_min_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicMin_block(unsigned int* p, unsigned int v) { return __nvvm_atom_min_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicMin_system(unsigned int* p, unsigned int v) { return __nvvm_atom_min_gen_ui(p, v); }
HEDDLE_ATOM long long atomicMin(long long* p, long long v) { return __nvvm_atom_min_gen_ll(p, v); }
HEDDLE_ATOM long long atomicMin_block(long long* p, long long v) { return __nvvm_atom_min_gen_ll(p, v); }
HEDDLE_ATOM long long atomicMin_system(long long* p, long long v) { return __nvvm_atom_min_gen_ll(p, v); }
HEDDLE_ATOM unsigned long long atomicMin(unsigned long long* p, unsigned long long v) { return __nvvm_atom_min_gen_ull(p, v); }
HEDDLE_ATOM unsigned long long atomicMin_block(unsigned long long* p, unsigned long long v) { return __nvvm_atom_min_gen_ull(p, v); }
HEDDLE_ATOM unsigned long long atomicMin_system(unsigned long long* p, unsigned long long v) { return __nvvm_atom_min_gen_ull(p, v); }
HEDDLE_ATOM unsigned long atomicMin(unsigned long* p, unsigned long v) { return __nvvm_atom_min_gen_ull((unsigned long long*)p, v); }
HEDDLE_ATOM unsigned long atomicMin_block(unsigned long* p, unsigned long v) { return __nvvm_atom_min_gen_ull((unsigned long long*)p, v); }
HEDDLE_ATOM unsigned long atomicMin_system(unsigned long* p, unsigned long v) { return __nvvm_atom_min_gen_ull((unsigned long long*)p, v); }
HEDDLE_ATOM int atomicMax(int* p, int v) { return __nvvm_atom_max_gen_i(p, v); }
HEDDLE_ATOM int atomicMax_block(int* p, int v) { return __nvvm_atom_max_gen_i(p, v); }
HEDDLE_ATOM int atomicMax_system(int* p, int v) { return __nvvm_atom_max_gen_i(p, v); }
HEDDLE_ATOM unsigned int atomicMax(unsigned int* p, unsigned int v) { return __nvvm_atom_max_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicMax_block(unsigned int* p, unsigned int v) { return __nvvm_atom_max_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicMax_system(unsigned int* p, unsigned int v) { return __nvvm_atom_max_gen_ui(p, v); }
HEDDLE_ATOM long long atomicMax(long long* p, long long v) { return __nvvm_atom_max_gen_ll(p, v); }
HEDDLE_ATOM long long atomicMax_block(long long* p, long long v) { return __nvvm_atom_max_gen_ll(p, v); }
HEDDLE_ATOM long long atomicMax_system(long long* p, long long v) { return __nvvm_atom_max_gen_ll(p, v); }
HEDDLE_ATOM unsigned long long atomicMax(unsigned long long* p, unsigned long long v) { return __nvvm_atom_max_gen_ull(p, v); }
HEDDLE_ATOM unsigned long long atomicMax_block(unsigned long long* p, unsigned long long v) { return __nvvm_atom_max_gen_ull(p, v); }
HEDDLE_ATOM unsigned long long atomicMax_system(unsigned long long* p, unsigned long long v) { return __nvvm_atom_max_gen_ull(p, v); }
HEDDLE_ATOM unsigned long atomicMax(unsigned long* p, unsigned long v) { return __nvvm_atom_max_gen_ull((unsigned long long*)p, v); }
HEDDLE_ATOM unsigned long atomicMax_block(unsigned long* p, unsigned long v) { return __nvvm_atom_max_gen_ull((unsigned long long*)p, v); }
HEDDLE_ATOM unsigned long atomicMax_system(unsigned long* p, unsigned long v) { return __nvvm_atom_max_gen_ull((unsigned long long*)p, v); }
HEDDLE_ATOM unsigned int atomicInc(unsigned int* p, unsigned int v) { return __nvvm_atom_inc_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicInc_block(unsigned int* p, unsigned int v) { return __nvvm_atom_inc_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicInc_system(unsigned int* p, unsigned int v) { return __nvvm_atom_inc_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicDec(unsigned int* p, unsigned int v) { return __nvvm_atom_dec_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicDec_block(unsigned int* p, unsigned int v) { return __nvvm_atom_dec_gen_ui(p, v); }
HEDDLE_ATOM unsigned int atomicDec_system(unsigned int* p, unsigned int v) { return __nvvm_atom_dec_gen_ui(p, v); }
HEDDLE_ATOM int atomicAnd(int* p, int v) { return (int)__nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicAnd_block(int* p, int v) { return (int)__nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicAnd_system(int* p, int v) { return (int)__nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicAnd(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicAnd_block(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicAnd_system(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_and_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned long long atomicAnd(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicAnd_block(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicAnd_system(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicAnd(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicAnd_block(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicAnd_system(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicAnd(long long* p, long long v) { return (long long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicAnd_block(long long* p, long long v) { return (long long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicAnd_system(long long* p, long long v) { return (long long)__nvvm_atom_and_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM int atomicOr(int* p, int v) { return (int)__nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicOr_block(int* p, int v) { return (int)__nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicOr_system(int* p, int v) { return (int)__nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicOr(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicOr_block(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicOr_system(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_or_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned long long atomicOr(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicOr_block(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicOr_system(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicOr(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicOr_block(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicOr_system(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicOr(long long* p, long long v) { return (long long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicOr_block(long long* p, long long v) { return (long long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicOr_system(long long* p, long long v) { return (long long)__nvvm_atom_or_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM int atomicXor(int* p, int v) { return (int)__nvvm_atom_xor_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicXor_block(int* p, int v) { return (int)__nvvm_atom_xor_gen_i((int*)p, (int)v); }
HEDDLE_ATOM int atomicXor_system(int* p, int v) { return (int)__nvvm_atom_xor_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicXor(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_xor_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicXor_block(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_xor_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned int atomicXor_system(unsigned int* p, unsigned int v) { return (unsigned int)__nvvm_atom_xor_gen_i((int*)p, (int)v); }
HEDDLE_ATOM unsigned long long atomicXor(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicXor_block(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long long atomicXor_system(unsigned long long* p, unsigned long long v) { return (unsigned long long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicXor(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicXor_block(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM unsigned long atomicXor_system(unsigned long* p, unsigned long v) { return (unsigned long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicXor(long long* p, long long v) { return (long long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicXor_block(long long* p, long long v) { return (long long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM long long atomicXor_system(long long* p, long long v) { return (long long)__nvvm_atom_xor_gen_ll((long long*)p, (long long)v); }
HEDDLE_ATOM int atomicCAS(int* p, int c, int v) { return (int)__nvvm_atom_cas_gen_i((int*)p, (int)c, (int)v); }
HEDDLE_ATOM int atomicCAS_block(int* p, int c, int v) { return (int)__nvvm_atom_cas_gen_i((int*)p, (int)c, (int)v); }
HEDDLE_ATOM int atomicCAS_system(int* p, int c, int v) { return (int)__nvvm_atom_cas_gen_i((int*)p, (int)c, (int)v); }
HEDDLE_ATOM unsigned int atomicCAS(unsigned int* p, unsigned int c, unsigned int v) { return (unsigned int)__nvvm_atom_cas_gen_i((int*)p, (int)c, (int)v); }
HEDDLE_ATOM unsigned int atomicCAS_block(unsigned int* p, unsigned int c, unsigned int v) { return (unsigned int)__nvvm_atom_cas_gen_i((int*)p, (int)c, (int)v); }
HEDDLE_ATOM unsigned int atomicCAS_system(unsigned int* p, unsigned int c, unsigned int v) { return (unsigned int)__nvvm_atom_cas_gen_i((int*)p, (int)c, (int)v); }
HEDDLE_ATOM unsigned long long atomicCAS(unsigned long long* p, unsigned long long c, unsigned long long v) { return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM unsigned long long atomicCAS_block(unsigned long long* p, unsigned long long c, unsigned long long v) { return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM unsigned long long atomicCAS_system(unsigned long long* p, unsigned long long c, unsigned long long v) { return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM unsigned long atomicCAS(unsigned long* p, unsigned long c, unsigned long v) { return (unsigned long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM unsigned long atomicCAS_block(unsigned long* p, unsigned long c, unsigned long v) { return (unsigned long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM unsigned long atomicCAS_system(unsigned long* p, unsigned long c, unsigned long v) { return (unsigned long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM long long atomicCAS(long long* p, long long c, long long v) { return (long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM long long atomicCAS_block(long long* p, long long c, long long v) { return (long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM long long atomicCAS_system(long long* p, long long c, long long v) { return (long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)c, (long long)v); }
HEDDLE_ATOM unsigned short atomicCAS(unsigned short* p, unsigned short c, unsigned short v) { unsigned short old; asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(c), "h"(v) : "memory"); return old; }
HEDDLE_ATOM unsigned short atomicCAS_block(unsigned short* p, unsigned short c, unsigned short v) { unsigned short old; asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(c), "h"(v) : "memory"); return old; }
HEDDLE_ATOM unsigned short atomicCAS_system(unsigned short* p, unsigned short c, unsigned short v) { unsigned short old; asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(c), "h"(v) : "memory"); return old; }
#undef HEDDLE_ATOM
#endif
