# Writes OUTPUT, a C++ file whose FUNCTION, declared in HEADER, returns the texts of FILES in their
# order. Run by the build:
# cmake -DFILES=a.toml,b.toml -DHEADER=a/b.hpp -DNAMESPACE=heddle -DFUNCTION=… -DOUTPUT=… -P embed_texts.cmake
include(${CMAKE_CURRENT_LIST_DIR}/as_literal.cmake)

string(REPLACE "," ";" files "${FILES}")
list(LENGTH files count)
set(code "// Generated from files of the source tree.\n#include <array>\n\n#include \"${HEADER}\"\n\n")
string(APPEND code "namespace ${NAMESPACE} {\n\nstd::span<const EmbeddedText> ${FUNCTION}() {\n")
# Not constexpr: the texts are too long for clang to measure at compile time.
string(APPEND code "  static const std::array<EmbeddedText, ${count}> texts = {{\n")
foreach(path IN LISTS files)
  get_filename_component(name ${path} NAME_WE)
  as_literal(${path} literal)
  string(APPEND code "      {\"${name}\",\n${literal}},\n")
endforeach()
string(APPEND code "  }};\n  return texts;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${code}")
