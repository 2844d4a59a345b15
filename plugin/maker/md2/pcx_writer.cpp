// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/pcx_writer.h"

#include "assimp-md2/maker.h"
#include "importer/files/local_files.h"
#include "importer/image/pcx.h"
#include "importer/settings/property_reader.h"
#include "maker/md2/atlas.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <unordered_map>

namespace assimp_md2::inner {
namespace {

constexpr std::size_t kGameColours = 255; ///< without the transparent one

int squared(int value) {
    return value * value;
}

std::uint8_t nearestColour(const Colour& colour, const std::vector<Colour>& palette) {
    const auto distance = [&](const Colour& other) {
        return squared(colour.red - other.red) + squared(colour.green - other.green) +
               squared(colour.blue - other.blue);
    };
    const auto end = palette.begin() + static_cast<std::ptrdiff_t>(std::min(palette.size(), kGameColours));
    const auto nearest =
        std::min_element(palette.begin(), end, [&](const Colour& first, const Colour& second) {
            return distance(first) < distance(second);
        });
    return static_cast<std::uint8_t>(nearest - palette.begin());
}

void put16(std::vector<std::uint8_t>& file, std::size_t value) {
    file.push_back(static_cast<std::uint8_t>(value));
    file.push_back(static_cast<std::uint8_t>(value >> 8));
}

/// One row: a byte below 192 as it is, others and runs as 192 + length and the byte.
void putRow(std::vector<std::uint8_t>& file, const std::uint8_t* row, std::size_t width) {
    constexpr std::size_t kMostInRun = 63;
    constexpr std::uint8_t kRunMarker = 0xC0;
    for (std::size_t at = 0; at < width;) {
        std::size_t length = 1;
        while (length < kMostInRun && at + length < width && row[at + length] == row[at]) {
            ++length;
        }
        if (length > 1 || row[at] >= kRunMarker) {
            file.push_back(static_cast<std::uint8_t>(kRunMarker + length));
        }
        file.push_back(row[at]);
        at += length;
    }
}

} // namespace

std::vector<std::uint8_t> pcxOf(const Image& image, ImageSize size, const std::vector<Colour>& palette) {
    const Image smaller = scaled(image, size);
    Image result;
    result.size = size;
    result.layout = PixelLayout::Palette;
    result.palette = palette;
    result.pixels.reserve(static_cast<std::size_t>(size.pixels()));
    std::unordered_map<std::uint32_t, std::uint8_t> nearest;
    for (std::size_t i = 0; i < size.pixels(); ++i) {
        const Colour colour = smaller.colour(i);
        const std::uint32_t key =
            colour.red | std::uint32_t{colour.green} << 8 | std::uint32_t{colour.blue} << 16;
        const auto [entry, isNew] = nearest.try_emplace(key);
        if (isNew) {
            entry->second = nearestColour(colour, palette);
        }
        result.pixels.push_back(entry->second);
    }
    return encodePcx(result);
}

std::vector<std::uint8_t> encodePcx(const Image& image) {
    assert(image.layout == PixelLayout::Palette);
    constexpr std::size_t kWrittenHeaderSize = 128;
    constexpr std::size_t kPaletteColours = 256;
    std::vector<std::uint8_t> file = {10, 5, 1, 8}; // signature, version, run-length encoded, bits
    for (const std::uint32_t value :
         {0U, 0U, image.size.width - 1, image.size.height - 1, image.size.width, image.size.height}) {
        put16(file, value);
    }
    file.resize(65);   // the 16 colours of the header are not used
    file.push_back(1); // planes
    // PCX requires an even number of bytes per row, but the game reads exactly one byte per pixel.
    put16(file, image.size.width);
    put16(file, 1); // colours, not greys
    file.resize(kWrittenHeaderSize);
    for (std::size_t row = 0; row < image.size.height; ++row) {
        putRow(file, image.pixels.data() + row * image.rowBytes(), image.rowBytes());
    }
    file.push_back(0x0C);
    for (std::size_t i = 0; i < kPaletteColours; ++i) {
        const Colour colour = i < image.palette.size() ? image.palette[i] : Colour{};
        file.insert(file.end(), {colour.red, colour.green, colour.blue});
    }
    return file;
}

ImageSize fittedTo(ImageSize most, ImageSize size) {
    const double scale = std::min(
        {1.0, static_cast<double>(most.width) / size.width, static_cast<double>(most.height) / size.height});
    const auto side = [&](std::uint32_t pixels) {
        return static_cast<std::uint32_t>(std::max(1.0, std::round(pixels * scale)));
    };
    return {side(size.width), side(size.height)};
}

std::vector<Colour> gamePalette() {
    std::array<std::uint8_t, 768> bytes{};
    useGamePalette(bytes.data(), bytes.size());
    std::vector<Colour> colours;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        colours.push_back({bytes[i], bytes[i + 1], bytes[i + 2]});
    }
    return colours;
}

Result<std::vector<Colour>> paletteIn(const std::string& path, std::uint64_t mostBytes) {
    if (path.empty()) {
        return std::vector<Colour>();
    }
    const std::optional<LocalFile> file = LocalFile::open(path);
    const Result<FileBytes> bytes = file ? file->read(kMaximumImageFileSize) : failure("");
    Warnings repairs;
    Result<Image> image = bytes && isPcx(bytes->slice())
                              ? decodePcx(bytes->slice(), {kMaximumImageSide, mostBytes}, repairs)
                              : failure("");
    if (!image || image->palette.size() != 256) {
        return tl::unexpected(
            badValue(ASSIMP_MD2_CONFIG_EXPORT_PALETTE, path, "a PCX file with 256 colours"));
    }
    return std::move(image->palette);
}

} // namespace assimp_md2::inner
