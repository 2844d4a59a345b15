// SPDX-License-Identifier: BSD-3-Clause
// Numbers per frame, stored so that loops over frames are fast: one row of frames for each coordinate.
#include "skeleton/trajectories.h"

#include <algorithm>

namespace assimp_md2 {

void Motions::set(Index bone, Index frame, const Eigen::Quaterniond& rotation,
                  const Eigen::Vector3d& translation) {
    rotations_[static_cast<std::size_t>(bone * frames_ + frame)] = rotation;
    translations_[static_cast<std::size_t>(bone * frames_ + frame)] = translation;
    const Eigen::Matrix3d matrix = rotation.toRotationMatrix();
    float* const row = rows_.data() + bone * frames_ * 12 + frame;
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j) {
            row[(3 * i + j) * frames_] = static_cast<float>(matrix(i, j));
        }
        row[(9 + i) * frames_] = static_cast<float>(translation[i]);
    }
}

void Motions::reserve(Index bones) {
    const auto pairs = static_cast<std::size_t>(bones * frames_);
    rows_.reserve(12 * pairs);
    rotations_.reserve(pairs);
    translations_.reserve(pairs);
}

Index Motions::add() {
    const Index bone = bones();
    const auto pairs = static_cast<std::size_t>((bone + 1) * frames_);
    rows_.resize(12 * pairs);
    rotations_.resize(pairs);
    translations_.resize(pairs);
    for (Index frame = 0; frame < frames_; ++frame) {
        set(bone, frame, Eigen::Quaterniond::Identity(), Eigen::Vector3d::Zero());
    }
    return bone;
}

template <typename Value>
void Motions::copyWithin(std::vector<Value>& values, Index from, Index to, Index perFrame) {
    const Index size = frames_ * perFrame;
    std::copy_n(values.begin() + from * size, size, values.begin() + to * size);
}

Index Motions::addCopy(Index bone) {
    const Index copy = bones();
    const auto pairs = static_cast<std::size_t>((copy + 1) * frames_);
    rows_.resize(12 * pairs);
    rotations_.resize(pairs);
    translations_.resize(pairs);
    copyWithin(rows_, bone, copy, 12);
    copyWithin(rotations_, bone, copy, 1);
    copyWithin(translations_, bone, copy, 1);
    return copy;
}

void Motions::remove(Index bone) {
    const Index last = bones() - 1;
    if (bone != last) {
        copyWithin(rows_, last, bone, 12);
        copyWithin(rotations_, last, bone, 1);
        copyWithin(translations_, last, bone, 1);
    }
    const auto pairs = static_cast<std::size_t>(last * frames_);
    rows_.resize(12 * pairs);
    rotations_.resize(pairs);
    translations_.resize(pairs);
}

} // namespace assimp_md2
