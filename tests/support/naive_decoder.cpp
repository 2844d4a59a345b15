// SPDX-License-Identifier: BSD-3-Clause
// A second reader of MD2 files, deliberately naive, to compare the importer with: no shared corners, only the
// necessary checks, one value at a time. Shares no code with the library except the table of normals, which
// has a test of its own.
#include "support/naive_decoder.h"

#include "importer/md2/normals.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace assimp_md2::inner::test {
namespace {

std::string text(const Bytes& file, std::size_t offset, std::size_t size) {
    std::string all(file.begin() + static_cast<std::ptrdiff_t>(offset),
                    file.begin() + static_cast<std::ptrdiff_t>(offset + size));
    return all.substr(0, all.find('\0'));
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
        if (file_.size() < 68 || std::memcmp(file_.data(), "IDP2", 4) != 0) {
            return true;
        }
        const bool isOld = get(field::kVersion) == 8;
        if (!isOld && (!isWide() || file_.size() < 96 || unsignedShortAt(file_, 6) > 2 || !fits(72, 68, 2) ||
                       !fits(92, 88, 12))) {
            return true;
        }
        return get(field::kNumVertices) <= 0 || get(field::kNumFrames) <= 0 ||
               !fits(field::kOfsSkins, field::kNumSkins, 64) || !fits(field::kOfsSt, field::kNumSt, 4) ||
               !fits(field::kOfsTris, field::kNumTris, 12) ||
               !fits(field::kOfsFrames, field::kNumFrames, packedFrame());
    }

    /// Version 14 or 15.
    bool isWide() const {
        const int version = unsignedShortAt(file_, field::kVersion);
        return version == 14 || version == 15;
    }

    std::int64_t vertexSize() const {
        return !isWide() ? 4 : unsignedShortAt(file_, 6) == 0 ? 5 : unsignedShortAt(file_, 6) == 1 ? 6 : 8;
    }

    std::int64_t packedFrame() const { return 40 + vertexSize() * get(field::kNumVertices); }

    /// The skin of each triangle of the GL commands; nothing when the surfaces have more primitives than
    /// there are.
    std::optional<std::vector<std::size_t>>
    skinsOfTriangles(const std::vector<std::size_t>& trianglesOfPrimitives) const {
        std::vector<std::size_t> skins;
        std::size_t primitive = 0;
        const auto count = static_cast<std::size_t>(get(68));
        for (std::size_t skin = 0; skin < count; ++skin) {
            for (int left = unsignedShortAt(file_, static_cast<std::size_t>(get(72)) + 2 * skin); left > 0;
                 --left) {
                if (primitive == trianglesOfPrimitives.size()) {
                    return std::nullopt;
                }
                skins.insert(skins.end(), trianglesOfPrimitives[primitive++], skin);
            }
        }
        for (; primitive < trianglesOfPrimitives.size(); ++primitive) {
            skins.insert(skins.end(), trianglesOfPrimitives[primitive], count == 0 ? 0 : count - 1);
        }
        return skins;
    }

    std::vector<Corner> cornersOfTriangles() const {
        const bool hasSize = get(field::kSkinwidth) > 0 && get(field::kSkinheight) > 0;
        const float width = hasSize ? static_cast<float>(get(field::kSkinwidth)) : 1.0f;
        const float height = hasSize ? static_cast<float>(get(field::kSkinheight)) : 1.0f;
        std::vector<Corner> corners;
        for (std::int64_t i = 0; i < get(field::kNumTris); ++i) {
            const auto at = static_cast<std::size_t>(get(field::kOfsTris) + 12 * i);
            const std::array<int, 3> vertices = {unsignedShortAt(file_, at), unsignedShortAt(file_, at + 2),
                                                 unsignedShortAt(file_, at + 4)};
            if (*std::max_element(vertices.begin(), vertices.end()) >= get(field::kNumVertices)) {
                continue;
            }
            for (std::size_t k = 0; k < 3; ++k) {
                Corner corner{static_cast<std::size_t>(vertices[k]), {}};
                if (get(field::kNumSt) > 0) {
                    const std::int64_t index = std::min<std::int64_t>(unsignedShortAt(file_, at + 6 + 2 * k),
                                                                      get(field::kNumSt) - 1);
                    const auto st = static_cast<std::size_t>(get(field::kOfsSt) + 4 * index);
                    corner.textureCoordinate = {static_cast<float>(shortAt(file_, st)) / width,
                                                1.0f - static_cast<float>(shortAt(file_, st + 2)) / height};
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
        std::vector<std::size_t> trianglesOfPrimitives{};
    };

    /// The words that are inside the file, whatever the header says.
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
                                    {floatAt(file_, at), 1.0f - floatAt(file_, at + 4)}};
                commands.isBroken = commands.isBroken || !std::isfinite(floatAt(file_, at)) ||
                                    !std::isfinite(floatAt(file_, at + 4)) ||
                                    corner.vertex >= static_cast<std::size_t>(get(field::kNumVertices));
                packet.push_back(corner);
            }
            commands.trianglesOfPrimitives.push_back(packet.size() < 3 ? 0 : packet.size() - 2);
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

    /// The corners of that geometry; none when the file does not have it.
    std::vector<Corner> corners(const std::string& geometry, bool& hasCoordinates) const {
        const GlCommands commands = glCommands();
        const bool isIncomplete = get(field::kNumTris) == 0 || get(field::kNumSt) == 0;
        const bool fallsBack = geometry == "auto" && isIncomplete && commands.hasEnd && !commands.isBroken &&
                               !commands.corners.empty();
        if (fallsBack || isWide()) {
            hasCoordinates = true;
            return commands.isBroken ? std::vector<Corner>() : commands.corners;
        }
        hasCoordinates = get(field::kNumSt) > 0;
        return cornersOfTriangles();
    }

    NaiveModel::Frame frame(std::size_t at, const std::vector<Corner>& corners) const {
        NaiveModel::Frame frame;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            frame.scale[axis] = double{floatAt(file_, at + 4 * axis)};
        }
        for (const Corner& corner : corners) {
            frame.positions.push_back(position(at, corner.vertex));
            const std::size_t packed = at + 40 + static_cast<std::size_t>(vertexSize()) * corner.vertex;
            frame.packed.push_back({static_cast<float>(component(packed, 0)),
                                    static_cast<float>(component(packed, 1)),
                                    static_cast<float>(component(packed, 2))});
            if (!isWide()) {
                const std::size_t vertex = at + 40 + 4 * corner.vertex;
                frame.normals.push_back(kNormals[std::min<std::size_t>(file_.at(vertex + 3), 161)]);
            }
        }
        if (isWide()) {
            frame.normals = areaWeightedNormals(corners, frame.positions);
        }
        return frame;
    }

    std::array<float, 3> position(std::size_t frame, std::size_t vertex) const {
        const std::size_t at = frame + 40 + static_cast<std::size_t>(vertexSize()) * vertex;
        std::array<float, 3> position{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float most = mostOnAxis(axis);
            const float scale = floatAt(file_, frame + 4 * axis);
            const float translate = floatAt(file_, frame + 12 + 4 * axis);
            if (std::isfinite(translate) && std::isfinite(most * scale + translate)) {
                position[axis] = static_cast<float>(component(at, axis)) * scale + translate;
            }
        }
        return position;
    }

    float mostOnAxis(std::size_t axis) const {
        const std::array<float, 9> mostOfSize = {0, 0, 0, 0, 255, 255, 2047, 0, 65535};
        return vertexSize() == 6 && axis == 1 ? 1023 : mostOfSize[static_cast<std::size_t>(vertexSize())];
    }

    bool isGarbage(std::size_t frame) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float scale = floatAt(file_, frame + 4 * axis);
            const float near = floatAt(file_, frame + 12 + 4 * axis);
            const float far = mostOnAxis(axis) * scale + near;
            if (!std::isfinite(scale) || !std::isfinite(near) ||
                std::max(std::abs(near), std::abs(far)) > 1e6f) {
                return true;
            }
        }
        return false;
    }

    /// Where the frame is whose positions each frame gets.
    std::vector<std::size_t> framesUsed(std::int64_t stride) const {
        std::vector<std::size_t> all;
        std::vector<bool> isBad;
        for (std::int64_t i = 0; i < get(field::kNumFrames); ++i) {
            all.push_back(static_cast<std::size_t>(get(field::kOfsFrames) + stride * i));
            isBad.push_back(isGarbage(all.back()));
        }
        std::vector<std::size_t> used = all;
        if (2 * std::count(isBad.begin(), isBad.end(), true) >= static_cast<std::int64_t>(all.size())) {
            return used;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t distance = 0; distance < all.size(); ++distance) {
                if (i >= distance && !isBad[i - distance]) {
                    used[i] = all[i - distance];
                    break;
                }
                if (i + distance < all.size() && !isBad[i + distance]) {
                    used[i] = all[i + distance];
                    break;
                }
            }
        }
        return used;
    }

    std::uint32_t component(std::size_t vertex, std::size_t axis) const {
        if (vertexSize() == 6) {
            const auto packed = static_cast<std::uint32_t>(valueAt(file_, vertex));
            return axis == 0 ? packed % 2048 : axis == 1 ? packed / 2048 % 1024 : packed / 2048 / 1024;
        }
        return vertexSize() == 8 ? static_cast<std::uint32_t>(unsignedShortAt(file_, vertex + 2 * axis))
                                 : file_.at(vertex + axis);
    }

    /// For each corner the sum over all triangles that have its vertex.
    static std::map<std::size_t, std::array<double, 3>>
    sumsOfNormals(const std::vector<Corner>& corners, const std::vector<std::array<float, 3>>& positions) {
        std::map<std::size_t, std::array<double, 3>> sums;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
            std::array<double, 3> a{};
            std::array<double, 3> b{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                a[axis] = double{positions[i + 2][axis]} - positions[i][axis];
                b[axis] = double{positions[i + 1][axis]} - positions[i][axis];
            }
            for (std::size_t k = 0; k < 3; ++k) {
                std::array<double, 3>& sum = sums[corners[i + k].vertex];
                sum[0] += a[1] * b[2] - a[2] * b[1];
                sum[1] += a[2] * b[0] - a[0] * b[2];
                sum[2] += a[0] * b[1] - a[1] * b[0];
            }
        }
        return sums;
    }

    /// Vertices whose triangles cancel have the normal of the first one.
    static std::vector<std::array<float, 3>>
    areaWeightedNormals(const std::vector<Corner>& corners,
                        const std::vector<std::array<float, 3>>& positions) {
        auto sums = sumsOfNormals(corners, positions);
        double longest = 0;
        for (const auto& [vertex, sum] : sums) {
            longest = std::max(longest, std::hypot(sum[0], sum[1], sum[2]));
        }
        const double least = 1e-6 * longest;
        std::vector<std::array<float, 3>> normals;
        for (const Corner& corner : corners) {
            std::array<double, 3> sum = sums[corner.vertex];
            double length = std::hypot(sum[0], sum[1], sum[2]);
            for (std::size_t i = 0; i < corners.size() && !(length > least); i += 3) {
                const auto first = corners.begin() + static_cast<std::ptrdiff_t>(i);
                const auto from = positions.begin() + static_cast<std::ptrdiff_t>(i);
                const bool isAround = std::any_of(
                    first, first + 3, [&](const Corner& other) { return other.vertex == corner.vertex; });
                if (isAround) {
                    sum = sumsOfNormals({first, first + 3}, {from, from + 3})[corner.vertex];
                    length = std::hypot(sum[0], sum[1], sum[2]);
                }
                if (length > 0 && isAround) {
                    break;
                }
            }
            normals.push_back(length > 0 ? std::array<float, 3>{static_cast<float>(sum[0] / length),
                                                                static_cast<float>(sum[1] / length),
                                                                static_cast<float>(sum[2] / length)}
                                         : std::array<float, 3>{0, 0, 1});
        }
        return normals;
    }

    /// How well the normals of a frame agree with its surface, and those with y and z exchanged.
    static std::array<double, 2> agreements(const std::vector<Corner>& corners,
                                            const NaiveModel::Frame& frame) {
        // Whole numbers, so that triangles that cancel each other have the sum 0.
        const auto sums = sumsOfNormals(corners, frame.packed);
        std::map<std::size_t, std::array<float, 3>> normalOf;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            normalOf[corners[i].vertex] = frame.normals[i];
        }
        std::array<double, 2> total{};
        double count = 0;
        for (const auto& [vertex, packed] : sums) {
            const std::array<double, 3> sum{packed[0] * frame.scale[1] * frame.scale[2],
                                            packed[1] * frame.scale[2] * frame.scale[0],
                                            packed[2] * frame.scale[0] * frame.scale[1]};
            const double length = std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
            if (length > 0) {
                const std::array<float, 3>& n = normalOf[vertex];
                total[0] += (sum[0] * double{n[0]} + sum[1] * double{n[1]} + sum[2] * double{n[2]}) / length;
                total[1] += (sum[0] * double{n[0]} + sum[1] * double{n[2]} + sum[2] * double{n[1]}) / length;
                ++count;
            }
        }
        return count == 0 ? std::array<double, 2>{1, 1}
                          : std::array<double, 2>{total[0] / count, total[1] / count};
    }

    /// Applies IMPORT_MD2_NORMALS=auto or computed.
    static void repairNormals(NaiveModel& model, const std::vector<Corner>& corners, bool areComputed) {
        std::array<std::vector<double>, 2> all;
        const std::size_t last = model.frames.size() - 1;
        const std::size_t count = std::min<std::size_t>(model.frames.size(), 12);
        for (std::size_t i = 0; i < count; ++i) {
            const auto [file, exchanged] =
                agreements(corners, model.frames[count == 1 ? 0 : i * last / (count - 1)]);
            all[0].push_back(file);
            all[1].push_back(exchanged);
        }
        const double least = std::min(all[0].front(), all[0].back());
        const auto median = [&](std::vector<double>& values) {
            std::sort(values.begin(), values.end());
            return (values[(count - 1) / 2] + values[count / 2]) / 2;
        };
        const double file = median(all[0]);
        const bool isRight = least >= 0.7 || file >= 0.7;
        const bool isInward = !isRight && file < -0.5;
        const double exchangedMedian = median(all[1]);
        const bool isExchanged =
            !isRight && !isInward && exchangedMedian >= 0.6 && exchangedMedian >= file + 0.1;
        const bool hasFewTriangles = corners.size() < std::size_t{3} * 20;
        if (!areComputed && !isInward && hasFewTriangles) {
            return;
        }
        for (NaiveModel::Frame& frame : model.frames) {
            const double agreement = agreements(corners, frame)[0];
            const bool isNoise = (isRight || isInward) && std::abs(agreement) < 0.3 && !hasFewTriangles;
            if (areComputed || isNoise || (!isRight && !isInward && !isExchanged)) {
                frame.normals = areaWeightedNormals(corners, frame.positions);
                model.hasExactNormals = false;
                continue;
            }
            for (std::array<float, 3>& normal : frame.normals) {
                normal = isExchanged     ? std::array<float, 3>{normal[0], normal[2], normal[1]}
                         : agreement < 0 ? std::array<float, 3>{0 - normal[0], 0 - normal[1], 0 - normal[2]}
                                         : normal;
            }
        }
    }

private:
    const Bytes& file_;
};

} // namespace

std::optional<NaiveModel> decodeNaively(const Bytes& file, const std::string& geometry,
                                        const std::string& normals) {
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
    model.skinOfTriangle.resize(corners.size() / 3);
    if (reader.isWide()) {
        model.hasExactNormals = false;
        const auto skins = reader.skinsOfTriangles(reader.glCommands().trianglesOfPrimitives);
        if (!skins) {
            return std::nullopt;
        }
        model.skinOfTriangle = *skins;
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
    const std::vector<std::size_t> used = reader.framesUsed(stride);
    for (std::size_t i = 0; i < used.size(); ++i) {
        model.frames.push_back(reader.frame(used[i], corners));
        const std::int64_t at = reader.get(field::kOfsFrames) + stride * static_cast<std::int64_t>(i);
        model.frames.back().name = text(file, static_cast<std::size_t>(at) + 24, 16);
    }
    if (normals != "file" && !reader.isWide()) {
        Reader::repairNormals(model, corners, normals == "computed");
    }
    return model;
}

} // namespace assimp_md2::inner::test
