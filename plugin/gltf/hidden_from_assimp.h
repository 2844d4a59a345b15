// SPDX-License-Identifier: BSD-3-Clause
// What Assimp's glTF exporter must not see of a scene; knows aiScene, nothing of glTF.
#pragma once

#include <utility>
#include <vector>

struct aiScene;

namespace assimp_md2 {

/// While it lives, `scene` (a private copy) holds only what Assimp's exporter writes well: no targets, which
/// are added afterwards; no embedded textures, which would leave the rest of the buffer unaligned; no node
/// animation that says nothing. For good, the animations lose their names, as two of one name would be
/// refused, and get ticks per second where they have none.
class HiddenFromAssimp {
public:
    explicit HiddenFromAssimp(aiScene& scene);
    ~HiddenFromAssimp();

    HiddenFromAssimp(const HiddenFromAssimp&) = delete;
    HiddenFromAssimp& operator=(const HiddenFromAssimp&) = delete;

private:
    void hide(unsigned int& count, unsigned int shown);

    std::vector<std::pair<unsigned int*, unsigned int>> counts_;
};

} // namespace assimp_md2
