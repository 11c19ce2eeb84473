// Whether this CPU can run a build for x86-64-v3.
#pragma once

#include <cstdint>

namespace heddle {

/// The words of cpuid and xgetbv that the check needs.
struct CpuWords {
  uint32_t leaf1_ecx = 0, leaf7_ebx = 0, extended1_ecx = 0, xcr0 = 0;
};

CpuWords read_cpu();

/// The name of the first feature of x86-64-v3 that is missing, or null.
const char* missing_feature(const CpuWords& words);

}  // namespace heddle
