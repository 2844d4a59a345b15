// SPDX-License-Identifier: BSD-3-Clause
// The search for skins in real folders, in memory, and through what Assimp gives an importer.
#include "importer/skin_search.h"

#include "image/png.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/memory_files.h"
#include "support/pcx_builder.h"

#include <assimp/BaseImporter.h>
#include <assimp/DefaultIOSystem.h>
#include <assimp/Importer.hpp>
#include <assimp/importerdesc.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

namespace assimp_md2 {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using Names = std::vector<std::string>;

Bytes png(std::uint32_t width = 4, std::uint32_t height = 4) {
    return std::get<Bytes>(encodePng(test::rgbImage(width, height)));
}

Bytes pcx() {
    return test::PcxBuilder().build(test::paletteImage(4, 4));
}

Bytes text() {
    return {'n', 'o', ' ', 'i', 'm', 'a', 'g', 'e', ',', ' ',
            'b', 'u', 't', ' ', 'a', ' ', 't', 'e', 'x', 't'};
}

std::string pathOf(const std::optional<SkinFile>& skin) {
    return skin ? skin->path : "none";
}

/// A model in a folder of its own that the test fills: <root>/game/models/thing/tris.md2.
class RealFolders : public testing::Test {
protected:
    RealFolders() {
        const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
        root_ = fs::temp_directory_path() / ("assimp_md2_" + std::string(test->name()));
        fs::remove_all(root_);
        put(kModel, text());
    }
    ~RealFolders() override { fs::remove_all(root_); }

    void put(const std::string& path, const Bytes& bytes) {
        fs::create_directories((root_ / path).parent_path());
        std::ofstream stream(root_ / path, std::ios::binary);
        for (const std::uint8_t byte : bytes) {
            stream.put(static_cast<char>(byte));
        }
    }

    SkinSearch search() { return {files_, (root_ / kModel).u8string()}; }

    std::string found(std::string_view name) {
        SkinSearch searching = search();
        const std::optional<SkinFile> skin = searching.find(name);
        if (skin) {
            EXPECT_TRUE(fs::equivalent(skin->filePath, root_ / kFolder / skin->path));
        }
        return pathOf(skin);
    }

    Names besides(ImageSize size) {
        Names names;
        for (const SkinFile& skin : search().findBeside(size)) {
            names.push_back(skin.path);
        }
        return names;
    }

    static constexpr const char* kFolder = "game/models/thing";
    static constexpr const char* kModel = "game/models/thing/tris.md2";
    Assimp::DefaultIOSystem files_;
    fs::path root_;
};

TEST_F(RealFolders, ASkinLiesBesideTheModel) {
    put("game/models/thing/skin.pcx", pcx());
    EXPECT_EQ(found("skin.pcx"), "skin.pcx");
    EXPECT_EQ(search().find("skin.pcx")->type, ImageType::Pcx);
}

TEST_F(RealFolders, ASkinLiesBelowAFolderAbove) {
    put("game/models/thing/sub/a.pcx", pcx());
    put("game/players/b.pcx", pcx());
    put("game/models/thing/c.pcx", pcx());
    EXPECT_EQ(found("sub/a.pcx"), "sub/a.pcx");
    EXPECT_EQ(found("players/b.pcx"), "../../players/b.pcx");
    EXPECT_EQ(found("models/thing/c.pcx"), "c.pcx");
}

TEST_F(RealFolders, AFileNameAloneIsTheLastPlace) {
    put("game/models/thing/b.pcx", pcx());
    EXPECT_EQ(found("players/male/b.pcx"), "b.pcx");
    put("game/players/male/b.pcx", pcx());
    EXPECT_EQ(found("players/male/b.pcx"), "../../players/male/b.pcx");
}

TEST_F(RealFolders, CaseDoesNotMatter) {
    put("game/Players/MALE/Grunt.PCX", pcx());
    EXPECT_EQ(found("players/male/grunt.pcx"), "../../Players/MALE/Grunt.PCX");
    EXPECT_EQ(found("PLAYERS/Male/GRUNT.pcx"), "../../Players/MALE/Grunt.PCX");
}

TEST_F(RealFolders, TheExactCaseComesFirst) {
    put("game/models/thing/SKIN.pcx", pcx());
    put("game/models/thing/Skin.pcx", pcx());
    put("game/models/thing/skin.pcx", pcx());
    EXPECT_EQ(found("Skin.pcx"), "Skin.pcx");
    EXPECT_EQ(found("sKiN.pcx"), "SKIN.pcx");
}

TEST_F(RealFolders, AnotherExtensionWillDo) {
    put("game/models/thing/skin.JPG", test::jpegHeader({4, 4}));
    EXPECT_EQ(found("skin.pcx"), "skin.JPG");
    EXPECT_EQ(found("skin"), "skin.JPG");
    put("game/models/thing/skin.png", png());
    EXPECT_EQ(found("skin.pcx"), "skin.png");
    put("game/models/thing/skin.pcx", pcx());
    EXPECT_EQ(found("skin.pcx"), "skin.pcx");
}

TEST_F(RealFolders, OnlyImagesAreFoundWhateverTheyAreCalled) {
    put("game/models/thing/skin.pcx", text());
    EXPECT_EQ(found("skin.pcx"), "none");
    put("game/models/thing/skin.bmp", png());
    EXPECT_EQ(found("skin.pcx"), "skin.bmp");
    EXPECT_EQ(search().find("skin.pcx")->type, ImageType::Png);
    put("game/models/thing/skin.dat", png());
    EXPECT_EQ(found("skin.dat"), "skin.bmp");
    fs::remove(root_ / "game/models/thing/skin.bmp");
    EXPECT_EQ(found("skin.dat"), "none");
    EXPECT_EQ(found("tris.md2"), "none");
}

TEST_F(RealFolders, NoNameLeadsOut) {
    put("secret.png", png());
    const std::string absolute = (root_ / "game/models/thing/skin.png").u8string();
    put("game/models/thing/skin.png", png());
    EXPECT_NE(found(absolute), "none") << "below the root, which is a folder above";
    EXPECT_EQ(found("/nowhere/skin.png"), "skin.png") << "by the file name alone";
    EXPECT_EQ(found("C:\\quake2\\skin.png"), "skin.png");
    EXPECT_EQ(found("../skin.png"), "skin.png");
    EXPECT_EQ(found("../../../../../../../../../../../etc/skin.png"), "skin.png");
    EXPECT_EQ(found(".."), "none");
    EXPECT_EQ(found(""), "none");
    EXPECT_EQ(found("/"), "none");
}

TEST_F(RealFolders, ALinkMayNotLeadOutOfTheFolderThatIsSearched) {
    put("outside/secret.png", png());
    put("game/models/thing/inside.png", png());
    fs::create_symlink("../../../outside/secret.png", root_ / kFolder / "skin.png");
    fs::create_symlink("inside.png", root_ / kFolder / "other.png");
    fs::create_directory_symlink("../../../outside", root_ / kFolder / "folder");
    fs::create_symlink("nowhere.png", root_ / kFolder / "broken.png");
    EXPECT_EQ(found("skin.png"), "none");
    EXPECT_EQ(found("folder/secret.png"), "none");
    EXPECT_EQ(found("broken.png"), "none");
    EXPECT_EQ(found("other.png"), "other.png");
}

TEST_F(RealFolders, TheModelsFolderItselfMayBeALink) {
    put("game/models/thing/skin.png", png());
    fs::create_directory_symlink("game/models/thing", root_ / "link");
    SkinSearch searching(files_, (root_ / "link/tris.md2").u8string());
    EXPECT_EQ(pathOf(searching.find("Skin.pcx")), "skin.png");
}

TEST_F(RealFolders, AFolderCalledLikeASkinIsNone) {
    fs::create_directories(root_ / kFolder / "skin.png");
    EXPECT_EQ(found("skin.png"), "none");
}

TEST_F(RealFolders, APathMayBeRelative) {
    put("game/models/thing/skin.png", png());
    put("game/models/thing/local.png", png());
    put("game/textures/t.png", png());
    const fs::path before = fs::current_path();
    fs::current_path(root_ / kFolder);
    SkinSearch bare(files_, "tris.md2");
    EXPECT_EQ(pathOf(bare.find("Local.pcx")), "local.png");
    EXPECT_EQ(pathOf(bare.find("textures/t.pcx")), "../../textures/t.png");
    EXPECT_EQ(bare.findBeside({9, 9}).size(), 0U);
    fs::current_path(root_ / "game/models");
    SkinSearch below(files_, "thing/tris.md2");
    EXPECT_EQ(pathOf(below.find("textures/t.pcx")), "../../textures/t.png");
    EXPECT_EQ(pathOf(below.find("models/thing/Skin.pcx")), "skin.png");
    fs::current_path(before);
}

TEST_F(RealFolders, NonAsciiNamesAreFound) {
    put("game/models/thing/gr\xC3\xBCn.png", png());
    EXPECT_EQ(found("Gr\xC3\xBCn.pcx"), "gr\xC3\xBCn.png");
}

TEST_F(RealFolders, AModelWithoutSkinHasTheImageCalledLikeIt) {
    put("game/models/thing/skin.png", png(8, 8));
    put("game/models/thing/Tris.BMP", test::bmpFile(test::rgbImage(5, 5), 24));
    EXPECT_EQ(besides({8, 8}), Names{"Tris.BMP"});
}

TEST_F(RealFolders, AModelWithoutSkinHasTheImagesOfItsSize) {
    put("game/models/thing/b.png", png(8, 9));
    put("game/models/thing/A.jpg", test::jpegHeader({8, 9}));
    put("game/models/thing/b_i.png", png(8, 9));
    put("game/models/thing/c.png", png(9, 8));
    put("game/models/thing/d.png", text());
    put("game/models/thing/e.dat", png(8, 9));
    EXPECT_EQ(besides({8, 9}), (Names{"A.jpg", "b.png"}));
    EXPECT_EQ(besides({7, 7}), Names());
    EXPECT_EQ(besides({0, 0}), Names());
}

TEST_F(RealFolders, AFolderOfTooManyFilesIsNotListed) {
    put("game/models/thing/skin.png", png());
    for (std::size_t i = 0; i <= kMaximumEntriesInFolder; ++i) {
        std::ofstream(root_ / kFolder / ("f" + std::to_string(i)));
    }
    EXPECT_EQ(found("skin.png"), "skin.png");
    EXPECT_EQ(found("Skin.png"), "none");
}

TEST_F(RealFolders, TheEffortIsBounded) {
    SkinSearch searching = search();
    for (int i = 0; i < 2'000; ++i) {
        EXPECT_FALSE(searching.find("a/b/c/missing" + std::to_string(i) + ".pcx"));
    }
    put("game/models/thing/skin.png", png());
    EXPECT_EQ(pathOf(searching.find("skin.png")), "none");
    EXPECT_EQ(found("skin.png"), "skin.png");
}

class FilesInMemory : public testing::Test {
protected:
    FilesInMemory() { files_.files["models/thing/tris.md2"] = text(); }
    ~FilesInMemory() override { EXPECT_EQ(files_.openStreams, 0); }

    std::string found(std::string_view name) {
        return pathOf(SkinSearch(files_, "models/thing/tris.md2").find(name));
    }

    test::MemoryFiles files_;
};

TEST_F(FilesInMemory, AreFoundAtEveryPlace) {
    files_.files["models/thing/a.pcx"] = pcx();
    files_.files["models/b.pcx"] = pcx();
    files_.files["players/c.pcx"] = pcx();
    EXPECT_EQ(found("a.pcx"), "a.pcx");
    EXPECT_EQ(found("b.pcx"), "../b.pcx");
    EXPECT_EQ(found("players/c.pcx"), "../../players/c.pcx");
    EXPECT_EQ(found("players/a.pcx"), "a.pcx");
}

TEST_F(FilesInMemory, AreAskedForInLowerAndUpperCase) {
    files_.files["players/lower.png"] = png();
    files_.files["PLAYERS/UPPER.PNG"] = png();
    EXPECT_EQ(found("Players/Lower.pcx"), "../../players/lower.png");
    EXPECT_EQ(found("Players/Upper.pcx"), "../../PLAYERS/UPPER.PNG");
}

TEST_F(FilesInMemory, AreNeverOpenedWithoutAnImagesExtension) {
    files_.files["models/thing/skin.dat"] = png();
    files_.files["models/thing/skin"] = png();
    for (const char* name : {"skin.dat", "skin", "tris.md2", "../thing/tris.md2"}) {
        EXPECT_EQ(found(name), "none");
    }
    for (const std::string& path : files_.opened) {
        EXPECT_TRUE(path == "models/thing/tris.md2" || hasImageExtension(path)) << path;
    }
}

TEST_F(FilesInMemory, AreNotSoughtAboveTheArchive) {
    files_.files["../skin.png"] = png();
    EXPECT_EQ(found("skin.png"), "none");
}

TEST_F(FilesInMemory, BesideTheModelAreFoundByItsName) {
    files_.files["models/thing/tris.tga"] = test::tgaFile(test::rgbImage(3, 3));
    const std::vector<SkinFile> skins = SkinSearch(files_, "models/thing/tris.md2").findBeside({8, 8});
    ASSERT_EQ(skins.size(), 1U);
    EXPECT_EQ(skins[0].path, "tris.tga");
    EXPECT_EQ(skins[0].filePath, "models/thing/tris.tga");
}

TEST_F(FilesInMemory, EffortIsBounded) {
    SkinSearch searching(files_, "models/thing/tris.md2");
    for (int i = 0; i < 10'000; ++i) {
        searching.find("a/b/c/missing" + std::to_string(i) + ".pcx");
    }
    EXPECT_LE(files_.asked, 3 * kMaximumCandidates);
}

/// An importer that searches, to see the IOSystem that Assimp gives to importers.
class SearchingImporter : public Assimp::BaseImporter {
public:
    explicit SearchingImporter(std::function<void(Assimp::IOSystem&, const std::string&)> search)
        : search_(std::move(search)) {}

    bool CanRead(const std::string&, Assimp::IOSystem*, bool) const override { return true; }
    const aiImporterDesc* GetInfo() const override {
        static const aiImporterDesc info{"search", "", "", "", 0, 0, 0, 0, 0, "skinsearch"};
        return &info;
    }
    void InternReadFile(const std::string& path, aiScene*, Assimp::IOSystem* files) override {
        search_(*files, path);
    }

private:
    std::function<void(Assimp::IOSystem&, const std::string&)> search_;
};

/// The path of the skin, as found by an importer in files that the Importer owns.
std::string foundByImporter(const std::map<std::string, Bytes>& files, const std::string& model,
                            const std::string& name) {
    std::string path;
    auto* memory = new test::MemoryFiles; // the Importer deletes it
    memory->files = files;
    memory->files[model] = text();
    Assimp::Importer importer;
    importer.SetIOHandler(memory);
    importer.RegisterLoader(new SearchingImporter([&](Assimp::IOSystem& system, const std::string& file) {
        path = pathOf(SkinSearch(system, file).find(name));
    }));
    importer.ReadFile(model, 0);
    return path;
}

TEST(ThroughAnImporter, GuessesOfAssimpDoNotCount) {
    const std::string model = "models/thing/tris.skinsearch";
    EXPECT_EQ(foundByImporter({{"models/thing/a.pcx", pcx()}}, model, "a.pcx"), "a.pcx");
    EXPECT_EQ(foundByImporter({{"models/thing/a.pcx", pcx()}}, model, "players/a.pcx"), "a.pcx");
    EXPECT_EQ(
        foundByImporter({{"models/thing/a.pcx", pcx()}, {"players/a.pcx", png()}}, model, "players/a.pcx"),
        "../../players/a.pcx");
    EXPECT_EQ(foundByImporter({{"models/thing/models/a.pcx", pcx()}}, model, "a.pcx"), "none");
    EXPECT_EQ(foundByImporter({{"A.PNG", png()}}, "tris.skinsearch", "dir/a.pcx"), "A.PNG");
}

TEST(ThroughAnImporter, AModelInMemoryIsNotTakenForItsSkin) {
    std::vector<SkinFile> skins{{}};
    std::string path;
    Assimp::Importer importer;
    importer.RegisterLoader(new SearchingImporter([&](Assimp::IOSystem& system, const std::string& file) {
        skins = SkinSearch(system, file).findBeside({4, 4});
        path = pathOf(SkinSearch(system, file).find("no/such_skin.pcx"));
    }));
    importer.ReadFileFromMemory(text().data(), text().size(), 0, "skinsearch");
    EXPECT_TRUE(skins.empty());
    EXPECT_EQ(path, "none");
}

TEST_F(RealFolders, AreSearchedThroughAnImporterToo) {
    put("game/models/thing/tris.skinsearch", text());
    put("game/models/thing/grunt.pcx", pcx());
    put("game/Players/Grunt.png", png());
    std::string path;
    Assimp::Importer importer;
    importer.RegisterLoader(new SearchingImporter([&](Assimp::IOSystem& system, const std::string& file) {
        path = pathOf(SkinSearch(system, file).find("players/grunt.pcx"));
    }));
    importer.ReadFile((root_ / kFolder / "tris.skinsearch").u8string(), 0);
    EXPECT_EQ(path, "../../Players/Grunt.png");
}

} // namespace
} // namespace assimp_md2
