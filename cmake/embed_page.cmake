# Writes OUTPUT, a C++ file whose function embedded_page() returns the text of PAGE. Run by the
# build:
# cmake -DPAGE=… -DOUTPUT=… -P embed_page.cmake
include(${CMAKE_CURRENT_LIST_DIR}/as_literal.cmake)
as_literal(${PAGE} literal)
file(WRITE ${OUTPUT} "// Generated from report/dist/report.html.
#include \"report/page.hpp\"

namespace heddle::report {

std::string_view embedded_page() {
  return ${literal};
}

}  // namespace heddle::report
")
