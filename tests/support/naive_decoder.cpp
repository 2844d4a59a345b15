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

/// One corner of a triangle.
struct Corner {
    std::size_t vertex;
    std::array<float, 2> textureCoordinate; ///< u, v
};

class Reader {
public:
    explicit Reader(const Bytes& file) : file_(file) {}

    std::int64_t get(std::size_t at) const { return valueAt(file_, at); }

    bool fits(std::size_t offsetField, std::size_t countField, std::int64_t size) const {
        const std::int64_t offset = get(offsetField);
        const std::int64_t count = get(countField);
        const auto fileSize = static_cast<std::int64_t>(file_.size());
        return count == 0 ||
               (count > 0 && offset >= 0 && offset <= fileSize && count <= (fileSize - offset) / size);
    }

    bool hasBrokenHeader() const {
        return file_.size() < 68 || std::memcmp(file_.data(), "IDP2", 4) != 0 || get(field::kVersion) != 8 ||
               get(field::kNumVertices) <= 0 || get(field::kNumFrames) <= 0 ||
               !fits(field::kOfsSkins, field::kNumSkins, 64) || !fits(field::kOfsSt, field::kNumSt, 4) ||
               !fits(field::kOfsTris, field::kNumTris, 12) ||
               !fits(field::kOfsFrames, field::kNumFrames, packedFrame());
    }

    std::int64_t packedFrame() const { return 40 + 4 * get(field::kNumVertices); }

    std::vector<Corner> cornersOfTriangles() const {
        const bool hasSize = get(field::kSkinwidth) > 0 && get(field::kSkinheight) > 0;
        const float width = hasSize ? static_cast<float>(get(field::kSkinwidth)) : 1.0f;
        const float height = hasSize ? static_cast<float>(get(field::kSkinheight)) : 1.0f;
        std::vector<Corner> corners;
        for (std::int64_t i = 0; i < get(field::kNumTris); ++i) {
            const auto at = static_cast<std::size_t>(get(field::kOfsTris) + 12 * i);
            const std::array<int, 3> vertices = {unsignedShort(file_, at), unsignedShort(file_, at + 2),
                                                 unsignedShort(file_, at + 4)};
            if (*std::max_element(vertices.begin(), vertices.end()) >= get(field::kNumVertices)) {
                continue;
            }
            for (std::size_t k = 0; k < 3; ++k) {
                Corner corner{static_cast<std::size_t>(vertices[k]), {}};
                if (get(field::kNumSt) > 0) {
                    const std::int64_t index =
                        std::min<std::int64_t>(unsignedShort(file_, at + 6 + 2 * k), get(field::kNumSt) - 1);
                    const auto st = static_cast<std::size_t>(get(field::kOfsSt) + 4 * index);
                    corner.textureCoordinate = {static_cast<float>(signedShort(file_, st)) / width,
                                                1.0f -
                                                    static_cast<float>(signedShort(file_, st + 2)) / height};
                }
                corners.push_back(corner);
            }
        }
        return corners;
    }

    struct GlCommands {
        bool isBroken = false;
        bool hasEnd = false;
        std::vector<Corner> corners{}; ///< three for each triangle
    };

    /// The words that lie inside the file, however many the header promises.
    GlCommands glCommands() const {
        GlCommands commands;
        const std::int64_t begin = get(field::kOfsGlcmds);
        const std::int64_t promised = get(field::kNumGlcmds);
        if (promised <= 0 || begin < 0 || begin >= static_cast<std::int64_t>(file_.size())) {
            return commands;
        }
        std::int64_t left = std::min(promised, (static_cast<std::int64_t>(file_.size()) - begin) / 4);
        auto at = static_cast<std::size_t>(begin);
        while (left > 0 && !commands.isBroken) {
            const std::int64_t command = get(at);
            const std::int64_t vertices = command < 0 ? -command : command;
            at += 4;
            left -= 1 + 3 * vertices;
            commands.hasEnd = command == 0;
            commands.isBroken = left < 0;
            if (commands.hasEnd || commands.isBroken) {
                break;
            }
            std::vector<Corner> packet;
            for (std::int64_t i = 0; i < vertices; ++i, at += 12) {
                const Corner corner{static_cast<std::size_t>(static_cast<std::uint32_t>(get(at + 8))),
                                    {number(file_, at), 1.0f - number(file_, at + 4)}};
                commands.isBroken = commands.isBroken || !std::isfinite(number(file_, at)) ||
                                    !std::isfinite(number(file_, at + 4)) ||
                                    corner.vertex >= static_cast<std::size_t>(get(field::kNumVertices));
                packet.push_back(corner);
            }
            // As OpenGL draws strips and fans.
            for (std::size_t i = 2; i < packet.size(); ++i) {
                const bool isFan = command < 0;
                const bool isTurned = !isFan && i % 2 == 1;
                commands.corners.push_back(isFan ? packet[0] : isTurned ? packet[i - 1] : packet[i - 2]);
                commands.corners.push_back(isTurned ? packet[i - 2] : packet[i - 1]);
                commands.corners.push_back(packet[i]);
            }
        }
        return commands;
    }

    /// The corners that the geometry named so has; none when it cannot be had.
    std::vector<Corner> corners(const std::string& geometry, bool& hasCoordinates) const {
        const GlCommands commands = glCommands();
        const bool isIncomplete = get(field::kNumTris) == 0 || get(field::kNumSt) == 0;
        const bool fallsBack = geometry == "auto" && isIncomplete && commands.hasEnd && !commands.isBroken &&
                               !commands.corners.empty();
        if (geometry == "glcommands" || fallsBack) {
            hasCoordinates = true;
            return commands.isBroken ? std::vector<Corner>() : commands.corners;
        }
        hasCoordinates = get(field::kNumSt) > 0;
        return cornersOfTriangles();
    }

    NaiveModel::Frame frame(std::size_t at, const std::vector<Corner>& corners) const {
        NaiveModel::Frame frame;
        frame.name = text(file_, at + 24, 16);
        for (const Corner& corner : corners) {
            const std::size_t vertex = at + 40 + 4 * corner.vertex;
            std::array<float, 3> position{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float scale = number(file_, at + 4 * axis);
                const float translate = number(file_, at + 12 + 4 * axis);
                if (std::isfinite(translate) && std::isfinite(255.0f * scale + translate)) {
                    position[axis] = static_cast<float>(file_.at(vertex + axis)) * scale + translate;
                }
            }
            frame.positions.push_back(position);
            frame.normals.push_back(kNormals[std::min<std::size_t>(file_.at(vertex + 3), 161)]);
        }
        return frame;
    }

private:
    const Bytes& file_;
};

} // namespace

std::optional<NaiveModel> decodeNaively(const Bytes& file, const std::string& geometry) {
    const Reader reader(file);
    if (reader.hasBrokenHeader()) {
        return std::nullopt;
    }
    NaiveModel model;
    bool hasCoordinates = false;
    const std::vector<Corner> corners = reader.corners(geometry, hasCoordinates);
    if (corners.empty()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < corners.size() && hasCoordinates; ++i) {
        model.textureCoordinates.push_back(corners[i].textureCoordinate);
    }
    for (std::int64_t i = 0; i < reader.get(field::kNumSkins); ++i) {
        model.skins.push_back(
            text(file, static_cast<std::size_t>(reader.get(field::kOfsSkins) + 64 * i), 64));
    }
    const std::int64_t framesize = reader.get(field::kFramesize);
    const bool framesizeServes =
        framesize >= reader.packedFrame() && reader.fits(field::kOfsFrames, field::kNumFrames, framesize);
    const std::int64_t stride = framesizeServes ? framesize : reader.packedFrame();
    for (std::int64_t i = 0; i < reader.get(field::kNumFrames); ++i) {
        model.frames.push_back(
            reader.frame(static_cast<std::size_t>(reader.get(field::kOfsFrames) + stride * i), corners));
    }
    return model;
}

} // namespace assimp_md2::test
