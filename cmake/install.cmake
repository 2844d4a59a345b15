# What `cmake --install` puts into a prefix: library, plugin, command, headers, CMake package, pkg-config file.

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/assimp-md2)

install(TARGETS assimp-md2-importer EXPORT assimp-md2-targets)
install(DIRECTORY include/assimp-md2 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET assimp-md2-plugin)
    install(TARGETS assimp-md2-plugin EXPORT assimp-md2-targets)
    install(TARGETS assimp-md2-registration DESTINATION ${CMAKE_INSTALL_LIBDIR}/assimp-md2)
    file(RELATIVE_PATH plugin_from_bin
        ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/libassimp-md2-plugin.so)
    configure_file(cmake/assimp-md2.sh.in ${PROJECT_BINARY_DIR}/assimp-md2 @ONLY)
    install(PROGRAMS ${PROJECT_BINARY_DIR}/assimp-md2 DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT assimp-md2-targets NAMESPACE assimp-md2:: DESTINATION ${package_folder})
configure_package_config_file(cmake/assimp-md2-config.cmake.in
    ${PROJECT_BINARY_DIR}/assimp-md2-config.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assimp-md2-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/assimp-md2-config.cmake
    ${PROJECT_BINARY_DIR}/assimp-md2-config-version.cmake
    DESTINATION ${package_folder})

if(BUILD_SHARED_LIBS)
    set(pc_requires "assimp")
else()
    set(pc_requires "assimp libdeflate")
    set(pc_cflags "-DASSIMP_MD2_STATIC")
endif()
file(RELATIVE_PATH pc_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/assimp-md2.pc.in ${PROJECT_BINARY_DIR}/assimp-md2.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/assimp-md2.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
