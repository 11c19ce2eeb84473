// Runs before everything else, static initialisers included, and is compiled for baseline x86-64:
// on an old CPU the rest of the program would die of an illegal instruction without a message.
#include "cli/cpu_check.hpp"

#include <cpuid.h>
#include <unistd.h>

#include <cstring>

namespace heddle {

CpuWords read_cpu() {
  CpuWords words;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d)) words.leaf1_ecx = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) words.leaf7_ebx = b;
  if (__get_cpuid(0x80000001, &a, &b, &c, &d)) words.extended1_ecx = c;
  if (words.leaf1_ecx & bit_OSXSAVE) {
    uint32_t low = 0, high = 0;
    asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    words.xcr0 = low;
  }
  return words;
}

const char* missing_feature(const CpuWords& words) {
  struct Feature {
    const char* name;
    uint32_t word, bit;
  };
  const Feature features[] = {
      {"SSE4.2", words.leaf1_ecx, bit_SSE4_2},   {"POPCNT", words.leaf1_ecx, bit_POPCNT},
      {"AVX", words.leaf1_ecx, bit_AVX},         {"AVX2", words.leaf7_ebx, bit_AVX2},
      {"FMA", words.leaf1_ecx, bit_FMA},         {"F16C", words.leaf1_ecx, bit_F16C},
      {"BMI1", words.leaf7_ebx, bit_BMI},        {"BMI2", words.leaf7_ebx, bit_BMI2},
      {"LZCNT", words.extended1_ecx, bit_LZCNT}, {"MOVBE", words.leaf1_ecx, bit_MOVBE},
  };
  for (const Feature& f : features)
    if ((f.word & f.bit) == 0) return f.name;
  return (words.xcr0 & 6) == 6 ? nullptr : "operating-system support for AVX";
}

namespace {

void say(const char* text) {
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

[[gnu::constructor(101)]] void check_cpu() {
  if (std::strcmp(HEDDLE_MARCH, "x86-64-v3") != 0) return;
  const char* missing = missing_feature(read_cpu());
  if (!missing) return;
  say("heddle: this program was built for x86-64-v3 CPUs (2013 and newer); this CPU lacks ");
  say(missing);
  say(".\nTo build for any x86-64 CPU: HEDDLE_BUILD=portable ./heddle ... (or cmake --preset "
      "portable)\n");
  _exit(1);
}

}  // namespace

}  // namespace heddle
