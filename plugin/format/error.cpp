// SPDX-License-Identifier: BSD-3-Clause
// What can be wrong with an MD2, as values and as words; knows nothing of how it is found.
#include "format/error.h"

#include "format/layout.h"

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
    }
    return "";
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
    case Section::GlCommands:
        return "num_glcmds";
    case Section::Header:
        break;
    }
    return "num_vertices";
}

/// The four bytes of ident as a person would read them.
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
        return "the file is an MD3 (Quake III, \"IDP3\") under the name of an MD2 (\"IDP2\")";
    case ErrorCode::OtherVersion:
        return "the file is an MD2 of version " + value + (error.value == 15 ? " (Anachronox)" : "") +
               ", only version 8 (Quake II) is read";
    case ErrorCode::BadCount:
        return countField(error) + " is " + value + ", expected " +
               (error.section == Section::Header || error.section == Section::Frames ? "1" : "0") +
               " or more";
    case ErrorCode::NegativeOffset:
        return "the offset " + value + " lies before the file";
    case ErrorCode::OutsideFile:
        return std::to_string(error.count) + " × " + std::to_string(error.elementSize) + " bytes at offset " +
               std::to_string(error.offset) + " need " + std::to_string(error.needed) +
               " bytes, the file has " + std::to_string(error.available) + " after it";
    case ErrorCode::NoTriangles:
        return "there is no surface: " + (error.count == 0 ? std::string("num_tris is 0")
                                                           : "none of the " + std::to_string(error.count) +
                                                                 " triangles has three vertices that exist");
    case ErrorCode::NoGlCommands:
        return "the model has no GL commands to be built from";
    case ErrorCode::BrokenGlCommands:
        return "the GL commands are damaged at byte " + std::to_string(error.offset) + " of the section";
    }
    return "";
}

const char* words(Repair repair) {
    switch (repair) {
    case Repair::FrameStride:
        return "frames: framesize is wrong; the frames are read with the size that num_vertices gives";
    case Repair::GlCommandsOutside:
        return "glcmds: the GL commands leave the file; those inside are read";
    case Repair::GlCommandsUnended:
        return "glcmds: the GL commands have no terminator";
    case Repair::GlCommandsBroken:
        return "glcmds: the GL commands are damaged and are not used";
    case Repair::BuiltFromGlCommands:
        return "triangles or texture coordinates are missing; the model is built from its GL commands";
    case Repair::TriangleDropped:
        return "triangles: a vertex index is out of range; the triangle is left out";
    case Repair::StClamped:
        return "triangles: a texture coordinate index is out of range; the last texture coordinate serves";
    case Repair::NoSkinSize:
        return "header: skinwidth or skinheight is not positive; texture coordinates stay in pixels";
    case Repair::FrameNotFinite:
        return "frames: scale or translate of a frame give positions that are not finite; the frame is flat "
               "there";
    case Repair::NormalClamped:
        return "frames: a normal index is above 161; the last normal serves";
    }
    return "";
}

} // namespace

std::string message(const Error& error) {
    return std::string("MD2: ") + sectionName(error.section) + ": " + words(error);
}

std::vector<std::string> Repairs::messages() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < kRepairCount; ++i) {
        if (counts_[i] > 0) {
            lines.push_back(std::string("MD2: ") + words(static_cast<Repair>(i)) + " (" +
                            std::to_string(counts_[i]) + (counts_[i] == 1 ? " time)" : " times)"));
        }
    }
    return lines;
}

} // namespace assimp_md2
