# Writes OUTPUT, a C++ file with the list of workloads: the factory, PTX, description and CUDA C++ of each
# (see src/workload/workload.hpp), and their measurements. Run by the build:
# cmake -DFOLDER=… -DNAMES=a,b -DOUTPUT=… -P embed_workloads.cmake
string(REPLACE "," ";" names "${NAMES}")
list(LENGTH names count)

include(${CMAKE_CURRENT_LIST_DIR}/as_literal.cmake)

set(code "// Generated from workloads/.\n#include <array>\n\n#include \"workload/measured.hpp\"\n#include \"workload/workload.hpp\"\n\n")
string(APPEND code "namespace heddle::workload {\n\n")
foreach(name IN LISTS names)
  string(APPEND code "std::unique_ptr<Driver> make_${name}(const Setup& setup);\n")
endforeach()
string(APPEND code "\nstd::span<const Entry> workloads() {\n")
# Not constexpr: the texts are too long for clang to measure at compile time.
string(APPEND code "  static const std::array<Entry, ${count}> entries = {{\n")
foreach(name IN LISTS names)
  as_literal(${FOLDER}/${name}/${name}.ptx ptx)
  as_literal(${FOLDER}/${name}/workload.toml description)
  as_literal(${FOLDER}/${name}/${name}.cu cuda)
  string(APPEND code "      {\"${name}\",\n${ptx},\n${description},\n       make_${name},\n${cuda}},\n")
endforeach()
string(APPEND code "  }};\n  return entries;\n}\n\n")
as_literal(${FOLDER}/measured.json measured)
string(APPEND code "std::string_view measured_text() {\n  return ${measured};\n}\n\n}  // namespace heddle::workload\n")
file(WRITE ${OUTPUT} "${code}")
