// SPDX-License-Identifier: BSD-3-Clause
#include "importer/md2/view.h"

#include "importer/base/finite.h"
#include "importer/base/repairs.h"
#include "importer/base/text.h"

#include <algorithm>
#include <limits>

namespace assimp_md2::inner {
namespace {

/// Adds the trace of a program that has copied the file as text, if there is one.
///
/// \param writtenSize the size of the file according to its header
void findChangeAsText(ByteSlice file, std::int32_t writtenSize, Warnings& repairs) {
    constexpr std::uint16_t kCrLf = 0x0A0D;        // little-endian
    constexpr std::uint16_t kReplacement = 0xBFEF; // followed by 0xBD
    std::size_t lineFeeds = 0;
    std::size_t lineFeedsAfterReturn = 0;
    std::size_t replacements = 0;
    std::size_t notAscii = 0;
    for (std::size_t i = 0; i < file.size(); ++i) {
        lineFeeds += file.u8(i) == '\n' ? 1U : 0U;
        lineFeedsAfterReturn += file.contains(i, 2) && file.u16(i) == kCrLf ? 1U : 0U;
        notAscii += file.u8(i) >= 0x80 ? 1U : 0U;
        replacements +=
            file.contains(i, 3) && file.u16(i) == kReplacement && file.u8(i + 2) == 0xBD ? 1U : 0U;
    }
    const std::int64_t missing = std::int64_t{writtenSize} - static_cast<std::int64_t>(file.size());
    // Bytes that are UTF-8 by chance are not replaced.
    if (6 * replacements > notAscii) {
        repairs.add(repair::kBytesReplaced, replacements);
    } else if (lineFeeds > 1 && lineFeedsAfterReturn == lineFeeds) {
        repairs.add(repair::kLineFeedsExtended, lineFeeds);
    } else if (lineFeedsAfterReturn == 0 && missing > 0 && missing <= static_cast<std::int64_t>(lineFeeds)) {
        repairs.add(repair::kLineFeedsShortened, static_cast<std::uint64_t>(missing));
    }
}

/// A section as the header describes it.
struct Extent {
    const char* name;
    const char* countField;
    std::int64_t offset;
    std::int64_t count;
    std::uint64_t elementSize;

    /// The size in bytes. A header may claim 2^31 frames of more than 2^33 bytes, which does not fit in 64
    /// bits. The result is then the largest 64-bit number, which exceeds the size of any file.
    std::uint64_t bytes() const {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        const auto elements = static_cast<std::uint64_t>(count);
        return elements > 0 && elementSize > kMost / elements ? kMost : elements * elementSize;
    }
};

/// Anachronox has the version in 16 bits and the resolution of its vertices in the next 16.
bool isAnachronox(ByteSlice file) {
    return file.u16(4) == kVersionAnachronox || file.u16(4) == kVersionAnachronoxOld;
}

Error badCount(const char* section, const char* field, std::int64_t count, const char* least) {
    return errorIn(section,
                   std::string(field) + " is " + std::to_string(count) + ", expected " + least + " or more");
}

std::optional<Error> checkIdentity(ByteSlice file) {
    const std::uint32_t ident = file.size() >= 4 ? file.u32(0) : kIdentMd2;
    if (ident == kIdentMd3) {
        return errorIn(
            "header",
            "the file is an MD3 (Quake III, \"IDP3\"), not an MD2; give it the extension .md3, so that "
            "Assimp's own importer reads it");
    }
    if (ident != kIdentMd2) {
        return errorIn("header", "the file starts with \"" + std::string(file.data(), file.data() + 4) +
                                     "\", an MD2 starts with \"IDP2\"");
    }
    const bool hasMore = file.contains(0, kHeaderSize) && isAnachronox(file);
    const std::size_t needed = hasMore ? kHeaderSizeAnachronox : kHeaderSize;
    if (file.size() < needed) {
        return errorIn("header", "needs " + std::to_string(needed) + " bytes, the file has " +
                                     std::to_string(file.size()));
    }
    if (!hasMore && file.i32(4) != kVersion) {
        return errorIn("header", "the file is an MD2 of version " + std::to_string(file.i32(4)) +
                                     ", expected version 8 (Quake II) or 15 (Anachronox)");
    }
    if (hasMore && file.u16(6) >= kVertexSizesAnachronox.size()) {
        return errorIn("header", "the resolution of the vertices is " + std::to_string(file.u16(6)) +
                                     ", expected 0, 1 or 2");
    }
    return std::nullopt;
}

/// Why the extent is not inside the file. An empty section may be anywhere, because nothing is read.
std::optional<Error> checkExtent(ByteSlice file, const Extent& extent) {
    if (extent.count < 0) {
        return badCount(extent.name, extent.countField, extent.count, "0");
    }
    if (extent.count == 0) {
        return std::nullopt;
    }
    if (extent.offset < 0) {
        return errorIn(extent.name, "the offset " + std::to_string(extent.offset) + " is negative");
    }
    const auto offset = static_cast<std::uint64_t>(extent.offset);
    if (file.contains(offset, extent.bytes())) {
        return std::nullopt;
    }
    const std::uint64_t available = offset < file.size() ? file.size() - offset : 0;
    return errorIn(extent.name, std::to_string(extent.count) + " × " + std::to_string(extent.elementSize) +
                                    " bytes at offset " + std::to_string(offset) + " need " +
                                    std::to_string(extent.bytes()) + " bytes, the file has only " +
                                    std::to_string(available) + " bytes after this offset");
}

/// framesize is the stride between frames. If it is impossible, the frames are read as packed.
Extent framesIn(ByteSlice file, const Header& header, std::uint64_t packed) {
    const auto framesize = static_cast<std::uint64_t>(std::max(header.framesize, 0));
    Extent frames{"frames", "num_frames", header.ofs_frames, header.num_frames, std::max(framesize, packed)};
    if (checkExtent(file, frames)) {
        frames.elementSize = packed;
    }
    return frames;
}

/// The slice of an extent that has passed checkExtent.
ByteSlice slice(ByteSlice file, const Extent& extent) {
    return extent.count == 0
               ? ByteSlice()
               : file.part(static_cast<std::size_t>(extent.offset), static_cast<std::size_t>(extent.bytes()));
}

/// The words that are inside the file. A file with bad GL commands is not rejected, because few models need
/// them.
ByteSlice glCommandsInside(ByteSlice file, const Header& header, Warnings& repairs) {
    const Extent extent{"glcmds", "num_glcmds", header.ofs_glcmds, header.num_glcmds, kGlCommandSize};
    if (!checkExtent(file, extent)) {
        return slice(file, extent);
    }
    repairs.add(repair::kGlCommandsOutside);
    if (extent.count < 0 || extent.offset < 0 || static_cast<std::uint64_t>(extent.offset) >= file.size()) {
        return {};
    }
    const auto offset = static_cast<std::size_t>(extent.offset);
    return file.part(offset, (file.size() - offset) / kGlCommandSize * kGlCommandSize);
}

/// The largest components of a position, by the size of a vertex.
std::array<float, 3> mostComponents(std::size_t vertexSize) {
    constexpr std::array<std::array<float, 3>, 3> kMost = {
        {{255.0f, 255.0f, 255.0f}, {2047.0f, 1023.0f, 2047.0f}, {65535.0f, 65535.0f, 65535.0f}}};
    return kMost[vertexSize <= 5 ? 0 : vertexSize == 6 ? 1 : 2];
}

} // namespace

std::string_view View::skinName(std::size_t index) const {
    return nameInField(skins_.part(index * kSkinSize, kSkinSize));
}

Tag View::tag(std::size_t index) const {
    const std::size_t at = index * kTagSize;
    return {nameInField(tags_.part(at, kTagNameSize)), tags_.i32(at + kTagNameSize)};
}

std::string_view View::frameName(std::size_t index) const {
    return nameInField(frames_.part(index * frameStride_ + kFrameNameOffset, kFrameNameSize));
}

std::vector<std::string_view> View::frameNames() const {
    std::vector<std::string_view> names(frameCount());
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = frameName(i);
    }
    return names;
}

Frame View::frame(std::size_t index) const {
    return frameInFile(frameUsed_.empty() ? index : frameUsed_[index]);
}

Frame View::frameInFile(std::size_t index) const {
    const std::size_t at = index * frameStride_;
    const std::array<float, 3> most = mostComponents(vertexSize_);
    Frame frame{{}, {}, frames_.part(at + kFrameHeaderSize, vertexCount() * vertexSize_)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float scale = frames_.f32(at + 4 * axis);
        const float translate = frames_.f32(at + kFrameTranslateOffset + 4 * axis);
        // A component × scale is monotonic, so if both ends of an axis are finite, all values between are.
        if (isFinite(translate) && isFinite(most[axis] * scale + translate)) {
            frame.scale[axis] = scale;
            frame.translate[axis] = translate;
        } else {
            frame.isRepaired = true;
        }
    }
    return frame;
}

bool View::looksLikeGarbage(std::size_t index) const {
    const std::size_t at = index * frameStride_;
    const std::array<float, 3> most = mostComponents(vertexSize_);
    bool isGarbage = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float scale = frames_.f32(at + 4 * axis);
        const float translate = frames_.f32(at + kFrameTranslateOffset + 4 * axis);
        isGarbage = isGarbage || isTooFar(translate) || isTooFar(most[axis] * scale + translate);
    }
    return isGarbage;
}

std::size_t View::replaceGarbageFrames() {
    std::vector<std::uint32_t> sound;
    std::vector<std::uint32_t> garbage;
    for (std::uint32_t i = 0; i < frameCount(); ++i) {
        (looksLikeGarbage(i) ? garbage : sound).push_back(i);
    }
    if (garbage.empty() || garbage.size() >= sound.size()) {
        return garbage.size();
    }
    repairs_.add(repair::kFrameReplaced, garbage.size(), "frame " + std::to_string(garbage.front()));
    for (std::uint32_t i = 0; i < frameCount(); ++i) {
        const auto after = std::lower_bound(sound.begin(), sound.end(), i);
        const bool isNearer = after == sound.begin() || (after != sound.end() && *after - i < i - after[-1]);
        frameUsed_.push_back(isNearer ? *after : after[-1]);
    }
    return garbage.size();
}

Result<View> parseSections(ByteSlice file) {
    View view;
    const Header& header = view.header_ = loadHeader(file);
    if (header.num_vertices <= 0) {
        return tl::unexpected(badCount("header", "num_vertices", header.num_vertices, "1"));
    }
    if (header.num_frames <= 0) {
        return tl::unexpected(badCount("frames", "num_frames", header.num_frames, "1"));
    }

    Extent surfaces{"surfaces", "num_surfaces", 0, 0, kSurfaceSize};
    Extent tags{"tags", "num_tagged", 0, 0, kTagSize};
    if (isAnachronox(file)) {
        view.version_ = file.u16(4);
        view.vertexSize_ = kVertexSizesAnachronox[file.u16(6)];
        surfaces.count = file.i32(68);
        surfaces.offset = file.i32(72);
        view.lodScale_ = {file.f32(76), file.f32(80), file.f32(84)};
        tags.count = file.i32(88);
        tags.offset = file.i32(92);
    }

    const Extent skins{"skins", "num_skins", header.ofs_skins, header.num_skins, kSkinSize};
    const Extent st{"st", "num_st", header.ofs_st, header.num_st, kStSize};
    const Extent triangles{"triangles", "num_tris", header.ofs_tris, header.num_tris, kTriangleSize};
    for (const Extent& extent : {skins, st, triangles, surfaces, tags}) {
        if (const auto error = checkExtent(file, extent)) {
            return tl::unexpected(*error);
        }
    }

    const Extent frames =
        framesIn(file, header, kFrameHeaderSize + std::uint64_t{view.vertexSize_} * view.vertexCount());
    if (const auto error = checkExtent(file, frames)) {
        return tl::unexpected(*error);
    }
    if (frames.elementSize != static_cast<std::uint64_t>(header.framesize)) {
        view.repairs_.add(repair::kFrameStride);
    }

    view.skins_ = slice(file, skins);
    view.st_ = slice(file, st);
    view.triangles_ = slice(file, triangles);
    view.frames_ = slice(file, frames);
    view.frameStride_ = static_cast<std::size_t>(frames.elementSize);
    view.surfaces_ = slice(file, surfaces);
    view.tags_ = slice(file, tags);
    view.glCommands_ = glCommandsInside(file, header, view.repairs_);

    // Frames that are not finite look like garbage, so without garbage there are none.
    if (view.replaceGarbageFrames() > 0) {
        for (std::size_t i = 0; i < view.frameCount(); ++i) {
            view.repairs_.add(repair::kFrameNotFinite, view.frame(i).isRepaired ? 1 : 0);
        }
    }
    return view;
}

Result<View> parse(ByteSlice file) {
    if (const auto error = checkIdentity(file)) {
        return tl::unexpected(*error);
    }
    const std::int32_t writtenSize = loadHeader(file).ofs_end;
    Result<View> view = parseSections(file);
    // A file of another size is rare, so that few files are searched.
    if (view && static_cast<std::int64_t>(file.size()) == writtenSize) {
        return view;
    }
    Warnings changes;
    findChangeAsText(file, writtenSize, changes);
    if (!view && !changes.empty()) {
        return failure(changes.lines("").front());
    }
    if (view) {
        view->repairs_.addAll(changes);
    }
    return view;
}

} // namespace assimp_md2::inner
