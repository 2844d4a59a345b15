// SPDX-License-Identifier: BSD-3-Clause
// Builds a small aiScene with nodes, bones, morph targets and animations from any bytes.
#include "fuzz/scene_of_bytes.h"

#include "assimp-md2/metadata.h"

#include <assimp/commonMetaData.h>

#include <cmath>
#include <limits>

namespace assimp_md2::inner::test {
namespace {

/// Few names, so that they meet.
const char* nameOf(ByteReader& bytes) {
    static constexpr const char* kNames[] = {"a", "b", "c", "", "a*0", "b*12", "mesh", "none"};
    return kNames[bytes.below(std::size(kNames))];
}

aiMatrix4x4 matrixOf(ByteReader& bytes) {
    switch (bytes.below(5)) {
    case 1:
        return translation(bytes.point());
    case 2:
        return scaling(bytes.point());
    case 3:
        return rotation({0, 0, 1}, bytes.number());
    case 4: {
        aiMatrix4x4 matrix;
        for (unsigned int row = 0; row < 3; ++row) {
            for (unsigned int column = 0; column < 4; ++column) {
                matrix[row][column] = static_cast<ai_real>(bytes.number());
            }
        }
        return matrix;
    }
    default:
        return {};
    }
}

std::vector<Point> pointsOf(ByteReader& bytes, std::size_t count) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back(bytes.point());
    }
    return points;
}

void addMeshOf(aiScene& scene, ByteReader& bytes) {
    const unsigned int vertices = bytes.below(7);
    const std::vector<Point> positions = pointsOf(bytes, vertices);
    const char* const name = nameOf(bytes);
    aiMesh* const mesh = addMesh(scene, name, positions,
                                 bytes.below(2) == 0 ? std::vector<Point>() : pointsOf(bytes, vertices));
    for (unsigned int bones = bytes.below(4); bones > 0; --bones) {
        const char* const bone = nameOf(bytes);
        const aiMatrix4x4 offset = matrixOf(bytes);
        std::vector<std::pair<unsigned int, double>> weights(bytes.below(8));
        for (auto& weight : weights) {
            weight = {bytes.below(8), bytes.number()};
        }
        addBone(mesh, bone, offset, weights);
    }
    for (unsigned int targets = bytes.below(4); targets > 0; --targets) {
        const unsigned int kind = bytes.below(8);
        const unsigned int count = kind == 0 ? bytes.below(8) : vertices;
        const std::vector<Point> targetPositions = pointsOf(bytes, (kind & 1) == 0 ? count : 0);
        const std::vector<Point> targetNormals = pointsOf(bytes, (kind & 2) == 0 ? count : 0);
        const auto weight = static_cast<float>(bytes.number());
        addTarget(mesh, targetPositions, targetNormals, weight)->mNumVertices = count;
    }
}

std::vector<std::pair<double, Point>> keysOf(ByteReader& bytes) {
    std::vector<std::pair<double, Point>> keys(bytes.below(5));
    for (auto& key : keys) {
        key.first = bytes.number();
        key.second = bytes.point();
    }
    return keys;
}

void addAnimationOf(aiScene& scene, ByteReader& bytes) {
    const double duration = bytes.number();
    aiAnimation* const animation = addAnimation(scene, "animation", duration, bytes.number());
    for (unsigned int channels = bytes.below(5); channels > 0; --channels) {
        aiNodeAnim* const channel = addChannel(animation, nameOf(bytes));
        setPositions(channel, keysOf(bytes));
        setScalings(channel, keysOf(bytes));
        std::vector<std::pair<double, aiQuaternion>> rotations(bytes.below(5));
        for (auto& [time, rotation] : rotations) {
            time = bytes.number();
            const auto w = static_cast<ai_real>(bytes.number());
            const aiVector3D xyz = vectorOf(bytes.point());
            rotation = aiQuaternion(w, xyz.x, xyz.y, xyz.z);
        }
        setRotations(channel, rotations);
        channel->mPreState = bytes.below(2) == 0 ? aiAnimBehaviour_DEFAULT : aiAnimBehaviour_REPEAT;
        channel->mPostState = bytes.below(2) == 0 ? aiAnimBehaviour_DEFAULT : aiAnimBehaviour_REPEAT;
    }
    for (unsigned int channels = bytes.below(4); channels > 0; --channels) {
        const char* const name = nameOf(bytes);
        std::vector<MorphKey> keys(bytes.below(5));
        for (MorphKey& key : keys) {
            key.time = bytes.number();
            key.weights.resize(bytes.below(6));
            for (auto& [target, weight] : key.weights) {
                target = bytes.below(5);
                weight = bytes.number();
            }
        }
        addMorphChannel(animation, name, keys);
    }
}

} // namespace

double ByteReader::number() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNumbers[] = {0,     1,     -1,     0.5, 90,        1e30,      -1e30,
                                   1e-30, 1e300, -1e300, NAN, kInfinity, -kInfinity};
    const std::uint8_t byte = next();
    return byte < std::size(kNumbers) ? kNumbers[byte] : (byte - 128) / 16.0;
}

ScenePointer sceneOfBytes(ByteReader& bytes) {
    ScenePointer scene = emptyScene();
    for (unsigned int meshes = bytes.below(5); meshes > 0; --meshes) {
        addMeshOf(*scene, bytes);
    }
    std::vector<aiNode*> nodes{scene->mRootNode};
    for (unsigned int more = bytes.below(16); more > 0; --more) {
        aiNode* const parent = nodes[bytes.next() % nodes.size()];
        const char* const name = nameOf(bytes);
        nodes.push_back(addNode(parent, name, matrixOf(bytes)));
        const unsigned int mesh = bytes.below(8);
        if (mesh < scene->mNumMeshes) {
            useMesh(nodes.back(), mesh);
        }
    }
    for (unsigned int animations = bytes.below(4); animations > 0; --animations) {
        addAnimationOf(*scene, bytes);
    }
    return scene;
}

void recordImport(aiScene& scene, unsigned int choice) {
    const std::pair<const char*, const char*> values[] = {
        {AI_METADATA_SOURCE_FORMAT, ASSIMP_MD2_SOURCE_FORMAT},
        {ASSIMP_MD2_METADATA_FRAME, "a frame name of more than 15 bytes"},
        {ASSIMP_MD2_METADATA_FRONT, "z"},
        {ASSIMP_MD2_METADATA_FOLDER, "."},
    };
    scene.mMetaData = new aiMetadata;
    for (const auto& [key, value] : values) {
        if ((choice & 1) != 0) {
            scene.mMetaData->Add(key, aiString(std::string(value)));
        }
        choice >>= 1;
    }
    if ((choice & 1) != 0) {
        scene.mRootNode->mMetaData = new aiMetadata;
        scene.mRootNode->mMetaData->Add(ASSIMP_MD2_METADATA_LOOP "0", aiString(std::string("animation")));
    }
}

} // namespace assimp_md2::inner::test
