// SPDX-License-Identifier: BSD-3-Clause
// Builds a small aiScene with nodes, bones, morph targets and animations from any bytes.
#pragma once

#include "maker/pose/pose_scene.h"

#include <cstddef>
#include <cstdint>

namespace assimp_md2::inner::test {

/// Bytes one after the other; 0 at the end.
class ByteReader {
public:
    ByteReader(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

    std::uint8_t next() { return data_ == end_ ? std::uint8_t{0} : *data_++; }
    unsigned int below(unsigned int limit) { return next() % limit; }
    /// Mostly an ordinary number; sometimes huge, tiny or not finite.
    double number();
    Point point() {
        const double x = number();
        const double y = number();
        return {x, y, number()};
    }

private:
    const std::uint8_t* data_;
    const std::uint8_t* end_;
};

ScenePointer sceneOfBytes(ByteReader& bytes);

/// Gives a scene the metadata of an imported MD2, or a part of it: each bit of `choice` adds one value.
void recordImport(aiScene& scene, unsigned int choice);

} // namespace assimp_md2::inner::test
