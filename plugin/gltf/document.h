// SPDX-License-Identifier: BSD-3-Clause
// A glTF 2 document while it is put together, and the files that it becomes. What bufferViews hold is written
// when the file is, not before, so it takes no memory.
#pragma once

#include "gltf/json.h"

#include <assimp/IOStream.hpp>
#include <assimp/types.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// Stores numbers as glTF does, whatever the byte order of the machine. Compilers make one instruction of it
/// on a little-endian machine.
inline void store(std::uint8_t* to, std::uint8_t value) {
    *to = value;
}
inline void store(std::uint8_t* to, std::uint16_t value) {
    to[0] = static_cast<std::uint8_t>(value);
    to[1] = static_cast<std::uint8_t>(value >> 8);
}
inline void store(std::uint8_t* to, std::uint32_t value) {
    to[0] = static_cast<std::uint8_t>(value);
    to[1] = static_cast<std::uint8_t>(value >> 8);
    to[2] = static_cast<std::uint8_t>(value >> 16);
    to[3] = static_cast<std::uint8_t>(value >> 24);
}
inline void store(std::uint8_t* to, float value) {
    static_assert(sizeof(float) == sizeof(std::uint32_t));
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    store(to, bits);
}

/// The float that glTF has for a number: the nearest finite one, and 0 for what is not a number.
inline float finite(double value) {
    constexpr double kMost = std::numeric_limits<float>::max();
    return std::isnan(value) ? 0.0f : static_cast<float>(std::clamp(value, -kMost, kMost));
}
inline float finite(float value) {
    return std::abs(value) <= std::numeric_limits<float>::max() ? value : finite(static_cast<double>(value));
}

using Vector = std::array<float, 3>;
inline Vector finite(const aiVector3D& vector) {
    return {finite(vector.x), finite(vector.y), finite(vector.z)};
}

/// A rotation of length 1 as glTF has it: x, y, z, w. No rotation where the length is 0 or not a number.
inline std::array<float, 4> unitQuaternion(const aiQuaternion& rotation) {
    const double x = finite(rotation.x);
    const double y = finite(rotation.y);
    const double z = finite(rotation.z);
    const double w = finite(rotation.w);
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    if (!(length > 0)) {
        return {0, 0, 0, 1};
    }
    return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length),
            static_cast<float>(w / length)};
}

/// Writes to a stream through a block of memory.
class BlockWriter {
public:
    static constexpr std::size_t kBlock = std::size_t{1} << 16;

    /// \throws std::bad_alloc
    explicit BlockWriter(Assimp::IOStream& stream)
        : stream_(stream)
        , block_(new std::uint8_t[kBlock])
        , isSeekable_(stream.Seek(0, aiOrigin_SET) == aiReturn_SUCCESS) {}

    /// A place for `size` bytes, at most kBlock, which the caller fills before the next call.
    std::uint8_t* room(std::size_t size) {
        if (kBlock - used_ < size) {
            flush();
        }
        std::uint8_t* const place = block_.get() + used_;
        used_ += size;
        written_ += size;
        return place;
    }
    void bytes(const void* data, std::size_t size);
    /// Adds zeros up to a multiple of four.
    void align() {
        while (written_ % 4 != 0) {
            *room(1) = 0;
        }
    }

    /// Ends the file.
    ///
    /// \return false when the stream has not taken everything
    bool finish();

private:
    void flush();

    Assimp::IOStream& stream_;
    std::unique_ptr<std::uint8_t[]> block_;
    bool isSeekable_;
    std::size_t used_ = 0;
    std::uint64_t written_ = 0;
    bool isComplete_ = true;
};

/// Writes `count` elements. \param get returns the i-th as a std::array of numbers
template <typename Get>
void writeElements(BlockWriter& writer, std::size_t count, Get get) {
    using Element = decltype(get(std::size_t{}));
    constexpr std::size_t kSize = sizeof(Element);
    for (std::size_t i = 0; i < count;) {
        const std::size_t end = i + std::min(count - i, BlockWriter::kBlock / 8 / kSize);
        std::uint8_t* to = writer.room((end - i) * kSize);
        for (; i < end; ++i) {
            for (const auto component : get(i)) {
                store(to, component);
                to += sizeof component;
            }
        }
    }
}

/// Writes the bytes that were announced for it, and allocates nothing.
using WriteBytes = std::function<void(BlockWriter&)>;

/// A bufferView. Its place in the buffer is decided when the file is written.
class BufferView {
public:
    /// \param stride in bytes, 0 for none
    /// \param target as glTF numbers it, 0 for none
    BufferView(std::size_t index, unsigned int stride, unsigned int target)
        : index_(index), stride_(stride), target_(target) {}

    std::size_t index() const { return index_; }
    std::uint64_t size() const { return size_; }
    unsigned int stride() const { return stride_; }
    unsigned int target() const { return target_; }

    /// Appends a part that starts at a multiple of four.
    ///
    /// \return its offset in the view
    std::uint64_t add(std::uint64_t size, WriteBytes write);
    /// Makes the only part of the view longer. It must write as many bytes as the view has by then.
    void growTo(std::uint64_t size) { size_ = std::max(size_, size); }

    void write(BlockWriter& writer) const;

private:
    std::size_t index_;
    unsigned int stride_;
    unsigned int target_;
    std::uint64_t size_ = 0;
    std::vector<WriteBytes> parts_;
};

/// What bufferViews are for. There is one of each kind with all that a file has of it, because some programs
/// upload a bufferView as a whole.
enum class Use {
    Indices,
    Vectors,     ///< positions and normals of meshes
    Coordinates, ///< texture coordinates
    Colours,     ///< also weights of joints
    ByteJoints,
    ShortJoints,
    Targets, ///< differences of positions and normals
    Times,
    Weights,      ///< of targets, in animations
    Translations, ///< also scales
    Rotations,
    Matrices
};
inline constexpr std::size_t kUseCount = 12;

/// glTF's numbers for the components of an accessor.
enum class Component : unsigned short { Byte = 5121, Short = 5123, Int = 5125, Float = 5126 };

/// The least and the greatest value of each component of an accessor.
struct Range {
    Vector least;
    Vector most;
    std::size_t components = 3;
};

struct Accessor {
    Component component;
    std::size_t count;
    const char* type;
    const Range* range = nullptr;
};

class Document {
public:
    /// \param budget is charged for what the document holds
    /// \param isBinary whether it becomes a GLB
    /// \param countsFile whether the file stays in memory and is charged as well
    Document(ExportBudget& budget, bool isBinary, bool countsFile);

    ExportBudget& budget() { return budget_; }
    bool isBinary() const { return isBinary_; }

    /// A bufferView of its own, for an image or shared weights. The reference stays valid.
    BufferView& newView();
    /// Appends to a view: see BufferView::add.
    std::uint64_t add(BufferView& view, std::uint64_t size, WriteBytes write);
    /// What add charges for `size` bytes.
    std::uint64_t costOf(std::uint64_t size) const;
    /// Makes the only part of a view longer: see BufferView::growTo.
    void growTo(BufferView& view, std::uint64_t size);

    /// Adds an accessor of bytes that are in the view.
    ///
    /// \return its index
    std::size_t addAccessor(const BufferView& view, std::uint64_t offset, const Accessor& accessor);
    /// Adds bytes and the accessor of them.
    ///
    /// \return its index
    std::size_t addAccessor(Use use, std::uint64_t size, const Accessor& accessor, WriteBytes write);

    /// \param name of an extension, with static storage
    void useExtension(const char* name) { extensions_.insert(name); }

    /// Writes `path` and, unless it becomes a GLB, the file with the buffer beside it.
    ///
    /// \return OutputFailed or the first refusal of the memory
    std::optional<Error> write(Assimp::IOSystem& files, const std::string& path);

    JsonArray animations;
    JsonArray images;
    JsonArray materials;
    JsonArray meshes;
    JsonArray nodes;
    JsonArray samplers;
    JsonArray skins;
    JsonArray textures;
    JsonText extensions; ///< members of the root's extensions
    JsonText roots;      ///< the nodes of the scene

private:
    BufferView& view(Use use);
    void moveInto(JsonText& json, const char* name, JsonArray& array) const;
    void moveAllInto(JsonText& json, const std::string& bufferUri);
    std::uint64_t bufferSize() const;

    ExportBudget& budget_;
    bool isBinary_;
    bool countsFile_;
    JsonArray accessors_;
    std::deque<BufferView> views_;
    std::array<BufferView*, kUseCount> viewOf_{};
    std::set<std::string_view> extensions_;
};

} // namespace assimp_md2
