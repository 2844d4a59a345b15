// SPDX-License-Identifier: BSD-3-Clause
// Stores values of all frames so that loops over frames are fast: the values of one coordinate in all frames
// are contiguous.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <array>
#include <cstddef>
#include <vector>

namespace assimp_md2 {

using Index = Eigen::Index;
using Vector3 = Eigen::Vector3f;

/// Distances that are rounding errors, in units of the model's size.
constexpr float kRounding = 1e-5F;

/// frames × 3: x, y, z of a vertex in each frame.
using VertexPath = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, 3>>;
using ConstVertexPath = Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, 3>>;
/// frames × 12: the rotation row by row, then the translation, of a bone in each frame.
using MotionRows = Eigen::Map<Eigen::Array<float, Eigen::Dynamic, 12>>;
using ConstMotionRows = Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, 12>>;

/// The positions of vertices over the frames.
class Trajectories {
public:
    Trajectories(Index vertices, Index frames)
        : vertices_(vertices), frames_(frames), values_(static_cast<std::size_t>(vertices * frames * 3)) {}

    Index vertices() const { return vertices_; }
    Index frames() const { return frames_; }
    VertexPath edit(Index vertex) { return {values_.data() + vertex * frames_ * 3, frames_, 3}; }
    ConstVertexPath of(Index vertex) const { return {values_.data() + vertex * frames_ * 3, frames_, 3}; }
    Vector3 at(Index vertex, Index frame) const {
        const float* const x = values_.data() + vertex * frames_ * 3 + frame;
        return {x[0], x[frames_], x[2 * frames_]};
    }

private:
    Index vertices_;
    Index frames_;
    std::vector<float> values_;
};

/// The rigid transformations of bones over the frames, from the rest pose to the frame.
class Motions {
public:
    explicit Motions(Index frames) : frames_(frames) {}

    Index bones() const { return static_cast<Index>(rotations_.size()) / frames_; }
    Index frames() const { return frames_; }
    ConstMotionRows of(Index bone) const { return {rows_.data() + bone * frames_ * 12, frames_, 12}; }
    const Eigen::Quaterniond& rotation(Index bone, Index frame) const {
        return rotations_[static_cast<std::size_t>(bone * frames_ + frame)];
    }
    const Eigen::Vector3d& translation(Index bone, Index frame) const {
        return translations_[static_cast<std::size_t>(bone * frames_ + frame)];
    }
    void set(Index bone, Index frame, const Eigen::Quaterniond& rotation, const Eigen::Vector3d& translation);

    /// Adds a bone that does not move.
    ///
    /// \return its index
    Index add();
    /// Adds a bone with the same motion as `bone`.
    Index addCopy(Index bone);
    /// Removes a bone. The last bone takes its index.
    void remove(Index bone);
    void reserve(Index bones);

private:
    template <typename Value>
    void copyWithin(std::vector<Value>& values, Index from, Index to, Index perFrame);

    Index frames_;
    std::vector<float> rows_;
    std::vector<Eigen::Quaterniond> rotations_;
    std::vector<Eigen::Vector3d> translations_;
};

/// Coordinate `axis` of a moved point of the rest pose in each frame, as an Eigen column expression.
inline auto movedRow(const ConstMotionRows& motion, const Vector3& rest, Index axis) {
    return motion.col(3 * axis) * rest.x() + motion.col(3 * axis + 1) * rest.y() +
           motion.col(3 * axis + 2) * rest.z() + motion.col(9 + axis);
}

} // namespace assimp_md2
