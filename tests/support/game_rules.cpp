// SPDX-License-Identifier: BSD-3-Clause
// What games check when they load an MD2, with numbers of their own: shares no code with the library.
#include "support/game_rules.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace assimp_md2::inner::test {
namespace {

/// vertex, s, t
using GameCorner = std::array<int, 3>;
using GameTriangle = std::array<GameCorner, 3>;

/// A corner of a GL command, in pixels.
struct GlCorner {
    int vertex;
    float s;
    float t;
};

std::array<int, 3> verticesOf(const GameTriangle& triangle) {
    return {triangle[0][0], triangle[1][0], triangle[2][0]};
}

bool isNear(const GlCorner& a, const GameCorner& b) {
    constexpr float kMost = 1.51f;
    return std::abs(a.s - static_cast<float>(b[1])) < kMost &&
           std::abs(a.t - static_cast<float>(b[2])) < kMost;
}

class Rules {
public:
    explicit Rules(const Bytes& file) : file_(file) {}

    std::vector<std::string> broken() {
        require(file_.size() >= 68 && std::memcmp(file_.data(), "IDP2\x08\0\0\0", 8) == 0, "identity");
        if (broken_.empty()) {
            checkCounts();
        }
        if (broken_.empty()) {
            checkSections();
        }
        if (broken_.empty()) {
            checkNames();
            checkIndices();
            checkFrames();
            checkCommands();
        }
        return broken_;
    }

private:
    std::int64_t get(std::size_t at) const { return valueAt(file_, at); }
    std::size_t size(std::size_t at) const { return static_cast<std::size_t>(get(at)); }

    void require(bool holds, const std::string& rule) {
        if (!holds && std::find(broken_.begin(), broken_.end(), rule) == broken_.end()) {
            broken_.push_back(rule);
        }
    }

    void checkCounts() {
        require(get(field::kNumTris) >= 1 && get(field::kNumTris) <= 4096, "1 to 4096 triangles");
        require(get(field::kNumVertices) >= 3 && get(field::kNumVertices) <= 2048, "3 to 2048 vertices");
        require(get(field::kNumSt) >= 3 && get(field::kNumSt) <= 2048, "3 to 2048 texture coordinates");
        require(get(field::kNumFrames) >= 1 && get(field::kNumFrames) <= 512, "1 to 512 frames");
        require(get(field::kNumSkins) >= 0 && get(field::kNumSkins) <= 32, "up to 32 skins");
        require(get(field::kSkinwidth) >= 1 && get(field::kSkinheight) >= 1, "a skin has a size");
        require(get(field::kSkinheight) <= 480, "a skin has up to 480 lines");
        require(get(field::kFramesize) == 40 + 4 * get(field::kNumVertices), "framesize");
        require(get(field::kOfsEnd) == static_cast<std::int64_t>(file_.size()), "ofs_end");
    }

    void checkSections() {
        const auto inside = [&](std::size_t offset, std::size_t count, std::int64_t size, const char* name) {
            require(get(offset) >= 68 && get(offset) % 4 == 0 && get(count) >= 0 &&
                        get(offset) + get(count) * size <= static_cast<std::int64_t>(file_.size()),
                    std::string(name) + " inside the file");
        };
        inside(field::kOfsSkins, field::kNumSkins, 64, "skins");
        inside(field::kOfsSt, field::kNumSt, 4, "st");
        inside(field::kOfsTris, field::kNumTris, 12, "triangles");
        inside(field::kOfsFrames, field::kNumFrames, get(field::kFramesize), "frames");
        inside(field::kOfsGlcmds, field::kNumGlcmds, 4, "glcmds");
    }

    /// \return the text, when it is followed by NULs up to the end of its field
    std::string nameAt(std::size_t offset, std::size_t fieldSize) {
        const std::string field(file_.begin() + static_cast<std::ptrdiff_t>(offset),
                                file_.begin() + static_cast<std::ptrdiff_t>(offset + fieldSize));
        std::string name = field.substr(0, field.find('\0'));
        require(name.size() < fieldSize && !name.empty(), "names are not empty and end with a NUL");
        require(field.find_last_not_of('\0') + 1 == name.size(), "nothing after the NUL of a name");
        return name;
    }

    void checkNames() {
        for (std::size_t i = 0; i < size(field::kNumSkins); ++i) {
            const std::string name = nameAt(size(field::kOfsSkins) + 64 * i, 64);
            require(name.size() > 4 && name.substr(name.size() - 4) == ".pcx", "skins end in .pcx");
            require(name.front() != '/' && name.find('\\') == std::string::npos &&
                        name.find("..") == std::string::npos && name.find(':') == std::string::npos,
                    "skins are below the game root");
        }
        for (std::size_t i = 0; i < size(field::kNumFrames); ++i) {
            nameAt(size(field::kOfsFrames) + size(field::kFramesize) * i + 24, 16);
        }
    }

    void checkIndices() {
        std::set<int> vertices;
        std::set<int> coordinates;
        for (std::size_t i = 0; i < size(field::kNumTris); ++i) {
            const std::size_t at = size(field::kOfsTris) + 12 * i;
            GameTriangle triangle{};
            for (std::size_t k = 0; k < 3; ++k) {
                const int vertex = shortAt(file_, at + 2 * k);
                const int st = shortAt(file_, at + 6 + 2 * k);
                require(vertex >= 0 && vertex < get(field::kNumVertices), "vertices exist");
                require(st >= 0 && st < get(field::kNumSt), "texture coordinates exist");
                if (!broken_.empty()) {
                    return;
                }
                vertices.insert(vertex);
                coordinates.insert(st);
                const std::size_t stAt = size(field::kOfsSt) + 4 * static_cast<std::size_t>(st);
                triangle[k] = {vertex, shortAt(file_, stAt), shortAt(file_, stAt + 2)};
            }
            triangles_.emplace(verticesOf(triangle), triangle);
        }
        require(vertices.size() == size(field::kNumVertices), "every vertex is used");
        require(std::max<std::size_t>(coordinates.size(), 3) == size(field::kNumSt),
                "every texture coordinate is used");
    }

    void checkFrames() {
        for (std::size_t i = 0; i < size(field::kNumFrames); ++i) {
            const std::size_t at = size(field::kOfsFrames) + size(field::kFramesize) * i;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                require(
                    std::isfinite(255 * floatAt(file_, at + 4 * axis) + floatAt(file_, at + 12 + 4 * axis)),
                    "positions are finite");
            }
            for (std::size_t vertex = 0; vertex < size(field::kNumVertices); ++vertex) {
                require(file_.at(at + 40 + 4 * vertex + 3) < 162, "normals exist");
            }
        }
    }

    /// Removes a triangle that a GL command covers, from any of its corners.
    bool takeTriangle(std::array<GlCorner, 3> corners) {
        for (int rotation = 0; rotation < 3; ++rotation) {
            const auto [begin, end] =
                triangles_.equal_range({corners[0].vertex, corners[1].vertex, corners[2].vertex});
            for (auto found = begin; found != end; ++found) {
                const GameTriangle& triangle = found->second;
                if (isNear(corners[0], triangle[0]) && isNear(corners[1], triangle[1]) &&
                    isNear(corners[2], triangle[2])) {
                    triangles_.erase(found);
                    return true;
                }
            }
            std::rotate(corners.begin(), corners.begin() + 1, corners.end());
        }
        return false;
    }

    void checkCommands() {
        const std::size_t begin = size(field::kOfsGlcmds);
        const std::size_t end = begin + 4 * size(field::kNumGlcmds);
        std::size_t at = begin;
        while (at < end && get(at) != 0) {
            const bool isFan = get(at) < 0;
            const auto count = static_cast<std::size_t>(std::abs(get(at)));
            require(count >= 3 && count <= (end - at) / 12, "strips and fans lie inside the GL commands");
            if (!broken_.empty()) {
                return;
            }
            std::vector<GlCorner> corners;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t corner = at + 4 + 12 * i;
                corners.push_back(
                    {static_cast<int>(get(corner + 8)),
                     floatAt(file_, corner) * static_cast<float>(get(field::kSkinwidth)) - 0.5f,
                     floatAt(file_, corner + 4) * static_cast<float>(get(field::kSkinheight)) - 0.5f});
            }
            for (std::size_t i = 2; i < count; ++i) {
                std::array<GlCorner, 3> triangle = {corners[isFan ? 0 : i - 2], corners[i - 1], corners[i]};
                if (!isFan && i % 2 == 1) {
                    std::swap(triangle[0], triangle[1]);
                }
                require(takeTriangle(triangle), "GL commands cover every triangle once");
            }
            at += 4 + 12 * count;
        }
        require(at + 4 == end, "GL commands end with a 0 at their last word");
        require(triangles_.empty(), "GL commands cover every triangle once");
    }

    const Bytes& file_;
    std::vector<std::string> broken_;
    /// By their vertices: those that no GL command has covered yet.
    std::multimap<std::array<int, 3>, GameTriangle> triangles_;
};

} // namespace

std::vector<std::string> brokenGameRules(const Bytes& file) {
    return Rules(file).broken();
}

} // namespace assimp_md2::inner::test
