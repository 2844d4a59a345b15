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

/// The place of an error: a section of the MD2, named as in the format, or another input.
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

/// The comment of each code lists the fields of Error that the code uses.
enum class ErrorCode {
    TooShort,         ///< the file is shorter than a header: needed, available
    NotMd2,           ///< ident is not "IDP2": value
    IsMd3,            ///< ident is "IDP3"
    OtherVersion,     ///< the version is not supported: value
    BadResolution,    ///< the resolution of version 15 is not 0, 1 or 2: value
    BadCount,         ///< a count of the header is negative, or 0 where at least one is needed: value
    NegativeOffset,   ///< an offset of the header is negative: value
    OutsideFile,      ///< the section extends beyond the file: count, elementSize, offset, needed, available
    NoTriangles,      ///< there is no surface: no triangle, or none whose vertices exist: count
    NoGlCommands,     ///< IMPORT_MD2_GEOMETRY requires GL commands, but there are none
    BrokenGlCommands, ///< IMPORT_MD2_GEOMETRY requires GL commands, but they are damaged: offset of the
                      ///< damage in bytes
    BadSurfaces,      ///< the surfaces have more primitives than the GL commands: needed, available
    CannotBeOpened,   ///< a file: text is its path
    TooManyCalls, ///< a file was not opened, because the import has used up its calls of Open: text is its
                  ///< path
    FileTooLarge, ///< a file has more bytes than may be read: text is its path; needed, available
    BadArchive,   ///< an archive, or a file in one, is damaged or of a kind that is not read: text
    NotAnImage,   ///< not an image in a supported format: text
    UnsupportedImage, ///< an image in a supported format, but in an unsupported variant: text
    ImageTooLarge,    ///< an image beyond a limit of image.h: text
    DamagedImage,     ///< an image is inconsistent or truncated: text
    AboveLimit, ///< a model to be written exceeds a limit: count, available; text is the complete message
    CannotBeWritten, ///< a model to be written is inconsistent or cannot be represented in the format: text
    BadScene,        ///< an aiScene is inconsistent: text
    BadProperty,     ///< a property of the import or export has an invalid value or type: text
    OverBudget,      ///< more memory than the import or export may take: needed, available
    OutputFailed,    ///< a file cannot be written: text
    OutOfMemory      ///< a library could not allocate memory: text
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

/// The return type of functions that can fail: the value, or tl::unexpected with the Error.
///
/// Move a Result, do not copy it: in tl::expected 1.0 copies are noexcept, so a copy that runs out of memory
/// ends the process. The same holds for a Value whose move constructor allocates memory, such as std::deque.
template <typename Value>
using Result = tl::expected<Value, Error>;

/// One line for the user, without a prefix: what is wrong, where, what was expected.
std::string description(const Error& error);

/// The description with the prefix of the importer: `MD2: frames: …`.
std::string message(const Error& error);

/// What was repaired in a file of an import or in the scene of an export. Each of these defects occurs in
/// real files or scenes.
enum class Repair {
    FrameStride,         ///< framesize is wrong; the size computed from num_vertices is used
    GlCommandsOutside,   ///< the GL commands extend beyond the file; the commands inside the file are read
    GlCommandsUnended,   ///< the GL commands have no terminator
    GlCommandsBroken,    ///< the GL commands are damaged; they are not used
    BuiltFromGlCommands, ///< triangles or texture coordinates are missing; the GL commands are used instead
    TriangleDropped,     ///< a triangle names a vertex that does not exist; it is left out
    StClamped,           ///< a triangle names a texture coordinate that does not exist; the last one is used
    NoSkinSize,          ///< skinwidth or skinheight is not positive; texture coordinates stay in pixels
    FrameNotFinite,      ///< positions on an axis of a frame are not finite; that axis is flat
    FrameReplaced,       ///< a frame is garbage; it gets the positions of the nearest frame that is not
    NormalClamped,       ///< a vertex names a normal that does not exist; the last one is used
    SurfacesTooFew, ///< the surfaces contain fewer primitives than the GL commands; the other primitives get
                    ///< the last skin
    TagDropped,     ///< a tag names a triangle that does not exist; it is left out
    ImageLinesMissing,    ///< lines at the bottom of an image are missing; they are filled with 0
    PaletteWithoutMarker, ///< the byte in front of the palette of a PCX is missing
    BytesAfterPalette,    ///< bytes after the palette of a PCX are skipped
    NoPalette,            ///< the palette of a PCX is missing; a greyscale palette is used
    BoneWithoutNode,   ///< a bone names a node that does not exist; its vertices move with the node of their
                       ///< mesh
    NodesAmbiguous,    ///< several nodes have the name of a bone; the first is used
    BoneWeightIgnored, ///< a bone weight is negative or not finite, or its vertex does not exist
    AnimMeshIgnored,   ///< an anim mesh does not have as many vertices as its mesh
    ChannelIgnored,  ///< a channel names no existing node or mesh, or one that another channel already moves;
                     ///< the channel is ignored
    MorphKeyOutside, ///< a key names an anim mesh that does not exist
    KeysUnordered,   ///< the keys of a channel are not in the order of their times; they are sorted
    KeyTimeNotFinite ///< the time of a key is not finite; the key is left out
};
constexpr std::size_t kRepairCount = 25;

/// How often each repair was needed.
class Repairs {
public:
    void add(Repair repair, std::uint64_t count = 1) { entryOf(repair).count += count; }

    /// \param first where the first of them is, for the message
    void add(Repair repair, std::uint64_t count, std::string first);

    /// Adds the counts of `repairs`.
    void add(const Repairs& repairs);

    /// Adds the counts of `repairs` for a file that is not the model. The messages name the first such file.
    void addFrom(const Repairs& repairs, std::string_view fileName);

    std::uint64_t count(Repair repair) const { return entries_[static_cast<std::size_t>(repair)].count; }

    /// One line for each kind that was needed, with its count.
    std::vector<std::string> messages() const;

private:
    struct Entry {
        std::uint64_t count = 0;
        std::string firstPlace; ///< in its file; may be empty
        std::string firstFile;  ///< empty for the model itself
    };
    Entry& entryOf(Repair repair) { return entries_[static_cast<std::size_t>(repair)]; }

    std::array<Entry, kRepairCount> entries_;
};

} // namespace assimp_md2
