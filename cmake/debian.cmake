# The Debian packages assimp-md2 (component runtime), md2-maker (component maker) and libassimp-md2-dev (component
# development).

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime maker development)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# DEBFULLNAME and DEBEMAIL are the variables of Debian's own tools.
set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if(maintainer STREQUAL " <>")
    set(maintainer "assimp-md2 authors <assimp-md2@packages.invalid>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${maintainer}")
# With any other text, all packages have this summary. With CPack's default, each has the first line of its description.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake")

# Assimp's classes are laid out differently from minor version to minor version, and its packages do not say so.
math(EXPR next_minor "${assimp_VERSION_MINOR} + 1")
set(this_assimp ">= ${assimp_VERSION_MAJOR}.${assimp_VERSION_MINOR}~")
set(next_assimp "<< ${assimp_VERSION_MAJOR}.${next_minor}~")
get_target_property(assimp_file assimp::assimp LOCATION)
file(REAL_PATH "${assimp_file}" assimp_file)
execute_process(COMMAND dpkg-query --search "${assimp_file}"
    OUTPUT_VARIABLE assimp_package OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(REGEX MATCH "^[^:]+" assimp_package "${assimp_package}")
if(NOT assimp_package)
    # No package holds this Assimp, so no package can depend on it.
    unset(CPACK_GENERATOR)
    return()
endif()

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME assimp-md2)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "${assimp_package} (${this_assimp}), ${assimp_package} (${next_assimp})")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS assimp-utils)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
"${PROJECT_DESCRIPTION}
The command assimp-md2 converts MD2 models to other formats, with every frame
and animation and their skins, also all models of a game. It runs other
programs with a plugin that lets their Assimp read MD2 models and write
animated glTF files.")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/debian/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_MAKER_PACKAGE_NAME md2-maker)
set(CPACK_DEBIAN_MAKER_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_MAKER_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS}")
set(CPACK_DEBIAN_MAKER_DESCRIPTION
"makes MD2 models (Quake II) of characters and other models
The program md2-maker makes players, monsters and other models for Quake II of
animated models in any format that Assimp reads, such as GLB and FBX: with
their skins, icons and weapons, at the size that the game expects.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libassimp-md2-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# zlib1g-dev also for libassimp-dev: the CMake files of Debian 12 name libz.so, and the package does not depend on it.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "assimp-md2 (= ${PROJECT_VERSION}), libassimp-dev (${this_assimp}), libassimp-dev (${next_assimp}), zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"MD2 (Quake II) models for Assimp - development files
Library, headers, and files for CMake and pkg-config, for programs that
register the MD2 importer and the exporters of assimp-md2 themselves.")

# What Debian asks of a package
file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
string(REGEX REPLACE "^BSD[^\n]*\n\nCopyright[^\n]*\n\n" "" license "${license}")
string(STRIP "${license}" license)
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
configure_file(cmake/debian_copyright.in ${PROJECT_BINARY_DIR}/debian/copyright @ONLY)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/debian/changelog @ONLY CONTENT
"assimp-md2 (@PROJECT_VERSION@) unstable; urgency=medium

  * Version @PROJECT_VERSION@.

 -- @maintainer@  @date@
")
foreach(component_and_package "runtime;assimp-md2" "maker;md2-maker" "development;libassimp-md2-dev")
    list(GET component_and_package 0 component)
    list(GET component_and_package 1 package)
    # EXCLUDE_FROM_ALL: not for cmake --install.
    install(FILES ${PROJECT_BINARY_DIR}/debian/copyright ${PROJECT_BINARY_DIR}/debian/changelog
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_compress.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_trigger.cmake)
