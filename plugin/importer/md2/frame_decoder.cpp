// SPDX-License-Identifier: BSD-3-Clause
#include "importer/md2/frame_decoder.h"

#include <algorithm>
#include <cmath>
#include <limits>

// ASSIMP_MD2_PORTABLE_DECODER selects the loop of other processors where SSE2 is available: for tests.
#if (defined(__SSE2__) || defined(_M_X64)) && !defined(ASSIMP_MD2_PORTABLE_DECODER)
#define ASSIMP_MD2_DECODES_WITH_SSE2
#include <emmintrin.h>
#endif

namespace assimp_md2::inner {
namespace {

using FourFloats = std::array<float, 4>;

/// The bits of each component of a packed vertex, in the order of `axes`, and none for the fourth.
template <Axes axes>
constexpr std::array<std::int32_t, 4> kBits =
    axes == Axes::FrontX ? std::array<std::int32_t, 4>{0xFF, 0xFF0000, 0xFF00, 0}
                         : std::array<std::int32_t, 4>{0xFF00, 0xFF0000, 0xFF, 0};

/// 1 ÷ the lowest of these bits. The product with the bits is exact.
template <Axes axes>
constexpr FourFloats kUnits =
    axes == Axes::FrontX ? FourFloats{1, 0x1p-16F, 0x1p-8F, 0} : FourFloats{0x1p-8F, 0x1p-16F, 1, 0};

/// byte × scale + translate for the components of a packed vertex. SSE2 computes all of them at once; GCC
/// does not vectorise the portable loop with -O3.
template <Axes axes>
FourFloats decoded(std::uint32_t vertex, const FourFloats& scale, const FourFloats& translate) {
    FourFloats position;
#if defined(ASSIMP_MD2_DECODES_WITH_SSE2)
    constexpr std::array<std::int32_t, 4> kEach = kBits<axes>;
    const __m128i bits = _mm_and_si128(_mm_set1_epi32(static_cast<std::int32_t>(vertex)),
                                       _mm_setr_epi32(kEach[0], kEach[1], kEach[2], kEach[3]));
    const __m128 bytes = _mm_mul_ps(_mm_cvtepi32_ps(bits), _mm_loadu_ps(kUnits<axes>.data()));
    _mm_storeu_ps(position.data(),
                  _mm_add_ps(_mm_mul_ps(bytes, _mm_loadu_ps(scale.data())), _mm_loadu_ps(translate.data())));
#else
    for (std::size_t i = 0; i < position.size(); ++i) {
        const std::int32_t bits = static_cast<std::int32_t>(vertex) & kBits<axes>[i];
        position[i] = static_cast<float>(bits) * kUnits<axes>[i] * scale[i] + translate[i];
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

template <Axes axes>
std::uint64_t decodeTo(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                       float* positions, float* normals, const NormalOfByte& table) {
    const auto inOrder = [](const std::array<float, 3>& vector) {
        const auto [x, y, z] = rotated(vector, axes);
        return FourFloats{x, y, z, 0};
    };
    const FourFloats scale = inOrder(frame.scale);
    const FourFloats translate = inOrder(frame.translate);
    const ByteSlice packed = frame.vertices;
    // These sums set bit 32 when a normal index is out of range: the innermost loop needs no branch.
    constexpr std::uint64_t kToBit32 = std::uint64_t{256 - kNormalCount} << 24;
    std::uint64_t sums = 0;
    const auto decodeCorner = [&](std::size_t corner, auto written) {
        const std::uint32_t vertex = packed.u32(kVertexSize * vertices[corner]);
        const FourFloats position = decoded<axes>(vertex, scale, translate);
        std::memcpy(positions + 3 * corner, position.data(), sizeof written);
        std::memcpy(normals + 3 * corner, table[vertex >> 24].data(), sizeof written);
        sums |= vertex + kToBit32;
    };
    // Four floats are stored instead of three, which takes one instruction instead of two. The next corner
    // overwrites the fourth. The last corner stores three, because the buffer ends there.
    for (std::size_t corner = 0; corner + 1 < cornerCount; ++corner) {
        decodeCorner(corner, FourFloats{});
    }
    decodeCorner(cornerCount - 1, std::array<float, 3>{});
    return sums >> 32 == 0 ? 0 : normalsOutOfRange(frame);
}

} // namespace

std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals, const NormalOfByte& table, Axes axes) {
    return (axes == Axes::FrontX ? decodeTo<Axes::FrontX> : decodeTo<Axes::FrontZ>)(frame, vertices,
                                                                                    cornerCount, positions,
                                                                                    normals, table);
}

void decodePositions(const View& view, std::size_t frame, float* positions) {
    const Frame source = view.frame(frame);
    for (std::size_t i = 0; i < view.vertexCount(); ++i) {
        const Components packed = componentsOf(source.vertices, i, view.vertexSize());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            *positions++ = static_cast<float>(packed[axis]) * source.scale[axis] + source.translate[axis];
        }
    }
}

bool areNear(const View& view, std::size_t frame, std::size_t other, float steps) {
    constexpr float kRounding = 4 * std::numeric_limits<float>::epsilon();
    const std::array<float, 3> scale = view.frame(frame).scale;
    const std::array<float, 3> otherScale = view.frame(other).scale;
    std::vector<float> a(3 * view.vertexCount());
    std::vector<float> b(a.size());
    decodePositions(view, frame, a.data());
    decodePositions(view, other, b.data());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const float step = std::max(std::abs(scale[i % 3]), std::abs(otherScale[i % 3]));
        const float rounding = kRounding * std::max(std::abs(a[i]), std::abs(b[i]));
        if (!(std::abs(a[i] - b[i]) <= steps * step + rounding)) {
            return false;
        }
    }
    return true;
}

FrameDecoder::FrameDecoder(const View& view, const ModelNormals& normals, Axes axes)
    : view_(view), source_(normals), axes_(axes), table_(), otherTable_() {
    if (normals.source != NormalSource::Computed) {
        table_ = rotatedNormals(normals.source, axes);
    }
    if (!normals.ofFrames.empty()) {
        const bool isNegated = normals.source == NormalSource::Negated;
        otherTable_ = rotatedNormals(isNegated ? NormalSource::File : NormalSource::Negated, axes);
    }
}

std::uint64_t FrameDecoder::decode(std::size_t frame, const std::uint32_t* vertices, std::size_t cornerCount,
                                   float* positions, float* normals) {
    const NormalSource source = source_.ofFrames.empty() ? source_.source : source_.ofFrames[frame];
    if (source != NormalSource::Computed) {
        return decodeFrame(view_.frame(frame), vertices, cornerCount, positions, normals,
                           source == source_.source ? table_ : otherTable_, axes_);
    }
    if (frame_ != frame) {
        positions_.resize(3 * view_.vertexCount());
        normals_.resize(positions_.size());
        decodePositions(view_, frame, positions_.data());
        computeNormals(positions_.data(), view_.vertexCount(), source_.triangles, normals_.data());
        frame_ = frame;
    }
    const auto copy = [&](const std::vector<float>& from, std::size_t vertex, float* to) {
        const float* const vector = &from[3 * vertex];
        const std::array<float, 3> inScene =
            rotated(std::array<float, 3>{vector[0], vector[1], vector[2]}, axes_);
        std::memcpy(to, inScene.data(), sizeof inScene);
    };
    for (std::size_t corner = 0; corner < cornerCount; ++corner) {
        copy(positions_, vertices[corner], positions + 3 * corner);
        copy(normals_, vertices[corner], normals + 3 * corner);
    }
    return 0;
}

} // namespace assimp_md2::inner
