// SPDX-License-Identifier: BSD-3-Clause
#include "maker/program/player_images.h"

#include "batch/command_line.h"
#include "importer/base/paths.h"
#include "importer/base/warnings.h"
#include "importer/files/local_files.h"
#include "importer/files/log.h"
#include "importer/image/decode_image.h"
#include "importer/image/png.h"
#include "importer/md2/frame_decoder.h"
#include "importer/md2/view.h"
#include "maker/md2/atlas.h"
#include "maker/md2/pcx_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// The largest PCX that the original game loads.
constexpr ImageSize kMostPcx{640, 480};

/// The icon of a player in the menu, and the picture that is scaled down to it.
constexpr std::uint32_t kIconSide = 32;
constexpr std::uint32_t kPictureSide = 128;

Image pcxSized(const Image& image) {
    const double scale = std::min({1.0, static_cast<double>(kMostPcx.width) / image.size.width,
                                   static_cast<double>(kMostPcx.height) / image.size.height});
    const auto side = [&](std::uint32_t pixels) {
        return static_cast<std::uint32_t>(std::max(1.0, std::round(pixels * scale)));
    };
    return scaledDown(image, {side(image.size.width), side(image.size.height)});
}

/// Draws the head and the shoulders of a player's first frame as somebody sees them who stands before it.
class Portrait {
public:
    Portrait(const View& view, const Image& skin) : view_(view), skin_(skin) {
        constexpr float kShare = 0.5f; // of the height
        positions_.resize(3 * view.vertexCount());
        decodePositions(view, 0, positions_.data());
        float low = std::numeric_limits<float>::max();
        top_ = -low;
        for (std::size_t i = 0; i < view.vertexCount(); ++i) {
            low = std::min(low, positions_[3 * i + 2]);
            top_ = std::max(top_, positions_[3 * i + 2]);
        }
        side_ = std::max(kShare * (top_ - low), std::numeric_limits<float>::min());
        float left = 0;
        float count = 0;
        for (std::size_t i = 0; i < view.vertexCount(); ++i) {
            const bool isHead = positions_[3 * i + 2] > top_ - side_ / 2;
            left += isHead ? positions_[3 * i + 1] : 0;
            count += isHead ? 1.0f : 0.0f;
        }
        centre_ = left / std::max(count, 1.0f);
        picture_.size = {kPictureSide, kPictureSide};
        const std::array<std::uint8_t, 3> background = {40, 34, 26};
        for (std::size_t i = 0; i < picture_.size.pixels(); ++i) {
            picture_.pixels.insert(picture_.pixels.end(), background.begin(), background.end());
        }
        depths_.assign(static_cast<std::size_t>(picture_.size.pixels()), -std::numeric_limits<float>::max());
        for (std::size_t i = 0; i < view.triangleCount(); ++i) {
            draw(view.triangle(i));
        }
    }

    Image icon() const { return scaledDown(picture_, {kIconSide, kIconSide}); }

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

    static float area(const Corner& a, const Corner& b, float x, float y) {
        return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    }

    void draw(const Triangle& triangle) {
        const Corner a = cornerOf(triangle, 0);
        const Corner b = cornerOf(triangle, 1);
        const Corner c = cornerOf(triangle, 2);
        const float whole = area(a, b, c.x, c.y);
        const auto first = [](float value) {
            return static_cast<std::uint32_t>(std::clamp(value, 0.0f, kPictureSide * 1.0f));
        };
        const std::uint32_t endX = first(std::max({a.x, b.x, c.x}) + 1);
        const std::uint32_t endY = first(std::max({a.y, b.y, c.y}) + 1);
        for (std::uint32_t y = first(std::min({a.y, b.y, c.y})); y < endY; ++y) {
            for (std::uint32_t x = first(std::min({a.x, b.x, c.x})); x < endX && whole != 0; ++x) {
                const float middleX = static_cast<float>(x) + 0.5f;
                const float middleY = static_cast<float>(y) + 0.5f;
                const std::array<float, 3> shares = {area(b, c, middleX, middleY) / whole,
                                                     area(c, a, middleX, middleY) / whole,
                                                     area(a, b, middleX, middleY) / whole};
                if (*std::min_element(shares.begin(), shares.end()) >= 0) {
                    paint(y * kPictureSide + x, {a, b, c}, shares);
                }
            }
        }
    }

    void paint(std::size_t pixel, const std::array<Corner, 3>& corners, const std::array<float, 3>& shares) {
        Corner at{};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            at.depth += shares[i] * corners[i].depth;
            at.s += shares[i] * corners[i].s;
            at.t += shares[i] * corners[i].t;
        }
        if (at.depth <= depths_[pixel]) {
            return;
        }
        depths_[pixel] = at.depth;
        const auto texel = [](float value, std::uint32_t size) {
            return static_cast<std::size_t>(std::clamp(value, 0.0f, static_cast<float>(size - 1)));
        };
        const Colour colour =
            skin_.colour(texel(at.t, skin_.size.height) * skin_.size.width + texel(at.s, skin_.size.width));
        std::uint8_t* const target = picture_.pixels.data() + 3 * pixel;
        target[0] = colour.red;
        target[1] = colour.green;
        target[2] = colour.blue;
    }

    const View& view_;
    const Image& skin_;
    std::vector<float> positions_;
    float top_ = 0;
    float side_ = 0;   ///< of the square that the picture shows, in units
    float centre_ = 0; ///< of the head, to the left
    Image picture_;
    std::vector<float> depths_;
};

class ImagesOfModel {
public:
    ImagesOfModel(std::string folder, const ExportSettings& settings)
        : folder_(std::move(folder))
        , settings_(settings)
        , palette_(settings.palette.empty()
                       ? gamePalette()
                       : checked(paletteIn(settings.palette, settings.maxMemoryBytes / 4))) {}

    /// Adds the skins of a model, and for a player their icons.
    void add(const MadeMd2& model, bool isPlayer) {
        const auto view = parse({model.model.data(), model.model.size()});
        for (const ExportedSkinFile& skin : model.skins) {
            const std::string stem = stemOf(skin.name);
            if (skin.state == ExportedSkinFile::State::New ||
                skin.state == ExportedSkinFile::State::Replaces) {
                files_.push_back({joined(folder_, skin.name), skin.bytes});
            }
            const std::optional<Image> image = imageOf(skin);
            if (!image) {
                continue;
            }
            addFile(stem + ".pcx", encodePcx(withPalette(pcxSized(*image), palette_)));
            if (isPlayer && view) {
                const Image icon = Portrait(*view, *image).icon();
                addFile(stem + "_i.pcx", encodePcx(withPalette(icon, palette_)));
                addFile(stem + "_i.png", checked(encodePng(icon)));
            }
        }
    }

    std::vector<MadeFile> take() {
        logWarnings(folder_, "MD2: ", warnings_);
        return std::move(files_);
    }

private:
    /// The image that the game will show: that of the model, or an older one that is kept.
    std::optional<Image> imageOf(const ExportedSkinFile& skin) {
        const std::optional<LocalFile> old = skin.state == ExportedSkinFile::State::Old
                                                 ? LocalFile::open(joined(folder_, skin.name))
                                                 : std::nullopt;
        const Result<FileBytes> kept = old ? old->read(kMaximumImageFileSize) : failure("");
        const ByteSlice bytes = kept ? kept->slice() : ByteSlice(skin.bytes.data(), skin.bytes.size());
        Warnings repairs;
        Result<Image> image = decodeImage(bytes, {kMaximumImageSide, settings_.maxMemoryBytes / 4}, repairs);
        return image ? std::optional(std::move(*image)) : std::nullopt;
    }

    void addFile(const std::string& name, std::vector<std::uint8_t> bytes) {
        const std::string path = joined(folder_, name);
        const std::optional<LocalFile> there = LocalFile::open(path);
        if (there && !settings_.overwrite) {
            const FileBytes old = there->readBeginning(bytes.size() + 1);
            const ByteSlice slice = old.slice();
            const bool isSame =
                std::equal(bytes.begin(), bytes.end(), slice.data(), slice.data() + slice.size());
            warnings_.add("images that exist and differ are kept (--overwrite replaces them)", isSame ? 0 : 1,
                          name);
            return;
        }
        files_.push_back({path, std::move(bytes)});
    }

    std::string folder_;
    const ExportSettings& settings_;
    std::vector<Colour> palette_;
    std::vector<MadeFile> files_;
    Warnings warnings_;
};

} // namespace

std::vector<MadeFile> imagesOf(const MadeMd2& model, bool isPlayer, const std::string& folder,
                               const ExportSettings& settings) {
    ImagesOfModel images(folder, settings);
    images.add(model, isPlayer);
    return images.take();
}

} // namespace assimp_md2::inner
