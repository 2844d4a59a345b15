// SPDX-License-Identifier: BSD-3-Clause
// Imports for tests: from memory, with this library registered, and with the warnings.
#include "support/import.h"

#include "assimp-md2/skeleton.h"

#include <assimp/BaseImporter.h>
#include <assimp/DefaultLogger.hpp>
#include <assimp/LogStream.hpp>
#include <assimp/material.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace assimp_md2::inner::test {

std::unique_ptr<Assimp::Importer>
makeImporter(std::initializer_list<std::pair<const char*, std::string>> properties) {
    auto importer = std::make_unique<Assimp::Importer>();
    if (!registerImporterWithSkeletons(*importer)) {
        throw std::runtime_error("the importer cannot be registered");
    }
    for (const auto& [name, value] : properties) {
        importer->SetPropertyString(name, value);
    }
    return importer;
}

std::unique_ptr<Assimp::Importer> makeImporterOfMd2Alone() {
    auto importer = makeImporter();
    const Assimp::BaseImporter* const ours = importer->GetImporter("md2");
    for (std::size_t i = importer->GetImporterCount(); i-- > 0;) {
        Assimp::BaseImporter* const other = importer->GetImporter(i);
        if (other != ours) {
            importer->UnregisterLoader(other);
            delete other;
        }
    }
    return importer;
}

const aiScene* importBytes(Assimp::Importer& importer, const Bytes& bytes, unsigned int flags) {
    // A copy of exactly the size on the heap, so that a sanitizer sees a read past its end.
    const std::vector<std::uint8_t> exact(bytes.begin(), bytes.end());
    return importer.ReadFileFromMemory(exact.data(), exact.size(), flags, "md2");
}

namespace {

const aiScene* throwIfNull(const aiScene* scene, const Assimp::Importer& importer) {
    return scene != nullptr ? scene : throw std::runtime_error(importer.GetErrorString());
}

} // namespace

const aiScene* sceneOf(Assimp::Importer& importer, const Bytes& bytes, unsigned int flags) {
    return throwIfNull(importBytes(importer, bytes, flags), importer);
}

const aiScene* sceneOfFile(Assimp::Importer& importer, const std::string& path, unsigned int flags) {
    return throwIfNull(importer.ReadFile(path, flags), importer);
}

std::string refusal(const Bytes& bytes) {
    const auto importer = makeImporter();
    return importBytes(*importer, bytes) == nullptr ? importer->GetErrorString() : "";
}

std::string textureOf(const aiScene& scene, unsigned int material) {
    aiString path;
    scene.mMaterials[material]->GetTexture(aiTextureType_DIFFUSE, 0, &path);
    return path.C_Str();
}

std::vector<unsigned int> framesOf(const aiMeshMorphAnim& channel) {
    std::vector<unsigned int> frames;
    for (unsigned int key = 0; key < channel.mNumKeys; ++key) {
        const double* const weights = channel.mKeys[key].mWeights;
        frames.push_back(static_cast<unsigned int>(
            std::find(weights, weights + channel.mKeys[key].mNumValuesAndWeights, 1.0) - weights));
    }
    return frames;
}

class WarningLog::Stream : public Assimp::LogStream {
public:
    void write(const char* message) override { lines.emplace_back(message); }
    std::vector<std::string> lines;
};

WarningLog::WarningLog(bool hasInfo) : stream_(new Stream) {
    Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
    Assimp::DefaultLogger::get()->attachStream(stream_, Assimp::Logger::Warn | Assimp::Logger::Err |
                                                            (hasInfo ? unsigned{Assimp::Logger::Info} : 0u));
}

WarningLog::~WarningLog() {
    // The log owns its streams.
    Assimp::DefaultLogger::kill();
}

std::vector<std::string> WarningLog::lines() const {
    std::vector<std::string> lines;
    for (const std::string& line : stream_->lines) {
        if (const std::size_t at = line.find("MD2"); at != std::string::npos) {
            lines.push_back(line.substr(at, line.find('\n') - at));
        }
    }
    return lines;
}

std::string WarningLog::text() const {
    return std::accumulate(stream_->lines.begin(), stream_->lines.end(), std::string());
}

std::size_t WarningLog::count() const {
    return stream_->lines.size();
}

} // namespace assimp_md2::inner::test
