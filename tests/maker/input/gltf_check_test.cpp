// SPDX-License-Identifier: BSD-3-Clause
// Which glTF files are refused, because Assimp would read them as garbage.
#include "maker/input/gltf_check.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <ctime>
#include <string>

namespace assimp_md2::inner::test {
namespace {

using nlohmann::json;

std::string garbageIn(const std::string& file) {
    Warnings warnings;
    return garbageInGltf({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, warnings);
}

/// A file whose accessor 0 has integers and whose accessor 1 has floats. All else uses accessor 1.
json gltf(int type = 5123) {
    return json::parse(R"({
        "accessors": [{"componentType": 0}, {"componentType": 5126}],
        "meshes": [{"primitives": [{
            "attributes": {"POSITION": 1, "NORMAL": 1, "TEXCOORD_0": 1, "WEIGHTS_0": 1},
            "targets": [{"POSITION": 1}]}]}],
        "animations": [{
            "samplers": [{"input": 1, "output": 1}, {"input": 1, "output": 1}],
            "channels": [{"sampler": 1, "target": {"node": 0, "path": "rotation"}}]}]})")
        .patch({{{"op", "replace"}, {"path", "/accessors/0/componentType"}, {"value", type}}});
}

/// The garbage in this file when the value at a JSON pointer is another one.
std::string garbageWith(const std::string& pointer, const json& value, int type = 5123) {
    json file = gltf(type);
    file[json::json_pointer(pointer)] = value;
    return garbageIn(file.dump());
}

std::string integersOf(const std::string& what) {
    return "Assimp takes the integers of " + what +
           " for floats (gltfpack writes them, also with -noq); use the file from before it was compressed, "
           "or "
           "open this one in Blender and save it as glb";
}

const std::string kPrimitive = "/meshes/0/primitives/0";

TEST(GltfCheck, FloatsAreNoGarbage) {
    EXPECT_EQ(garbageIn(gltf().dump()), "");
}

TEST(GltfCheck, IntegersOfVerticesAreGarbage) {
    for (const char* const name :
         {"POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "WEIGHTS_0"}) {
        for (const int type : {5120, 5121, 5122, 5123, 5125}) {
            EXPECT_EQ(garbageWith(kPrimitive + "/attributes/" + name, 0, type), integersOf(name)) << type;
        }
    }
    EXPECT_EQ(garbageWith(kPrimitive + "/targets/0/NORMAL", 0), integersOf("NORMAL"));
}

TEST(GltfCheck, IntegersThatAssimpConvertsAreNoGarbage) {
    for (const char* const name : {"COLOR_0", "JOINTS_0", "_MATERIAL"}) {
        EXPECT_EQ(garbageWith(kPrimitive + "/attributes/" + name, 0), "") << name;
    }
    EXPECT_EQ(garbageWith(kPrimitive + "/indices", 0), "");
    EXPECT_EQ(garbageWith(kPrimitive + "/extensions/KHR_draco_mesh_compression/attributes/POSITION", 0), "")
        << "this is no accessor";
}

TEST(GltfCheck, IntegersOfAnimationsAreGarbage) {
    const std::string sampler = "/animations/0/samplers/1/";
    EXPECT_EQ(garbageWith(sampler + "output", 0), integersOf("an animation's rotation"));
    EXPECT_EQ(garbageWith(sampler + "input", 0), integersOf("an animation's rotation"));
    EXPECT_EQ(garbageWith("/animations/0/samplers/0/output", 0), "") << "no channel has this sampler";
    json pointer = gltf();
    pointer["animations"][0]["samplers"][1]["output"] = 0;
    pointer["animations"][0]["channels"][0]["target"]["path"] = "pointer";
    EXPECT_EQ(garbageIn(pointer.dump()), "") << "Assimp ignores this channel";
}

TEST(GltfCheck, RequiredExtensionsThatHideTheMeshAreNamed) {
    for (const char* const name :
         {"EXT_meshopt_compression", "KHR_meshopt_compression", "EXT_mesh_gpu_instancing"}) {
        EXPECT_EQ(
            garbageWith("/extensionsRequired", {name}).rfind("Assimp does not read " + std::string(name), 0),
            0U);
        EXPECT_EQ(garbageWith("/extensionsUsed", {name}), "") << "the file has a fallback";
    }
    EXPECT_EQ(garbageWith("/extensionsRequired", {"KHR_mesh_quantization", "KHR_texture_transform"}), "");
}

TEST(GltfCheck, CopiesOfAMeshWithBonesOfTheirOwnAreWarnedOf) {
    const auto warnings = [](const char* nodes) {
        const std::string file = R"({"meshes": [{"name": "twin"}, {}], "nodes": )" + std::string(nodes) + "}";
        Warnings found;
        garbageInGltf({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, found);
        return found.lines("");
    };
    EXPECT_EQ(warnings(R"([{"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 1}, {}])").size(), 1U);
    EXPECT_EQ(warnings(R"([{"mesh": 0, "skin": 0}, {"mesh": 0}, {"mesh": 0}])").at(0),
              "copies of a mesh stand in one place, because Assimp gives them the same bones; give each copy "
              "its own mesh in Blender (Object, Relations, Make Single User) (2): twin; twin");
    EXPECT_TRUE(
        warnings(R"([{"mesh": 0, "skin": 0}, {"mesh": 1, "skin": 1}, {"mesh": 0, "skin": 0}, {"skin": 2}])")
            .empty());
}

TEST(GltfCheck, GlbHasTheJsonInItsFirstChunk) {
    json packed = gltf();
    packed["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = 0;
    std::string text = packed.dump();
    const auto number = [](std::size_t value) {
        std::string bytes;
        for (int shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>(value >> shift);
        }
        return bytes;
    };
    const auto glb = [&](std::size_t version) {
        return "glTF" + number(version) + number(20 + text.size()) + number(text.size()) + "JSON" + text;
    };
    EXPECT_EQ(garbageIn(glb(2) + "the next chunk"), integersOf("POSITION"));
    EXPECT_EQ(garbageIn(glb(1)), "");
    EXPECT_EQ(garbageIn(glb(2).substr(0, 100)), "");
}

/// Searching the values before each value would take many minutes.
TEST(GltfCheck, TakesLinearTime) {
    std::string text = R"({"accessors": [{})";
    for (int i = 0; i < 500'000; ++i) {
        text += ",{}";
    }
    const std::clock_t start = std::clock(); // of the processor: other programs may run at the same time
    EXPECT_EQ(garbageIn(text + "]}"), "");
    EXPECT_LT(std::clock() - start, 20 * CLOCKS_PER_SEC);
}

TEST(GltfCheck, DamagedFilesAreLeftToAssimp) {
    const std::string whole = gltf().dump();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_EQ(garbageIn(whole.substr(0, size)), "") << size;
    }
    json flat = gltf().flatten();
    flat.erase("/accessors/1/componentType"); // a number there is another type
    for (const json& wrong : {json(), json(7), json("text"), json::array({1}), json::array({json::array()}),
                              json::object({{"a", 1}}), json(-1), json(99)}) {
        for (const auto& [path, value] : flat.items()) {
            for (std::string part = path; !part.empty(); part.resize(part.rfind('/'))) {
                EXPECT_EQ(garbageWith(part, wrong), "") << part << " " << wrong;
            }
        }
        EXPECT_EQ(garbageWith("/extensionsRequired", wrong), "") << wrong;
    }
    EXPECT_EQ(garbageIn("[1, 2]"), "");
    EXPECT_EQ(garbageIn(std::string(1000000, '[')), "") << "deep";
    EXPECT_EQ(garbageIn("{\"accessors\":" + std::string(1000000, '[')), "") << "deep";
    json packed = gltf();
    packed["extensionsRequired"] = {"EXT_meshopt_compression"};
    EXPECT_NE(garbageIn(packed.dump()), "");
    EXPECT_EQ(garbageIn(packed.dump() + std::string(kMostGltfJson, ' ')), "") << "long";
}

} // namespace
} // namespace assimp_md2::inner::test
