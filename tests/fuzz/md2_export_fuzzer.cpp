// SPDX-License-Identifier: BSD-3-Clause
// Any scene is exported as MD2, with properties that the bytes choose. Checks that an export fails with a
// message and without a file, or writes a file that games accept.
#include "assimp-md2/maker.h"
#include "assimp-md2/properties.h"
#include "fuzz/require.h"
#include "fuzz/scene_of_bytes.h"
#include "support/game_rules.h"

#include <assimp/Exporter.hpp>
#include <assimp/mesh.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::inner;
using namespace assimp_md2::inner::test;

void choose(ByteReader& bytes, Assimp::ExportProperties& properties) {
    constexpr const char* kClips[] = {"", "player", "weapon", "a,b=a", "walk"};
    constexpr const char* kFronts[] = {"auto", "x", "-z"};
    constexpr float kRates[] = {10, 1, 0.1f, 60};
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_CLIPS, kClips[bytes.below(5)]);
    const std::uint32_t choice = bytes.below(6);
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_FRONT, kFronts[choice / 2]);
    // Without bytes of their own, so that inputs of earlier versions keep their meaning.
    if (choice == 3 || choice == 4) {
        properties.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_HEIGHT, 56);
    }
    properties.SetPropertyString(ASSIMP_MD2_CONFIG_EXPORT_MESHES, choice == 4   ? "a*,!?b"
                                                                  : choice == 5 ? "!a"
                                                                                : "");
    const std::uint32_t rate = bytes.below(8);
    properties.SetPropertyFloat(ASSIMP_MD2_CONFIG_EXPORT_FPS, kRates[rate % 4]);
    properties.SetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY, rate < 4);
    properties.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 64);
}

/// Gives the meshes, which are points, polygons of up to six corners, and texture coordinates.
void addFaces(ByteReader& bytes, const aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        aiMesh& mesh = *scene.mMeshes[i];
        Faces faces(bytes.below(5));
        for (auto& face : faces) {
            face.resize(1 + bytes.below(6));
            for (unsigned int& index : face) {
                index = bytes.below(mesh.mNumVertices + 1);
            }
        }
        setFaces(mesh, faces);
        if (bytes.below(2) == 0 && mesh.mNumVertices > 0) {
            mesh.mTextureCoords[0] = new aiVector3D[mesh.mNumVertices];
            for (unsigned int k = 0; k < mesh.mNumVertices; ++k) {
                mesh.mTextureCoords[0][k] = vectorOf(bytes.point());
            }
        }
    }
}

/// Gives a value to keys without one: Assimp's copy of a scene loses the empty arrays of such a key.
void fillMorphKeys(const aiScene& scene) {
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        for (unsigned int k = 0; k < animation.mNumMorphMeshChannels; ++k) {
            const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[k];
            for (unsigned int n = 0; n < channel.mNumKeys; ++n) {
                aiMeshMorphKey& key = channel.mKeys[n];
                if (key.mNumValuesAndWeights == 0) {
                    delete[] key.mValues;
                    delete[] key.mWeights;
                    key.mValues = new unsigned int[1]();
                    key.mWeights = new double[1]();
                    key.mNumValuesAndWeights = 1;
                }
            }
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ByteReader bytes(data, size);
    Assimp::ExportProperties properties;
    choose(bytes, properties);
    const ScenePointer scene = sceneOfBytes(bytes);
    recordImport(*scene, bytes.next());
    // So that inputs of earlier versions keep their meaning.
    for (int unused = scene->mNumMeshes == 0 ? 1 : 2; unused > 0; --unused) {
        bytes.next();
    }
    addFaces(bytes, *scene);
    fillMorphKeys(*scene);
    Assimp::Exporter exporter;
    require(registerMd2Exporter(exporter), "the exporters can be registered");
    const aiExportDataBlob* const blob = exporter.ExportToBlob(scene.get(), "md2", 0u, &properties);
    const std::string message = exporter.GetErrorString();
    if (blob == nullptr) {
        require(message.rfind("MD2: ", 0) == 0 && message.size() > 15, "a failure has a message: " + message);
        return 0;
    }
    const auto* const file = static_cast<const std::uint8_t*>(blob->data);
    const bool hasFormatLimits = !properties.GetPropertyBool(ASSIMP_MD2_CONFIG_EXPORT_SIMPLIFY);
    for (const std::string& rule : brokenGameRules(Bytes(file, file + blob->size))) {
        // The scenes of these tests can have fewer vertices than a triangle.
        require(rule.rfind("3 to 2048", 0) == 0 || (rule == "1 to 512 frames" && hasFormatLimits), rule);
    }
    return 0;
}
