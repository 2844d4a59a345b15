// SPDX-License-Identifier: BSD-3-Clause
// A folder of real models, each compared with what an independent reader found in it (expected.json) and with
// the naive decoder.
#include "assimp-md2/properties.h"
#include "importer/md2/view.h"
#include "support/export.h"
#include "support/files.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/real_models.h"
#include "support/scene_checker.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <map>

namespace assimp_md2::inner::test {
namespace {

using nlohmann::json;

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

/// The same in the axes of the model.
Statistics statisticsInModel(const aiVector3D* vectors, unsigned int count) {
    Statistics statistics;
    for (unsigned int i = 0; i < count; ++i) {
        statistics.add({vectors[i].x, -vectors[i].z, vectors[i].y});
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
    RealModel() : expected_(expectedModels().at(GetParam())), path_(kModelsFolder / GetParam()) {}

    json expected_;
    std::filesystem::path path_;
};

TEST_P(RealModel, IsWhatTheIndependentReaderFound) {
    // With clips that are asked for, equal frames are kept.
    const auto importer =
        makeImporter({{ASSIMP_MD2_CONFIG_NORMALS, "file"}, {ASSIMP_MD2_CONFIG_CLIPS, "names"}});
    const aiScene* const scene = soundSceneOfFile(*importer, path_.string());
    const aiMesh& mesh = *scene->mMeshes[0];
    EXPECT_EQ(mesh.mNumFaces, expected_["triangles"].get<unsigned int>());
    EXPECT_EQ(mesh.mNumVertices, expected_["corners"].get<unsigned int>());
    const std::size_t frameCount = expected_["frame_names"].size();
    const Bytes bytes = readBytes(path_);
    const View view = parse(ByteSlice(bytes.data(), bytes.size())).value();
    EXPECT_EQ(mesh.mNumAnimMeshes, frameCount == 1 ? 0 : frameCount) << "one frame is a static mesh";
    EXPECT_EQ(scene->mRootNode->mName.C_Str(), path_.filename().string());
    for (const auto& entry : expected_["frames"].items()) {
        const aiAnimMesh* const frame = frameCount == 1 ? nullptr : mesh.mAnimMeshes[std::stoul(entry.key())];
        const aiVector3D* const vertices = frame == nullptr ? mesh.mVertices : frame->mVertices;
        const aiVector3D* const normals = frame == nullptr ? mesh.mNormals : frame->mNormals;
        const Statistics positions = statisticsInModel(vertices, mesh.mNumVertices);
        const std::string where = "frame " + entry.key();
        if (view.isGarbage(std::stoul(entry.key()))) {
            // The independent reader does not repair frames.
            continue;
        }
        expectNear(entry.value()["min"], positions.min, where);
        expectNear(entry.value()["max"], positions.max, where);
        expectNear(entry.value()["position_sum"], positions.sum, where);
        expectNear(entry.value()["normal_sum"], statisticsInModel(normals, mesh.mNumVertices).sum, where);
    }
    if (expected_.contains("uv")) {
        const Statistics coordinates = statisticsOf(mesh.mTextureCoords[0], mesh.mNumVertices);
        expectNear(expected_["uv"]["min"], coordinates.min, "uv");
        expectNear(expected_["uv"]["max"], coordinates.max, "uv");
        expectNear(expected_["uv"]["sum"], coordinates.sum, "uv");
    }
}

/// The file with an empty triangle list, so that only the GL commands say what its surface is.
Bytes withoutTriangles(Bytes file) {
    patch(file, field::kNumTris, 0);
    return file;
}

TEST_P(RealModel, IsWhatTheNaiveDecoderReads) {
    const Bytes file = readBytes(path_);
    for (const Bytes& bytes : {file, withoutTriangles(file)}) {
        for (const char* const normals : {"file", "auto", "computed"}) {
            SCOPED_TRACE(normals);
            const auto naive = decodeNaively(bytes, "auto", normals);
            const auto importer =
                makeImporter({{ASSIMP_MD2_CONFIG_NORMALS, normals}, {ASSIMP_MD2_CONFIG_CLIPS, "names"}});
            const aiScene* const scene = importBytes(*importer, bytes);
            ASSERT_EQ(scene != nullptr, naive.has_value()) << importer->GetErrorString();
            if (scene != nullptr) {
                EXPECT_EQ(differences(*scene, *naive), std::vector<std::string>());
            }
        }
    }
}

TEST_P(RealModel, IsWrittenByAssimpsExporters) {
    for (const char* const animation : {"morph", "skeleton"}) {
        const auto importer = makeImporter({{ASSIMP_MD2_CONFIG_ANIMATION, animation}});
        std::map<std::string, std::string> refusals =
            refusalsOfAssimp(*sceneOfFile(*importer, path_.string()));
        if (GetParam() == "assimp/horse_crlf_damaged.md2") {
            refusals.erase("fbxa"); // has no room for its damaged coordinates
        }
        EXPECT_EQ(refusals, (std::map<std::string, std::string>())) << animation;
    }
}

class RefusedModel : public RealModel {};

TEST_P(RefusedModel, IsRefusedWithAMessage) {
    const std::map<std::string, std::string> messages = {
        {"num_vertices is not positive", "MD2: header: num_vertices is 0, expected 1 or more"},
        {"num_tris is not positive", "MD2: triangles: there is no surface: num_tris is 0"},
        {"not MD2 version 8", "MD2: header: the file starts with "},
    };
    const auto importer = makeImporter();
    EXPECT_EQ(importer->ReadFile(path_.string(), 0), nullptr);
    const std::string error = importer->GetErrorString();
    EXPECT_EQ(error.rfind(messages.at(expected_["refused"].get<std::string>()), 0), 0U) << error;
}

INSTANTIATE_TEST_SUITE_P(Folder, RealModel, testing::ValuesIn(modelNames(false)), testNameOf);
INSTANTIATE_TEST_SUITE_P(Folder, RefusedModel, testing::ValuesIn(modelNames(true)), testNameOf);

} // namespace
} // namespace assimp_md2::inner::test
