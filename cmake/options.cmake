# Compile options of all targets of the project.
add_library(heddle_options INTERFACE)

# Bits must not depend on the compiler: no fused contraction, no reassociation. No code reads errno or
# the exception flags, and loops over lanes vectorise only if the compiler knows that. Only
# isa::RoundingScope changes the rounding mode; its barriers keep arithmetic from moving across.
target_compile_options(heddle_options INTERFACE -ffp-contract=off -fno-fast-math -fno-math-errno
                                                -fno-trapping-math -fno-rounding-math
                                                -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
# The CUDA runtime library (src/cudart) is a shared library made of the same objects as the program:
# position-independent once, not compiled twice. Hidden names and no interposition keep calls direct.
target_compile_options(heddle_options INTERFACE -fPIC -fvisibility=hidden -fno-semantic-interposition)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(heddle_options INTERFACE -Wno-unknown-pragmas)  # #pragma GCC ivdep
endif()
# A tenth of gcc's time is the search for memory that it can use again, above 128 MB by default.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(heddle_options INTERFACE --param=ggc-min-heapsize=524288)  # KiB
endif()
# gcc 12 reports false overflows in its own std::string (gcc bugs 105329 and 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(heddle_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
endif()
if(HEDDLE_MARCH STREQUAL "portable")
  target_compile_options(heddle_options INTERFACE -march=x86-64)
else()
  target_compile_options(heddle_options INTERFACE -march=${HEDDLE_MARCH})
endif()
target_compile_definitions(heddle_options INTERFACE HEDDLE_MARCH="${HEDDLE_MARCH}")
# Sanitize, the build type of the sanitizer presets, compiles quickly and enables assertions. Only the
# code in which tests spend their time is optimised (src/CMakeLists.txt). The presets set its flags:
# reports have line numbers, except in fuzz, which CI builds: line numbers take a seventh of the
# compile time, and the asan preset shows them for anything that CI finds.
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE}
                                                  -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # AddressSanitizer finds whatever object-size finds, and object-size compiles slowly.
  if(HEDDLE_SANITIZE MATCHES "address")
    target_compile_options(heddle_options INTERFACE -fno-sanitize=object-size)
  endif()
  target_link_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE})
  target_compile_definitions(heddle_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()
# Sanitized programs are large: the default linker takes longer than the compiler.
if(HEDDLE_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  find_program(lld ld.lld)
  if(lld)
    target_link_options(heddle_options INTERFACE -fuse-ld=lld)
  endif()
endif()
# The instrumentation that guides libFuzzer: branch counters and traced comparisons. It makes code
# large and slow, so only code that fuzzers reach has it. (Not -fsanitize=fuzzer-no-link, which would
# prevent sharing the precompiled headers.)
set(heddle_coverage "")
if(HEDDLE_FUZZ)
  set(heddle_coverage -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
endif()
