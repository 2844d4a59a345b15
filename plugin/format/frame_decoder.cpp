// SPDX-License-Identifier: BSD-3-Clause
// Implements frame_decoder.h.
#include "format/frame_decoder.h"

#include "format/gl_commands.h"
#include "format/normals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

// ASSIMP_MD2_PORTABLE_DECODER selects the loop of other processors where SSE2 is available: for tests.
#if defined(__SSE2__) && !defined(ASSIMP_MD2_PORTABLE_DECODER)
#define ASSIMP_MD2_DECODES_WITH_SSE2
#include <emmintrin.h>
#endif

namespace assimp_md2 {
namespace {

using FourFloats = std::array<float, 4>;

/// byte × scale + translate for the four bytes of a packed vertex. The fourth is the normal index; its result
/// is not used. SSE2 computes all four at once; GCC does not vectorise the portable loop.
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

using Components = std::array<std::uint32_t, 3>;

/// The components of a vertex.
Components componentsOf(ByteSlice vertices, std::size_t index, std::size_t vertexSize) {
    const std::size_t at = index * vertexSize;
    if (vertexSize <= kVertexSizesAnachronox[0]) {
        return {vertices.u8(at), vertices.u8(at + 1), vertices.u8(at + 2)};
    }
    if (vertexSize == kVertexSizesAnachronox[1]) {
        const std::uint32_t packed = vertices.u32(at);
        return {packed & 0x7FF, packed >> 11 & 0x3FF, packed >> 21};
    }
    return {vertices.u16(at), vertices.u16(at + 2), vertices.u16(at + 4)};
}

/// The normal of a triangle whose front is wound clockwise, as long as twice the triangle's area.
std::array<double, 3> clockwiseNormal(const std::array<float, 3>& a, const std::array<float, 3>& b,
                                      const std::array<float, 3>& c) {
    std::array<double, 3> first;
    std::array<double, 3> second;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        first[axis] = static_cast<double>(c[axis]) - a[axis];
        second[axis] = static_cast<double>(b[axis]) - a[axis];
    }
    return {first[1] * second[2] - first[2] * second[1], first[2] * second[0] - first[0] * second[2],
            first[0] * second[1] - first[1] * second[0]};
}

/// A vertex whose triangles have no area points up.
std::array<float, 3> unitVector(const std::array<double, 3>& vector) {
    const double length = std::hypot(vector[0], vector[1], vector[2]);
    if (!(length > 0) || !std::isfinite(length)) {
        return {0, 0, 1};
    }
    return {static_cast<float>(vector[0] / length), static_cast<float>(vector[1] / length),
            static_cast<float>(vector[2] / length)};
}

} // namespace

std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals) {
    const FourFloats scale{frame.scale[0], frame.scale[1], frame.scale[2], 0};
    const FourFloats translate{frame.translate[0], frame.translate[1], frame.translate[2], 0};
    const std::uint8_t* const packed = frame.vertices.data();
    // This sum sets the ninth bit when a normal index is out of range: the innermost loop needs no branch.
    constexpr unsigned int kNinthBit = 256;
    unsigned int ninthBits = 0;
    const auto decodeCorner = [&](std::size_t corner, auto written) {
        const std::uint8_t* const vertex = packed + kVertexSize * vertices[corner];
        const FourFloats position = decoded(vertex, scale, translate);
        std::memcpy(positions + 3 * corner, position.data(), sizeof written);
        std::memcpy(normals + 3 * corner, kNormalOfByte[vertex[3]].data(), sizeof written);
        ninthBits |= vertex[3] + (kNinthBit - static_cast<unsigned int>(kNormalCount));
    };
    // Four floats are stored instead of three, which takes one instruction instead of two. The next corner
    // overwrites the fourth. The last corner stores three, because the buffer ends there.
    for (std::size_t corner = 0; corner + 1 < cornerCount; ++corner) {
        decodeCorner(corner, FourFloats{});
    }
    decodeCorner(cornerCount - 1, std::array<float, 3>{});
    return (ninthBits & kNinthBit) == 0 ? 0 : normalsOutOfRange(frame);
}

bool areNear(const View& view, std::size_t frame, std::size_t other, float steps) {
    constexpr float kRounding = 4 * std::numeric_limits<float>::epsilon();
    const Frame a = view.frame(frame);
    const Frame b = view.frame(other);
    for (std::size_t i = 0; i < view.vertexCount(); ++i) {
        const Components first = componentsOf(a.vertices, i, view.vertexSize());
        const Components second = componentsOf(b.vertices, i, view.vertexSize());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float x = static_cast<float>(first[axis]) * a.scale[axis] + a.translate[axis];
            const float y = static_cast<float>(second[axis]) * b.scale[axis] + b.translate[axis];
            const float step = std::max(std::abs(a.scale[axis]), std::abs(b.scale[axis]));
            if (!(std::abs(x - y) <= steps * step + kRounding * std::max(std::abs(x), std::abs(y)))) {
                return false;
            }
        }
    }
    return true;
}

std::uint64_t FrameDecoder::decode(std::size_t frame, const std::uint32_t* vertices, std::size_t cornerCount,
                                   float* positions, float* normals) {
    if (view_.hasKnownNormals()) {
        return decodeFrame(view_.frame(frame), vertices, cornerCount, positions, normals);
    }
    if (frame_ != frame) {
        readVertices(frame);
        frame_ = frame;
    }
    for (std::size_t corner = 0; corner < cornerCount; ++corner) {
        std::memcpy(positions + 3 * corner, positions_[vertices[corner]].data(), sizeof(Vector));
        std::memcpy(normals + 3 * corner, normals_[vertices[corner]].data(), sizeof(Vector));
    }
    return 0;
}

std::uint64_t FrameDecoder::bytes(const View& view) {
    constexpr std::uint64_t kBytesPerVertex = 2 * sizeof(Vector) + 3 * sizeof(double);
    return view.hasKnownNormals()
               ? 0
               : kBytesPerVertex * view.vertexCount() + sizeof(triangles_[0]) * mostTriangles(view);
}

std::size_t FrameDecoder::mostTriangles(const View& view) {
    // A triangle takes at least one vertex of the commands.
    return std::min(view.glCommands().size() / kGlVertexSize, kMostTrianglesPerVertex * view.vertexCount());
}

void FrameDecoder::readTriangles() {
    const std::size_t most = mostTriangles(view_);
    triangles_.reserve(most);
    forEachGlTriangle(view_.glCommands(), [&](const std::array<GlVertex, 3>& vertices, std::size_t) {
        if (triangles_.size() < most) {
            triangles_.push_back({vertices[0].vertex, vertices[1].vertex, vertices[2].vertex});
        }
    });
}

void FrameDecoder::readVertices(std::size_t index) {
    if (!frame_) {
        readTriangles();
    }
    const Frame frame = view_.frame(index);
    positions_.resize(view_.vertexCount());
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        const Components packed = componentsOf(frame.vertices, i, view_.vertexSize());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            positions_[i][axis] =
                static_cast<float>(packed[axis]) * frame.scale[axis] + frame.translate[axis];
        }
    }
    // In double, whose range contains every product of two differences of floats.
    std::vector<std::array<double, 3>> sums(positions_.size());
    for (const std::array<std::uint32_t, 3>& triangle : triangles_) {
        const std::array<double, 3> normal =
            clockwiseNormal(positions_[triangle[0]], positions_[triangle[1]], positions_[triangle[2]]);
        for (const std::uint32_t vertex : triangle) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                sums[vertex][axis] += normal[axis];
            }
        }
    }
    normals_.resize(positions_.size());
    std::transform(sums.begin(), sums.end(), normals_.begin(), unitVector);
}

} // namespace assimp_md2
