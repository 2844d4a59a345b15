// SPDX-License-Identifier: BSD-3-Clause
// The PCX decoder.
#include "importer/image/pcx.h"
#include "importer/image/repairs.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace assimp_md2 {
namespace {

constexpr std::size_t kPcxHeaderSize = 128;
constexpr std::uint8_t kPcxSignature = 10;
constexpr std::uint8_t kPaletteMarker = 0x0C;
constexpr std::size_t kPaletteSize = 768;
constexpr std::uint8_t kRunFlag = 0xC0;
constexpr std::uint64_t kLongestRun = 63;

struct PcxHeader {
    std::uint8_t planes = 0;        ///< of 8 bits: 1 of indices, or 3
    std::uint32_t bytesPerLine = 0; ///< of a plane, at least the width
    ImageSize size;

    std::size_t lineBytes() const { return std::size_t{planes} * bytesPerLine; }
    bool isRgb() const { return planes == 3; }
};

tl::unexpected<Error> pcxError(const std::string& message) {
    return failure("PCX: " + message);
}

Result<PcxHeader> readHeader(ByteSlice file, const ImageLimits& limits, Warnings& repairs) {
    if (!isPcx(file)) {
        return pcxError("the file does not start with a PCX header");
    }
    const std::optional<ImageSize> size = pcxSize(file);
    if (!size) {
        return pcxError("the header is truncated, or the right or bottom edge is "
                        "before the left or top edge");
    }
    const PcxHeader header{file.u8(65), std::max<std::uint32_t>(file.u16(66), size->width), *size};
    const bool isEncoded = file.u8(2) == 1;
    const int bits = file.u8(3);
    if (!isEncoded || bits != 8 || (header.planes != 1 && header.planes != 3)) {
        return pcxError(std::to_string(header.planes) + (isEncoded ? "" : " uncompressed") + " planes of " +
                        std::to_string(bits) + " bits, expected 1 or 3 run-length encoded planes of 8 bits");
    }
    if (std::optional<Error> error = errorIfTooLarge(*size, header.isRgb() ? 3 : 1, limits)) {
        return tl::unexpected(std::move(*error));
    }
    repairs.add(repair::kLinesTooShort, file.u16(66) < size->width ? 1 : 0);
    return header;
}

/// The error about a large image that has so few of its lines that it is refused, see kFreelyFilledPixels.
std::optional<Error> errorIfTooLittle(const PcxHeader& header, std::uint64_t lines) {
    if (header.size.pixels() <= kFreelyFilledPixels || lines * 2 >= header.size.height) {
        return std::nullopt;
    }
    return pcxError("the file has at most " + std::to_string(lines) + " of " +
                    std::to_string(header.size.height) + " lines, expected at least half of them")
        .value();
}

/// An upper bound of the whole lines in `dataSize` bytes, without decoding them.
std::uint64_t mostLinesIn(const PcxHeader& header, std::size_t dataSize) {
    return (dataSize / 2 * kLongestRun + 1) / header.lineBytes();
}

/// The bytes of the lines. Some writers let a run cross the end of a plane or of a line, so the lines are cut
/// from one stream.
class LineStream {
public:
    explicit LineStream(ByteSlice data) : data_(data) {}

    /// Fills the line from its start, as far as there is data, and returns how many bytes it got.
    std::size_t next(std::vector<std::uint8_t>& line) {
        std::size_t filled = 0;
        while (filled < line.size()) {
            if (runLength_ > 0) {
                const std::size_t count = std::min(runLength_, line.size() - filled);
                std::memset(line.data() + filled, runValue_, count);
                runLength_ -= count;
                filled += count;
            } else if (data_.contains(offset_, 1) && data_.u8(offset_) < kRunFlag) {
                line[filled++] = data_.u8(offset_++);
            } else if (data_.contains(offset_, 2)) {
                runLength_ = data_.u8(offset_) - kRunFlag; // may be 0
                runValue_ = data_.u8(offset_ + 1);
                offset_ += 2;
            } else {
                break;
            }
        }
        return filled;
    }

    /// How many bytes of the data have been read.
    std::size_t offset() const { return offset_; }

private:
    ByteSlice data_;
    std::size_t offset_ = 0;
    std::size_t runLength_ = 0;
    std::uint8_t runValue_ = 0;
};

/// Unpacks the lines of the file into an image of zeros.
///
/// \return how many are whole; std::nullopt if there is not a single byte
std::optional<std::uint32_t> readLines(const PcxHeader& header, LineStream& stream, Image& image) {
    std::vector<std::uint8_t> line(header.lineBytes());
    std::size_t filled = line.size();
    std::uint32_t lines = 0;
    std::uint8_t* pixels = image.pixels.data();
    for (; lines < header.size.height && filled == line.size(); ++lines) {
        filled = stream.next(line);
        std::fill(line.begin() + static_cast<std::ptrdiff_t>(filled), line.end(), std::uint8_t{0});
        if (!header.isRgb()) {
            pixels = std::copy_n(line.data(), header.size.width, pixels);
            continue;
        }
        for (std::size_t x = 0; x < header.size.width; ++x) {
            for (std::size_t plane = 0; plane < header.planes; ++plane) {
                *pixels++ = line[plane * header.bytesPerLine + x];
            }
        }
    }
    const bool isLastWhole = filled == line.size();
    return lines == 1 && filled == 0 ? std::nullopt : std::optional(isLastWhole ? lines : lines - 1);
}

std::vector<Colour> readColours(ByteSlice bytes) {
    std::vector<Colour> colours(bytes.size() / 3);
    for (std::size_t i = 0; i < colours.size(); ++i) {
        colours[i] = {bytes.u8(3 * i), bytes.u8(3 * i + 1), bytes.u8(3 * i + 2)};
    }
    return colours;
}

bool isMarkerAt(ByteSlice file, std::size_t offset) {
    return file.contains(offset, 1 + kPaletteSize) && file.u8(offset) == kPaletteMarker;
}

/// The end of the lines: the marker of a palette of 256 colours at the end of the file, else the end of the
/// file. Games always read the palette there, so a file with too few lines keeps its palette.
std::size_t endOfLines(const PcxHeader& header, ByteSlice file) {
    if (!header.isRgb() && file.size() > kPcxHeaderSize + kPaletteSize &&
        isMarkerAt(file, file.size() - kPaletteSize - 1)) {
        return file.size() - kPaletteSize - 1;
    }
    return file.size();
}

/// The 256 colours of a file whose lines end at `linesEnd`. They are, in this order:
/// - the last 768 bytes, if a marker precedes them
/// - the 768 bytes after a marker that directly follows the lines
/// - the last 768 bytes, without a marker
std::vector<Colour> filePalette(ByteSlice file, std::size_t linesEnd, Warnings& repairs) {
    if (file.size() - linesEnd > kPaletteSize && isMarkerAt(file, file.size() - kPaletteSize - 1)) {
        return readColours(file.part(file.size() - kPaletteSize, kPaletteSize));
    }
    if (isMarkerAt(file, linesEnd)) {
        const std::size_t paletteEnd = linesEnd + 1 + kPaletteSize;
        repairs.add(repair::kBytesAfterPalette, file.size() - paletteEnd);
        return readColours(file.part(linesEnd + 1, kPaletteSize));
    }
    if (file.size() - linesEnd >= kPaletteSize) {
        repairs.add(repair::kPaletteWithoutMarker);
        return readColours(file.part(file.size() - kPaletteSize, kPaletteSize));
    }
    repairs.add(repair::kNoPalette);
    std::vector<Colour> greys;
    for (unsigned i = 0; i < 256; ++i) {
        const auto level = static_cast<std::uint8_t>(i);
        greys.push_back({level, level, level});
    }
    return greys;
}

/// Colour 255 of Quake II's palette is transparent in pictures. On models, which are opaque, the game gives
/// such a pixel the colour of the pixel above, below, to the left or to the right, else colour 0
/// (GL_Upload8).
void replaceTransparent(Image& image) {
    constexpr std::uint8_t kTransparent = 255;
    const Colour& last = image.palette.back();
    const bool isOfGame =
        image.palette.size() == 256 && last.red == 159 && last.green == 91 && last.blue == 83;
    if (!isOfGame || std::count(image.pixels.begin(), image.pixels.end(), kTransparent) == 0) {
        return;
    }
    const std::vector<std::uint8_t> pixels = image.pixels;
    const std::size_t width = image.size.width;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if (pixels[i] == kTransparent) {
            const std::size_t x = i % width;
            const std::uint8_t neighbours[] = {i >= width ? pixels[i - width] : kTransparent,
                                               i + width < pixels.size() ? pixels[i + width] : kTransparent,
                                               x > 0 ? pixels[i - 1] : kTransparent,
                                               x + 1 < width ? pixels[i + 1] : kTransparent, 0};
            image.pixels[i] = *std::find_if(std::begin(neighbours), std::end(neighbours),
                                            [](std::uint8_t pixel) { return pixel != kTransparent; });
        }
    }
}

} // namespace

bool isPcx(ByteSlice file) {
    if (!file.contains(0, 4) || file.u8(0) != kPcxSignature) {
        return false;
    }
    const std::uint8_t version = file.u8(1);
    const std::uint8_t bits = file.u8(3);
    return version <= 5 && version != 1 && file.u8(2) <= 1 &&
           (bits == 1 || bits == 2 || bits == 4 || bits == 8);
}

std::optional<ImageSize> pcxSize(ByteSlice file) {
    if (!file.contains(0, kPcxHeaderSize)) {
        return std::nullopt;
    }
    const std::uint32_t left = file.u16(4);
    const std::uint32_t top = file.u16(6);
    const std::uint32_t right = file.u16(8);
    const std::uint32_t bottom = file.u16(10);
    if (right < left || bottom < top) {
        return std::nullopt;
    }
    return ImageSize{right - left + 1, bottom - top + 1};
}

Result<Image> decodePcx(ByteSlice file, const ImageLimits& limits, Warnings& repairs) {
    const Result<PcxHeader> headerOrError = readHeader(file, limits, repairs);
    if (!headerOrError) {
        return tl::unexpected(headerOrError.error());
    }
    const PcxHeader header = *headerOrError;
    const std::size_t dataSize = endOfLines(header, file) - kPcxHeaderSize;
    if (std::optional<Error> error = errorIfTooLittle(header, mostLinesIn(header, dataSize))) {
        return tl::unexpected(std::move(*error));
    }
    Image image;
    image.size = header.size;
    image.layout = header.isRgb() ? PixelLayout::Rgb : PixelLayout::Palette;
    image.pixels.resize(image.rowBytes() * image.size.height);
    LineStream stream(file.part(kPcxHeaderSize, dataSize));
    const std::optional<std::uint32_t> lines = readLines(header, stream, image);
    if (!lines) {
        return pcxError("the file ends before its pixels");
    }
    if (std::optional<Error> error = errorIfTooLittle(header, *lines)) {
        return tl::unexpected(std::move(*error));
    }
    repairs.add(repair::kImageLinesMissing, header.size.height - *lines);
    if (!header.isRgb()) {
        image.palette = filePalette(file, kPcxHeaderSize + stream.offset(), repairs);
        replaceTransparent(image);
    }
    return image;
}

} // namespace assimp_md2
