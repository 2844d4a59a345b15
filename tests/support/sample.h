// SPDX-License-Identifier: BSD-3-Clause
// The project's own model: a pear that stands, hops and bites, made by calculation.
#pragma once

#include "image/image.h"
#include "support/md2_builder.h"

namespace assimp_md2::test {

/// 236 corners and 40 frames in five clips: stand, hop, pain1, pain2 and bite. Two rings of vertices lie at
/// one place in frame 0 and part when the pear bites: a model whose vertices may not be welded.
Md2Builder sampleModel();

/// Its skin, which the model names as models/pear/skin.pcx: 128 × 64, striped green and yellow, with a red
/// mouth.
Image sampleSkin();

/// The skin as a PCX file.
Bytes sampleSkinFile();

} // namespace assimp_md2::test
