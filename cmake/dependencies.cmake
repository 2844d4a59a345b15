# The parts that a build may leave out, and the packages that it needs. Without all parts there remain the importer, the
# search for skins and glTF. A project that contains this one gets no more than it asks for.

option(ASSIMP_MD2_SKELETON "Import bones (IMPORT_MD2_ANIMATION=skeleton); needs Eigen" ON)
option(ASSIMP_MD2_MD2_EXPORT "Export any scene as an MD2" ${PROJECT_IS_TOP_LEVEL})
option(ASSIMP_MD2_GAMES "Read the archives of games (PAK, PK3, PKZ); needs zlib" ${PROJECT_IS_TOP_LEVEL})
option(ASSIMP_MD2_COMMAND "Build the command assimp-md2" ${PROJECT_IS_TOP_LEVEL})
option(ASSIMP_MD2_PLUGIN "Build the plugin for programs that use a shared Assimp" ${PROJECT_IS_TOP_LEVEL})

find_package(PkgConfig REQUIRED)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET GLOBAL libdeflate)
find_path(STB_IMAGE_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
set(stb_image_folder ${STB_IMAGE_INCLUDE_DIR})
# Versions before 2.28, as in Debian 12, fail with JPEG files that have unused bytes after a scan: a byte FF among them is
# stored as FF 00, which they take for a marker. The build uses a corrected copy.
file(READ ${STB_IMAGE_INCLUDE_DIR}/stb_image.h stb_image)
string(REGEX MATCH "v([0-9]+\\.[0-9]+)" stb_image_version "${stb_image}")
if(CMAKE_MATCH_1 VERSION_LESS 2.28)
    set(read_marker "j->marker = stbi__get8(j->s);\n                  break;")
    string(FIND "${stb_image}" "${read_marker}" position)
    if(position EQUAL -1)
        message(FATAL_ERROR "${STB_IMAGE_INCLUDE_DIR}/stb_image.h is not version 2.27 or later.")
    endif()
    string(REPLACE "${read_marker}"
        "do x = stbi__get8(j->s); while (x == 255);\n if (x == 0) continue;\n j->marker = (stbi_uc)x;\n break;"
        stb_image "${stb_image}")
    set(stb_image_folder ${CMAKE_CURRENT_BINARY_DIR}/stb)
    file(WRITE ${stb_image_folder}/stb_image.h "${stb_image}")
endif()
find_package(tl-expected REQUIRED)
# What programs with the library's objects are linked with.
set(library_dependencies PkgConfig::libdeflate)
if(ASSIMP_MD2_SKELETON)
    # Without a version: the configuration file of Eigen 5 accepts no request for 3.4.
    find_package(Eigen3 REQUIRED NO_MODULE)
    if(Eigen3_VERSION VERSION_LESS 3.4)
        message(FATAL_ERROR "Eigen 3.4 or later is required; found ${Eigen3_VERSION} in ${Eigen3_DIR}.")
    endif()
endif()
if(ASSIMP_MD2_GAMES)
    find_package(ZLIB REQUIRED)
    list(APPEND library_dependencies ZLIB::ZLIB)
endif()
