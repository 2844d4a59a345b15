// SPDX-License-Identifier: BSD-3-Clause
// Changes a B3D so that Assimp reads all of its meshes and its animation.
#pragma once

#include "importer/base/bytes.h"

namespace assimp_md2::inner {

/// Assimp 5.2 to 6.0
/// - drops the animation if there are several chunks ANIM: only the first with frames keeps its name;
/// - counts the vertices of a BONE from the first mesh of the file: they are counted so;
/// - refuses brushes with a texture that does not exist: they have none;
/// - knows nodes only by their names: the last letters of repeated ones become digits.
void repairB3d(FileBytes& file);

} // namespace assimp_md2::inner
