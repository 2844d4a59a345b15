// SPDX-License-Identifier: BSD-3-Clause
// The PCX decoder.
#include "importer/image/pcx.h"
#include "importer/base/repairs.h"

#include <algorithm>
#include <iterator>

namespace assimp_md2::inner {
namespace {

constexpr std::size_t kPcxHeaderSize = 128;
constexpr std::uint8_t kPcxSignature = 10;
constexpr std::uint8_t kPaletteMarker = 0x0C;
constexpr std::size_t kPaletteSize = 768;
constexpr std::uint8_t kRunFlag = 0xC0;
constexpr std::uint64_t kLongestRun = 63;

/// The colours of pics/colormap.pcx.
constexpr std::uint32_t kGamePalette[256] = {
    // 0xRRGGBB
    0x000000, 0x0f0f0f, 0x1f1f1f, 0x2f2f2f, 0x3f3f3f, 0x4b4b4b, 0x5b5b5b, 0x6b6b6b, 0x7b7b7b, 0x8b8b8b,
    0x9b9b9b, 0xababab, 0xbbbbbb, 0xcbcbcb, 0xdbdbdb, 0xebebeb, 0x634b23, 0x5b431f, 0x533f1f, 0x4f3b1b,
    0x47371b, 0x3f2f17, 0x3b2b17, 0x332713, 0x2f2313, 0x2b1f13, 0x271b0f, 0x23170f, 0x1b130b, 0x170f0b,
    0x130f07, 0x0f0b07, 0x5f5f6f, 0x5b5b67, 0x5b535f, 0x574f5b, 0x534b53, 0x4f474b, 0x473f43, 0x3f3b3b,
    0x3b3737, 0x332f2f, 0x2f2b2b, 0x272727, 0x232323, 0x1b1b1b, 0x171717, 0x131313, 0x8f7753, 0x7b6343,
    0x735b3b, 0x674f2f, 0xcf974b, 0xa77b3b, 0x8b672f, 0x6f5327, 0xeb9f27, 0xcb8b23, 0xaf771f, 0x93631b,
    0x774f17, 0x5b3b0f, 0x3f270b, 0x231707, 0xa73b2b, 0x9f2f23, 0x972b1b, 0x8b2713, 0x7f1f0f, 0x73170b,
    0x671707, 0x571300, 0x4b0f00, 0x430f00, 0x3b0f00, 0x330b00, 0x2b0b00, 0x230b00, 0x1b0700, 0x130700,
    0x7b5f4b, 0x735743, 0x6b533f, 0x674f3b, 0x5f4737, 0x574333, 0x533f2f, 0x4b372b, 0x433327, 0x3f2f23,
    0x37271b, 0x2f2317, 0x271b13, 0x1f170f, 0x170f0b, 0x0f0b07, 0x6f3b17, 0x5f3717, 0x532f17, 0x432b17,
    0x372313, 0x271b0f, 0x1b130b, 0x0f0b07, 0xb35b4f, 0xbf7b6f, 0xcb9b93, 0xd7bbb7, 0xcbd7df, 0xb3c7d3,
    0x9fb7c3, 0x87a7b7, 0x7397a7, 0x5b879b, 0x47778b, 0x2f677f, 0x17536f, 0x134b67, 0x0f435b, 0x0b3f53,
    0x07374b, 0x072f3f, 0x072733, 0x001f2b, 0x00171f, 0x000f13, 0x00070b, 0x000000, 0x8b5757, 0x834f4f,
    0x7b4747, 0x734343, 0x6b3b3b, 0x633333, 0x5b2f2f, 0x572b2b, 0x4b2323, 0x3f1f1f, 0x331b1b, 0x2b1313,
    0x1f0f0f, 0x130b0b, 0x0b0707, 0x000000, 0x979f7b, 0x8f9773, 0x878b6b, 0x7f8363, 0x777b5f, 0x737357,
    0x6b6b4f, 0x636347, 0x5b5b43, 0x4f4f3b, 0x434333, 0x37372b, 0x2f2f23, 0x23231b, 0x171713, 0x0f0f0b,
    0x9f4b3f, 0x934337, 0x8b3b2f, 0x7f3727, 0x772f23, 0x6b2b1b, 0x632317, 0x571f13, 0x4f1b0f, 0x43170b,
    0x37130b, 0x2b0f07, 0x1f0b07, 0x170700, 0x0b0000, 0x000000, 0x777bcf, 0x6f73c3, 0x676bb7, 0x6363a7,
    0x5b5b9b, 0x53578f, 0x4b4f7f, 0x474773, 0x3f3f67, 0x373757, 0x2f2f4b, 0x27273f, 0x231f2f, 0x1b1723,
    0x130f17, 0x0b0707, 0x9bab7b, 0x8f9f6f, 0x879763, 0x7b8b57, 0x73834b, 0x677743, 0x5f6f3b, 0x576733,
    0x4b5b27, 0x3f4f1b, 0x374313, 0x2f3b0b, 0x232f07, 0x1b2300, 0x131700, 0x0b0f00, 0x00ff00, 0x23e70f,
    0x3fd31b, 0x53bb27, 0x5fa72f, 0x5f8f33, 0x5f7b33, 0xffffff, 0xffffd3, 0xffffa7, 0xffff7f, 0xffff53,
    0xffff27, 0xffeb1f, 0xffd717, 0xffbf0f, 0xffab07, 0xff9300, 0xef7f00, 0xe36b00, 0xd35700, 0xc74700,
    0xb73b00, 0xab2b00, 0x9b1f00, 0x8f1700, 0x7f0f00, 0x730700, 0x5f0000, 0x470000, 0x2f0000, 0x1b0000,
    0xef0000, 0x3737ff, 0xff0000, 0x0000ff, 0x2b2b23, 0x1b1b17, 0x13130f, 0xeb977f, 0xc37353, 0x9f5733,
    0x7b3f1b, 0xebd3c7, 0xc7ab9b, 0xa78b77, 0x876b57, 0x9f5b53,
};

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
    const std::size_t rest = file.size() - linesEnd;
    std::size_t start = rest >= kPaletteSize ? file.size() - kPaletteSize : 0;
    if (rest > kPaletteSize && isMarkerAt(file, start - 1)) {
        return readColours(file.part(start, kPaletteSize));
    }
    if (isMarkerAt(file, linesEnd)) {
        start = linesEnd + 1;
        repairs.add(repair::kBytesAfterPalette, rest - 1 - kPaletteSize);
    } else {
        repairs.add(start > 0 ? repair::kPaletteWithoutMarker : repair::kNoPalette);
    }
    if (start > 0) {
        return readColours(file.part(start, kPaletteSize));
    }
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

bool hasGreyPalette(ByteSlice file) {
    const std::size_t start = file.size() - kPaletteSize;
    if (!isPcx(file) || file.size() <= kPcxHeaderSize + kPaletteSize || file.u8(65) != 1) {
        return false;
    }
    std::size_t greys = 0;
    while (greys < kPaletteSize && file.u8(start + greys) == greys / 3) {
        ++greys;
    }
    return greys == kPaletteSize;
}

void useGamePalette(std::uint8_t* file, std::size_t size) {
    for (std::size_t i = 0; i < kPaletteSize; ++i) {
        file[size - kPaletteSize + i] = static_cast<std::uint8_t>(kGamePalette[i / 3] >> (16 - 8 * (i % 3)));
    }
}

} // namespace assimp_md2::inner
