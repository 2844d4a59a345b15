# Warnings, sanitizers and what a platform needs: the same for every target of the project.

if(PROJECT_IS_TOP_LEVEL)
    option(ASSIMP_MD2_WERROR "Treat warnings as errors" OFF)
    set(ASSIMP_MD2_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=: address,undefined or thread")
endif()

include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
if(NOT MSVC)
    # By default GCC 16 assumes that nobody looks at an array whose `new` was followed by a `new` that throws.
    # The code does not depend on this flag; it protects code that is written later.
    check_cxx_compiler_flag(-fno-assume-sane-operators-new-delete ASSIMP_MD2_KNOWS_SANE_OPERATORS_NEW_DELETE)
    check_cxx_source_compiles("
        #ifndef __i386__
        #error
        #endif
        int main() {}" ASSIMP_MD2_IS_X86_32)
endif()

function(assimp_md2_compile_options target)
    set(standard 17)
    if(CMAKE_CXX_STANDARD MATCHES "^2")
        set(standard ${CMAKE_CXX_STANDARD})
    endif()
    set_target_properties(${target} PROPERTIES
        CXX_STANDARD ${standard}
        CXX_STANDARD_REQUIRED ON
        CXX_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        POSITION_INDEPENDENT_CODE ON)
    if(MSVC)
        # /bigobj: a unity build has more sections than an object file holds by default.
        target_compile_options(${target} PRIVATE /W4 /utf-8 /bigobj $<$<BOOL:${ASSIMP_MD2_WERROR}>:/WX>
            $<$<CXX_COMPILER_ID:Clang>:/clang:-ffp-contract=off>)
        return()
    endif()
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual
        -Wnon-virtual-dtor -Woverloaded-virtual -Wundef -Wformat=2
        # A position is the same number on every machine: no fused multiply-add, and on 32-bit x86 no x87.
        -ffp-contract=off
        $<$<BOOL:${ASSIMP_MD2_IS_X86_32}>:-msse2 -mfpmath=sse>
        $<$<BOOL:${ASSIMP_MD2_KNOWS_SANE_OPERATORS_NEW_DELETE}>:-fno-assume-sane-operators-new-delete>
        $<$<BOOL:${ASSIMP_MD2_WERROR}>:-Werror>)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13 AND standard GREATER 17)
        # GCC 12 warns of every sum of strings (its bug 105651).
        target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC takes an included .cpp file for a header, whose types must not have members of an anonymous namespace.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
    if(UNIX AND CMAKE_SIZEOF_VOID_P EQUAL 4)
        # Without it, 32-bit systems cannot open files whose size or inode number needs 64 bits.
        target_compile_definitions(${target} PRIVATE _FILE_OFFSET_BITS=64)
    endif()
    if(ASSIMP_MD2_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${ASSIMP_MD2_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${ASSIMP_MD2_SANITIZE})
    endif()
endfunction()
