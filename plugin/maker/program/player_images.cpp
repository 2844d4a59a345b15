// SPDX-License-Identifier: BSD-3-Clause
#include "maker/program/player_images.h"

#include "batch/command_line.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/warnings.h"
#include "importer/files/local_files.h"
#include "importer/files/log.h"
#include "importer/image/decode_image.h"
#include "importer/image/png.h"
#include "importer/md2/frame_decoder.h"
#include "importer/md2/view.h"
#include "maker/md2/atlas.h"
#include "maker/md2/frame_encoder.h"
#include "maker/md2/pcx_writer.h"
#include "maker/md2/surface.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace assimp_md2::inner {
namespace {

constexpr std::uint32_t kIconSide = 32;     // in the game's menu
constexpr std::uint32_t kPictureSide = 128; // is scaled down to the icon

struct Corner {
    float x, y; ///< in the picture
    float depth;
    float s, t; ///< in the image of the skin

    void add(const Corner& other, double factor) {
        const auto share = static_cast<float>(factor);
        x += share * other.x;
        y += share * other.y;
        depth += share * other.depth;
        s += share * other.s;
        t += share * other.t;
    }
};

/// The triangles of a player's first frame. The picture shows the head and the shoulders as somebody sees
/// them who stands before the player.
std::vector<std::array<Corner, 3>> portraitOf(const View& view, ImageSize skin) {
    constexpr float kShare = 0.5f; // of the height
    std::vector<float> positions(3 * view.vertexCount());
    decodePositions(view, 0, positions.data());
    Bounds bounds;
    bounds.add(positions.data(), view.vertexCount());
    const float top = bounds.max[2];
    const float side = std::max(kShare * (top - bounds.min[2]), std::numeric_limits<float>::min());
    float left = 0; // of the vertices of the head
    float count = 0;
    for (std::size_t i = 0; i < positions.size(); i += 3) {
        const bool isHead = positions[i + 2] > top - side / 2;
        left += isHead ? positions[i + 1] : 0;
        count += isHead ? 1.0f : 0.0f;
    }
    const float centre = left / std::max(count, 1.0f);
    const float scale = kPictureSide / side;
    std::vector<std::array<Corner, 3>> triangles(view.triangleCount());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const Triangle triangle = view.triangle(i);
        for (std::size_t k = 0; k < 3; ++k) {
            const float* const at = positions.data() + 3 * std::size_t{triangle.vertex[k]};
            const St st = view.st(triangle.st[k]);
            triangles[i][k] = {(at[1] - centre) * scale + kPictureSide / 2.0f, (top - at[2]) * scale + 4,
                               at[0],
                               static_cast<float>(st.s) / static_cast<float>(view.header().skinwidth) *
                                   static_cast<float>(skin.width),
                               static_cast<float>(st.t) / static_cast<float>(view.header().skinheight) *
                                   static_cast<float>(skin.height)};
        }
    }
    return triangles;
}

Image iconOf(const View& view, const Image& skin, float brightness) {
    Image picture;
    picture.size = {kPictureSide, kPictureSide};
    for (std::size_t i = 0; i < picture.size.pixels(); ++i) {
        picture.pixels.insert(picture.pixels.end(), {40, 34, 26});
    }
    std::vector<float> depths(std::size_t{kPictureSide} * kPictureSide, -std::numeric_limits<float>::max());
    const auto index = [](float value, std::uint32_t size) {
        return static_cast<std::size_t>(std::clamp(value, 0.0f, static_cast<float>(size - 1)));
    };
    const auto paint = [&](const Corner& at) {
        const auto [x, y, depth, s, t] = at;
        const std::size_t pixel = index(y, kPictureSide) * kPictureSide + index(x, kPictureSide);
        const bool isInside = x >= 0 && x < kPictureSide && y >= 0 && y < kPictureSide;
        if (isInside && depth > depths[pixel]) {
            depths[pixel] = depth;
            const Colour colour =
                skin.colour(index(t, skin.size.height) * skin.size.width + index(s, skin.size.width));
            std::uint8_t* target = picture.pixels.data() + 3 * pixel;
            for (const std::uint8_t value : {colour.red, colour.green, colour.blue}) {
                *target++ =
                    static_cast<std::uint8_t>(std::min(255.0f, brightness * static_cast<float>(value)));
            }
        }
    };
    for (const std::array<Corner, 3>& corners : portraitOf(view, skin.size)) {
        const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x});
        const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
        const float most = 4 * kPictureSide; // of a triangle that is larger than the picture
        const float side = std::clamp(std::max(right - left, bottom - top), 1.0f, most);
        forEachPlace(static_cast<int>(2 * side), [&](const Shares& shares) {
            Corner at{};
            for (std::size_t k = 0; k < 3; ++k) {
                at.add(corners[k], shares[k]);
            }
            paint(at);
        });
    }
    return scaled(picture, {kIconSide, kIconSide});
}

/// The image that the game will show: that of the model, or an older one that is kept.
std::optional<Image> imageOf(const ExportedSkinFile& skin, const std::string& folder, std::uint64_t memory) {
    const std::optional<LocalFile> old = skin.state == ExportedSkinFile::State::Old
                                             ? LocalFile::open(joined(folder, skin.name))
                                             : std::nullopt;
    const Result<FileBytes> kept = old ? old->read(kMaximumImageFileSize) : failure("");
    const ByteSlice bytes = kept ? kept->slice() : ByteSlice(skin.bytes.data(), skin.bytes.size());
    Warnings repairs;
    Result<Image> image = decodeImage(bytes, {kMaximumImageSide, memory}, repairs);
    return image ? std::optional(std::move(*image)) : std::nullopt;
}

} // namespace

std::vector<MadeFile> imagesOf(const MadeMd2& model, float iconBrightness, const std::string& folder,
                               const ExportSettings& settings, const std::vector<std::string>& inputs) {
    const std::uint64_t memory = settings.maxMemoryBytes / 4;
    const std::vector<Colour> palette =
        settings.palette.empty() ? gamePalette() : checked(paletteIn(settings.palette, memory));
    std::vector<MadeFile> files;
    Warnings warnings;
    const auto addFile = [&](const std::string& name, std::vector<std::uint8_t> bytes) {
        const std::string path = joined(folder, name);
        const std::optional<LocalFile> there = LocalFile::open(path);
        const auto isThis = [&](const std::string& input) { return fileIdOf(input) == fileIdOf(path); };
        const bool isSource =
            there && (isThis(settings.palette) || std::any_of(inputs.begin(), inputs.end(), isThis));
        if (!there || (settings.overwrite && !isSource)) {
            files.push_back({path, std::move(bytes), !there});
            return;
        }
        warnings.add(isSource ? "images of the source are kept"
                              : "images that exist and differ are kept (--overwrite replaces them)",
                     hasBytes(*there, bytes) ? 0 : 1, name);
    };
    const auto view = parse({model.model.data(), model.model.size()});
    for (const ExportedSkinFile& skin : model.skins) {
        const std::vector<MadeFile> own = newSkins(folder, {skin});
        files.insert(files.end(), own.begin(), own.end());
        const std::optional<Image> image = imageOf(skin, folder, memory);
        if (!image) {
            continue;
        }
        const std::string stem = stemOf(skin.name);
        addFile(stem + ".pcx", pcxOf(*image, fittedTo(kMostPcx, unitsOf(image->size)), palette));
        if (iconBrightness > 0 && view) {
            const Image icon = iconOf(*view, *image, iconBrightness);
            addFile(stem + "_i.pcx", pcxOf(icon, icon.size, palette));
            addFile(stem + "_i.png", checked(encodePng(icon)));
        }
    }
    logWarnings(folder, "MD2: ", warnings);
    return files;
}

} // namespace assimp_md2::inner
