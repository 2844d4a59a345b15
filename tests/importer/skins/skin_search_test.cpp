// SPDX-License-Identifier: BSD-3-Clause
// The search for skins in the file system and in a foreign IOSystem.
#include "importer/skins/skin_search.h"

#include "games/game_files.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/import_files.h"
#include "importer/image/png.h"
#include "support/image_files.h"
#include "support/images.h"
#include "support/memory_files.h"
#include "support/pcx_builder.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

namespace assimp_md2::inner {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;
using Names = std::vector<std::string>;

Bytes png(std::uint32_t width = 4, std::uint32_t height = 4) {
    return encodePng(test::rgbImage(width, height)).value();
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

/// Of the skins in the models of these tests, and of png() and pcx().
constexpr ImageSize kSize{4, 4};

std::optional<SkinFile> findIn(SkinSearch& search, const std::string& name) {
    return search.find({name}, kSize)[0];
}

/// A model in a folder of its own that the test fills: <root>/game/models/thing/tris.md2.
class RealFolders : public testing::Test {
protected:
    RealFolders() { put(kModel, model_); }

    void put(const std::string& path, const Bytes& bytes) { root_.put(path, bytes); }

    std::unique_ptr<SkinSearch> searchFrom(const std::string& model) {
        return std::make_unique<SkinSearch>(import_.filesNear(model));
    }
    std::unique_ptr<SkinSearch> search() { return searchFrom(root_ / kModel); }

    std::string found(const std::string& name) {
        const std::unique_ptr<SkinSearch> searching = search();
        const std::optional<SkinFile> skin = findIn(*searching, name);
        if (skin) {
            EXPECT_TRUE(LocalFile::open(root_ / (std::string(kFolder) + "/" + skin->path))->identity() ==
                        skin->location.identity);
        }
        return pathOf(skin);
    }

    Names besides(ImageSize size) {
        Names names;
        for (const SkinFile& skin : search()->findBeside(size)) {
            names.push_back(skin.path);
        }
        return names;
    }

    static constexpr const char* kFolder = "game/models/thing";
    static constexpr const char* kModel = "game/models/thing/tris.md2";
    Bytes model_ = text();
    Assimp::DefaultIOSystem files_;
    ImportFiles import_{&files_};
    test::TemporaryFolder root_;
};

TEST_F(RealFolders, ASkinIsFoundBelowTheGamesRoot) {
    put("game/models/thing/sub/a.pcx", pcx());
    put("game/models/other/b.pcx", pcx());
    put("game/models/thing/c.pcx", pcx());
    EXPECT_EQ(found("sub/a.pcx"), "sub/a.pcx");
    EXPECT_EQ(found("models/other/b.pcx"), "../other/b.pcx");
    EXPECT_EQ(found("models/thing/c.pcx"), "c.pcx");
}

TEST_F(RealFolders, NoFolderAboveIsSearchedWithoutAReason) {
    put("game/models/a.png", png());
    put("game/players/b.png", png());
    put("c.png", png());
    put("game/thing/other/d.png", png());
    for (const char* const name :
         {"a.png", "c.png", "/c.png", "game/c.png", "game/models/a.png", "game/thing/other/d.png"}) {
        EXPECT_EQ(found(name), "none") << name;
    }
    EXPECT_EQ(found("models/a.png"), "../a.png");
    EXPECT_EQ(found("players/b.png"), "../../players/b.png");
}

TEST_F(RealFolders, CaseDoesNotMatter) {
    put("game/models/MALE/Grunt.PCX", pcx());
    EXPECT_EQ(found("Models/male/grunt.pcx"), "../MALE/Grunt.PCX");
    EXPECT_EQ(found("MODELS/Male/GRUNT.pcx"), "../MALE/Grunt.PCX");
}

TEST_F(RealFolders, TheExactCaseComesFirst) {
    if (!test::distinguishesCase(root_)) {
        GTEST_SKIP() << "these names are one file here";
    }
    put("game/models/thing/SKIN.pcx", pcx());
    put("game/models/thing/Skin.pcx", pcx());
    put("game/models/thing/skin.pcx", pcx());
    EXPECT_EQ(found("Skin.pcx"), "Skin.pcx");
    EXPECT_EQ(found("sKiN.pcx"), "SKIN.pcx");
}

TEST_F(RealFolders, OtherExtensionsAreTried) {
    put("game/models/thing/skin.JPG", test::jpegHeader({4, 4}));
    EXPECT_EQ(found("skin.pcx"), "skin.JPG");
    EXPECT_EQ(found("skin"), "skin.JPG");
    put("game/models/thing/skin.png", png());
    EXPECT_EQ(found("skin.pcx"), "skin.png");
}

TEST_F(RealFolders, OnlyImagesAreFoundWhateverTheyAreCalled) {
    put("game/models/thing/skin.pcx", text());
    EXPECT_EQ(found("skin.pcx"), "none");
    put("game/models/thing/skin.bmp", png());
    EXPECT_EQ(found("skin.pcx"), "skin.bmp");
    const std::unique_ptr<SkinSearch> searching = search();
    EXPECT_EQ(findIn(*searching, "skin.pcx")->type, ImageType::Png);
    put("game/models/thing/skin.dat", png());
    EXPECT_EQ(found("skin.dat"), "skin.bmp");
    fs::remove(root_.path() / "game/models/thing/skin.bmp");
    EXPECT_EQ(found("skin.dat"), "none");
    EXPECT_EQ(found("tris.md2"), "none");
}

TEST_F(RealFolders, NoNameLeavesTheFolder) {
    put("secret.png", png());
    EXPECT_EQ(found(root_ / "secret.png"), "none");
    put("game/models/thing/skin.png", png());
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
    const fs::path folder = root_.path() / kFolder;
    if (!test::makeLink("../../../outside/secret.png", folder / "skin.png")) {
        GTEST_SKIP() << "this system makes no links";
    }
    ASSERT_TRUE(test::makeLink("inside.png", folder / "other.png"));
    ASSERT_TRUE(test::makeLink("../../../outside", folder / "folder"));
    ASSERT_TRUE(test::makeLink("nowhere.png", folder / "broken.png"));
    EXPECT_EQ(found("skin.png"), "none");
    EXPECT_EQ(found("folder/secret.png"), "none");
    EXPECT_EQ(found("broken.png"), "none");
    EXPECT_EQ(found("other.png"), "other.png");
}

TEST_F(RealFolders, TheModelsFolderItselfMayBeALink) {
    put("game/models/thing/skin.png", png());
    if (!test::makeLink("game/models/thing", root_.path() / "link")) {
        GTEST_SKIP() << "this system makes no links";
    }
    const std::unique_ptr<SkinSearch> searching = searchFrom(root_ / "link/tris.md2");
    EXPECT_EQ(pathOf(findIn(*searching, "Skin.pcx")), "skin.png");
}

#if !defined(_WIN32)
TEST_F(RealFolders, APipeIsNotASkinAndDoesNotBlock) {
    ASSERT_EQ(mkfifo((root_ / "game/models/thing/skin.png").c_str(), 0600), 0);
    EXPECT_EQ(found("skin.png"), "none");
    EXPECT_EQ(besides({4, 4}), Names());
}

TEST_F(RealFolders, AFileThatReplacedAnotherIsNotRead) {
    put("game/models/thing/skin.png", png());
    put("outside/secret.png", png(9, 9));
    const std::unique_ptr<SkinSearch> searching = search();
    const std::optional<SkinFile> skin = findIn(*searching, "skin.png");
    ASSERT_TRUE(skin);
    EXPECT_EQ(searching->read(*skin, 1 << 20).value().slice().size(), png().size());
    EXPECT_EQ(searching->read(*skin, 10).error().code, ErrorCode::FileTooLarge);
    fs::rename(root_.path() / "outside/secret.png", root_.path() / kFolder / "skin.png");
    EXPECT_EQ(searching->read(*skin, 1 << 20).error().text, "the file skin.png cannot be opened");
}

TEST_F(RealFolders, AFileThatWasWrittenAgainIsNotRead) {
    put("game/models/thing/skin.png", png());
    const std::unique_ptr<SkinSearch> searching = search();
    const std::optional<SkinFile> skin = findIn(*searching, "skin.png");
    ASSERT_TRUE(skin);
    // The inode stays the same, as when a new file gets the inode of a deleted one.
    const fs::path file = root_.path() / kFolder / "skin.png";
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    EXPECT_FALSE(searching->read(*skin, 1 << 20)) << "the modification time differs";
    const std::unique_ptr<SkinSearch> again = search();
    const std::optional<SkinFile> before = findIn(*again, "skin.png");
    const fs::file_time_type time = fs::last_write_time(file);
    fs::resize_file(file, fs::file_size(file) + 1);
    fs::last_write_time(file, time);
    EXPECT_FALSE(again->read(*before, 1 << 20)) << "the size differs";
}
#endif

TEST_F(RealFolders, APathMayBeRelative) {
    put("game/models/thing/skin.png", png());
    put("game/models/thing/local.png", png());
    put("game/models/other/t.png", png());
    const fs::path before = fs::current_path();
    fs::current_path(root_.path() / kFolder);
    const std::unique_ptr<SkinSearch> bare = searchFrom("tris.md2");
    EXPECT_EQ(pathOf(findIn(*bare, "Local.pcx")), "local.png");
    EXPECT_EQ(pathOf(findIn(*bare, "models/other/t.pcx")), "../other/t.png");
    EXPECT_EQ(bare->findBeside({9, 9}).size(), 1U) << "skin.png";
    fs::current_path(root_.path() / "game/models");
    const std::unique_ptr<SkinSearch> below = searchFrom("thing/tris.md2");
    EXPECT_EQ(pathOf(findIn(*below, "models/other/t.pcx")), "../other/t.png");
    EXPECT_EQ(pathOf(findIn(*below, "models/thing/Skin.pcx")), "skin.png");
    fs::current_path(before);
}

/// The names between spaces.
Names namesIn(const char* text) {
    const std::vector<std::string_view> parts = partsBetween(" ", text);
    return {parts.begin(), parts.end()};
}

/// The rules of skin_search.h for a model in players/male whose skins have 8 × 8 pixels, in the file system
/// and in a game. Images have this size; 9 × 10 if their extension is in upper case, 16 × 16 if only its
/// first letter is.
TEST(SkinRules, DecideWhichImagesAreTheSkins) {
    const struct {
        const char* claim;
        const char* model;
        const char* name; ///< null: the model names no skin
        const char* files;
        const char* found;
    } cases[] = {
        {"3: a folder below the model's", "tris.md2", "players/male/skins/red.png", "skins/red.png",
         "skins/red.png"},
        {"4: without the model's path", "tris.md2", "skins/red.png", "skins/red.png", "skins/red.png"},
        {"5: a name of another folder needs the size", "w.md2", "models/weapons/g_bfg/skin.pcx", "skin.PNG",
         ""},
        {"5: and has it", "w.md2", "models/weapons/g_bfg/skin.pcx", "skin.png", "skin.png"},
        {"5: an absolute name has another folder, too", "w.md2", "C:/quake2/models/a/skin.pcx", "skin.PNG",
         ""},
        {"5: a path of the author's disk", "w.md2", "settings/desktop/skin.pcx", "skin.PNG", "skin.PNG"},
        {"5: another weapon's skin", "w.md2", "players/other/weapon.pcx", "weapon.PNG", ""},
        {"5: the stem of the model", "weapon.md2", "players/other/weapon.pcx", "weapon.PNG", "weapon.PNG"},
        {"5: the same folder elsewhere", "w.md2", "q2/Male/skin.pcx", "skin.PNG", "skin.PNG"},
        {"PNG before JPG, TGA and PCX", "tris.md2", "skin.pcx", "skin.pcx skin.tga skin.jpg skin.png",
         "skin.png"},
        {"JPG before TGA and PCX", "tris.md2", "skin.pcx", "skin.pcx skin.tga skin.jpg", "skin.jpg"},
        {"TGA before PCX", "tris.md2", "skin.pcx", "skin.pcx skin.tga", "skin.tga"},
        {"PCX before BMP", "tris.md2", "skin.pcx", "skin.pcx skin.bmp", "skin.pcx"},
        {"only at the place of the PCX", "tris.md2", "players/other/skin.pcx", "../other/skin.pcx skin.png",
         "../other/skin.pcx"},
        {"another name than PCX comes first", "tris.md2", "skin.tga", "skin.png skin.tga", "skin.tga"},
        {"6: the model's name", "tris.md2", nullptr, "skin.png Tris.BMP", "Tris.BMP"},
        {"7: skin.* of any size", "tris.md2", nullptr, "skin.JPG a.png", "skin.JPG"},
        {"7: an icon", "tris.md2", nullptr, "skin.JPG a.png a_i.pcx", "a.png"},
        {"7: another model", "w.md2", nullptr, "skin.JPG", ""},
        {"8: the model's stem and the size", "tris.md2", nullptr, "other.png tris_a.PNG Trisha.png",
         "Trisha.png"},
        {"8: another model's stem", "tris.md2", nullptr, "other.png Trisha.png trisha.md2", "other.png"},
        {"9: named like another model", "tris.md2", nullptr,
         "4eyes.md2 4eyes.png 4eyes_scien.png 4EYES2.png 4eyesore.png", "4eyesore.png"},
        {"9: the skin of the folder first, ctf_* last", "tris.md2", nullptr,
         "ctf_b.png ctf_r.png rust.png Male.png alpha.png",
         "Male.png alpha.png rust.png ctf_b.png ctf_r.png"},
        {"9: no image of the size beside a tris.md2", "w.md2", nullptr, "tris.md2 a.png a_i.pcx", ""},
        {"8: except those with the model's stem", "w.md2", nullptr, "tris.md2 a.png w_x.png", "w_x.png"},
        {"9: a copy of a tris.md2", "tris (1).md2", nullptr, "tris.md2 a.png", "a.png"},
        {"9: a copy of it, with the folder's name", "MALE.MD2", nullptr, "tris.md2 a.png", "a.png"},
        {"9: a copy of it, with its images", "tris2.md2", nullptr, "Tris.md2 tris_a.png", "tris_a.png"},
        {"9: no image of the size for guns", "w_bfg.md2", nullptr, "a.png a_i.pcx", ""},
        {"9: nor for grenades", "A_Grenades.md2", nullptr, "a.png", ""},
        {"9: nor for weapons", "weapon2.md2", nullptr, "a.png", ""},
        {"8: except those with the gun's stem", "w_bfg.md2", nullptr, "a.png w_bfg1.png", "w_bfg1.png"},
        {"9: other models with these letters", "wa.md2", nullptr, "a.png", "a.png"},
        {"9: with an icon first", "tris.md2", nullptr, "frame.png z.png z_i.pcx", "z.png frame.png"},
        {"9: with an icon, of another size", "tris.md2", nullptr, "a.PNG z.PNG z_i.pcx", "z.PNG"},
        {"9: none has an icon or the size", "tris.md2", nullptr, "a.PNG z.PNG", ""},
        {"10: the folder above", "tris.md2", nullptr, "../skin.PNG", "../skin.PNG"},
        {"10: skin_d in the folder above", "tris.md2", nullptr, "../skin_d.JPG", "../skin_d.JPG"},
        {"10: after the own folder", "tris.md2", nullptr, "../skin.PNG a.png", "a.png"},
        {"10: an icon", "tris.md2", nullptr, "../skin.PNG a_i.pcx", ""},
        {"10: another model", "a.md2", nullptr, "../skin.PNG", ""},
        {"10: the root", "tris.md2", nullptr, "../../skin.PNG", ""},
        {"11: a digit", "tris.md2", nullptr, "tris1.PNG tris0.PNG icon0.png tris10.PNG",
         "tris0.PNG tris1.PNG"},
        {"11: more than a digit", "tris.md2", nullptr, "tris10.PNG trisa.PNG", ""},
        {"12: the size's aspect", "trash2.md2", nullptr, "a.Png b.PNG", "a.Png"},
        {"12: if it is the only one", "trash2.md2", nullptr, "a.Png b.Png", ""},
        {"12: after the size", "trash2.md2", nullptr, "a.Png b.png", "b.png"},
        {"12: with the model's stem, of any size", "trash2.md2", nullptr, "a.Png trash20.PNG", "trash20.PNG"},
        {"12: beside a tris.md2", "trash2.md2", nullptr, "a.Png tris.md2", ""},
        {"12: for a gun alone", "a_m61frag.md2", nullptr, "a.Png", "a.Png"},
        {"12: for a gun beside another", "a_m61frag.md2", nullptr, "a.Png w_bfg.md2", ""},
        {"letters that are not ASCII", "tris.md2", "Gr\xC3\xBCn.pcx", "gr\xC3\xBCn.png", "gr\xC3\xBCn.png"},
        {"companions", "tris.md2", nullptr,
         "a.png a_n.png a_normal.png a_bump.png a_light.png a_roughness.png a_metallic.png a_h.png a_s.png "
         "a_shirt.png a_pants.png a_tint.png a_emissive.png",
         "a.png"},
        {"masks and companions of anything", "tris.md2", nullptr,
         "masks.png a_norm.png a_nm.png a_gloss.png a_luma.png a_glow.png a_spec.png a_i.png", ""},
        {"companions of nothing", "tris.md2", nullptr, "red_s.png", "red_s.png"},
        {"companions with an icon", "tris.md2", nullptr, "a.png a_s.png a_s_i.pcx", "a_s.png a.png"},
    };
    for (const auto& [claim, model, name, files, expected] : cases) {
        const test::TemporaryFolder root;
        root.put(std::string("game/players/male/") + model, text());
        for (const std::string& file : namesIn(files)) {
            const std::string extension = lowerCase(extensionOf(file));
            const std::string_view written = extensionOf(file);
            const bool isOtherAspect = written[2] < 'a';
            const std::uint16_t width = isOtherAspect ? 9 : extension == written ? 8 : 16;
            const auto height = static_cast<std::uint16_t>(width + (isOtherAspect ? 1 : 0));
            root.put("game/players/male/" + file,
                     extension == ".md2"   ? text()
                     : extension == ".jpg" ? test::jpegHeader({width, height})
                     : extension == ".pcx" ? test::PcxBuilder().build(test::paletteImage(width, height))
                     : extension == ".tga" ? test::tgaFile(test::rgbImage(width, height))
                                           : png(width, height));
        }
        Assimp::DefaultIOSystem local;
        GameFiles game({root / "game"});
        const std::string path = std::string("players/male/") + model;
        for (const bool isInGame : {false, true}) {
            ImportFiles import(isInGame ? static_cast<Assimp::IOSystem*>(&game) : &local);
            SkinSearch search(import.filesNear(isInGame ? path : root / ("game/" + path)));
            Names found;
            if (name == nullptr) {
                for (const SkinFile& skin : search.findBeside({8, 8})) {
                    found.push_back(skin.path);
                }
            } else if (const auto skin = search.find({name}, {8, 8})[0]) {
                found.push_back(skin->path);
            }
            EXPECT_EQ(found, namesIn(expected)) << claim << (isInGame ? ", in a game" : "");
        }
    }
}

/// Egoboo ignores the names in the model.
TEST_F(RealFolders, ImagesWithADigitAreSkinsByTheirNumber) {
    const auto numbered = [&](const std::string& name) {
        const std::unique_ptr<SkinSearch> searching = search();
        Names names;
        for (const SkinFile& skin : searching->findNumbered(*findIn(*searching, name))) {
            names.push_back(skin.path);
        }
        return names;
    };
    put("game/models/thing/tris2.png", png());
    put("game/models/thing/other1.png", png());
    put("game/models/thing/other0.png", png());
    EXPECT_EQ(numbered("tris2.pcx"), Names()) << "it is the first";
    put("game/models/thing/TRIS1.bmp", png());
    EXPECT_EQ(numbered("tris2.pcx"), (Names{"TRIS1.bmp", "tris2.png"}));
    EXPECT_EQ(numbered("tris1.pcx"), Names()) << "it is the first";
    EXPECT_EQ(numbered("other1.png"), Names()) << "the stem is not the model's";
}

TEST_F(RealFolders, ANameThatBeginsWithADotIsTheNameOfAnImageBesideTheModel) {
    put("game/models/thing/rocket.jpg", test::jpegHeader({4, 4}));
    put("game/models/thing/a.png", png(8, 8));
    EXPECT_EQ(found(".rocket"), "rocket.jpg");
    put("game/models/thing/mr.smith.tga", test::tgaFile(test::rgbImage(3, 3)));
    EXPECT_EQ(found(".mr.smith"), "mr.smith.tga");
    EXPECT_EQ(found(".gone"), "none");
}

TEST_F(RealFolders, AFolderOfTooManyFilesIsNotListed) {
    put("game/models/thing/skin.png", png());
    for (std::size_t i = 0; i <= kMaximumEntriesInFolder; ++i) {
        std::ofstream(root_.path() / kFolder / ("f" + std::to_string(i)));
    }
    EXPECT_EQ(found("skin.png"), "skin.png");
    EXPECT_EQ(found("Skin.png"), test::distinguishesCase(root_) ? "none" : "Skin.png");
    const auto unlisted = search();
    EXPECT_TRUE(unlisted->findWithIcon().empty());
    EXPECT_TRUE(unlisted->isUnlisted());
}

TEST_F(RealFolders, TheEffortIsBounded) {
    Names names;
    for (int i = 0; i < 2'000; ++i) {
        names.push_back("a/b/c/missing" + std::to_string(i) + ".pcx");
    }
    put("game/models/thing/skin.png", png());
    names.emplace_back("skin.png");
    EXPECT_EQ(pathOf(search()->find(names, kSize).back()), "none");
    EXPECT_EQ(found("skin.png"), "skin.png");
}

/// Files that are in no file system.
class FilesInMemory : public testing::Test {
protected:
    ~FilesInMemory() override { EXPECT_EQ(files_.openStreams, 0); }

    std::unique_ptr<SkinSearch> searchFrom(const std::string& model) {
        files_.files[model] = model_;
        import_ = ImportFiles(&files_);
        return std::make_unique<SkinSearch>(import_.filesNear(model));
    }
    std::string found(const std::string& name, const std::string& model = "models/thing/tris.md2") {
        const std::unique_ptr<SkinSearch> searching = searchFrom(model);
        return pathOf(findIn(*searching, name));
    }

    Bytes model_ = text();
    test::MemoryFiles files_;
    ImportFiles import_{&files_};
};

TEST_F(FilesInMemory, AreFoundWithTheSeparatorOfTheIOSystem) {
    files_.separator = '\\';
    files_.files["C:\\game\\players\\male\\M4.PCX"] = pcx();
    files_.files["C:\\game\\players\\other\\grunt.pcx"] = pcx();
    const std::string model = "C:\\game\\players\\male\\tris.md2";
    EXPECT_EQ(found("players/male/M4.PCX", model), "M4.PCX");
    EXPECT_EQ(found("players/other/grunt.pcx", model), "../other/grunt.pcx");
    const std::unique_ptr<SkinSearch> searching = searchFrom(model);
    EXPECT_TRUE(searching->read(*findIn(*searching, "players/other/grunt.pcx"), 1 << 20));
}

/// A program for Windows may answer `\` and still name its files with `/`.
TEST_F(FilesInMemory, AreFoundWithTheSeparatorOfTheModelsPath) {
    files_.separator = '\\';
    files_.files["game/players/male/M4.PCX"] = pcx();
    EXPECT_EQ(found("players/male/M4.PCX", "game/players/male/tris.md2"), "M4.PCX");
}

TEST_F(FilesInMemory, AreAskedForInLowerCaseAndWithOtherExtensions) {
    files_.files["models/other/lower.pcx"] = pcx();
    files_.files["models/other/Other.png"] = png();
    EXPECT_EQ(found("Models/Other/Lower.PCX"), "../other/lower.pcx");
    EXPECT_EQ(found("models/other/Other.pcx"), "../other/Other.png");
}

TEST_F(FilesInMemory, AreFoundWhereThePathHasTwoSlashes) {
    files_.files["m//skin.pcx"] = pcx();
    files_.files["m/skin.pcx"] = pcx();
    EXPECT_EQ(found("skin.pcx", "m//tris.md2"), "skin.pcx");
}

TEST_F(FilesInMemory, AreNeverAskedForOutsideTheFirstFolderOrTheServer) {
    for (const char* const model : {"http://host/a/b/tris.md2", "PREFIX/tris.md2", "PREFIX/a/b/tris.md2"}) {
        const std::string start = model[0] == 'h' ? "http://host/a/" : "PREFIX/";
        files_.askedFor.clear();
        const std::unique_ptr<SkinSearch> searching = searchFrom(model);
        searching->find({"other.host:8766/leak.pcx", "http://other.host/x.pcx", "//other.host/x.pcx",
                         "../../../x.pcx", "/etc/x.pcx", "a/b/x.pcx", "b/x.pcx", "host/x.pcx",
                         "..\\..\\x.pcx", "prefix/x.pcx", "PREFIX/x.pcx", "A/x.pcx", "A/B/x.pcx"},
                        kSize);
        searching->findBeside({4, 4});
        EXPECT_FALSE(files_.askedFor.empty());
        for (const std::string& path : files_.askedFor) {
            EXPECT_EQ(path.rfind(start, 0), 0U) << path;
            EXPECT_EQ(path.find(".."), std::string::npos) << path;
        }
    }
}

TEST_F(FilesInMemory, AreOpenedOnlyToBeReadAndOnlyAsImages) {
    files_.files["models/thing/skin.dat"] = png();
    files_.files["models/thing/skin"] = png();
    for (const char* const name : {"skin.dat", "skin", "tris.md2", "../thing/tris.md2"}) {
        EXPECT_EQ(found(name), "none");
    }
    files_.files["models/thing/skin.pcx"] = pcx();
    const std::unique_ptr<SkinSearch> searching = searchFrom("models/thing/tris.md2");
    const std::optional<SkinFile> skin = findIn(*searching, "skin.pcx");
    ASSERT_TRUE(skin);
    EXPECT_EQ(files_.opened, Names());
    EXPECT_EQ(searching->read(*skin, 1 << 20).value().slice().size(), pcx().size());
    EXPECT_EQ(files_.opened, Names{"models/thing/skin.pcx"});
}

TEST_F(FilesInMemory, BesideTheModelAreFoundByItsName) {
    files_.files["models/thing/tris.tga"] = test::tgaFile(test::rgbImage(3, 3));
    files_.files["models/thing/skin.png"] = png();
    const auto besides = [&] { return searchFrom("models/thing/tris.md2")->findBeside({8, 8}); };
    std::vector<SkinFile> skins = besides();
    ASSERT_EQ(skins.size(), 1U);
    EXPECT_EQ(skins[0].path, "tris.tga");
    files_.files.erase("models/thing/tris.tga");
    skins = besides();
    ASSERT_EQ(skins.size(), 1U);
    EXPECT_EQ(skins[0].path, "skin.png");
}

TEST_F(FilesInMemory, EachPathIsAskedForOnceAndTheCallsAreFew) {
    Names names;
    for (int i = 0; i < 10'000; ++i) {
        names.push_back("models/thing/Missing" + std::to_string(i % 50) + ".pcx");
    }
    const std::unique_ptr<SkinSearch> searching = searchFrom("models/thing/tris.md2");
    searching->find(names, kSize);
    searching->findBeside({4, 4});
    EXPECT_EQ(files_.askedFor.size(), kMaximumForeignExists);
    EXPECT_EQ(std::set<std::string>(files_.askedFor.begin(), files_.askedFor.end()).size(),
              files_.askedFor.size());
}

TEST_F(FilesInMemory, AreAskedForExactlyBeforeAReplacementOfAPcx) {
    files_.files["models/thing/skin.png"] = png();
    files_.files["models/thing/skin.pcx"] = pcx();
    EXPECT_EQ(found("skin.pcx"), "skin.pcx");
    EXPECT_EQ(files_.askedFor, Names{"models/thing/skin.pcx"});
}

TEST_F(FilesInMemory, AreInTheFolderAboveInCubeEngines) {
    files_.files["models/skin.png"] = png();
    const std::vector<SkinFile> skins = searchFrom("models/thing/tris.md2")->findBeside({8, 8});
    ASSERT_EQ(skins.size(), 1U);
    EXPECT_EQ(skins[0].path, "../skin.png");
}

/// Passes all calls on, as an overlay or a log does.
class Filter : public Assimp::IOSystem {
public:
    explicit Filter(Assimp::IOSystem& files) : files_(files) {}
    bool Exists(const char* path) const override { return files_.Exists(path); }
    char getOsSeparator() const override { return files_.getOsSeparator(); }
    Assimp::IOStream* Open(const char* path, const char* mode) override { return files_.Open(path, mode); }
    void Close(Assimp::IOStream* stream) override { files_.Close(stream); }
    const std::string& CurrentDirectory() const override { return files_.CurrentDirectory(); }

private:
    Assimp::IOSystem& files_;
};

class DerivedFileSystem : public FileSystem {};

TEST_F(RealFolders, AreThoseOfTheFileSystemForItsIOSystemsOnly) {
    FileSystem ours;
    DerivedFileSystem derived;
    GameThenFileSystem behindGame{GameFiles({root_ / "other"})};
    GameFiles game({root_ / "game"});
    Filter filter(files_);
    Filter filterOfOurs(ours);
    Filter filterOfGame(behindGame);
    test::MemoryFiles memory;
    memory.files[root_ / kModel] = model_; // the same bytes
    using Kind = ModelFiles::Kind;
    const std::pair<Assimp::IOSystem*, Kind> cases[] = {
        {nullptr, Kind::FileSystem},     {&files_, Kind::FileSystem},     {&ours, Kind::FileSystem},
        {&derived, Kind::FileSystem},    {&behindGame, Kind::FileSystem}, {&filter, Kind::IoSystem},
        {&filterOfOurs, Kind::IoSystem}, {&filterOfGame, Kind::IoSystem}, {&memory, Kind::IoSystem},
        {&game, Kind::IoSystem},
    };
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        EXPECT_EQ(ImportFiles(cases[i].first).filesNear(root_ / kModel)->kind(), cases[i].second) << i;
    }
    EXPECT_EQ(ImportFiles(&game).filesNear("models/thing/tris.md2")->kind(), Kind::Game);
}

} // namespace
} // namespace assimp_md2::inner
