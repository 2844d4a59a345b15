// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene in the glTF document that they have become, and their morph targets; knows nothing of
// animations.
#include "gltf/morphed_meshes.h"

#include "gltf/document.h"
#include "gltf/target_accessors.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace assimp_md2 {
namespace {

/// Assimp writes the meshes one after the other, each beginning with its positions, so the order of these
/// accessors is the order of the meshes, however they were merged.
std::vector<MorphedMesh> findPrimitives(Document& document, aiScene& scene) {
    struct Place {
        std::size_t accessor;
        std::size_t mesh;
        std::size_t primitive;
    };
    std::vector<Place> places;
    const Json& root = document.json();
    const std::size_t meshCount = root.contains("meshes") ? root["meshes"].size() : 0;
    for (std::size_t i = 0; i < meshCount; ++i) {
        const Json& primitives = root["meshes"][i]["primitives"];
        for (std::size_t j = 0; j < primitives.size(); ++j) {
            const Json& attributes = primitives[j]["attributes"];
            if (attributes.contains("POSITION")) {
                places.push_back({attributes["POSITION"].get<std::size_t>(), i, j});
            }
        }
    }
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.accessor < b.accessor; });

    std::vector<MorphedMesh> meshes(meshCount);
    auto place = places.begin();
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        aiMesh& mesh = *scene.mMeshes[i];
        // Assimp writes nothing for a mesh without positions, and newer versions nothing for one without
        // faces.
        const bool isHere = place != places.end() && mesh.mNumVertices > 0 &&
                            root["accessors"][place->accessor]["count"] == mesh.mNumVertices;
        if (!isHere && mesh.mNumVertices > 0 && mesh.mNumFaces > 0) {
            throw std::runtime_error("glTF: Assimp's exporter has written the meshes in an unknown order");
        }
        if (isHere) {
            meshes[place->mesh].primitives.push_back({&mesh, place->primitive});
            ++place;
        }
    }
    return meshes;
}

/// Post-processing may change a mesh without its targets; then they cannot be used.
bool isTarget(const aiMesh& mesh, unsigned int index) {
    return index < mesh.mNumAnimMeshes && mesh.mAnimMeshes[index] != nullptr &&
           mesh.mAnimMeshes[index]->mNumVertices == mesh.mNumVertices;
}

void selectTargets(std::vector<MorphedMesh>& meshes) {
    std::size_t left = 0;
    for (MorphedMesh& mesh : meshes) {
        std::set<unsigned int> targets;
        for (const Primitive& primitive : mesh.primitives) {
            for (unsigned int i = 0; i < primitive.mesh->mNumAnimMeshes; ++i) {
                if (isTarget(*primitive.mesh, i)) {
                    targets.insert(i);
                } else {
                    ++left;
                }
            }
        }
        mesh.targets.assign(targets.begin(), targets.end());
    }
    if (left > 0) {
        Assimp::DefaultLogger::get()->warn(
            ("glTF: left out " + std::to_string(left) +
             " morph targets whose number of vertices is not their mesh's; post-processing has changed it")
                .c_str());
    }
}

/// Every target has the same attributes: for a missing difference three.js takes the base itself.
Json targetsOf(aiMesh& mesh, TargetAccessors& accessors, const std::vector<unsigned int>& targets) {
    std::vector<std::optional<std::size_t>> positions;
    std::vector<std::optional<std::size_t>> normals;
    for (const unsigned int index : targets) {
        if (!isTarget(mesh, index)) {
            positions.emplace_back();
            normals.emplace_back();
            continue;
        }
        const std::unique_ptr<aiAnimMesh> target(std::exchange(mesh.mAnimMeshes[index], nullptr));
        positions.push_back(accessors.addPositions(target->mVertices, mesh.mVertices, mesh.mNumVertices));
        normals.push_back(accessors.addNormals(target->mNormals, mesh.mNormals, mesh.mNumVertices));
    }
    const bool hasNormals =
        std::any_of(normals.begin(), normals.end(), [](const auto& normal) { return normal.has_value(); });
    const auto orZeros = [&](const std::optional<std::size_t>& accessor) {
        return accessor ? *accessor : accessors.zeros(mesh.mNumVertices);
    };
    Json json = Json::array();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        Json target = {{"POSITION", orZeros(positions[i])}};
        if (hasNormals) {
            target["NORMAL"] = orZeros(normals[i]);
        }
        json.push_back(std::move(target));
    }
    return json;
}

/// The first of the primitives that has the target speaks for all, as they are one mesh here.
const aiAnimMesh& representative(const MorphedMesh& mesh, unsigned int target) {
    const auto found =
        std::find_if(mesh.primitives.begin(), mesh.primitives.end(),
                     [target](const Primitive& primitive) { return isTarget(*primitive.mesh, target); });
    return *found->mesh->mAnimMeshes[target];
}

void addNamesAndWeights(Json& json, const MorphedMesh& mesh) {
    std::vector<std::string> names;
    std::vector<float> weights;
    for (const unsigned int target : mesh.targets) {
        names.emplace_back(representative(mesh, target).mName.C_Str());
        const float weight = representative(mesh, target).mWeight;
        weights.push_back(std::isfinite(weight) ? weight : 0);
    }
    if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); })) {
        json["extras"]["targetNames"] = names;
    }
    // glTF's default is zeros, but VTK reads outside its memory where there is no list.
    json["weights"] = weights;
}

} // namespace

std::vector<MorphedMesh> findMeshes(Document& document, aiScene& scene) {
    std::vector<MorphedMesh> meshes = findPrimitives(document, scene);
    selectTargets(meshes);
    return meshes;
}

void addTargets(Document& document, std::vector<MorphedMesh>& meshes) {
    TargetAccessors accessors(document);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (meshes[i].targets.empty()) {
            continue;
        }
        addNamesAndWeights(document.json()["meshes"][i], meshes[i]);
        for (const Primitive& primitive : meshes[i].primitives) {
            Json targets = targetsOf(*primitive.mesh, accessors, meshes[i].targets);
            document.json()["meshes"][i]["primitives"][primitive.index]["targets"] = std::move(targets);
        }
    }
}

} // namespace assimp_md2
