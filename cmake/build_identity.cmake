# Writes OUTPUT, a header with the identity of this build, which plug-ins are compiled with
# (src/plugin/plugin.hpp): the version, and a digest of all headers, of the sources in FOLDERS, and of
# OPTIONS that change what they compile to. Run by the build:
# cmake -DROOT=… -DVERSION=… -DFOLDERS=a,b -DOPTIONS=… -DOUTPUT=… -P build_identity.cmake
string(REPLACE "," ";" folders "${FOLDERS}")
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/src/*.hpp)
foreach(folder IN LISTS folders)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/src/${folder}/*.cpp)
  list(APPEND files ${found})
endforeach()
list(SORT files)
set(digests "${OPTIONS}\n")
foreach(file IN LISTS files)
  file(SHA256 ${ROOT}/${file} digest)
  string(APPEND digests "${file} ${digest}\n")
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING ${digest} 0 16 digest)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "// Made from the sources by build_identity.cmake.
#pragma once

namespace heddle {

inline constexpr const char* kBuildIdentity = \"${VERSION}-${digest}\";

}  // namespace heddle
")
