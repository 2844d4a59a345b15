# Finds Assimp 5.2 or later as the target assimp::assimp, and its version as assimp_VERSION_MAJOR and _MINOR.
# Assimp is installed, or part of the same build (add_subdirectory or FetchContent before this project, or
# FetchContent with OVERRIDE_FIND_PACKAGE).

if(NOT TARGET assimp::assimp AND NOT TARGET assimp)
    find_package(assimp CONFIG REQUIRED)
endif()
if(NOT TARGET assimp::assimp)
    add_library(assimp::assimp ALIAS assimp)
endif()

# A target of this build knows its own version; assimp_VERSION may belong to another, installed Assimp.
get_target_property(assimp_target assimp::assimp ALIASED_TARGET)
if(NOT assimp_target)
    set(assimp_target assimp::assimp)
endif()
get_target_property(assimp_is_imported ${assimp_target} IMPORTED)
if(NOT assimp_is_imported)
    get_target_property(assimp_VERSION ${assimp_target} VERSION)
elseif(NOT assimp_VERSION)
    # The targets come from a find_package in another scope.
    find_package(assimp CONFIG REQUIRED)
endif()
if(NOT assimp_VERSION MATCHES "^([0-9]+)\\.([0-9]+)")
    message(FATAL_ERROR "assimp-md2 cannot tell the version of Assimp: the target ${assimp_target} has no VERSION")
endif()
set(assimp_VERSION_MAJOR ${CMAKE_MATCH_1})
set(assimp_VERSION_MINOR ${CMAKE_MATCH_2})

# Compared here: Assimp's own package file rejects 6.x when 5.2 is asked for.
if(assimp_VERSION VERSION_LESS 5.2)
    message(FATAL_ERROR "assimp-md2 needs Assimp 5.2 or later, found ${assimp_VERSION}")
endif()

get_target_property(assimp_type ${assimp_target} TYPE)
string(COMPARE NOTEQUAL "${assimp_type}" STATIC_LIBRARY assimp_is_shared)
