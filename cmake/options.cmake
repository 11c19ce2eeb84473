# What every target of the project is compiled with.
add_library(heddle_options INTERFACE)

# Bits must not depend on the compiler: no fused contraction, no reassociation, and code that changes
# the rounding mode must not be moved across the change.
target_compile_options(heddle_options INTERFACE -ffp-contract=off -fno-fast-math -frounding-math
                                                -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(HEDDLE_MARCH STREQUAL "portable")
  target_compile_options(heddle_options INTERFACE -march=x86-64)
else()
  target_compile_options(heddle_options INTERFACE -march=${HEDDLE_MARCH})
endif()
target_compile_definitions(heddle_options INTERFACE HEDDLE_MARCH="${HEDDLE_MARCH}")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(heddle_options INTERFACE -O3)
endif()
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE}
                                                  -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE})
endif()
if(HEDDLE_FUZZ)
  target_compile_options(heddle_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
