// SPDX-License-Identifier: BSD-3-Clause
// Errors and repairs as values, and their messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace assimp_md2 {

/// Where an error is: a section of the MD2, by the format's name for it, or another input.
enum class Section {
    Header,
    Skins,
    St,
    Triangles,
    Frames,
    GlCommands,
    Surfaces,
    Tags,
    Scene,
    File,
    Image,
    Archive,
    Property,
    Memory
};

/// The fields of Error that a code uses are listed with it.
enum class ErrorCode {
    TooShort,         ///< the file is shorter than a header: needed, available
    NotMd2,           ///< ident is not "IDP2": value
    IsMd3,            ///< ident is "IDP3"
    OtherVersion,     ///< version is none of those that are read: value
    BadResolution,    ///< the resolution of version 15 is not 0, 1 or 2: value
    BadCount,         ///< a count of the header is negative, or 0 where at least one is needed: value
    NegativeOffset,   ///< an offset of the header is negative: value
    OutsideFile,      ///< the section leaves the file: count, elementSize, offset, needed, available
    NoTriangles,      ///< there is no surface: no triangle, or none whose vertices exist: count
    NoGlCommands,     ///< the GL commands were asked for and there are none
    BrokenGlCommands, ///< the GL commands were asked for and are damaged: offset, in bytes, of the damage
    BadSurfaces,      ///< the surfaces have more primitives than the GL commands: needed, available
    CannotBeOpened,   ///< a file: text is its path
    TooManyCalls,     ///< a file was not opened, because an import opens few of an IOSystem: text is its path
    FileTooLarge,     ///< a file has more bytes than may be read: text is its path; needed, available
    BadArchive,       ///< an archive, or a file in one, is damaged or of a kind that is not read: text
    NotAnImage,       ///< not an image of a kind that is read: text
    UnsupportedImage, ///< a known kind of image in a form that is not read: text
    ImageTooLarge,    ///< an image beyond a limit of image.h: text
    DamagedImage,     ///< an image contradicts itself, or too little of it is there: text
    AboveLimit,       ///< a model to be written has more than a limit: count, available; text has it all
    CannotBeWritten,  ///< a model to be written contradicts itself or the format: text
    BadScene,         ///< an aiScene contradicts itself: text
    BadProperty,      ///< a property of the import has a value or a type that it cannot have: text
    OverBudget,       ///< more memory than the import or export may take: needed, available
    OutputFailed,     ///< a file cannot be written: text
    OutOfMemory       ///< a library could not allocate memory: text
};

/// Why a file is refused, a property rejected or an image left out. Fields that the code does not use are 0
/// or empty.
struct Error {
    ErrorCode code;
    Section section;
    std::int64_t value = 0;
    std::uint64_t count = 0;
    std::uint64_t elementSize = 0;
    std::uint64_t offset = 0;
    std::uint64_t needed = 0;
    std::uint64_t available = 0;
    std::string text{};
};

/// What every function below the importer returns that can fail: the value, or tl::unexpected with the Error.
///
/// Move a Result, do not copy it: in tl::expected 1.0 copies are noexcept, so a copy that runs out of memory
/// ends the process. The same holds for a Value whose move constructor allocates memory, such as std::deque.
template <typename Value>
using Result = tl::expected<Value, Error>;

/// One line without a prefix for the person who has the file: what is wrong, where, what was expected.
std::string description(const Error& error);

/// The same as a message of the importer: `MD2: frames: …`.
std::string message(const Error& error);

/// How a damaged file is repaired. Real files need each of these repairs.
enum class Repair {
    FrameStride,          ///< framesize is wrong, the frames fit with the size that num_vertices gives
    GlCommandsOutside,    ///< the GL commands leave the file; those inside are read
    GlCommandsUnended,    ///< the GL commands have no terminator
    GlCommandsBroken,     ///< the GL commands are damaged; they are not used
    BuiltFromGlCommands,  ///< triangles or texture coordinates are missing; the GL commands are used instead
    TriangleDropped,      ///< a triangle names a vertex that does not exist; it is left out
    StClamped,            ///< a triangle names a texture coordinate that does not exist; the last one is used
    NoSkinSize,           ///< skinwidth or skinheight is not positive; texture coordinates stay in pixels
    FrameNotFinite,       ///< scale or translate of a frame give no finite positions; that axis is flat
    NormalClamped,        ///< a vertex names a normal that does not exist; the last one is used
    SurfacesTooFew,       ///< GL primitives that no surface counts; they get the last skin
    TagDropped,           ///< a tag names a triangle that does not exist; it is left out
    ImageLinesMissing,    ///< lines at the bottom of an image are missing; they are filled with 0
    PaletteWithoutMarker, ///< the byte in front of the palette of a PCX is missing
    BytesAfterPalette,    ///< bytes after the palette of a PCX are skipped
    NoPalette,            ///< the palette of a PCX is missing; greys are used
    BoneWithoutNode,      ///< a bone names no node; its vertices move with the node of their mesh
    BoneWeightIgnored,    ///< a bone weight is negative or not finite, or its vertex does not exist
    AnimMeshIgnored,      ///< an anim mesh does not have as many vertices as its mesh
    ChannelIgnored,       ///< a channel names nothing that it could move, or something that another one moves
    MorphKeyOutside,      ///< a key names an anim mesh that does not exist
    KeysUnordered,        ///< the keys of a channel are not in the order of their times; they are sorted
    KeyTimeNotFinite      ///< the time of a key is not finite; the key is left out
};
constexpr std::size_t kRepairCount = 23;

/// How often each repair was needed.
class Repairs {
public:
    void add(Repair repair, std::uint64_t count = 1) { entryOf(repair).count += count; }

    /// Adds what was repaired in another part of the work.
    void add(const Repairs& repairs);

    /// Adds what was repaired in one of several files, which the messages then name.
    void addFrom(const Repairs& repairs, std::string_view fileName);

    std::uint64_t count(Repair repair) const { return entries_[static_cast<std::size_t>(repair)].count; }

    /// One line for each kind that was needed, with its count.
    std::vector<std::string> messages() const;

private:
    struct Entry {
        std::uint64_t count = 0;
        std::string firstFile; ///< empty for the model itself
    };
    Entry& entryOf(Repair repair) { return entries_[static_cast<std::size_t>(repair)]; }

    std::array<Entry, kRepairCount> entries_;
};

} // namespace assimp_md2
