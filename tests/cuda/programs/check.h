// What the programs share: every call is checked, and main ends with `return passed();`.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

inline int& failures() {
  static int count = 0;
  return count;
}
#define CALL(call)                                                                           \
  do {                                                                                       \
    cudaError_t code_ = (call);                                                              \
    if (code_ != cudaSuccess) {                                                              \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(code_));    \
      std::exit(1);                                                                          \
    }                                                                                        \
  } while (0)
#define EXPECT(condition)                                                                    \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      if (failures()++ < 10) std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
    }                                                                                        \
  } while (0)
inline int passed() {
  std::printf(failures() ? "FAIL: %d\n" : "PASS\n", failures());
  return failures() ? 1 : 0;
}
