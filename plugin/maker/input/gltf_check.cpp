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
    const auto isInteger = [&](const Json& accessor) {
        constexpr int kFloat = 5126;
        const Json& type = member(element(member(gltf, "accessors"), accessor), "componentType");
        return type.is_number() && type != kFloat;
    };
    const auto nameOfIntegers = [&](const Json& attributes) {
        for (const auto& [name, accessor] : attributes.items()) {
            const auto kFloats = {"POSITION", "NORMAL", "TANGENT", "TEXCOORD_", "WEIGHTS_"};
            const bool isRead =
                std::any_of(kFloats.begin(), kFloats.end(),
                            [&, key = &name](const char* start) { return key->rfind(start, 0) == 0; });
            if (isRead && isInteger(accessor)) {
                return name;
            }
        }
        return std::string();
    };
    for (const Json& mesh : member(gltf, "meshes")) {
        for (const Json& primitive : member(mesh, "primitives")) {
            std::string name = nameOfIntegers(member(primitive, "attributes"));
            for (const Json& target : member(primitive, "targets")) {
                name = name.empty() ? nameOfIntegers(target) : name;
            }
            if (!name.empty()) {
                return name;
            }
        }
    }
    for (const Json& animation : member(gltf, "animations")) {
        for (const Json& channel : member(animation, "channels")) {
            const Json& sampler = element(member(animation, "samplers"), member(channel, "sampler"));
            const Json& path = member(member(channel, "target"), "path");
            const bool isRead =
                path == "translation" || path == "rotation" || path == "scale" || path == "weights";
            if (isRead && (isInteger(member(sampler, "input")) || isInteger(member(sampler, "output")))) {
                return "an animation's " + path.get<std::string>();
            }
        }
    }
    return {};
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
