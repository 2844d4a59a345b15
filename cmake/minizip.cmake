# Finds minizip, which reads ZIP archives (PK3, PKZ): zip_library is its target, or empty when ASSIMP_MD2_ZIP is off.

option(ASSIMP_MD2_ZIP "Read ZIP archives (PK3, PKZ) with minizip" ON)
set(zip_library)
if(ASSIMP_MD2_ZIP)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(minizip IMPORTED_TARGET GLOBAL minizip)
    if(NOT minizip_FOUND)
        message(FATAL_ERROR "pkg-config does not find minizip; -DASSIMP_MD2_ZIP=OFF builds without ZIP archives")
    endif()
    set(zip_library PkgConfig::minizip)
endif()
