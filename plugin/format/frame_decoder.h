// SPDX-License-Identifier: BSD-3-Clause
// Decodes the packed vertices of a frame to floats.
#pragma once

#include "format/view.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assimp_md2 {

/// Decodes corners of a frame of version 8: position = vertex × scale + translate, and the normal of the
/// format's table.
///
/// \param frame of a view
/// \param vertices of each corner, below the view's vertex count
/// \param cornerCount 1 or more
/// \param positions room for 3 × cornerCount floats, in model space
/// \param normals as positions; unit vectors
/// \return how many vertices of the frame, not corners, name a normal that does not exist, when at least one
///         of the corners does; they get the last normal
std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals);

/// Decodes the frames of a view of any version.
///
/// Version 15 names normals by an index into a table of 2,048 directions that no reader has. They are the
/// area-weighted normals of the vertices, rounded to that table; here they are computed from the triangles of
/// the GL commands, which is exact where the table is 1.8° off (median). If there are more than 64 triangles
/// for each vertex of a frame, only the first ones count, so that decoding is linear in the size of the file.
/// Real models have about two triangles for each vertex.
class FrameDecoder {
public:
    /// \param view outlives the decoder; its GL commands are whole or unended in version 15
    explicit FrameDecoder(const View& view) : view_(view) {}

    /// As decodeFrame.
    std::uint64_t decode(std::size_t frame, const std::uint32_t* vertices, std::size_t cornerCount,
                         float* positions, float* normals);

    /// The memory that decoding needs, in bytes.
    static std::uint64_t bytes(const View& view);

private:
    using Vector = std::array<float, 3>;

    static constexpr std::size_t kMostTrianglesPerVertex = 64;

    /// The triangles from which normals are computed, at most.
    static std::size_t mostTriangles(const View& view);
    void readTriangles();
    void readVertices(std::size_t frame);

    const View& view_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    std::optional<std::size_t> frame_; ///< whose vertices these are
    std::vector<Vector> positions_;
    std::vector<Vector> normals_;
};

} // namespace assimp_md2
