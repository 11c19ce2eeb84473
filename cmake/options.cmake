# What every target of the project is compiled with.
add_library(heddle_options INTERFACE)

# Bits must not depend on the compiler: no fused contraction, no reassociation. Nobody reads errno or
# the exception flags, and loops over lanes vectorise only when the compiler knows that. The rounding
# mode is changed by isa::RoundingScope alone, whose barriers keep arithmetic on its side of them.
target_compile_options(heddle_options INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno
                                                -fno-trapping-math -fno-rounding-math
                                                -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(heddle_options INTERFACE -Wno-unknown-pragmas)  # #pragma GCC ivdep
endif()
# gcc 12 sees overflows in its own std::string that are not there (gcc bugs 105329 and 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(heddle_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
endif()
if(HEDDLE_MARCH STREQUAL "portable")
  target_compile_options(heddle_options INTERFACE -march=x86-64)
else()
  target_compile_options(heddle_options INTERFACE -march=${HEDDLE_MARCH})
endif()
target_compile_definitions(heddle_options INTERFACE HEDDLE_MARCH="${HEDDLE_MARCH}")
# The build type of the sanitizer presets, Sanitize, is quick to compile and has assertions on.
# Optimised is only what tests spend their time in (src/CMakeLists.txt). Its flags are the presets':
# line numbers in reports, but for fuzz, which CI builds: they take a seventh of the compiler's time,
# and what CI finds, asan shows with its lines.
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE}
                                                  -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # What object-size finds, AddressSanitizer finds too, and it takes the compiler long.
  if(HEDDLE_SANITIZE MATCHES "address")
    target_compile_options(heddle_options INTERFACE -fno-sanitize=object-size)
  endif()
  target_link_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE})
  target_compile_definitions(heddle_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()
# Sanitized programs are large: the usual linker takes longer over them than the compiler.
if(HEDDLE_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  find_program(lld ld.lld)
  if(lld)
    target_link_options(heddle_options INTERFACE -fuse-ld=lld)
  endif()
endif()
# What libFuzzer looks at while it chooses inputs: code that counts its branches and tells its
# comparisons. It is large and slow, so only what fuzzers reach has it. (Not by
# -fsanitize=fuzzer-no-link, with which no precompiled header of the others can be used.)
set(heddle_coverage "")
if(HEDDLE_FUZZ)
  set(heddle_coverage -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
endif()
