// SPDX-License-Identifier: BSD-3-Clause
// Where the tags of a model are in each of its frames.
#include "scene/tag_places.h"

#include "md2/surface_normals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace assimp_md2 {
namespace {

using Doubles = std::array<double, 3>;

/// \return whether the vector has a direction; it has length 1 then
bool normalize(Doubles& vector) {
    const double length = std::hypot(vector[0], vector[1], vector[2]);
    if (!(length > 0) || !std::isfinite(length)) {
        return false;
    }
    std::transform(vector.begin(), vector.end(), vector.begin(),
                   [&](double value) { return value / length; });
    return true;
}

/// In double, because damaged files have positions whose products leave the range of float.
///
/// \param rotation of a triangle without an area, which has no orientation
TagPlace placeOf(const aiVector3D& a, const aiVector3D& b, const aiVector3D& c,
                 const aiQuaternion& rotation) {
    const ai_real third = ai_real(1) / 3;
    TagPlace place{a * third + b * third + c * third, rotation};
    Doubles x;
    Doubles other;
    for (unsigned int axis = 0; axis < 3; ++axis) {
        x[axis] = static_cast<double>(b[axis]) - static_cast<double>(a[axis]);
        other[axis] = static_cast<double>(c[axis]) - static_cast<double>(a[axis]);
    }
    Doubles z = crossProduct(other, x);
    if (normalize(x) && normalize(z)) {
        const Doubles y = crossProduct(z, x);
        const auto real = [](double value) { return static_cast<ai_real>(value); };
        place.rotation = aiQuaternion(aiMatrix3x3(real(x[0]), real(y[0]), real(z[0]), real(x[1]), real(y[1]),
                                                  real(z[1]), real(x[2]), real(y[2]), real(z[2])));
    }
    return place;
}

} // namespace

TagPlaces::TagPlaces(const Model& model) : model_(model), places_(model.tags.size()) {
    for (std::vector<TagPlace>& places : places_) {
        places.reserve(model.frames.size());
    }
}

void TagPlaces::addFrame(ModelFrames& frames, std::size_t frame) {
    std::vector<std::uint32_t> vertices(3);
    const aiQuaternion rotation{aiMatrix3x3(rotationTo(frames.axes()))};
    for (std::size_t i = 0; i < places_.size(); ++i) {
        std::copy_n(model_.tags[i].vertices.begin(), 3, vertices.begin());
        std::array<aiVector3D, 3> positions;
        std::array<aiVector3D, 3> normals;
        frames.decode(frame, vertices, positions.data(), normals.data());
        places_[i].push_back(placeOf(positions[0], positions[1], positions[2], rotation));
    }
}

} // namespace assimp_md2
