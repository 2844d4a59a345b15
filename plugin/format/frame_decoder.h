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
/// \return the number of vertices (not corners) of the frame with a normal index out of range; 0 if no corner
///         uses such a vertex. These vertices get the last normal
std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals);

/// Whether all positions of two frames differ by at most `steps` on each axis. A step is the larger scale of
/// the two frames on that axis.
bool areNear(const View& view, std::size_t frame, std::size_t other, float steps);

/// Decodes the frames of a view of any version.
///
/// Version 15 stores normals as indices into an unknown table of 2,048 directions. The original normals are
/// the area-weighted normals of the vertices, rounded to this table. The decoder computes them from the
/// triangles of the GL commands. The computed normals are exact, while the rounded ones differ by 1.8°
/// (median). If there are more than 64 triangles for each vertex of a frame, only the first ones count, so
/// that decoding is linear in the size of the file. Real models have about two triangles for each vertex.
class FrameDecoder {
public:
    /// \param view outlives the decoder; its GL commands are whole or unended in version 15
    explicit FrameDecoder(const View& view) : view_(view) {}

    /// Decodes corners of a frame. Parameters and return value are as for decodeFrame; `frame` is an index.
    std::uint64_t decode(std::size_t frame, const std::uint32_t* vertices, std::size_t cornerCount,
                         float* positions, float* normals);

    /// The memory that decoding needs, in bytes.
    static std::uint64_t bytes(const View& view);

private:
    using Vector = std::array<float, 3>;

    static constexpr std::size_t kMostTrianglesPerVertex = 64;

    /// The maximum number of triangles from which normals are computed.
    static std::size_t mostTriangles(const View& view);
    void readTriangles();
    void readVertices(std::size_t frame);

    const View& view_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    std::optional<std::size_t> frame_; ///< the frame whose vertices positions_ and normals_ contain
    std::vector<Vector> positions_;
    std::vector<Vector> normals_;
};

} // namespace assimp_md2
