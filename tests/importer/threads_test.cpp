// SPDX-License-Identifier: BSD-3-Clause
// Imports on many threads at once, each with importers of its own: the scenes equal those of one thread.
#include "assimp-md2/properties.h"
#include "support/import.h"
#include "support/sample.h"

#include <assimp/config.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace assimp_md2::test {
namespace {

std::vector<Bytes> samples() {
    Md2Builder onlyCommands = smallModel(4);
    onlyCommands.triangles.clear();
    Md2Builder withoutSt = smallModel(4);
    withoutSt.st.clear();
    withoutSt.glCommands.clear();
    Md2Builder padded = smallModel(4);
    padded.framePadding = 6;
    padded.order = "gfstk";
    Md2Builder damaged = smallModel(4);
    damaged.triangles[0].vertex[0] = 77;
    damaged.triangles[1].st[0] = 77;
    damaged.frames[1].vertices[0][3] = 255;
    Bytes cutOff = smallModel(4).bytes();
    cutOff.resize(cutOff.size() / 2);
    return {smallModel(4).bytes(),
            onlyCommands.bytes(),
            withoutSt.bytes(),
            padded.bytes(),
            damaged.bytes(),
            cutOff,
            sampleModel().bytes(),
            smallModel(198, "fr").bytes(),
            sheetModel(20, 400).bytes(),
            modelWithFrames({"pain101", "pain201", "caf\xE9", ""}).bytes()};
}

using SetProperties = std::function<void(Assimp::Importer&)>;

std::vector<SetProperties> propertySets() {
    return {
        [](Assimp::Importer&) {},
        [](Assimp::Importer& importer) { importer.SetPropertyFloat(ASSIMP_MD2_CONFIG_FPS, 12.5f); },
        [](Assimp::Importer& importer) { importer.SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, "all"); },
        [](Assimp::Importer& importer) {
            importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, "a:0-1;b:2-3@5");
            importer.SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, true);
        },
        [](Assimp::Importer& importer) { importer.SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, 1); }};
}

/// Collects values as bytes, so that whole scenes can be compared.
class Record {
public:
    template <typename T>
    void add(const T& value) {
        static_assert(std::is_arithmetic_v<T>, "a value without gaps");
        bytes_.append(static_cast<const char*>(static_cast<const void*>(&value)), sizeof value);
    }
    void add(const aiString& text) { bytes_.append(text.data, text.length + 1); }
    void add(const aiVector3D* vectors, unsigned int count) {
        add(vectors != nullptr);
        for (unsigned int i = 0; i < count && vectors != nullptr; ++i) {
            add(vectors[i].x);
            add(vectors[i].y);
            add(vectors[i].z);
        }
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

void addMesh(Record& record, const aiMesh& mesh) {
    record.add(mesh.mName);
    record.add(mesh.mVertices, mesh.mNumVertices);
    record.add(mesh.mNormals, mesh.mNumVertices);
    record.add(mesh.mTextureCoords[0], mesh.mNumVertices);
    for (unsigned int face = 0; face < mesh.mNumFaces; ++face) {
        for (unsigned int k = 0; k < mesh.mFaces[face].mNumIndices; ++k) {
            record.add(mesh.mFaces[face].mIndices[k]);
        }
    }
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        record.add(mesh.mAnimMeshes[i]->mName);
        record.add(mesh.mAnimMeshes[i]->mVertices, mesh.mAnimMeshes[i]->mNumVertices);
        record.add(mesh.mAnimMeshes[i]->mNormals, mesh.mAnimMeshes[i]->mNumVertices);
    }
}

void addAnimation(Record& record, const aiAnimation& animation) {
    record.add(animation.mName);
    record.add(animation.mDuration);
    record.add(animation.mTicksPerSecond);
    const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[0];
    record.add(channel.mName);
    for (unsigned int key = 0; key < channel.mNumKeys; ++key) {
        for (unsigned int i = 0; i < channel.mKeys[key].mNumValuesAndWeights; ++i) {
            record.add(channel.mKeys[key].mValues[i]);
            record.add(channel.mKeys[key].mWeights[i]);
        }
    }
}

/// The whole scene of `file`, or the error.
std::string imported(const Bytes& file, const SetProperties& setProperties) {
    const auto importer = makeImporter();
    setProperties(*importer);
    const aiScene* const scene = importBytes(*importer, file);
    if (scene == nullptr) {
        return importer->GetErrorString();
    }
    Record record;
    record.add(scene->mRootNode->mName);
    record.add(scene->mRootNode->mChildren[0]->mName);
    addMesh(record, *scene->mMeshes[0]);
    for (unsigned int i = 0; i < scene->mNumAnimations; ++i) {
        addAnimation(record, *scene->mAnimations[i]);
    }
    aiString skin;
    scene->mMaterials[0]->GetTexture(aiTextureType_DIFFUSE, 0, &skin);
    record.add(skin);
    return record.take();
}

TEST(Threads, ImportTheSameScenesAsOneThread) {
    constexpr std::size_t kThreads = 8;
    const std::vector<Bytes> files = samples();
    const std::vector<SetProperties> sets = propertySets();
    const std::size_t count = files.size() * sets.size();
    const auto import = [&](std::size_t i) {
        return imported(files[i / sets.size()], sets[i % sets.size()]);
    };
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < count; ++i) {
        expected.push_back(import(i));
    }

    std::vector<std::size_t> different(kThreads, 0);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            // Each starts with another file, so that different imports run at the same time.
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t at = (i + t * count / kThreads) % count;
                different[t] += import(at) != expected[at] ? 1u : 0u;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(different, std::vector<std::size_t>(kThreads, 0));
}

} // namespace
} // namespace assimp_md2::test
