# Finds Assimp 5.2 or later as the target assimp::assimp.
# The version is compared here: Assimp's own package file rejects 6.x when 5.2 is asked for.

find_package(assimp CONFIG REQUIRED)
if(assimp_VERSION VERSION_LESS 5.2)
    message(FATAL_ERROR "assimp-md2 needs Assimp 5.2 or later, found ${assimp_VERSION}")
endif()
