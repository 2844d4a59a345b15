// SPDX-License-Identifier: BSD-3-Clause
// Messages: every error and every repair has one, with the section and the figures that it is about.
#include "base/budget.h"

#include <gtest/gtest.h>

#include <set>

namespace assimp_md2 {
namespace {

using Lines = std::vector<std::string>;

TEST(Repairs, EachHasAMessageOfItsOwn) {
    std::set<std::string> messages;
    for (std::size_t i = 0; i < kRepairCount; ++i) {
        Repairs one;
        one.add(static_cast<Repair>(i));
        Repairs skins;
        skins.addFrom(one, "");
        Repairs repairs;
        repairs.add(skins);
        ASSERT_EQ(repairs.messages().size(), 1u) << i;
        const std::string text = repairs.messages()[0];
        EXPECT_EQ(text.rfind("MD2: ", 0), 0u) << text;
        EXPECT_GT(text.size(), 30u) << text;
        messages.insert(text);
    }
    EXPECT_EQ(messages.size(), kRepairCount);
}

TEST(Repairs, AreCountedOverAllParts) {
    Repairs file;
    file.add(Repair::NoPalette);
    Repairs sum;
    sum.add(Repair::StClamped, 0);
    EXPECT_EQ(sum.messages(), Lines());
    sum.add(Repair::StClamped, 2);
    sum.add(Repair::NoPalette);
    sum.addFrom(file, "a.pcx");
    sum.addFrom(Repairs(), "b.pcx");
    Repairs all;
    all.add(sum);
    all.add(sum);
    EXPECT_EQ(all.count(Repair::StClamped), 4u);
    EXPECT_EQ(all.count(Repair::NoPalette), 4u);
}

TEST(Repairs, NameTheFirstFileThatNeedsThem) {
    Repairs once;
    once.add(Repair::NoPalette);
    Repairs skins;
    skins.addFrom(Repairs(), "whole.pcx");
    skins.addFrom(once, "a.pcx");
    skins.addFrom(once, "b.pcx");
    Repairs model;
    model.add(skins);
    Repairs other;
    other.addFrom(once, "c.pcx");
    model.add(other);
    EXPECT_EQ(model.messages(), Lines{"MD2: skins: the palette of a PCX is missing; a greyscale palette is "
                                      "used (3 times, first in a.pcx)"});
    EXPECT_EQ(other.messages(), Lines{"MD2: skins: the palette of a PCX is missing; a greyscale palette is "
                                      "used (1 time, first in c.pcx)"});
}

TEST(Errors, NameTheirSection) {
    const std::pair<Section, const char*> sections[] = {{Section::Header, "header: "},
                                                        {Section::Skins, "skins: "},
                                                        {Section::St, "st: "},
                                                        {Section::Triangles, "triangles: "},
                                                        {Section::Frames, "frames: "},
                                                        {Section::GlCommands, "glcmds: "},
                                                        {Section::Surfaces, "surfaces: "},
                                                        {Section::Tags, "tags: "},
                                                        {Section::File, ""},
                                                        {Section::Image, ""},
                                                        {Section::Property, ""},
                                                        {Section::Memory, ""}};
    for (const auto& [section, expected] : sections) {
        Error error{ErrorCode::DamagedImage, section};
        error.text = "text";
        EXPECT_EQ(description(error), std::string(expected) + "text");
        EXPECT_EQ(message(error), "MD2: " + std::string(expected) + "text");
    }
}

TEST(Errors, NameTheCountThatIsWrong) {
    const std::tuple<Section, const char*, const char*> counts[] = {
        {Section::Header, "num_vertices", "1"}, {Section::Skins, "num_skins", "0"},
        {Section::St, "num_st", "0"},           {Section::Triangles, "num_tris", "0"},
        {Section::Frames, "num_frames", "1"},   {Section::Surfaces, "num_surfaces", "0"},
        {Section::Tags, "num_tagged", "0"}};
    for (const auto& [section, field, least] : counts) {
        const std::string text = description({ErrorCode::BadCount, section, -7});
        EXPECT_NE(text.find(std::string(": ") + field + " is -7, expected " + least + " or more"),
                  std::string::npos)
            << text;
    }
}

/// What is needed is rounded up, what is available down.
TEST(Errors, CountMemoryInWholeMebibytes) {
    constexpr std::uint64_t kThree = std::uint64_t{3} << 20;
    EXPECT_EQ(description(errorOf(OverBudget(kThree + 1, kThree - 1))),
              "at least 4 MiB of memory are needed, IMPORT_MD2_MAX_MEMORY_MB allows 2 MiB");
    EXPECT_EQ(description(errorOf(OverBudget(kThree, kThree))),
              "at least 3 MiB of memory are needed, IMPORT_MD2_MAX_MEMORY_MB allows 3 MiB");
    Error error{ErrorCode::FileTooLarge, Section::File};
    error.text = "a.md2";
    error.needed = 1;
    EXPECT_EQ(description(error), "the file a.md2 has 1 MiB, expected at most 0 MiB");
}

TEST(Errors, ShowAnIdentAsText) {
    // Printable are the characters from blank to tilde.
    EXPECT_EQ(description({ErrorCode::NotMd2, Section::Header, 0x7F7E201F}),
              "header: the file starts with \"? ~?\", an MD2 starts with \"IDP2\"");
}

TEST(Errors, SayWhatWasExpected) {
    EXPECT_EQ(description({ErrorCode::BadResolution, Section::Header, 3}),
              "header: the resolution of the vertices is 3, expected 0, 1 or 2");
    Error surfaces{ErrorCode::BadSurfaces, Section::Surfaces};
    surfaces.needed = 9;
    surfaces.available = 8;
    EXPECT_EQ(description(surfaces),
              "surfaces: the surfaces have 9 GL primitives together, the GL commands have 8");
    Error file{ErrorCode::CannotBeOpened, Section::File};
    file.text = "a.md2";
    EXPECT_EQ(description(file), "the file a.md2 cannot be opened");
}

} // namespace
} // namespace assimp_md2
