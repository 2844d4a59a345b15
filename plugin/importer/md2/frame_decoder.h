// SPDX-License-Identifier: BSD-3-Clause
// Decodes the packed vertices of a frame to floats.
#pragma once

#include "importer/md2/normals.h"
#include "importer/md2/view.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assimp_md2::inner {

/// Decodes corners of a frame of version 8: position = vertex × scale + translate, and the normal of a table.
///
/// \param frame of a view
/// \param vertices of each corner, below the view's vertex count
/// \param cornerCount 1 or more
/// \param positions room for 3 × cornerCount floats
/// \param normals as positions; unit vectors
/// \param table a result of rotatedNormals for `axes`
/// \param axes of the positions
/// \return the number of vertices (not corners) of the frame with a normal index out of range; 0 if no corner
///         uses such a vertex. These vertices get the last normal
std::uint64_t decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                          float* positions, float* normals, const NormalOfByte& table, Axes axes);

/// Decodes the positions of all vertices of a frame of any version, in the axes of the model.
///
/// \param positions room for 3 floats for each vertex
void decodePositions(const View& view, std::size_t frame, float* positions);

/// Whether all positions of two frames differ by at most `steps` on each axis. A step is the larger scale of
/// the two frames on that axis.
bool areNear(const View& view, std::size_t frame, std::size_t other, float steps);

/// The normals of a model.
struct ModelNormals {
    NormalSource source = NormalSource::File;
    std::vector<VertexTriangle> triangles{}; ///< from which normals are computed; empty for another source
    /// For each frame of the file: File, Negated or Computed. Empty if all frames have `source`.
    std::vector<NormalSource> ofFrames{};
};

/// Decodes the frames of a view of any version.
///
/// Version 15 stores normals as indices into an unknown table of 2,048 directions. The original normals are
/// the area-weighted normals of the vertices, rounded to this table, so they are computed. The computed
/// normals are exact, while the rounded ones differ by 1.8° (median).
class FrameDecoder {
public:
    /// \param view outlives the decoder
    /// \param normals outlive the decoder; computed in version 15
    /// \param axes of the decoded positions and normals
    FrameDecoder(const View& view, const ModelNormals& normals, Axes axes);

    /// Decodes corners of a frame. Parameters and return value are as for decodeFrame; `frame` is an index.
    std::uint64_t decode(std::size_t frame, const std::uint32_t* vertices, std::size_t cornerCount,
                         float* positions, float* normals);

private:
    const View& view_;
    const ModelNormals& source_;
    Axes axes_;
    NormalOfByte table_;               ///< of normals that are not computed
    NormalOfByte otherTable_;          ///< of single frames: negated, or those of the file
    std::optional<std::size_t> frame_; ///< whose vertices positions_ and normals_ contain
    std::vector<float> positions_;
    std::vector<float> normals_;
};

} // namespace assimp_md2::inner
