# Packages by cpack: the sources as a tarball, and what is installed as Debian packages, or as a .zip for Windows.

set(CPACK_PACKAGE_NAME ${PROJECT_NAME})
set(CPACK_PACKAGE_VENDOR "the assimp-md2 authors")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES
    "^${PROJECT_SOURCE_DIR}/build" "/\\.git(/|$)" "/\\.ci/" "/\\.cache/" "/node_modules/" "/CMakeUserPresets\\.json$")

if(WIN32)
    set(CPACK_GENERATOR ZIP)
elseif(EXISTS /etc/debian_version)
    set(CPACK_GENERATOR DEB)
    include(cmake/debian.cmake)
endif()
include(CPack)
