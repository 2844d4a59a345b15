// SPDX-License-Identifier: BSD-3-Clause
// What Assimp's glTF exporter must not see of a scene; knows aiScene, nothing of glTF.
#pragma once

#include <utility>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// While it lives, `scene` (a copy that belongs to the export) has only what Assimp's exporter writes well:
/// no targets, which are added afterwards, no embedded textures, which would leave the rest of the buffer
/// unaligned, and no node channels whose node it does not find, which crash it. The node channels of an
/// imported MD2 that leave their node where it is are hidden as well.
///
/// Three changes stay: the animations lose their names, since two of one name would be refused, and get ticks
/// per second where they have none; a material with the name of an animated node gets another name.
class HiddenFromAssimp {
public:
    /// \throws std::bad_alloc
    explicit HiddenFromAssimp(aiScene& scene);
    ~HiddenFromAssimp();

    HiddenFromAssimp(const HiddenFromAssimp&) = delete;
    HiddenFromAssimp& operator=(const HiddenFromAssimp&) = delete;

private:
    void hide(unsigned int& count, unsigned int shown);

    std::vector<std::pair<unsigned int*, unsigned int>> counts_;
};

} // namespace assimp_md2
