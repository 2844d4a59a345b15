// SPDX-License-Identifier: BSD-3-Clause
// The vertices of one frame as floats; knows the packed vertices of the format, nothing of meshes.
#include "format/frame_decoder.h"

#include "format/normals.h"

#include <array>
#include <cstring>

// ASSIMP_MD2_PORTABLE_DECODER selects the loop of other processors where SSE2 is available: for tests.
#if defined(__SSE2__) && !defined(ASSIMP_MD2_PORTABLE_DECODER)
#define ASSIMP_MD2_DECODES_WITH_SSE2
#include <emmintrin.h>
#endif

namespace assimp_md2 {
namespace {

using FourFloats = std::array<float, 4>;

/// byte × scale + translate for the four bytes of a packed vertex. The fourth is the normal index; its result
/// is not used. Processors compute four at once, but GCC does not find that out by itself.
FourFloats decoded(const std::uint8_t* vertex, const FourFloats& scale, const FourFloats& translate) {
    FourFloats position;
#if defined(ASSIMP_MD2_DECODES_WITH_SSE2)
    std::int32_t packed;
    std::memcpy(&packed, vertex, sizeof packed);
    const __m128i zero = _mm_setzero_si128();
    const __m128i words = _mm_unpacklo_epi8(_mm_cvtsi32_si128(packed), zero);
    const __m128 bytes = _mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero));
    _mm_storeu_ps(position.data(),
                  _mm_add_ps(_mm_mul_ps(bytes, _mm_loadu_ps(scale.data())), _mm_loadu_ps(translate.data())));
#else
    for (std::size_t i = 0; i < position.size(); ++i) {
        position[i] = static_cast<float>(vertex[i]) * scale[i] + translate[i];
    }
#endif
    return position;
}

std::uint64_t normalsOutOfRange(const Frame& frame) {
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < frame.vertices.size(); at += kVertexSize) {
        count += frame.vertices.u8(at + 3) >= kNormalCount;
    }
    return count;
}

} // namespace

std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals) {
    const FourFloats scale{frame.scale[0], frame.scale[1], frame.scale[2], 0};
    const FourFloats translate{frame.translate[0], frame.translate[1], frame.translate[2], 0};
    const std::uint8_t* const packed = frame.vertices.data();
    // An index that is too high reaches the ninth bit: no branch in the loop that every corner of every frame
    // passes.
    constexpr unsigned int kNinthBit = 256;
    unsigned int reached = 0;
    const auto decodeCorner = [&](std::size_t corner, auto written) {
        const std::uint8_t* const vertex = packed + kVertexSize * vertices[corner];
        const FourFloats position = decoded(vertex, scale, translate);
        std::memcpy(positions + 3 * corner, position.data(), sizeof written);
        std::memcpy(normals + 3 * corner, kNormalOfByte[vertex[3]].data(), sizeof written);
        reached |= vertex[3] + (kNinthBit - static_cast<unsigned int>(kNormalCount));
    };
    // Four floats are written for three, which is one instruction instead of two. The next corner overwrites
    // the fourth; behind the last corner there is no room for it.
    for (std::size_t corner = 0; corner + 1 < cornerCount; ++corner) {
        decodeCorner(corner, FourFloats{});
    }
    decodeCorner(cornerCount - 1, std::array<float, 3>{});
    return (reached & kNinthBit) == 0 ? 0 : normalsOutOfRange(frame);
}

} // namespace assimp_md2
