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
#include <cmath>
#include <limits>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// The icon of a player in the menu, and the picture that is scaled down to it.
constexpr std::uint32_t kIconSide = 32;
constexpr std::uint32_t kPictureSide = 128;

/// Draws the head and the shoulders of a player's first frame as somebody sees them who stands before it.
class Portrait {
public:
    Portrait(const View& view, const Image& skin, float brightness)
        : view_(view), skin_(skin), brightness_(brightness) {
        constexpr float kShare = 0.5f; // of the height
        positions_.resize(3 * view.vertexCount());
        decodePositions(view, 0, positions_.data());
        Bounds bounds;
        bounds.add(positions_.data(), view.vertexCount());
        top_ = bounds.max[2];
        side_ = std::max(kShare * (top_ - bounds.min[2]), std::numeric_limits<float>::min());
        float left = 0;
        float count = 0;
        for (std::size_t i = 0; i < view.vertexCount(); ++i) {
            const bool isHead = positions_[3 * i + 2] > top_ - side_ / 2;
            left += isHead ? positions_[3 * i + 1] : 0;
            count += isHead ? 1.0f : 0.0f;
        }
        centre_ = left / std::max(count, 1.0f);
        picture_.size = {kPictureSide, kPictureSide};
        for (std::size_t i = 0; i < picture_.size.pixels(); ++i) {
            picture_.pixels.insert(picture_.pixels.end(), {40, 34, 26});
        }
        depths_.assign(static_cast<std::size_t>(picture_.size.pixels()), -std::numeric_limits<float>::max());
        for (std::size_t i = 0; i < view.triangleCount(); ++i) {
            draw(view.triangle(i));
        }
    }

    Image icon() const { return scaled(picture_, {kIconSide, kIconSide}); }

private:
    struct Corner {
        float x, y; ///< in the picture
        float depth;
        float s, t; ///< in the skin
    };

    Corner cornerOf(const Triangle& triangle, std::size_t index) const {
        const float* const at = positions_.data() + 3 * std::size_t{triangle.vertex[index]};
        const St st = view_.st(triangle.st[index]);
        const float scale = kPictureSide / side_;
        const auto width = static_cast<float>(view_.header().skinwidth);
        const auto height = static_cast<float>(view_.header().skinheight);
        return {(at[1] - centre_) * scale + kPictureSide / 2.0f, (top_ - at[2]) * scale + 4, at[0],
                static_cast<float>(st.s) / width * static_cast<float>(skin_.size.width),
                static_cast<float>(st.t) / height * static_cast<float>(skin_.size.height)};
    }

    void draw(const Triangle& triangle) {
        const std::array<Corner, 3> corners = {cornerOf(triangle, 0), cornerOf(triangle, 1),
                                               cornerOf(triangle, 2)};
        float side = 1; // in pixels
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const Corner& next = corners[(k + 1) % 3];
            side = std::max({side, std::abs(next.x - corners[k].x), std::abs(next.y - corners[k].y)});
        }
        const float most = 4 * kPictureSide; // of a triangle that is larger than the picture
        forEachPlace(static_cast<int>(2 * std::min(side, most)),
                     [&](const Shares& shares) { paint(corners, shares); });
    }

    void paint(const std::array<Corner, 3>& corners, const Shares& shares) {
        Corner at{};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto share = static_cast<float>(shares[i]);
            at.x += share * corners[i].x;
            at.y += share * corners[i].y;
            at.depth += share * corners[i].depth;
            at.s += share * corners[i].s;
            at.t += share * corners[i].t;
        }
        const auto index = [](float value, std::uint32_t size) {
            return static_cast<std::size_t>(std::clamp(value, 0.0f, static_cast<float>(size - 1)));
        };
        const std::size_t pixel = index(at.y, kPictureSide) * kPictureSide + index(at.x, kPictureSide);
        const bool isInside = at.x >= 0 && at.x < kPictureSide && at.y >= 0 && at.y < kPictureSide;
        if (!isInside || at.depth <= depths_[pixel]) {
            return;
        }
        depths_[pixel] = at.depth;
        const Colour colour =
            skin_.colour(index(at.t, skin_.size.height) * skin_.size.width + index(at.s, skin_.size.width));
        std::uint8_t* target = picture_.pixels.data() + 3 * pixel;
        for (const std::uint8_t value : {colour.red, colour.green, colour.blue}) {
            *target++ = static_cast<std::uint8_t>(std::min(255.0f, brightness_ * static_cast<float>(value)));
        }
    }

    const View& view_;
    const Image& skin_;
    float brightness_;
    std::vector<float> positions_;
    float top_ = 0;
    float side_ = 0;   ///< of the square that the picture shows, in units
    float centre_ = 0; ///< of the head, to the left
    Image picture_;
    std::vector<float> depths_;
};

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
            const Image icon = Portrait(*view, *image, iconBrightness).icon();
            addFile(stem + "_i.pcx", pcxOf(icon, icon.size, palette));
            addFile(stem + "_i.png", checked(encodePng(icon)));
        }
    }
    logWarnings(folder, "MD2: ", warnings);
    return files;
}

} // namespace assimp_md2::inner
