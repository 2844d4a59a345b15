# What `cmake --install` puts into a prefix. Component runtime: the command, the plugin and a shared library.
# Component maker: the program md2-maker.
# Component development: headers, static libraries, the CMake package and the pkg-config files.

include(CMakePackageConfigHelpers)
set(product_names skeleton games gltf maker)
set(product_headers skeleton.h game_files.h gltf.h maker.h)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/assimp-md2)

# One export set for each component of find_package, so that a program needs only the packages of what it links.
function(install_component name)
    install(TARGETS ${ARGN} EXPORT assimp-md2-${name}
        RUNTIME COMPONENT runtime
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development)
    install(EXPORT assimp-md2-${name} NAMESPACE assimp-md2:: DESTINATION ${package_folder} COMPONENT development)
endfunction()

# The pkg-config files move with their prefix when the folder of libraries lies in the prefix.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
    set(pc_prefix "\${pcfiledir}/${prefix_from_pc}")
endif()
# APPEND keeps an absolute folder as it is.
set(pc_libdir "\${prefix}")
cmake_path(APPEND pc_libdir "${CMAKE_INSTALL_LIBDIR}")
set(pc_includedir "\${prefix}")
cmake_path(APPEND pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")

set(pc_cflags)
if(BUILD_SHARED_LIBS)
    install_component(shared assimp-md2-shared)
    set(pc_cflags -DASSIMP_MD2_SHARED)
endif()
foreach(name ${libraries})
    set(pc_library assimp-md2)
    set(pc_requires assimp)
    if(BUILD_SHARED_LIBS)
        install_component(${name} assimp-md2-${name}-shared)
    else()
        install_component(${name} assimp-md2-${name})
        get_target_property(pc_library assimp-md2-${name} OUTPUT_NAME)
        set(pc_requires assimp-md2)
        if(name STREQUAL "importer")
            set(pc_requires "assimp zlib")
        endif()
    endif()
    # The importer's file is assimp-md2.pc.
    set(pc_name assimp-md2-${name})
    if(name STREQUAL "importer")
        set(pc_name assimp-md2)
    endif()
    configure_file(cmake/assimp-md2.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
# Each product but the importer has one public header.
set(headers_not_built)
foreach(product header IN ZIP_LISTS product_names product_headers)
    if(NOT product IN_LIST libraries)
        list(APPEND headers_not_built PATTERN ${header} EXCLUDE)
    endif()
endforeach()
install(DIRECTORY include/assimp-md2 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development ${headers_not_built})

if(TARGET assimp-md2-plugin)
    install_component(plugin assimp-md2-plugin)
    install(TARGETS assimp-md2-registration
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/assimp-md2 COMPONENT runtime)
endif()
if(TARGET assimp-md2-command)
    install(TARGETS assimp-md2-command RUNTIME COMPONENT runtime)
endif()
if(TARGET assimp-md2-convert)
    install(TARGETS assimp-md2-convert RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/assimp-md2 COMPONENT runtime)
    include(${CMAKE_CURRENT_LIST_DIR}/properties.cmake)
    read_properties(${import_properties})
    # The text of --help, without the options of properties, which have more to say here
    file(READ plugin/command/help.h.in help)
    string(REGEX REPLACE ".*R\"help\\(|@option_help@|\\)help\".*" "" help "${help}")
    escape_for_man("${help}" man_usage)
    configure_file(cmake/assimp-md2.1.in ${PROJECT_BINARY_DIR}/assimp-md2.1 @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/assimp-md2.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
endif()

if(TARGET md2-maker)
    install(TARGETS md2-maker RUNTIME COMPONENT maker)
    configure_file(cmake/md2-maker.1.in ${PROJECT_BINARY_DIR}/md2-maker.1 @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/md2-maker.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT maker)
endif()

configure_package_config_file(cmake/assimp-md2-config.cmake.in
    ${PROJECT_BINARY_DIR}/assimp-md2-config.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assimp-md2-config-version.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/assimp-md2-config.cmake
    ${PROJECT_BINARY_DIR}/assimp-md2-config-version.cmake
    DESTINATION ${package_folder} COMPONENT development)
