// SPDX-License-Identifier: BSD-3-Clause
// Makes any MD2, valid or not, from values; has numbers of its own for the layout, so that it does not repeat
// a mistake of the library.
#include "support/md2_builder.h"

#include "importer/md2/normals.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assimp_md2::inner::test {
namespace {

void putWord(Bytes& bytes, std::int32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> shift));
    }
}

void putShort(Bytes& bytes, int value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

void putText(Bytes& bytes, const std::string& text, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
        bytes.push_back(i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0);
    }
}

/// A vertex of version 15: 3 × 8, 11 + 10 + 11 or 3 × 16 bits, and 16 bits for the normal.
void putWideVertex(Bytes& bytes, const std::array<std::uint16_t, 4>& vertex, int resolution) {
    if (resolution == 0) {
        bytes.insert(bytes.end(), {static_cast<std::uint8_t>(vertex[0]), static_cast<std::uint8_t>(vertex[1]),
                                   static_cast<std::uint8_t>(vertex[2])});
    } else if (resolution == 1) {
        putWord(bytes, static_cast<std::int32_t>(vertex[0] + 2048U * vertex[1] + 2048U * 1024U * vertex[2]));
    } else {
        putShort(bytes, vertex[0]);
        putShort(bytes, vertex[1]);
        putShort(bytes, vertex[2]);
    }
    putShort(bytes, vertex[3]);
}

void putFrame(Bytes& bytes, const FrameSource& frame, int resolution) {
    for (const float value : frame.scale) {
        putWord(bytes, word(value));
    }
    for (const float value : frame.translate) {
        putWord(bytes, word(value));
    }
    putText(bytes, frame.name, 16);
    for (const auto& vertex : frame.vertices) {
        bytes.insert(bytes.end(), vertex.begin(), vertex.end());
    }
    for (const auto& vertex : frame.wideVertices) {
        putWideVertex(bytes, vertex, resolution);
    }
}

} // namespace

std::uint8_t normalIndexOf(const std::array<double, 3>& direction) {
    const auto along = [&](const std::array<float, 3>& normal) {
        return normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
    };
    const auto* const nearest = std::max_element(
        kNormals.begin(), kNormals.end(), [&](const auto& a, const auto& b) { return along(a) < along(b); });
    return static_cast<std::uint8_t>(nearest - kNormals.begin());
}

std::int32_t word(float value) {
    std::int32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

Bytes Md2Builder::bytes() const {
    const bool isWide = version != 8;
    const std::size_t vertexCount = frames.empty() ? 0
                                    : isWide       ? frames.front().wideVertices.size()
                                                   : frames.front().vertices.size();
    const std::size_t vertexSize = !isWide ? 4 : resolution == 0 ? 5 : resolution == 1 ? 6 : 8;
    Bytes bytes(isWide ? 96 : 68);
    const auto setHeader = [&](std::size_t at, std::size_t value) {
        patch(bytes, at, static_cast<std::int32_t>(value));
    };
    for (const char section : order) {
        switch (section) {
        case 'k':
            setHeader(field::kOfsSkins, bytes.size());
            for (const std::string& skin : skins) {
                putText(bytes, skin, 64);
            }
            break;
        case 's':
            setHeader(field::kOfsSt, bytes.size());
            for (const auto& [s, t] : st) {
                putShort(bytes, s);
                putShort(bytes, t);
            }
            break;
        case 't':
            setHeader(field::kOfsTris, bytes.size());
            for (const TriangleSource& triangle : triangles) {
                for (const std::uint16_t index : triangle.vertex) {
                    putShort(bytes, index);
                }
                for (const std::uint16_t index : triangle.st) {
                    putShort(bytes, index);
                }
            }
            break;
        case 'f':
            setHeader(field::kOfsFrames, bytes.size());
            for (const FrameSource& frame : frames) {
                putFrame(bytes, frame, resolution);
                bytes.insert(bytes.end(), framePadding, 0xEE);
            }
            break;
        case 'g':
            setHeader(field::kOfsGlcmds, bytes.size());
            for (const std::int32_t command : glCommands) {
                putWord(bytes, command);
            }
            break;
        case 'u':
            if (isWide) {
                setHeader(72, bytes.size());
            }
            for (const std::uint16_t primitives : surfaces) {
                putShort(bytes, primitives);
            }
            break;
        case 'a':
            if (isWide) {
                setHeader(92, bytes.size());
            }
            for (const TagSource& tag : tags) {
                putText(bytes, tag.name, 8);
                putWord(bytes, tag.triangle);
            }
            break;
        }
    }
    std::memcpy(bytes.data(), "IDP2", 4);
    patch(bytes, field::kVersion, version + resolution * 65536);
    if (isWide) {
        setHeader(68, surfaces.size());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            patch(bytes, 76 + 4 * axis, word(lodScale[axis]));
        }
        setHeader(88, tags.size());
    }
    patch(bytes, field::kSkinwidth, skinwidth);
    patch(bytes, field::kSkinheight, skinheight);
    setHeader(field::kFramesize, 40 + vertexSize * vertexCount + framePadding);
    setHeader(field::kNumSkins, skins.size());
    setHeader(field::kNumVertices, vertexCount);
    setHeader(field::kNumSt, st.size());
    setHeader(field::kNumTris, triangles.size());
    setHeader(field::kNumGlcmds, glCommands.size());
    setHeader(field::kNumFrames, frames.size());
    setHeader(field::kOfsEnd, bytes.size());
    return bytes;
}

Md2Builder& Md2Builder::describeTrianglesInGlCommands() {
    for (const TriangleSource& triangle : triangles) {
        glCommands.push_back(3);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto& coordinate = st[triangle.st[k]];
            glCommands.push_back(word(static_cast<float>(coordinate[0]) / static_cast<float>(skinwidth)));
            glCommands.push_back(word(static_cast<float>(coordinate[1]) / static_cast<float>(skinheight)));
            glCommands.push_back(triangle.vertex[k]);
        }
    }
    glCommands.push_back(0);
    return *this;
}

void patch(Bytes& bytes, std::size_t offset, std::int32_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
        bytes.at(offset + i) = static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> (8 * i));
    }
}

Bytes bytesOf(const std::vector<std::int32_t>& words) {
    Bytes bytes(4 * words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        patch(bytes, 4 * i, words[i]);
    }
    return bytes;
}

std::int32_t valueAt(const Bytes& bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
        value = value << 8 | bytes.at(offset + i);
    }
    return static_cast<std::int32_t>(value);
}

int unsignedShortAt(const Bytes& bytes, std::size_t offset) {
    return bytes.at(offset) + 256 * bytes.at(offset + 1);
}

int shortAt(const Bytes& bytes, std::size_t offset) {
    const int value = unsignedShortAt(bytes, offset);
    return value < 32768 ? value : value - 65536;
}

float floatAt(const Bytes& bytes, std::size_t offset) {
    const std::int32_t bits = valueAt(bytes, offset);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

Md2Builder anachronoxModel(int resolution) {
    Md2Builder model;
    model.version = 15;
    model.resolution = resolution;
    model.skins = {"models/pyramid/side.tga", "models/pyramid/base.bmp"};
    // The texture coordinates of the triangles are those of other skins: only the GL commands are right.
    model.st = {{0, 0}, {999, 999}};
    const auto most = static_cast<std::uint16_t>(resolution == 0 ? 255 : resolution == 1 ? 1023 : 65535);
    for (int i = 0; i < 3; ++i) {
        FrameSource frame;
        frame.name = "amb_a_00" + std::to_string(2 * i + 1);
        frame.scale = {10.0f / most, 20.0f / most, 30.0f / most};
        frame.translate = {static_cast<float>(i), -10, 0.5f};
        const auto half = static_cast<std::uint16_t>(most / 2);
        const auto height = static_cast<std::uint16_t>(most / (i + 1));
        frame.wideVertices = {
            {0, 0, 0, 1}, {most, 0, 0, 2}, {most, most, 0, 3}, {0, most, 0, 4}, {half, half, height, 5}};
        model.frames.push_back(frame);
    }
    // Clockwise from outside: the sides, then the base.
    for (const auto& vertex :
         {std::array<std::uint16_t, 3>{4, 1, 0}, {4, 2, 1}, {4, 3, 2}, {4, 0, 3}, {0, 1, 2}, {0, 2, 3}}) {
        model.triangles.push_back({vertex, {0, 1, 0}});
        model.glCommands.push_back(-3);
        for (const std::uint16_t index : vertex) {
            model.glCommands.insert(model.glCommands.end(),
                                    {word(static_cast<float>(index) / 4), word(0.25f), index});
        }
    }
    model.glCommands.push_back(0);
    model.surfaces = {4, 2};
    model.tags = {{"Hand_R", 0}};
    model.lodScale = {1.3f, 1.3f, 1.3f};
    return model;
}

Md2Builder modelWithFrames(const std::vector<std::string>& names) {
    Md2Builder model;
    model.skins = {"models\\small\\skin.pcx", "models/small/other.pcx"};
    model.st = {{0, 0}, {32, 0}, {0, 16}, {63, 31}, {-8, 40}};
    model.triangles = {{{0, 1, 2}, {0, 1, 2}}, {{2, 1, 3}, {2, 1, 3}}, {{0, 2, 3}, {0, 2, 4}}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto step = static_cast<std::uint8_t>(i % 60);
        FrameSource frame;
        frame.scale = {0.5f, 0.25f, 1.0f + static_cast<float>(i) / 8};
        frame.translate = {-10, static_cast<float>(i), 2.5f};
        frame.name = names[i];
        frame.vertices = {
            {0, 0, step, 0},
            {static_cast<std::uint8_t>(200 - step), 10, 0, static_cast<std::uint8_t>(10 + step)},
            {20, 255, 7, 161},
            {100, static_cast<std::uint8_t>(90 + step), 80, 80}};
        model.frames.push_back(frame);
    }
    return model.describeTrianglesInGlCommands();
}

Md2Builder smallModel(std::size_t frameCount, const std::string& name) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < frameCount; ++i) {
        names.push_back(name + std::to_string(i + 1));
    }
    return modelWithFrames(names);
}

Bytes modelWithSkins(const std::vector<std::string>& skins) {
    Md2Builder model = smallModel(2);
    model.skinwidth = 8;
    model.skinheight = 4;
    model.skins = skins;
    return model.bytes();
}

Md2Builder sheetModel(std::size_t frameCount, std::size_t corners) {
    const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(corners))));
    Md2Builder model;
    model.skinwidth = model.skinheight = 256;
    model.skins = {"sheet.pcx"};
    const auto vertex = [&](std::size_t row, std::size_t column) {
        return static_cast<std::uint16_t>(row * side + column);
    };
    for (std::size_t row = 0; row < side; ++row) {
        for (std::size_t column = 0; column < side; ++column) {
            model.st.push_back({static_cast<std::int16_t>(column), static_cast<std::int16_t>(row)});
            if (row + 1 < side && column + 1 < side) {
                const std::array<std::uint16_t, 3> upper = {vertex(row, column), vertex(row, column + 1),
                                                            vertex(row + 1, column)};
                const std::array<std::uint16_t, 3> lower = {vertex(row + 1, column), vertex(row, column + 1),
                                                            vertex(row + 1, column + 1)};
                model.triangles.push_back({upper, upper});
                model.triangles.push_back({lower, lower});
            }
        }
    }
    for (std::size_t i = 0; i < frameCount; ++i) {
        FrameSource frame;
        // Clips of 40 frames: clip01 … clip40, then another stem.
        frame.name =
            std::string(1, static_cast<char>('a' + i / 40 % 26)) + "wave" + std::to_string(i % 40 + 1);
        frame.scale = {0.5f, 0.5f, 0.125f};
        const double slope = 100.0 / 4 * 0.125 / 0.5;
        std::vector<std::uint8_t> normals; // of each column
        for (std::size_t column = 0; column < side; ++column) {
            const double phase = static_cast<double>(column) / 4 + static_cast<double>(i) / 6;
            normals.push_back(normalIndexOf({slope * std::cos(phase), 0, -1}));
        }
        for (std::size_t k = 0; k < side * side; ++k) {
            const double phase = static_cast<double>(k % side) / 4 + static_cast<double>(i) / 6;
            frame.vertices.push_back(
                {static_cast<std::uint8_t>(k % side), static_cast<std::uint8_t>(k / side),
                 static_cast<std::uint8_t>(std::lround(127 + 100 * std::sin(phase))), normals[k % side]});
        }
        model.frames.push_back(std::move(frame));
    }
    return model.describeTrianglesInGlCommands();
}

} // namespace assimp_md2::inner::test
