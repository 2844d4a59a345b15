// SPDX-License-Identifier: BSD-3-Clause
// Reads the first surface of a model in one call.
#pragma once

#include "importer/base/warnings.h"
#include "importer/md2/geometry.h"

#include <utility>

namespace assimp_md2::inner::test {

/// The first surface of `view`, or why there is none.
inline Result<Geometry> readGeometry(const View& view, Warnings& repairs) {
    Result<std::vector<Surface>> surfaces = readSurfaces(view, repairs);
    if (!surfaces) {
        return tl::unexpected(surfaces.error());
    }
    return std::move(surfaces->front().geometry);
}

} // namespace assimp_md2::inner::test
