// SPDX-License-Identifier: BSD-3-Clause
// Imports any bytes, with properties taken from the last of them. The scene must be sound and, unless it has
// bones, equal what the naive decoder reads.
#include "assimp-md2/properties.h"
#include "fuzz/require.h"
#include "fuzz/sample.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <assimp/config.h>

#include <algorithm>
#include <cstdint>

namespace {

using namespace assimp_md2::inner::test;

constexpr std::size_t kPropertyBytes = 4;

void requireNone(const std::vector<std::string>& problems) {
    for (const std::string& problem : problems) {
        require(false, problem);
    }
}

const char* normalsFor(const std::uint8_t* choice) {
    static constexpr const char* kModes[] = {"file", "computed", "auto"};
    return kModes[choice[1] % std::size(kModes)];
}

/// Sets properties by the bytes of `choice`, all zero for the defaults.
/// \return the one frame that is asked for, or -1
int setProperties(Assimp::Importer& importer, const std::uint8_t* choice) {
    static constexpr const char* kClips[] = {"auto", "names", "player", "single", "none", "a:0-1;b:1@3"};
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_CLIPS, kClips[choice[0] % std::size(kClips)]);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_NORMALS, normalsFor(choice));
    importer.SetPropertyBool(ASSIMP_MD2_CONFIG_STRICT, (choice[2] & 2) != 0);
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_LOOP, (choice[2] & 4) != 0 ? "all" : "");
    importer.SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, (choice[2] & 8) != 0 ? "skeleton" : "morph");
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_BONES, 4); // the fit is slow
    importer.SetPropertyInteger(ASSIMP_MD2_CONFIG_MAX_MEMORY_MB, 64);
    const int frame = choice[3] == 0 ? -1 : choice[3] - 1;
    importer.SetPropertyInteger(AI_CONFIG_IMPORT_MD2_KEYFRAME, frame);
    return frame;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::uint8_t choice[kPropertyBytes] = {};
    if (size >= kPropertyBytes) {
        size -= kPropertyBytes;
        std::copy_n(data + size, kPropertyBytes, choice);
    }
    const Bytes bytes(data, data + size);
    // One importer for all runs, because creating one takes longer than most imports.
    static const auto importer = makeImporterOfMd2Alone();
    const int frame = setProperties(*importer, choice);
    const aiScene* const scene = importBytes(*importer, bytes);
    if (scene == nullptr) {
        return 0;
    }
    requireNone(problemsOf(*scene));
    if (!isInSample(data, size)) {
        return 0;
    }
    const std::string normals = normalsFor(choice);
    if (normals == "auto") {
        return 0; // the importer measures a few triangles where the naive decoder measures all
    }
    const auto naive = decodeNaively(bytes, "auto", normals);
    require(naive.has_value(), "the naive decoder accepts what was imported");
    if (scene->mMeshes[0]->HasBones()) {
        return 0; // they only approximate the frames
    }
    // Without clips, a model that was to get bones is static and shows frame 0.
    const bool isStatic = importer->GetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, "morph") == "skeleton";
    requireNone(differences(*scene, *naive, isStatic ? std::max(frame, 0) : frame));
    return 0;
}
