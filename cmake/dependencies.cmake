# The parts that a build may leave out, and the packages that it needs. Without all three parts there remain the importer,
# the search for skins and glTF.

option(ASSIMP_MD2_SKELETON "Import bones (IMPORT_MD2_ANIMATION=skeleton); needs Eigen" ON)
option(ASSIMP_MD2_MD2_EXPORT "Export any scene as an MD2" ON)
option(ASSIMP_MD2_GAMES "Read the archives of games (PAK, PK3, PKZ); needs zlib" ON)

find_package(PkgConfig REQUIRED)
pkg_check_modules(libdeflate REQUIRED IMPORTED_TARGET GLOBAL libdeflate)
find_path(STB_IMAGE_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
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
