// SPDX-License-Identifier: BSD-3-Clause
#include "maker/input/gltf_check.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>

namespace assimp_md2::inner {
namespace {

using Json = nlohmann::json;

/// The JSON of a .gltf, or of a .glb of version 2.
ByteSlice jsonIn(ByteSlice file) {
    constexpr std::size_t kBegin = 20; // of the first chunk of a .glb
    constexpr std::uint32_t kMagic = 0x46546C67;
    if (!file.contains(0, kBegin) || file.u32(0) != kMagic || file.u32(4) != 2) {
        return file;
    }
    return file.contains(kBegin, file.u32(12)) ? file.part(kBegin, file.u32(12)) : ByteSlice();
}

/// \return null if there is none
const Json& member(const Json& object, const char* name) {
    static const Json kNone;
    const auto found = object.find(name);
    return found == object.end() ? kNone : *found;
}
const Json& element(const Json& array, const Json& index) {
    static const Json kNone;
    const bool exists = index.is_number_unsigned() && index.get<std::size_t>() < array.size();
    return array.is_array() && exists ? array[index.get<std::size_t>()] : kNone;
}

/// What has integers, such as POSITION; empty if nothing has.
std::string integersIn(const Json& gltf) {
    std::string first;
    const auto check = [&](const std::string& name, const Json& accessor) {
        constexpr int kFloat = 5126;
        const Json& type = member(element(member(gltf, "accessors"), accessor), "componentType");
        first = first.empty() && type.is_number() && type != kFloat ? name : first;
    };
    const auto checkAttributes = [&](const Json& attributes) {
        for (const auto& [name, accessor] : attributes.items()) {
            for (const char* const start : {"POSITION", "NORMAL", "TANGENT", "TEXCOORD_", "WEIGHTS_"}) {
                if (name.rfind(start, 0) == 0) {
                    check(name, accessor);
                }
            }
        }
    };
    for (const Json& mesh : member(gltf, "meshes")) {
        for (const Json& primitive : member(mesh, "primitives")) {
            checkAttributes(member(primitive, "attributes"));
            const Json& targets = member(primitive, "targets");
            std::for_each(targets.begin(), targets.end(), checkAttributes);
        }
    }
    for (const Json& animation : member(gltf, "animations")) {
        for (const Json& channel : member(animation, "channels")) {
            const Json& sampler = element(member(animation, "samplers"), member(channel, "sampler"));
            for (const char* const path : {"translation", "rotation", "scale", "weights"}) {
                if (member(member(channel, "target"), "path") == path) {
                    check(std::string("an animation's ") + path, member(sampler, "input"));
                    check(std::string("an animation's ") + path, member(sampler, "output"));
                }
            }
        }
    }
    return first;
}

void warnOfTwins(const Json& gltf, Warnings& warnings) {
    std::map<Json, Json> skins; // of meshes
    for (const Json& node : member(gltf, "nodes")) {
        const auto mesh = skins.try_emplace(member(node, "mesh"), member(node, "skin")).first;
        if (!mesh->first.is_null() && mesh->second != member(node, "skin")) {
            const Json& name = member(element(member(gltf, "meshes"), mesh->first), "name");
            warnings.add(
                "copies of a mesh stand in one place, because Assimp gives them the same bones; give "
                "each copy its own mesh in Blender (Object, Relations, Make Single User)",
                1, name.is_string() ? name.get<std::string>() : "");
        }
    }
}

} // namespace

std::string garbageInGltf(ByteSlice file, Warnings& warnings) {
    const ByteSlice text = jsonIn(file);
    if (text.size() > kMostGltfJson) {
        return {};
    }
    const Json gltf = Json::parse(text.data(), text.data() + text.size(), nullptr, false);
    constexpr const char* kRemedy =
        "; use the file from before it was compressed, or open this one in Blender and save it as glb";
    for (const Json& extension : member(gltf, "extensionsRequired")) {
        if (extension == "EXT_meshopt_compression" || extension == "KHR_meshopt_compression" ||
            extension == "EXT_mesh_gpu_instancing") {
            return "Assimp does not read " + extension.get<std::string>() + kRemedy;
        }
    }
    warnOfTwins(gltf, warnings);
    const std::string integers = integersIn(gltf);
    return integers.empty() ? ""
                            : "Assimp takes the integers of " + integers +
                                  " for floats (gltfpack writes them, also with -noq)" + kRemedy;
}

} // namespace assimp_md2::inner
