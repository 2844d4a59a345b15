# Warnings and sanitizers: the same for every target of the project.

option(ASSIMP_MD2_WERROR "Treat warnings as errors" OFF)
set(ASSIMP_MD2_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=: address,undefined or thread")

function(assimp_md2_compile_options target)
    set_target_properties(${target} PROPERTIES
        CXX_STANDARD 17
        CXX_STANDARD_REQUIRED ON
        CXX_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${ASSIMP_MD2_WERROR}>:/WX>)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual
        -Wnon-virtual-dtor -Woverloaded-virtual -Wundef -Wformat=2
        # A position is the same number on every machine: no fused multiply-add.
        -ffp-contract=off
        $<$<BOOL:${ASSIMP_MD2_WERROR}>:-Werror>)
    if(ASSIMP_MD2_BUILD_FUZZERS)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    if(ASSIMP_MD2_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${ASSIMP_MD2_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${ASSIMP_MD2_SANITIZE})
    endif()
endfunction()
