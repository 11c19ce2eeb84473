# What `cmake --install` puts where, and the Debian packages that cpack makes of it.
#
#   runtime      bin/heddle; lib/heddle, the libraries that CUDA programs load; share/heddle/cuda, the
#                headers that `heddle cc` compiles with; the documentation
#   development  the library in one archive, its headers, and the files by which CMake and pkg-config
#                find it
#
# The program finds its files relative to itself, and the others are relative as well, so that an
# installation may be moved to another prefix. Presets, archs, studies and workloads are part of the
# program; those in share/doc are to be read.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(runtime_folder lib/heddle)  # also on Debian, whose CMAKE_INSTALL_LIBDIR names the architecture
set(data_folder ${CMAKE_INSTALL_DATADIR}/heddle)
set(own_files ${CMAKE_BINARY_DIR}/install)

# ---- runtime

install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(TARGETS heddle_cuda_library heddle_cudart_12 heddle_cudart_13 heddle_cuda_driver
        LIBRARY DESTINATION ${runtime_folder} COMPONENT runtime NAMELINK_SKIP)
install(DIRECTORY cuda/include/ DESTINATION ${data_folder}/cuda COMPONENT runtime)

# Links, which point to what they will lie beside.
set(toolkit ${own_files}/lib/toolkit)
file(MAKE_DIRECTORY ${toolkit}/bin)
file(CREATE_LINK libcudart.so.12 ${own_files}/lib/libcudart.so SYMBOLIC)
file(CREATE_LINK libcuda.so.1 ${own_files}/lib/libcuda.so SYMBOLIC)
file(CREATE_LINK ../../../share/heddle/cuda ${toolkit}/include SYMBOLIC)
file(CREATE_LINK .. ${toolkit}/lib SYMBOLIC)
file(CREATE_LINK .. ${toolkit}/lib64 SYMBOLIC)
install(DIRECTORY ${own_files}/lib/ DESTINATION ${runtime_folder} COMPONENT runtime)
install(PROGRAMS cuda/nvcc DESTINATION ${runtime_folder}/toolkit/bin COMPONENT runtime)

install(FILES README.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(DIRECTORY docs presets archs studies DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime
        PATTERN list.cmake EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime
        PATTERN __pycache__ EXCLUDE)

# ---- development

# All libraries as one, which a consumer links without knowing how heddle is divided. What keeps the
# state of a process (cudart) is only for programs that CUDA programs are.
get_property(parts DIRECTORY src PROPERTY BUILDSYSTEM_TARGETS)
set(objects "")
foreach(part IN LISTS parts)
  get_target_property(type ${part} TYPE)
  if(type STREQUAL STATIC_LIBRARY AND NOT part STREQUAL heddle_cudart)
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endif()
endforeach()
add_library(heddle_combined STATIC ${objects})
set_target_properties(heddle_combined PROPERTIES OUTPUT_NAME heddle LINKER_LANGUAGE CXX)
install(TARGETS heddle_combined ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)

set(header_folder ${CMAKE_INSTALL_INCLUDEDIR}/heddle)
install(DIRECTORY src/ DESTINATION ${header_folder} COMPONENT development
        FILES_MATCHING PATTERN *.hpp PATTERN cli EXCLUDE PATTERN cudart EXCLUDE)
install(FILES ${CMAKE_BINARY_DIR}/src/identity/plugin/build.hpp DESTINATION ${header_folder}/plugin COMPONENT development)

# What consumers need to compile and link: also the options on which results depend, since code in
# headers is compiled with theirs.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
configure_package_config_file(cmake/heddle-config.cmake.in ${own_files}/heddle-config.cmake
  INSTALL_DESTINATION ${package_folder}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${own_files}/heddle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${own_files}/heddle-config.cmake ${own_files}/heddle-config-version.cmake
        DESTINATION ${package_folder} COMPONENT development)

set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pkgconfig_up /${pkgconfig_folder} /)
string(REGEX REPLACE "/$" "" pkgconfig_up ${pkgconfig_up})
configure_file(cmake/heddle.pc.in ${own_files}/heddle.pc @ONLY)
install(FILES ${own_files}/heddle.pc DESTINATION ${pkgconfig_folder} COMPONENT development)

include(cmake/packages.cmake)
