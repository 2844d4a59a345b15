// SPDX-License-Identifier: BSD-3-Clause
#include "maker/input/b3d_repairs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace assimp_md2::inner {
namespace {

void writeU32(std::uint8_t* bytes, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) {
        bytes[i] = static_cast<std::uint8_t>(value >> 8 * i);
    }
}

/// The number of vertices in the content of a chunk VRTS.
std::uint32_t vertexCountOf(ByteSlice vertices) {
    if (!vertices.contains(0, 12)) {
        return 0;
    }
    const std::uint32_t flags = vertices.u32(0);
    const std::uint64_t floats =
        3U + (flags & 1U) * 3U + (flags >> 1 & 1U) * 4U + std::uint64_t{vertices.u32(4)} * vertices.u32(8);
    return static_cast<std::uint32_t>((vertices.size() - 12) / 4 / floats);
}

class B3dRepair {
public:
    explicit B3dRepair(FileBytes& file) : file_(file.data()), bytes_(file.slice()) {}

    /// A chunk begins with its name and its size. The file, nodes and meshes contain other chunks.
    void run() {
        std::size_t at = 12;
        while (bytes_.contains(at, 8) && bytes_.contains(at + 8, bytes_.u32(at + 4))) {
            const std::size_t end = at + 8 + bytes_.u32(at + 4);
            while (nodes_.size() > 1 && at >= nodes_.back().end) {
                nodes_.pop_back();
            }
            const std::string type(file_ + at, file_ + at + 4);
            const ByteSlice content = bytes_.part(at + 8, end - at - 8);
            if (type == "NODE") {
                nodes_.push_back({end, nodes_.back().firstVertex});
                at = nameNode(at + 8, end) + 1 + 40; // ten floats
                continue;
            }
            if (type == "MESH") {
                at += 8 + 4; // the number of a brush
                continue;
            }
            if (type == "VRTS") {
                nodes_.back().firstVertex = vertexCount_;
                vertexCount_ += vertexCountOf(content);
            } else if (type == "TEXS") {
                for (std::size_t i = 0; content.contains(i, 1); i = endOfNamed(content, i)) {
                    ++textureCount_;
                }
            } else if (type == "BRUS" && content.contains(0, 4)) {
                hideTextures(at + 8, content);
            } else if (type == "ANIM" && content.contains(4, 4)) {
                const bool isKept = content.u32(4) > 0 && !hasAnimation_;
                file_[at] = isKept ? 'A' : '-';
                hasAnimation_ = hasAnimation_ || isKept;
            } else if (type == "BONE") {
                for (std::size_t i = 0; content.contains(i, 8); i += 8) {
                    writeU32(file_ + at + 8 + i, content.u32(i) + nodes_.back().firstVertex);
                }
            }
            at = end;
        }
    }

private:
    struct Node {
        std::size_t end;
        std::uint32_t firstVertex; ///< of the mesh that its bones move
    };

    /// Textures and brushes begin with a name, which 28 bytes follow.
    static std::size_t endOfNamed(ByteSlice chunk, std::size_t at) {
        const std::uint8_t* const end = chunk.data() + chunk.size();
        return static_cast<std::size_t>(std::find(chunk.data() + at, end, 0) - chunk.data()) + 1 + 28;
    }

    /// Brushes lose textures that do not exist.
    void hideTextures(std::size_t at, ByteSlice brushes) {
        std::size_t i = 4;
        while (brushes.contains(i, 1)) {
            i = endOfNamed(brushes, i);
            for (std::uint32_t k = 0; k < brushes.u32(0) && brushes.contains(i, 4); ++k, i += 4) {
                if (brushes.u32(i) >= textureCount_) {
                    writeU32(file_ + at + i, UINT32_MAX);
                }
            }
        }
    }

    /// \return the end of the name
    std::size_t nameNode(std::size_t at, std::size_t endOfNode) {
        std::uint8_t* const end = std::find(file_ + at, file_ + endOfNode, 0);
        std::string name(file_ + at, end);
        for (int copy = 0; !names_.insert(name).second && copy < 100; ++copy) {
            const std::string number = std::to_string(copy);
            if (number.size() < name.size()) {
                name.replace(name.size() - number.size(), number.size(), number);
            }
        }
        std::copy(name.begin(), name.end(), file_ + at);
        return static_cast<std::size_t>(end - file_);
    }

    std::uint8_t* file_;
    ByteSlice bytes_; ///< the same bytes
    std::vector<Node> nodes_ = {{0, 0}};
    std::set<std::string> names_;
    std::uint32_t vertexCount_ = 0; ///< of all meshes so far
    std::uint32_t textureCount_ = 0;
    bool hasAnimation_ = false;
};

} // namespace

void repairB3d(FileBytes& file) {
    B3dRepair(file).run();
}

} // namespace assimp_md2::inner
