// SPDX-License-Identifier: BSD-3-Clause
// A folder of real models, each held against the facts that an independent reader found in it (expected.json)
// and against the naive decoder.
#include "assimp-md2/properties.h"
#include "format/gl_commands.h"
#include "model/geometry.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace assimp_md2::test {
namespace {

using nlohmann::json;

const std::filesystem::path kFolder = ASSIMP_MD2_MODELS;

json expectations() {
    std::ifstream file(kFolder / "expected.json");
    return file ? json::parse(file) : json::object();
}

std::vector<std::string> modelNames() {
    std::vector<std::string> names;
    const json expected = expectations();
    for (const auto& entry : expected.items()) {
        names.push_back(entry.key());
    }
    return names;
}

Bytes bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Sums and bounds of some vectors, as expected.json has them.
struct Statistics {
    std::array<double, 3> min{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    std::array<double, 3> max{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    std::array<double, 3> sum{};

    void add(const aiVector3D& vector) {
        for (unsigned int axis = 0; axis < 3; ++axis) {
            min[axis] = std::min<double>(min[axis], vector[axis]);
            max[axis] = std::max<double>(max[axis], vector[axis]);
            sum[axis] += vector[axis];
        }
    }
};

Statistics statisticsOf(const aiVector3D* vectors, unsigned int count) {
    Statistics statistics;
    for (unsigned int i = 0; i < count; ++i) {
        statistics.add(vectors[i]);
    }
    return statistics;
}

void expectNear(const json& expected, const std::array<double, 3>& found, const std::string& what) {
    for (std::size_t axis = 0; axis < expected.size(); ++axis) {
        const double value = expected[axis].get<double>();
        EXPECT_NEAR(found[axis], value, 1e-4 * std::max(1.0, std::abs(value))) << what << " axis " << axis;
    }
}

class RealModel : public testing::TestWithParam<std::string> {
protected:
    RealModel() : expected_(expectations().at(GetParam())), path_(kFolder / GetParam()) {}

    json expected_;
    std::filesystem::path path_;
};

TEST_P(RealModel, IsWhatTheIndependentReaderFound) {
    const auto importer = makeImporter();
    const aiScene* const scene = importer->ReadFile(path_.string(), 0);
    if (expected_.contains("refused")) {
        EXPECT_EQ(scene, nullptr);
        EXPECT_EQ(std::string(importer->GetErrorString()).substr(0, 5), "MD2: ");
        return;
    }
    ASSERT_NE(scene, nullptr) << importer->GetErrorString();
    EXPECT_EQ(problemsOf(*scene), std::vector<std::string>());
    const aiMesh& mesh = *scene->mMeshes[0];
    EXPECT_EQ(mesh.mNumFaces, expected_["triangles"].get<unsigned int>());
    EXPECT_EQ(mesh.mNumVertices, expected_["corners"].get<unsigned int>());
    EXPECT_EQ(mesh.mNumAnimMeshes, expected_["frame_names"].size());
    EXPECT_EQ(scene->mRootNode->mName.C_Str(), path_.filename().string());
    for (const auto& entry : expected_["frames"].items()) {
        const aiAnimMesh& frame = *mesh.mAnimMeshes[std::stoul(entry.key())];
        const Statistics positions = statisticsOf(frame.mVertices, frame.mNumVertices);
        const std::string where = "frame " + entry.key();
        expectNear(entry.value()["min"], positions.min, where);
        expectNear(entry.value()["max"], positions.max, where);
        expectNear(entry.value()["position_sum"], positions.sum, where);
        expectNear(entry.value()["normal_sum"], statisticsOf(frame.mNormals, frame.mNumVertices).sum, where);
    }
    if (expected_.contains("uv")) {
        const Statistics coordinates = statisticsOf(mesh.mTextureCoords[0], mesh.mNumVertices);
        expectNear(expected_["uv"]["min"], coordinates.min, "uv");
        expectNear(expected_["uv"]["max"], coordinates.max, "uv");
        expectNear(expected_["uv"]["sum"], coordinates.sum, "uv");
    }
}

TEST_P(RealModel, IsWhatTheNaiveDecoderReads) {
    for (const char* const geometry : {"auto", "triangles", "glcommands"}) {
        SCOPED_TRACE(geometry);
        const auto naive = decodeNaively(bytesOf(path_), geometry);
        const auto importer = makeImporter();
        importer->SetPropertyString(ASSIMP_MD2_CONFIG_GEOMETRY, geometry);
        const aiScene* const scene = importer->ReadFile(path_.string(), 0);
        ASSERT_EQ(scene != nullptr, naive.has_value()) << importer->GetErrorString();
        if (scene != nullptr) {
            EXPECT_EQ(differences(*scene, *naive), std::vector<std::string>());
        }
    }
}

/// Triangles as vertices alone, turned so that the smallest comes first: texture coordinates of the commands
/// are half a pixel off.
std::multiset<std::array<std::uint32_t, 3>> windings(const Geometry& geometry) {
    std::multiset<std::array<std::uint32_t, 3>> all;
    for (const auto& triangle : geometry.triangles) {
        std::array<std::uint32_t, 3> vertices;
        for (std::size_t k = 0; k < 3; ++k) {
            vertices[k] = geometry.vertices[triangle[k]];
        }
        std::rotate(vertices.begin(), std::min_element(vertices.begin(), vertices.end()), vertices.end());
        all.insert(vertices);
    }
    return all;
}

TEST_P(RealModel, ItsGlCommandsDescribeItsTriangles) {
    const Bytes bytes = bytesOf(path_);
    const auto parsed = parse(ByteSlice(bytes.data(), bytes.size()));
    const View* const view = std::get_if<View>(&parsed);
    if (view == nullptr || expected_.contains("refused") ||
        checkGlCommands(view->glCommands(), view->vertexCount()).triangleCount == 0) {
        return; // refused, or one of the few whose commands are empty or damaged
    }
    Repairs repairs;
    const auto triangles = readGeometry(*view, GeometrySource::Triangles, true, repairs);
    const auto commands = readGeometry(*view, GeometrySource::GlCommands, true, repairs);
    EXPECT_EQ(windings(std::get<Geometry>(commands)), windings(std::get<Geometry>(triangles)));
}

INSTANTIATE_TEST_SUITE_P(Folder, RealModel, testing::ValuesIn(modelNames()),
                         [](const testing::TestParamInfo<std::string>& test) {
                             std::string name = test.param;
                             std::replace_if(
                                 name.begin(), name.end(),
                                 [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                             return name;
                         });

} // namespace
} // namespace assimp_md2::test
