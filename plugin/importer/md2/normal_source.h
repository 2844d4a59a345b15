// SPDX-License-Identifier: BSD-3-Clause
// Decides whether a model keeps the normals of its file, or they are negated, exchanged or computed.
#pragma once

#include "importer/md2/frame_decoder.h"
#include "importer/md2/geometry.h"

#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// The values of IMPORT_MD2_NORMALS.
enum class NormalMode {
    Auto,    ///< depends on how well the normals of the file agree with the surface
    File,    ///< the normals of the file
    Computed ///< area-weighted normals of each frame
};

/// Decides for all frames of a model. Those of versions 14 and 15 are always computed.
///
/// Agreement of a frame: the mean, over the vertices, of the cosine between the file's normal and the
/// area-weighted normal of the triangles around the vertex. Vertices whose triangles cancel each other do not
/// count. The agreement of a model is the median of up to twelve frames. With Auto, the first rule that holds
/// decides. The normals are
///
/// - kept if frame 0 and the last frame agree by 0.7 or more, or the model does
/// - negated if the agreement is below -0.5: they point inward (every tenth real model)
/// - kept if the model has fewer than 20 triangles: a figure of so few vertices says too little
/// - exchanged if they agree by 0.6 or more with y and z exchanged, as some exporter wrote them, and by 0.1
///   more than the normals of the file
/// - computed otherwise
///
/// In a model whose normals are kept or negated, single frames may differ: they are computed if the agreement
/// is between -0.3 and 0.3 and the model has 20 triangles or more, else kept or negated by its sign. A model
/// of fewer triangles is kept as a whole.
///
/// Of 36 real models between 0.33 and 0.72, twelve look better with computed normals and none worse.
///
/// \param surfaces of the model, with all triangles
/// \param frames that are imported, whose normals are chosen
/// \param name of the model, for the warning
/// \param warnings receives what is done with the normals of the file, and their agreement
ModelNormals chooseNormals(const View& view, const std::vector<Surface>& surfaces,
                           const std::vector<std::size_t>& frames, NormalMode mode, std::string_view name,
                           Warnings& warnings);

} // namespace assimp_md2::inner
