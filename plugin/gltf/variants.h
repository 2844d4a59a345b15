// SPDX-License-Identifier: BSD-3-Clause
// The skins of an MD2 as material variants of a glTF document; knows nothing of images.
#pragma once

struct aiScene;

namespace assimp_md2 {

class Document;

/// Gives the materials of an imported MD2 names of which no two are the same. Where there are several, each
/// is a variant of that name (KHR_materials_variants); without a choice, a mesh shows its own material. A
/// document of another scene stays as it is.
void addVariants(Document& document, const aiScene& scene);

} // namespace assimp_md2
