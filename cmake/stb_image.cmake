# Finds stb_image.h and sets stb_image_folder to the folder that the library includes it from.
find_path(STB_IMAGE_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
set(stb_image_folder ${STB_IMAGE_INCLUDE_DIR})
# Version 2.27, as in Debian 12, fails with JPEG files that have unused bytes after a scan, such as dwarf.jpg of Assimp's test
# models: a byte FF among them is stored as FF 00, which it takes for a marker. The build uses a corrected copy.
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
