// SPDX-License-Identifier: BSD-3-Clause
// Builds a glTF 2 document and writes its files. The contents of bufferViews are computed while the file is
// written, so they take no memory.
#pragma once

#include "gltf/files/output_files.h"
#include "gltf/scene/transform.h"
#include "gltf/writer/json.h"
#include "importer/base/bytes.h"
#include "importer/base/finite.h"
#include "importer/base/warnings.h"

#include <assimp/types.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace assimp_md2::inner {

/// Writes `count` elements.
///
/// \param get takes an index, returns the element as a std::array of numbers; called once for each, in order
template <typename Get>
void writeElements(BlockWriter& writer, std::size_t count, Get get) {
    constexpr std::size_t kSize = sizeof(decltype(get(std::size_t{})));
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

/// Converts a number to the nearest finite float; NaN becomes 0.
inline float finite(double value) {
    constexpr double kMost = std::numeric_limits<float>::max();
    return isNan(value) ? 0.0f : static_cast<float>(std::clamp(value, -kMost, kMost));
}

using Vec3 = std::array<float, 3>;
inline Vec3 finite(const aiVector3D& vector) {
    return {finite(vector.x), finite(vector.y), finite(vector.z)};
}

/// The normalised quaternion in glTF's order: x, y, z, w. The identity if it has no direction.
inline std::array<float, 4> finite(const aiQuaternion& rotation) {
    const Quaternion q = toQuaternion(rotation);
    return {finite(q.x), finite(q.y), finite(q.z), finite(q.w)};
}

/// The columns of a matrix one after the other, as glTF stores it. Assimp stores rows.
using Mat4 = std::array<float, 16>;
inline Mat4 finite(const aiMatrix4x4& matrix) {
    Mat4 numbers;
    for (unsigned int i = 0; i < numbers.size(); ++i) {
        numbers[i] = finite(matrix[i % 4][i / 4]);
    }
    return numbers;
}

/// A callback that writes exactly the number of bytes that was passed to Document::add.
using WriteBytes = std::function<void(BlockWriter&)>;

/// A bufferView. Its place in the buffer is decided when the file is written.
struct BufferView {
    std::size_t index;
    std::size_t stride; ///< bytes, 0 for none
    std::size_t target; ///< as glTF numbers it, 0 for none
    std::uint64_t size = 0;
    std::vector<WriteBytes> parts; ///< each begins at a multiple of four
};

/// The content of a bufferView. A file has one bufferView for each kind of content, because some programs
/// upload a bufferView as a whole.
enum class ViewContent {
    Indices,
    Vectors,     ///< positions and normals of meshes
    Coordinates, ///< texture coordinates
    Colours,     ///< also weights of joints
    ByteJoints,
    ShortJoints,
    Targets, ///< differences of positions and normals; the enumerators up to here are for meshes
    Times,
    Weights,      ///< of targets, in animations
    Translations, ///< also scales
    Rotations,
    Matrices
};

/// The least and the greatest value of each component of an accessor. Without values: an accessor that needs
/// none.
struct AccessorRange {
    std::vector<float> least;
    std::vector<float> most;
};

/// The elements of an accessor: `count` times `components` numbers. `number` is glTF's number for the type of
/// the components.
struct Accessor {
    std::size_t count;
    std::size_t components;
    std::size_t number;
    AccessorRange range = {};
};
inline constexpr std::size_t kFloatNumber = 5126;

/// glTF's number for a type of components.
template <typename Component>
constexpr std::size_t numberOf() {
    return std::is_same_v<Component, float> ? kFloatNumber
           : sizeof(Component) == 1         ? 5121
           : sizeof(Component) == 2         ? 5123
                                            : 5125;
}

class Document {
public:
    /// \param binary whether it becomes a GLB
    explicit Document(bool binary) : isBinary(binary) {}

    /// Adds a separate bufferView, for an image. The reference stays valid.
    BufferView& newView();
    /// Appends a part to a view and returns its offset in the view.
    std::uint64_t add(BufferView& view, std::uint64_t size, WriteBytes write);

    /// Adds an accessor and its bytes, which `write` writes, and returns its index.
    std::size_t addAccessor(ViewContent content, std::size_t elementSize, const Accessor& accessor,
                            WriteBytes write);
    /// Adds an accessor of `count` elements. `get` returns the i-th element as a std::array; it is called
    /// once for each, in order, when the file is written.
    template <typename Get>
    std::size_t addElements(ViewContent content, std::size_t count, Get get, AccessorRange range = {}) {
        using Element = decltype(get(std::size_t{}));
        return addAccessor(
            content, sizeof(Element),
            {count, std::tuple_size_v<Element>, numberOf<typename Element::value_type>(), std::move(range)},
            [count, get](BlockWriter& writer) { writeElements(writer, count, get); });
    }
    /// Adds an accessor of numbers that stay in memory. Equal lists of numbers share one accessor. Accessors
    /// of ViewContent::Times have a range.
    std::size_t addShared(ViewContent content, std::size_t components, std::vector<float> numbers);

    /// \param name of an extension, with static storage
    void useExtension(const char* name) { extensionsUsed_.insert(name); }

    /// Writes `path` and, unless it becomes a GLB, the file with the buffer.
    ///
    /// \return an error when the file cannot be written; std::nullopt on success
    std::optional<Error> write(Assimp::IOSystem& files, const std::string& path,
                               const std::string& bufferPath);

    Warnings warnings;
    const bool isBinary;
    JsonText animations;
    JsonText images;
    JsonText materials;
    JsonText meshes;
    JsonText nodes;
    JsonText skins;
    JsonText textures;
    JsonText variants; ///< of materials
    JsonText roots;    ///< the nodes of the scene
    JsonText extras;   ///< members for the extras of the scene

private:
    std::uint64_t moveAllInto(JsonText& json, const std::string& bufferUri);

    JsonText accessors_;
    std::deque<BufferView> views_;
    std::map<ViewContent, BufferView*> viewOf_;
    std::map<std::pair<ViewContent, std::vector<float>>, std::size_t> shared_;
    std::set<std::string_view> extensionsUsed_;
};

} // namespace assimp_md2::inner
