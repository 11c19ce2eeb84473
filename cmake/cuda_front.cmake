# Makes the CUDA libraries' symbols from src/cudart/functions.list:
#
#   cmake -DLIST=functions.list -DOUTPUT=folder -P cuda_front.cmake
#
# For each library a file of jumps to the functions of libheddle_cuda.so (front_12.cpp, front_13.cpp,
# front_driver.cpp) and a version script with the library's version node (front_12.map, ...): a
# program that was linked against the library does not start without the node. The names of functions
# that are not supported go into function_names.cpp; their symbols pass their number on.
file(STRINGS ${LIST} lines REGEX "^[^#]")
set(soname_12 libcudart.so.12)
set(soname_13 libcudart.so.13)
set(soname_driver libcuda.so.1)
foreach(library 12 13 driver)
  set(code_${library} "// Made from functions.list by cuda_front.cmake.\n")
  set(names_${library} "")
endforeach()
set(unsupported "")
set(number 0)
foreach(line IN LISTS lines)
  separate_arguments(fields UNIX_COMMAND "${line}")
  list(GET fields 0 name)
  list(GET fields 1 libraries)
  list(GET fields 2 function)
  if(function STREQUAL "-")
    set(jump "mov $${number}, %edi\\n jmp heddle_cuda_unsupported@PLT")
    string(APPEND unsupported "    \"${name}\",\n")
    math(EXPR number "${number} + 1")
  else()
    set(jump "jmp heddle_${function}@PLT")
  endif()
  string(REPLACE "," ";" libraries "${libraries}")
  foreach(library IN LISTS libraries)
    string(APPEND code_${library}
      "asm(\".text\\n .globl ${name}\\n .type ${name}, @function\\n${name}:\\n ${jump}\\n .size ${name}, .-${name}\");\n")
    string(APPEND names_${library} "    ${name};\n")
  endforeach()
endforeach()
foreach(library 12 13 driver)
  file(CONFIGURE OUTPUT ${OUTPUT}/front_${library}.cpp CONTENT "${code_${library}}" @ONLY)
  set(node ${soname_${library}})
  if(library STREQUAL "driver")  # the driver's symbols have no versions
    set(node "")
  endif()
  if(names_${library} STREQUAL "")
    set(names_${library} "    heddle_no_function;\n")
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT}/front_${library}.map
       CONTENT "${node} {\n  global:\n${names_${library}}  local:\n    *;\n};\n" @ONLY)
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT}/function_names.cpp CONTENT
"// Made from functions.list by cuda_front.cmake.
#include \"cudart/function_names.hpp\"

namespace heddle::cudart {

std::span<const char* const> unsupported_functions() {
  static constexpr const char* kNames[] = {
${unsupported}  };
  return kNames;
}

}  // namespace heddle::cudart
" @ONLY)
