// SPDX-License-Identifier: BSD-3-Clause
// Implements error.h.
#include "base/error.h"

#include "assimp-md2/properties.h"
#include "base/text.h"

#include <utility>

namespace assimp_md2 {
namespace {

const char* sectionName(Section section) {
    switch (section) {
    case Section::Header:
        return "header";
    case Section::Skins:
        return "skins";
    case Section::St:
        return "st";
    case Section::Triangles:
        return "triangles";
    case Section::Frames:
        return "frames";
    case Section::GlCommands:
        return "glcmds";
    case Section::Surfaces:
        return "surfaces";
    case Section::Tags:
        return "tags";
    case Section::Scene:
        return "scene";
    case Section::File:
    case Section::Image:
    case Section::Archive:
    case Section::Property:
    case Section::Memory:
        break;
    }
    return "";
}

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

/// Rounded up: that much is enough.
std::string neededMegabytes(std::uint64_t bytes) {
    return std::to_string(bytes / kMebibyte + (bytes % kMebibyte != 0 ? 1 : 0)) + " MiB";
}

/// Rounded down: that much is available.
std::string availableMegabytes(std::uint64_t bytes) {
    return std::to_string(bytes / kMebibyte) + " MiB";
}

std::string countField(const Error& error) {
    switch (error.section) {
    case Section::Skins:
        return "num_skins";
    case Section::St:
        return "num_st";
    case Section::Triangles:
        return "num_tris";
    case Section::Frames:
        return "num_frames";
    case Section::Surfaces:
        return "num_surfaces";
    case Section::Tags:
        return "num_tagged";
    default:
        return "num_vertices";
    }
}

/// The four bytes of ident as text, with ? for those that cannot be printed.
std::string identText(std::int64_t ident) {
    std::string text;
    for (int shift = 0; shift < 32; shift += 8) {
        const auto byte = static_cast<unsigned char>(ident >> shift);
        text += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '?';
    }
    return text;
}

std::string words(const Error& error) {
    const std::string value = std::to_string(error.value);
    switch (error.code) {
    case ErrorCode::TooShort:
        return "needs " + std::to_string(error.needed) + " bytes, the file has " +
               std::to_string(error.available);
    case ErrorCode::NotMd2:
        return "the file starts with \"" + identText(error.value) + "\", an MD2 starts with \"IDP2\"";
    case ErrorCode::IsMd3:
        return "the file is an MD3 (Quake III, \"IDP3\"), expected an MD2 (\"IDP2\")";
    case ErrorCode::OtherVersion:
        return "the file is an MD2 of version " + value +
               ", expected version 8 (Quake II) or 15 (Anachronox)";
    case ErrorCode::BadResolution:
        return "the resolution of the vertices is " + value + ", expected 0, 1 or 2";
    case ErrorCode::BadCount:
        return countField(error) + " is " + value + ", expected " +
               (error.section == Section::Header || error.section == Section::Frames ? "1" : "0") +
               " or more";
    case ErrorCode::NegativeOffset:
        return "the offset " + value + " is negative";
    case ErrorCode::OutsideFile:
        return std::to_string(error.count) + " × " + std::to_string(error.elementSize) + " bytes at offset " +
               std::to_string(error.offset) + " need " + std::to_string(error.needed) +
               " bytes, the file has only " + std::to_string(error.available) + " bytes after this offset";
    case ErrorCode::NoTriangles:
        return "there is no surface: " + (error.count == 0 ? std::string("num_tris is 0")
                                                           : "none of the " + std::to_string(error.count) +
                                                                 " triangles has three vertices that exist");
    case ErrorCode::NoGlCommands:
        return "the model has no GL commands to be built from";
    case ErrorCode::BrokenGlCommands:
        return "the GL commands are damaged at byte " + std::to_string(error.offset) + " of the section";
    case ErrorCode::BadSurfaces:
        return "the surfaces have " + std::to_string(error.needed) +
               " GL primitives together, the GL commands have " + std::to_string(error.available);
    case ErrorCode::CannotBeOpened:
        return "the file " + error.text + " cannot be opened";
    case ErrorCode::TooManyCalls:
        return "the file " + error.text + " is not opened: the import has used up its calls of Open";
    case ErrorCode::FileTooLarge:
        return "the file " + error.text + " has " + neededMegabytes(error.needed) + ", expected at most " +
               availableMegabytes(error.available);
    case ErrorCode::OverBudget:
        return "at least " + neededMegabytes(error.needed) +
               " of memory are needed, " ASSIMP_MD2_CONFIG_MAX_MEMORY_MB " allows " +
               availableMegabytes(error.available);
    case ErrorCode::AboveLimit:
    case ErrorCode::BadArchive:
    case ErrorCode::CannotBeWritten:
    case ErrorCode::NotAnImage:
    case ErrorCode::UnsupportedImage:
    case ErrorCode::ImageTooLarge:
    case ErrorCode::DamagedImage:
    case ErrorCode::BadScene:
    case ErrorCode::BadProperty:
    case ErrorCode::OutputFailed:
    case ErrorCode::OutOfMemory:
        return error.text;
    }
    return "";
}

const char* words(Repair repair) {
    switch (repair) {
    case Repair::FrameStride:
        return "frames: framesize is wrong; the frames are read with the size that num_vertices gives";
    case Repair::GlCommandsOutside:
        return "glcmds: the GL commands extend beyond the file; those inside are read";
    case Repair::GlCommandsUnended:
        return "glcmds: the GL commands have no terminator";
    case Repair::GlCommandsBroken:
        return "glcmds: the GL commands are damaged and are not used";
    case Repair::BuiltFromGlCommands:
        return "triangles or texture coordinates are missing; the model is built from its GL commands";
    case Repair::TriangleDropped:
        return "triangles: a vertex index is out of range; the triangle is left out";
    case Repair::StClamped:
        return "triangles: a texture coordinate index is out of range; the last texture coordinate is used";
    case Repair::NoSkinSize:
        return "header: skinwidth or skinheight is not positive; texture coordinates stay in pixels";
    case Repair::FrameNotFinite:
        return "frames: scale or translate of a frame give positions that are not finite; the frame is flat "
               "on that axis";
    case Repair::FrameReplaced:
        return "frames: a frame is garbage, with positions that are not finite or beyond 1,000,000 units; it "
               "gets the positions of the nearest frame that is not";
    case Repair::NormalClamped:
        return "frames: a normal index is out of range; the last normal is used";
    case Repair::SurfacesTooFew:
        return "surfaces: a GL primitive belongs to no surface; it gets the last skin";
    case Repair::TagDropped:
        return "tags: a triangle index is out of range; the tag is left out";
    case Repair::ImageLinesMissing:
        return "skins: lines at the bottom of an image are missing; they are filled with colour 0";
    case Repair::PaletteWithoutMarker:
        return "skins: the marker in front of the palette of a PCX is missing";
    case Repair::BytesAfterPalette:
        return "skins: a PCX has bytes after its palette; they are skipped";
    case Repair::NoPalette:
        return "skins: the palette of a PCX is missing; a greyscale palette is used";
    case Repair::BoneWithoutNode:
        return "scene: a bone names a node that does not exist; its vertices move with the node of their "
               "mesh";
    case Repair::NodesAmbiguous:
        return "scene: several nodes have the name of a bone; the first is used";
    case Repair::BoneWeightIgnored:
        return "scene: a bone weight is negative or not finite, or its vertex does not exist; it is ignored";
    case Repair::AnimMeshIgnored:
        return "scene: an anim mesh does not have as many vertices as its mesh; it is ignored";
    case Repair::ChannelIgnored:
        return "scene: a channel names no existing node or mesh, or one that another channel moves; it is "
               "ignored";
    case Repair::MorphKeyOutside:
        return "scene: a morph key names an anim mesh that does not exist; it is ignored";
    case Repair::KeysUnordered:
        return "scene: the keys of a channel are not in the order of their times; they are sorted";
    case Repair::KeyTimeNotFinite:
        return "scene: the time of a key is not finite; the key is left out";
    }
    return "";
}

} // namespace

std::string description(const Error& error) {
    const std::string section = sectionName(error.section);
    // It may contain names from files.
    return printable(section.empty() ? words(error) : section + ": " + words(error));
}

std::string message(const Error& error) {
    return "MD2: " + description(error);
}

void Repairs::add(Repair repair, std::uint64_t count, std::string first) {
    Entry& entry = entryOf(repair);
    if (entry.count == 0) {
        entry.firstPlace = std::move(first);
    }
    entry.count += count;
}

void Repairs::add(const Repairs& repairs) {
    for (std::size_t i = 0; i < kRepairCount; ++i) {
        if (entries_[i].count == 0) {
            entries_[i].firstPlace = repairs.entries_[i].firstPlace;
            entries_[i].firstFile = repairs.entries_[i].firstFile;
        }
        entries_[i].count += repairs.entries_[i].count;
    }
}

void Repairs::addFrom(const Repairs& repairs, std::string_view fileName) {
    for (std::size_t i = 0; i < kRepairCount; ++i) {
        if (repairs.entries_[i].count > 0) {
            if (entries_[i].count == 0) {
                entries_[i].firstPlace = repairs.entries_[i].firstPlace;
                entries_[i].firstFile = fileName;
            }
            entries_[i].count += repairs.entries_[i].count;
        }
    }
}

std::vector<std::string> Repairs::messages() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < kRepairCount; ++i) {
        const Entry& entry = entries_[i];
        if (entry.count > 0) {
            lines.push_back(std::string("MD2: ") + words(static_cast<Repair>(i)) + " (" +
                            std::to_string(entry.count) + (entry.count == 1 ? " time" : " times") +
                            (entry.firstPlace.empty() ? "" : ", first: " + entry.firstPlace) +
                            (entry.firstFile.empty() ? "" : ", first in " + entry.firstFile) + ")");
        }
    }
    return lines;
}

} // namespace assimp_md2
