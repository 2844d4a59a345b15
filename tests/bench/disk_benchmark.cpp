// SPDX-License-Identifier: BSD-3-Clause
// Measures imports from disk with skins: each stage by itself, the whole import, and a batch with exports.
//
// disk-benchmark [FOLDER...] [--benchmark_...]
// disk-benchmark --write=FOLDER [FOLDER...]
//
// FOLDER is one of the folders that the program generates (all of them unless something is named):
//   own        players with a skin each
//   shared     players that name one skin
//   spellings  players with four skins each, whose names are one file
// or any folder of models. Every case runs over all models of its folder. --write writes generated folders,
// for other programs. malloc keeps its default settings, so page faults are measured as programs have them.
#include "assimp-md2/properties.h"
#include "assimp-md2/registration.h"
#include "bench/program.h"
#include "files/stream.h"
#include "image/pcx.h"
#include "image/png.h"
#include "importer/animations.h"
#include "importer/model_name.h"
#include "md2/frame_decoder.h"
#include "md2/gl_commands.h"
#include "md2/normal_source.h"
#include "scene/build_scene.h"
#include "scene/scene.h"
#include "skins/skin_search.h"
#include "support/files.h"
#include "support/import.h"
#include "support/pcx_builder.h"
#include "support/temporary_folder.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/Exporter.hpp>
#include <benchmark/benchmark.h>
#include <png.h>

#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>

namespace {

using namespace assimp_md2;
using namespace assimp_md2::test;

constexpr std::size_t kPlayersInFolder = 20;
constexpr std::size_t kModelsInBatch = 100;
constexpr const char* kGeneratedFolders[] = {"own", "shared", "spellings"};

template <typename Value>
Value valueOf(Result<Value> result) {
    if (!result) {
        throw std::runtime_error("MD2: " + result.error().text);
    }
    return *std::move(result);
}

/// A skin like those of games: patches in shades of one colour with noise, and about a quarter of it unused.
Image skinImage(unsigned number) {
    constexpr std::uint32_t kSide = 256;
    constexpr std::uint32_t kPatch = 32;
    std::minstd_rand random(std::minstd_rand::result_type{number} + 1);
    Image image;
    image.size = {kSide, kSide};
    image.layout = PixelLayout::Palette;
    for (unsigned i = 0; i < 256; ++i) {
        const unsigned shade = 8 + i % 16 * 15;
        image.palette.push_back({static_cast<std::uint8_t>(shade),
                                 static_cast<std::uint8_t>(shade * (i / 16) / 16),
                                 static_cast<std::uint8_t>(shade * (15 - i / 16) / 16)});
    }
    for (std::uint32_t y = 0; y < kSide; ++y) {
        for (std::uint32_t x = 0; x < kSide; ++x) {
            const std::uint32_t patch = x / kPatch + y / kPatch * 3 + number;
            const double shade = 7.5 + 5 * std::sin(x / 11.0 + patch) * std::cos(y / 13.0);
            const unsigned noise = random() >> 8 & 1;
            const bool isUsed = patch % 4 != 0;
            image.pixels.push_back(static_cast<std::uint8_t>(
                isUsed ? patch % 15 * 16 + static_cast<unsigned>(shade) + noise : 0));
        }
    }
    return image;
}

std::string playerName(std::size_t number, const char* extension) {
    return "player" + std::to_string(number) + extension;
}

/// The files of a generated folder, by their names; none for any other name.
std::map<std::string, Bytes> filesOf(const std::string& name) {
    std::map<std::string, Bytes> files;
    const auto add = [&](std::vector<std::string> (*skinsOf)(std::size_t)) {
        Md2Builder player = sheetModel(198, 480);
        for (std::size_t i = 0; i < kPlayersInFolder; ++i) {
            player.skins = skinsOf(i);
            files[playerName(i, ".md2")] = player.bytes();
            files.try_emplace(player.skins[0], PcxBuilder().build(skinImage(static_cast<unsigned>(i))));
        }
    };
    if (name == "own") {
        add([](std::size_t i) { return std::vector<std::string>{playerName(i, ".pcx")}; });
    } else if (name == "shared") {
        add([](std::size_t) { return std::vector<std::string>{"skin.pcx"}; });
    } else if (name == "spellings") {
        add([](std::size_t) {
            return std::vector<std::string>{"skin.pcx", "Skin.pcx", "SKIN.PCX", "skin.PCX"};
        });
    }
    return files;
}

/// An import taken apart: the results of its stages, which later stages need.
struct Parts {
    std::string path;
    FileBytes bytes;
    View view;
    std::vector<Surface> surfaces{};
    ModelNormals normals{};
    Animations animations{};
    ForeignCalls calls{};
    std::unique_ptr<SkinSearch> search{};
    std::vector<SkinFile> skins{}; ///< PCX files, which the import decodes
    std::vector<Image> images{};   ///< of `skins`
    Scene scene{};
};

struct Folder {
    std::string name;
    std::shared_ptr<const TemporaryFolder> generated; ///< empty for any other folder
    std::vector<std::string> paths{};
    std::size_t skinNames = 0;
    std::size_t textures = 0; ///< that an import of each model embeds
};

/// The stages of an import, one by one, with the settings that an import has by default.
class Stages {
public:
    Stages() : settings_(valueOf(readSettings(*makeImporter(), Environment()))) {}

    FileBytes read(const std::string& path) { return valueOf(readFile(io_, path, SIZE_MAX)); }

    std::vector<Surface> surfaces(const View& view) {
        Warnings repairs;
        const GeometryPlan plan = valueOf(planGeometry(view, repairs));
        return valueOf(readSurfaces(view, plan, repairs));
    }

    Animations animations(const Parts& parts) {
        return valueOf(animationsOf(parts.view, settings_, modelName(parts.path).stem));
    }

    std::unique_ptr<SkinSearch> newSearch(Parts& parts) {
        return newSkinSearch(io_, parts.path, parts.bytes.slice(), parts.calls);
    }

    /// The files of the skins, each once.
    static std::vector<SkinFile> find(SkinSearch& search, const View& view) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < view.skinCount(); ++i) {
            names.push_back(normalisedSkinName(view.skinName(i)));
        }
        std::map<FileIdentity, SkinFile> files;
        for (const std::optional<SkinFile>& file : search.find(names)) {
            if (file) {
                files.try_emplace(file->identity.value_or(FileIdentity()), *file);
            }
        }
        std::vector<SkinFile> found;
        for (const auto& [identity, file] : files) {
            found.push_back(file);
        }
        if (found.empty()) {
            found = search.findBeside({static_cast<std::uint32_t>(view.header().skinwidth),
                                       static_cast<std::uint32_t>(view.header().skinheight)});
        }
        return found;
    }

    static Result<Image> decode(ByteSlice file) {
        Warnings repairs;
        return decodePcx(file, ImageLimits(), repairs);
    }

    std::unique_ptr<Parts> partsOf(const std::string& path) {
        FileBytes bytes = read(path);
        const View view = valueOf(parse(bytes.slice()));
        auto parts = std::make_unique<Parts>(Parts{path, std::move(bytes), view});
        parts->surfaces = surfaces(view);
        Warnings warnings;
        parts->normals = chooseNormals(view, parts->surfaces, NormalMode::Auto, path, warnings);
        parts->animations = animations(*parts);
        parts->search = newSearch(*parts);
        for (SkinFile& file : find(*parts->search, view)) {
            const FileBytes skin = valueOf(parts->search->read(file, kMaximumImageFileSize));
            Result<Image> image = isPcx(skin.slice()) ? decode(skin.slice()) : tl::unexpected(Error());
            if (image) {
                const auto* const decoded = &*image;
                parts->skins.push_back(std::move(file));
                parts->images.push_back(std::move(*decoded));
            }
        }
        parts->scene = sceneOf(*parts);
        return parts;
    }

private:
    static Scene sceneOf(const Parts& parts) {
        const std::string stem = modelName(parts.path).stem;
        Scene scene;
        scene.name = modelName(parts.path).file;
        scene.models.push_back({stem, &parts.view, parts.animations.frames});
        scene.animations = parts.animations.animations;
        scene.isStatic = parts.animations.isStatic;
        for (const Surface& surface : parts.surfaces) {
            scene.meshes.push_back({0, surface.geometry, 0});
        }
        for (std::size_t i = 0; i < parts.images.size(); ++i) {
            scene.textures.push_back({parts.skins[i].path, valueOf(encodePng(parts.images[i])), "png"});
            scene.materials.push_back({stem, parts.skins[i].path, i});
        }
        if (scene.materials.empty()) {
            scene.materials.push_back({stem});
        }
        return scene;
    }

    Assimp::DefaultIOSystem io_;
    Settings settings_;
};

/// A folder whose models are taken apart.
struct Run {
    Folder folder;
    Stages stages{};
    std::vector<std::unique_ptr<Parts>> models{};
};

/// Runs `work(parts)` for every model, as often as Google Benchmark asks for it.
template <typename Work>
void forEachModel(benchmark::State& state, const Run& run, Work work) {
    for (auto _ : state) {
        for (const auto& parts : run.models) {
            work(*parts);
        }
    }
    state.counters["models"] = static_cast<double>(run.models.size());
}

void readCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [&](Parts& parts) { benchmark::DoNotOptimize(run.stages.read(parts.path)); });
}

void parseCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [](Parts& parts) { benchmark::DoNotOptimize(parse(parts.bytes.slice())); });
}

void glCommandsCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [](Parts& parts) {
        benchmark::DoNotOptimize(checkGlCommands(parts.view.glCommands(), parts.view.vertexCount()));
    });
}

/// Includes the check of the GL commands.
void geometryCase(benchmark::State& state, Run& run) {
    forEachModel(state, run,
                 [&](Parts& parts) { benchmark::DoNotOptimize(run.stages.surfaces(parts.view)); });
}

void clipsCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [&](Parts& parts) { benchmark::DoNotOptimize(run.stages.animations(parts)); });
}

/// Decodes every frame into the same memory, so that allocations are not measured.
void decodeCase(benchmark::State& state, Run& run) {
    std::vector<float> positions;
    std::vector<float> normals;
    forEachModel(state, run, [&](Parts& parts) {
        FrameDecoder decoder(parts.view, parts.normals);
        for (const Surface& surface : parts.surfaces) {
            const std::vector<std::uint32_t>& vertices = surface.geometry.vertices;
            positions.resize(3 * vertices.size());
            normals.resize(3 * vertices.size());
            for (const std::size_t frame : parts.animations.frames) {
                decoder.decode(frame, vertices.data(), vertices.size(), positions.data(), normals.data());
                benchmark::ClobberMemory();
            }
        }
    });
}

void skinsFoundCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [&](Parts& parts) {
        const auto search = run.stages.newSearch(parts);
        benchmark::DoNotOptimize(Stages::find(*search, parts.view));
    });
}

/// Includes the reading of the files.
void skinsDecodedCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [](Parts& parts) {
        for (const SkinFile& file : parts.skins) {
            const FileBytes bytes = valueOf(parts.search->read(file, kMaximumImageFileSize));
            benchmark::DoNotOptimize(Stages::decode(bytes.slice()));
        }
    });
}

/// Encodes every skin by `encode(image)`, which returns the bytes of the PNG.
template <typename Encode>
void encodeSkins(benchmark::State& state, const Run& run, Encode encode) {
    std::size_t pngBytes = 0;
    forEachModel(state, run, [&](Parts& parts) {
        for (const Image& image : parts.images) {
            state.PauseTiming();
            Image copy = image; // encodePng consumes its argument
            state.ResumeTiming();
            pngBytes += encode(std::move(copy));
        }
    });
    state.counters["png_bytes"] = static_cast<double>(pngBytes) / static_cast<double>(state.iterations());
}

void skinsEncodedCase(benchmark::State& state, Run& run) {
    encodeSkins(state, run, [](Image image) { return valueOf(encodePng(std::move(image))).size(); });
}

/// The same with libpng as it is by default: zlib's level 6.
void skinsEncodedByLibpngCase(benchmark::State& state, Run& run) {
    std::vector<std::uint8_t> file;
    encodeSkins(state, run, [&](const Image& image) {
        png_image png{};
        png.version = PNG_IMAGE_VERSION;
        png.width = image.size.width;
        png.height = image.size.height;
        const bool hasPalette = image.layout == PixelLayout::Palette;
        png.format = hasPalette ? PNG_FORMAT_RGB_COLORMAP : PNG_FORMAT_RGB;
        std::vector<std::uint8_t> palette;
        for (const Colour& colour : image.palette) {
            palette.insert(palette.end(), {colour.red, colour.green, colour.blue});
        }
        png.colormap_entries = static_cast<png_uint_32>(image.palette.size());
        png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
        file.resize(size);
        if (png_image_write_to_memory(&png, file.data(), &size, 0, image.pixels.data(), 0,
                                      hasPalette ? palette.data() : nullptr) == 0) {
            throw std::runtime_error(png.message);
        }
        return std::size_t{size};
    });
}

/// Builds the aiScene from the results of the other stages, and frees it. Includes the decoding.
void sceneCase(benchmark::State& state, Run& run) {
    forEachModel(state, run, [&](Parts& parts) {
        state.PauseTiming();
        Scene scene = parts.scene; // buildScene consumes its argument
        state.ResumeTiming();
        aiScene target;
        Warnings repairs;
        buildScene(target, std::move(scene), kGlb, repairs, [](std::uint64_t) {});
        benchmark::DoNotOptimize(target);
    });
}

void importCase(benchmark::State& state, Run& run, const char* textures) {
    const auto importer = makeImporter();
    importer->SetPropertyString(ASSIMP_MD2_CONFIG_TEXTURES, textures);
    forEachModel(state, run, [&](Parts& parts) {
        benchmark::DoNotOptimize(importer->ReadFile(parts.path, 0));
        importer->FreeScene();
    });
    state.counters["skin_names"] = static_cast<double>(run.folder.skinNames);
    state.counters["textures"] = static_cast<double>(run.folder.textures);
}

void importNamesCase(benchmark::State& state, Run& run) {
    importCase(state, run, "names");
}

void importAutoCase(benchmark::State& state, Run& run) {
    importCase(state, run, "auto");
}

/// Imports the models of the folder in turn and exports each to a GLB file, as a converter does.
void batchCase(benchmark::State& state, Run& run) {
    const auto importer = makeImporter();
    Assimp::Exporter exporter;
    registerExporters(exporter);
    const TemporaryFolder output;
    std::size_t readBytes = 0;
    std::uintmax_t writtenBytes = 0;
    for (auto _ : state) {
        for (std::size_t i = 0; i < kModelsInBatch; ++i) {
            const Parts& parts = *run.models[i % run.models.size()];
            const std::string glb = output / (std::to_string(i) + ".glb");
            if (exporter.Export(importer->ReadFile(parts.path, 0), kGlb, glb) != aiReturn_SUCCESS) {
                state.SkipWithError(exporter.GetErrorString());
                return;
            }
            readBytes += parts.bytes.slice().size();
            writtenBytes += std::filesystem::file_size(std::filesystem::u8path(glb));
        }
    }
    const auto runs = static_cast<double>(state.iterations());
    state.counters["models"] = kModelsInBatch;
    state.counters["md2_bytes"] = static_cast<double>(readBytes) / runs;
    state.counters["glb_bytes"] = static_cast<double>(writtenBytes) / runs;
}

/// Takes the models of the folder apart; those that cannot be imported are printed and left out.
std::shared_ptr<Run> newRun(const std::string& name) {
    auto run = std::make_shared<Run>(Run{{name, nullptr}});
    std::string path = name;
    if (const std::map<std::string, Bytes> files = filesOf(name); !files.empty()) {
        const auto generated = std::make_shared<TemporaryFolder>();
        for (const auto& [file, bytes] : files) {
            generated->put(file, bytes);
        }
        run->folder.generated = generated;
        path = generated->path().string();
    } else if (!std::filesystem::is_directory(path)) {
        throw std::runtime_error(path + " is not a folder");
    }
    const auto importer = makeImporter();
    for (const std::filesystem::path& model : md2FilesIn(path)) {
        const aiScene* const scene = importer->ReadFile(model.string(), 0);
        if (scene == nullptr) {
            std::fprintf(stderr, "%s cannot be imported\n", model.string().c_str());
            continue;
        }
        run->folder.textures += scene->mNumTextures;
        run->models.push_back(run->stages.partsOf(model.string()));
        run->folder.skinNames += run->models.back()->view.skinCount();
    }
    if (run->models.empty()) {
        throw std::runtime_error("no model in " + path + " can be imported");
    }
    return run;
}

void add(const std::string& name) {
    const std::shared_ptr<Run> run = newRun(name);
    const auto addCase = [&](const char* caseName, void (*function)(benchmark::State&, Run&)) {
        benchmark::RegisterBenchmark((name + "/" + caseName).c_str(), [function,
                                                                       run](benchmark::State& state) {
            function(state, *run);
        })->Unit(benchmark::kMicrosecond);
    };
    addCase("read", readCase);
    addCase("parse", parseCase);
    addCase("gl_commands", glCommandsCase);
    addCase("geometry", geometryCase);
    addCase("clips", clipsCase);
    addCase("decode", decodeCase);
    addCase("scene", sceneCase);
    addCase("skins_found", skinsFoundCase);
    if (run->folder.textures > 0) {
        addCase("skins_decoded", skinsDecodedCase);
        addCase("skins_encoded", skinsEncodedCase);
        addCase("skins_encoded_by_libpng", skinsEncodedByLibpngCase);
    }
    addCase("import_names", importNamesCase);
    addCase("import_auto", importAutoCase);
    addCase("batch", batchCase);
}

void write(const std::string& name, const std::filesystem::path& folder) {
    const std::map<std::string, Bytes> files = filesOf(name);
    if (files.empty()) {
        throw std::runtime_error(name + " is not a folder that can be generated");
    }
    std::filesystem::create_directories(folder / name);
    for (const auto& [file, bytes] : files) {
        writeBytes(folder / name / file, bytes);
    }
}

void run(std::vector<std::string> arguments) {
    const std::optional<std::string> folder = takeOption(arguments, "--write");
    refuseOptions(arguments);
    if (arguments.empty()) {
        arguments.assign(std::begin(kGeneratedFolders), std::end(kGeneratedFolders));
    }
    for (const std::string& name : arguments) {
        if (folder) {
            write(name, *folder);
        } else {
            add(name);
        }
    }
    if (!folder) {
        describeRun();
        benchmark::RunSpecifiedBenchmarks();
        benchmark::ClearRegisteredBenchmarks(); // removes the generated folders
    }
}

} // namespace

int main(int argc, char** argv) {
    return runProgram(argc, argv, run);
}
