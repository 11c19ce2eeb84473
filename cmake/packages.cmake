# The Debian packages: `cpack -G DEB` in the build folder makes heddle (the program) and libheddle-dev
# (the library) of the components that install.cmake describes.
find_program(gzip gzip REQUIRED)
set(debian_files ${own_files}/debian)
file(MAKE_DIRECTORY ${debian_files})

# compress(FILE NAME): FILE becomes NAME.gz, with the same bytes every time.
function(compress file name)
  execute_process(COMMAND ${gzip} -9nc ${file} OUTPUT_FILE ${debian_files}/${name}.gz
                  COMMAND_ERROR_IS_FATAL ANY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
endfunction()
compress(${PROJECT_SOURCE_DIR}/cmake/debian/changelog changelog)
configure_file(cmake/debian/heddle.1.in ${debian_files}/heddle.1 @ONLY)
compress(${debian_files}/heddle.1 heddle.1)

install(FILES ${debian_files}/heddle.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
install(FILES cmake/debian/copyright ${debian_files}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES cmake/debian/copyright ${debian_files}/changelog.gz
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libheddle-dev COMPONENT development)

set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "cycle-level simulator of GPU cores")
set(CPACK_PACKAGE_CONTACT "The heddle developers <maintainers@heddle.example>" CACHE STRING
    "Maintainer in the packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME heddle)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "clang-19, libclc-19")  # heddle cc
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "libomp-19-dev, libheddle-dev")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "Runs PTX kernels and CUDA programs without a GPU, on simulated SIMT cores that
handle divergence in different ways, and reports what they cost in cycles.")

# The library is for one build: plug-ins are refused by a program of another.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libheddle-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "heddle (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libc6-dev, libfmt-dev, nlohmann-json3-dev, libtomlplusplus-dev, libsqlite3-dev, libxxhash-dev, libzstd-dev, liblz4-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "The library of the simulator heddle, for programs that use it and for plug-ins:
headers, a static library, and files for CMake and pkg-config.")
include(CPack)
