// SPDX-License-Identifier: BSD-3-Clause
// Makes any MD2, valid or not, out of plain values; knows the layout by figures of its own, so that a mistake
// in the library's layout cannot hide here.
#include "support/md2_builder.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assimp_md2::test {
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

void putFrame(Bytes& bytes, const FrameSource& frame) {
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
}

} // namespace

std::int32_t word(float value) {
    std::int32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

Bytes Md2Builder::bytes() const {
    const std::size_t vertexCount = frames.empty() ? 0 : frames.front().vertices.size();
    Bytes bytes(68);
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
                putFrame(bytes, frame);
                bytes.insert(bytes.end(), framePadding, 0xEE);
            }
            break;
        case 'g':
            setHeader(field::kOfsGlcmds, bytes.size());
            for (const std::int32_t command : glCommands) {
                putWord(bytes, command);
            }
            break;
        }
    }
    std::memcpy(bytes.data(), "IDP2", 4);
    setHeader(field::kVersion, 8);
    patch(bytes, field::kSkinwidth, skinwidth);
    patch(bytes, field::kSkinheight, skinheight);
    setHeader(field::kFramesize, 40 + 4 * vertexCount + framePadding);
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

std::int32_t valueAt(const Bytes& bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
        value = value << 8 | bytes.at(offset + i);
    }
    return static_cast<std::int32_t>(value);
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
        for (std::size_t k = 0; k < side * side; ++k) {
            const double phase = static_cast<double>(k % side) / 4 + static_cast<double>(i) / 6;
            frame.vertices.push_back({static_cast<std::uint8_t>(k % side),
                                      static_cast<std::uint8_t>(k / side),
                                      static_cast<std::uint8_t>(std::lround(127 + 100 * std::sin(phase))),
                                      static_cast<std::uint8_t>((k + i) % 162)});
        }
        model.frames.push_back(std::move(frame));
    }
    return model.describeTrianglesInGlCommands();
}

} // namespace assimp_md2::test
