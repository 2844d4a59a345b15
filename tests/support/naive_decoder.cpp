// SPDX-License-Identifier: BSD-3-Clause
// A second, deliberately naive reading of MD2 files, to hold the importer's against: no sharing of corners,
// no checks but where it must, one value at a time. Shares no code with the library but the figures of the
// normals, which have a test of their own.
#include "support/naive_decoder.h"

#include "format/normals.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace assimp_md2::test {
namespace {

std::string text(const Bytes& file, std::size_t offset, std::size_t size) {
    std::string all(file.begin() + static_cast<std::ptrdiff_t>(offset),
                    file.begin() + static_cast<std::ptrdiff_t>(offset + size));
    return all.substr(0, all.find('\0'));
}

float number(const Bytes& file, std::size_t offset) {
    const std::int32_t bits = valueAt(file, offset);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

int unsignedShort(const Bytes& file, std::size_t offset) {
    return file.at(offset) + 256 * file.at(offset + 1);
}

int signedShort(const Bytes& file, std::size_t offset) {
    const int value = unsignedShort(file, offset);
    return value < 32768 ? value : value - 65536;
}

} // namespace

std::optional<NaiveModel> decodeNaively(const Bytes& file) {
    if (file.size() < 68 || std::memcmp(file.data(), "IDP2", 4) != 0 || valueAt(file, field::kVersion) != 8) {
        return std::nullopt;
    }
    const auto get = [&](std::size_t at) { return static_cast<std::int64_t>(valueAt(file, at)); };
    const auto fits = [&](std::int64_t offset, std::int64_t count, std::int64_t size) {
        const auto fileSize = static_cast<std::int64_t>(file.size());
        return count == 0 ||
               (count > 0 && offset >= 0 && offset <= fileSize && count <= (fileSize - offset) / size);
    };
    const std::int64_t vertexCount = get(field::kNumVertices);
    const std::int64_t frameCount = get(field::kNumFrames);
    const std::int64_t triangleCount = get(field::kNumTris);
    const std::int64_t stCount = get(field::kNumSt);
    if (vertexCount <= 0 || frameCount <= 0 || triangleCount <= 0 ||
        !fits(get(field::kOfsSkins), get(field::kNumSkins), 64) || !fits(get(field::kOfsSt), stCount, 4) ||
        !fits(get(field::kOfsTris), triangleCount, 12)) {
        return std::nullopt;
    }
    const std::int64_t packed = 40 + 4 * vertexCount;
    std::int64_t stride = get(field::kFramesize);
    if (stride < packed || !fits(get(field::kOfsFrames), frameCount, stride)) {
        stride = packed;
    }
    if (!fits(get(field::kOfsFrames), frameCount, stride)) {
        return std::nullopt;
    }

    NaiveModel model;
    for (std::int64_t i = 0; i < get(field::kNumSkins); ++i) {
        model.skins.push_back(text(file, static_cast<std::size_t>(get(field::kOfsSkins) + 64 * i), 64));
    }
    std::vector<std::size_t> vertices;
    const float width = get(field::kSkinwidth) > 0 && get(field::kSkinheight) > 0
                            ? static_cast<float>(get(field::kSkinwidth))
                            : 1.0f;
    const float height = get(field::kSkinwidth) > 0 && get(field::kSkinheight) > 0
                             ? static_cast<float>(get(field::kSkinheight))
                             : 1.0f;
    for (std::int64_t i = 0; i < triangleCount; ++i) {
        const auto at = static_cast<std::size_t>(get(field::kOfsTris) + 12 * i);
        if (unsignedShort(file, at) >= vertexCount || unsignedShort(file, at + 2) >= vertexCount ||
            unsignedShort(file, at + 4) >= vertexCount) {
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            vertices.push_back(static_cast<std::size_t>(unsignedShort(file, at + 2 * k)));
            if (stCount > 0) {
                const std::int64_t index =
                    std::min<std::int64_t>(unsignedShort(file, at + 6 + 2 * k), stCount - 1);
                const auto st = static_cast<std::size_t>(get(field::kOfsSt) + 4 * index);
                model.textureCoordinates.push_back(
                    {static_cast<float>(signedShort(file, st)) / width,
                     1.0f - static_cast<float>(signedShort(file, st + 2)) / height});
            }
        }
    }
    if (vertices.empty()) {
        return std::nullopt;
    }
    for (std::int64_t i = 0; i < frameCount; ++i) {
        const auto at = static_cast<std::size_t>(get(field::kOfsFrames) + stride * i);
        std::array<bool, 3> finite;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float scale = number(file, at + 4 * axis);
            const float translate = number(file, at + 12 + 4 * axis);
            finite[axis] = std::isfinite(translate) && std::isfinite(255.0f * scale + translate);
        }
        NaiveModel::Frame frame;
        frame.name = text(file, at + 24, 16);
        for (const std::size_t vertex : vertices) {
            std::array<float, 3> position;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto byte = static_cast<float>(file.at(at + 40 + 4 * vertex + axis));
                position[axis] =
                    finite[axis] ? byte * number(file, at + 4 * axis) + number(file, at + 12 + 4 * axis) : 0;
            }
            frame.positions.push_back(position);
            frame.normals.push_back(kNormals[std::min<std::size_t>(file.at(at + 40 + 4 * vertex + 3), 161)]);
        }
        model.frames.push_back(std::move(frame));
    }
    return model;
}

} // namespace assimp_md2::test
