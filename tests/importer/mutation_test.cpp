// SPDX-License-Identifier: BSD-3-Clause
// Systematic damage to whole files: every prefix, every byte of the header and of the first record of each
// section, every pair of header fields. The result is an error with its message where the naive decoder
// refuses the file too, or a sound scene that equals what the naive decoder reads.
#include "assimp-md2/properties.h"
#include "support/import.h"
#include "support/naive_decoder.h"
#include "support/scene_checker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace assimp_md2::inner::test {
namespace {

struct Sample {
    const char* name;
    Md2Builder model;
    const char* animation = "morph";
};

void PrintTo(const Sample& sample, std::ostream* out) {
    *out << sample.name;
}

template <typename Change>
Md2Builder changed(Change change) {
    Md2Builder model = smallModel(2);
    change(model);
    return model;
}

const Sample kTriangles{"Triangles", smallModel(2)};
const Sample kOnlyGlCommands{"OnlyGlCommands", changed([](Md2Builder& model) {
                                 model.triangles.clear();
                                 model.st.clear();
                             })};
const Sample kWithoutSt{"WithoutSt", changed([](Md2Builder& model) {
                            model.st.clear();
                            model.glCommands.clear();
                        })};
const Sample kPaddedFrames{"PaddedFrames", changed([](Md2Builder& model) { model.framePadding = 6; })};
const Sample kOtherOrder{"OtherOrder", changed([](Md2Builder& model) { model.order = "gftsk"; })};
const Sample kAnachronoxBits{"AnachronoxBits", anachronoxModel(1)};

/// What is wrong with the result for `bytes`; empty when nothing is. Bones only approximate the frames, so
/// that scenes with bones are checked but not compared.
std::string wrongWith(Assimp::Importer& importer, const Bytes& bytes) {
    const auto naive = decodeNaively(bytes, "auto", "auto");
    const aiScene* const scene = importBytes(importer, bytes);
    if (scene == nullptr) {
        const std::string error = importer.GetErrorString();
        if (error.rfind("MD2: ", 0) != 0) {
            return "the error is \"" + error + "\"";
        }
        return naive ? "refused, and it is whole: " + error : "";
    }
    if (!naive) {
        return "imports, and the naive decoder refuses it";
    }
    std::vector<std::string> problems = problemsOf(*scene);
    if (std::none_of(scene->mMeshes, scene->mMeshes + scene->mNumMeshes,
                     [](const aiMesh* mesh) { return mesh->HasBones(); })) {
        const std::vector<std::string> others = differences(*scene, *naive);
        problems.insert(problems.end(), others.begin(), others.end());
    }
    return problems.empty() ? "" : problems.front();
}

class Mutation : public testing::TestWithParam<Sample> {
protected:
    Mutation() { importer_->SetPropertyString(ASSIMP_MD2_CONFIG_ANIMATION, GetParam().animation); }

    std::string wrong(const Bytes& bytes) { return wrongWith(*importer_, bytes); }

    const Bytes whole_ = GetParam().model.bytes();
    const std::unique_ptr<Assimp::Importer> importer_ = makeImporter();
};

TEST_P(Mutation, EveryPrefixIsAnErrorOrASoundScene) {
    // Assimp itself refuses to read nothing.
    for (std::size_t size = 1; size <= whole_.size(); ++size) {
        const Bytes prefix(whole_.begin(), whole_.begin() + static_cast<std::ptrdiff_t>(size));
        ASSERT_EQ(wrong(prefix), "") << "the first " << size << " bytes";
    }
}

/// The bytes of the header and of the first record of each section: a skin, an st, a triangle, the first
/// frame up to its first vertex, and the first packet of the GL commands up to its first vertex.
std::vector<std::size_t> bytesOfFirstRecords(const Bytes& file) {
    std::vector<std::array<std::size_t, 3>> records = {{field::kNumSkins, field::kOfsSkins, 64},
                                                       {field::kNumSt, field::kOfsSt, 4},
                                                       {field::kNumTris, field::kOfsTris, 12},
                                                       {field::kNumFrames, field::kOfsFrames, 44},
                                                       {field::kNumGlcmds, field::kOfsGlcmds, 16}};
    const bool isAnachronox = valueAt(file, field::kVersion) != 8;
    if (isAnachronox) {
        records.push_back({68, 72, 2});
        records.push_back({88, 92, 12});
    }
    std::vector<std::size_t> bytes;
    const auto add = [&](std::size_t offset, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            bytes.push_back(offset + i);
        }
    };
    add(0, isAnachronox ? 96 : 68);
    for (const auto& [count, offset, size] : records) {
        if (valueAt(file, count) > 0) {
            add(static_cast<std::size_t>(valueAt(file, offset)), size);
        }
    }
    return bytes;
}

TEST_P(Mutation, EveryExtremeByteOfTheFirstRecordsGivesAnErrorOrASoundScene) {
    for (const std::size_t at : bytesOfFirstRecords(whole_)) {
        const std::uint8_t was = whole_[at];
        for (const int value : {was - 1, was + 1, 0, 127, 128, 255}) {
            Bytes bytes = whole_;
            bytes[at] = static_cast<std::uint8_t>(value);
            ASSERT_EQ(wrong(bytes), "") << "byte " << at << " is " << int{bytes[at]};
        }
    }
}

std::string nameOf(const testing::TestParamInfo<Sample>& test) {
    return test.param.name;
}

INSTANTIATE_TEST_SUITE_P(Files, Mutation,
                         testing::Values(kTriangles, kOnlyGlCommands, kWithoutSt, kPaddedFrames, kOtherOrder,
                                         kAnachronoxBits, Sample{"AnachronoxBytes", anachronoxModel(0)},
                                         Sample{"AnachronoxShorts", anachronoxModel(2)},
                                         // The fit takes longer than the rest of an import.
                                         Sample{"Skeleton", smallModel(2), "skeleton"},
                                         Sample{"AnachronoxSkeleton", anachronoxModel(1), "skeleton"}),
                         nameOf);

/// Limits of counts, sizes and offsets.
std::vector<std::int32_t> extremeValues(const Bytes& file) {
    const auto size = static_cast<std::int32_t>(file.size());
    const std::int32_t framesize = valueAt(file, field::kFramesize);
    return {INT32_MIN, -1, 0, 1, 2, framesize, 0xFFFF, 0x10000, size, size - 1, INT32_MAX / 4, INT32_MAX};
}

class HeaderPair : public Mutation {};

TEST_P(HeaderPair, OfExtremesIsAnErrorOrASoundScene) {
    const std::vector<std::int32_t> values = extremeValues(whole_);
    const std::size_t last = valueAt(whole_, field::kVersion) == 8 ? field::kOfsEnd : 92;
    for (std::size_t first = field::kIdent; first < last; first += 4) {
        for (std::size_t second = first + 4; second <= last; second += 4) {
            for (const std::int32_t a : values) {
                for (const std::int32_t b : values) {
                    Bytes bytes = whole_;
                    patch(bytes, first, a);
                    patch(bytes, second, b);
                    ASSERT_EQ(wrong(bytes), "")
                        << "header bytes " << first << " and " << second << " are " << a << " and " << b;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, HeaderPair, testing::Values(kTriangles, kOnlyGlCommands, kAnachronoxBits),
                         nameOf);

} // namespace
} // namespace assimp_md2::inner::test
