// SPDX-License-Identifier: BSD-3-Clause
#include "batch/plan.h"

#include "batch/options.h"
#include "games/archive_formats.h"
#include "games/game.h"
#include "gltf/files/file_names.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/unique_names.h"
#include "importer/files/file_system_path.h"
#include "importer/files/local_files.h"

#include <assimp/Importer.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace assimp_md2 {
namespace {

#if defined(_WIN32)
constexpr bool kIsWindows = true;
#else
constexpr bool kIsWindows = false;
#endif

bool isFolder(const std::string& path) {
    return typeOf(path) == PathType::Folder;
}

std::string absolute(const std::string& path) {
    return utf8Of(std::filesystem::absolute(fileSystemPath(path)));
}

bool isArchive(const std::string& path) {
    const ArchiveKind kind = archiveKindOf(path);
    return kind == ArchiveKind::Game || kind == ArchiveKind::Download;
}

/// Whether a PK3 holds maps and no models: Assimp's importer of Quake III maps reads it.
bool isMapArchive(const std::string& path) {
    const auto archive = equalWithoutCase(extensionOf(path), ".pk3") ? LocalFile::open(path) : std::nullopt;
    std::uint64_t left = kMaximumGameFiles;
    const auto directory =
        archive ? archiveFormatOf(path, *archive)->readDirectory(*archive, left) : ArchiveDirectory();
    const auto has = [&](std::string_view extension) {
        return directory &&
               std::any_of(directory->files.begin(), directory->files.end(), [&](const ArchivedFile& file) {
                   return equalWithoutCase(extensionOf(file.name), extension);
               });
    };
    return has(".bsp") && !has(".md2");
}

/// How a folder with archives is read.
std::string gameOption(const std::string& folder) {
    return "--game " + (folder.empty() ? "." : folder) + " \"*.md2\"";
}

/// The path of an output that may not exist yet, without links.
std::string withoutLinks(const std::string& output) {
    std::error_code error;
    const auto target = std::filesystem::weakly_canonical(fileSystemPath(outputTarget(output)), error);
    return error ? output : utf8Of(target);
}

bool isModel(const std::string& file) {
    return equalWithoutCase(extensionOf(file), ".md2");
}

/// Chooses how the names of images begin, so that no two outputs in one folder share one: the image `b_c` of
/// `a` would have the name of the image `c` of `a_b`, which is called `a-b_c` then.
void chooseImageStems(std::vector<Job>& jobs) {
    const auto keyOf = [](const Job& job, const std::string& stem) {
        return lowerCase(joined(folderOf(job.output), stem));
    };
    std::unordered_map<std::string, bool> isStem; // otherwise it is what precedes an underscore in one
    std::set<Job*> ambiguous;
    for (Job& job : jobs) {
        job.imageStem = imageStemOf(job.output);
        if (std::exchange(isStem[keyOf(job, job.imageStem)], true)) {
            ambiguous.insert(&job);
        }
    }
    for (Job& job : jobs) {
        const std::string& stem = job.imageStem;
        for (std::size_t end = stem.size();
             end > 0 && (end = stem.rfind('_', end - 1)) != std::string::npos;) {
            if (isStem.try_emplace(keyOf(job, stem.substr(0, end)), false).first->second) {
                ambiguous.insert(&job);
            }
        }
    }
    for (Job* const job : ambiguous) {
        std::replace(job->imageStem.begin(), job->imageStem.end(), '_', '-');
        while (!isStem.try_emplace(keyOf(*job, job->imageStem), true).second) {
            job->imageStem += '-';
        }
    }
}

/// Whether Assimp reads the file, and not only as an archive or as a part of another model.
bool isModelOfAssimp(const std::string& file) {
    static const Assimp::Importer kImporter;
    const std::string extension = lowerCase(extensionOf(file));
    const bool isPart = extension == ".md5anim" || extension == ".md5camera" || extension == ".mot" ||
                        extension == ".pk3" || extension == ".vta" || extension == ".xml";
    return !extension.empty() && !isPart && kImporter.IsExtensionSupported(extension);
}

std::vector<std::string> modelsMatching(const std::string& pattern, const Game& game, Plan& plan) {
    std::vector<std::string> names = game.list(pattern);
    if (extensionOf(pattern).find_first_not_of(".*?") == std::string_view::npos) {
        // The pattern may match skins and sounds, too.
        names.erase(std::remove_if(names.begin(), names.end(), std::not_fn(isModel)), names.end());
    }
    if (names.empty()) {
        plan.failures.push_back(pattern + ": no model of the game has such a name");
    }
    return names;
}

/// The models in a folder and its subfolders, sorted.
std::vector<std::string> modelsBeneath(const std::string& path, bool areAnyModels, Plan& plan) {
    const auto folder = LocalFolder::open(path);
    auto found = folder ? filesBeneath(*folder, kMaximumGameFiles) : std::nullopt;
    if (!found) {
        plan.failures.push_back(path + ": the folder cannot be read");
        return {};
    }
    if (!found->isComplete) {
        plan.warnings.push_back(path + ": has too many files, the rest is left out");
    }
    for (const std::string& unreadable : found->unreadable) {
        plan.failures.push_back(joined(path, unreadable) + ": the folder cannot be read");
    }
    std::vector<std::string> models;
    std::copy_if(found->files.begin(), found->files.end(), std::back_inserter(models),
                 areAnyModels ? isModelOfAssimp : isModel);
    std::sort(models.begin(), models.end());
    if (models.empty()) {
        const bool hasArchive = std::any_of(found->files.begin(), found->files.end(), isArchive);
        plan.failures.push_back(
            path + ": the folder contains no " +
            (areAnyModels ? "model" : ".md2 file; --to=md2 takes models of all formats") +
            (hasArchive ? "; it has archives, which are read with " + gameOption(path) : ""));
    }
    return models;
}

} // namespace

Plan findInputs(const std::vector<std::string>& words, const Game* game, bool areAnyModels) {
    if (words.size() < 2) {
        throw CommandError(kWrongCommandLine,
                           "convert needs an input and an output, such as tris.md2 tris.glb");
    }
    Plan plan;
    const std::string& output = words.back();
    if (output.empty()) {
        throw CommandError(kWrongCommandLine, "the output is empty");
    }
    if (output == "-") {
        throw CommandError(
            kWrongCommandLine,
            "the output is \"-\", expected a file or a folder; /dev/stdout is standard output");
    }
    plan.isFolder = output.back() == '/' || (kIsWindows && output.back() == '\\') || isFolder(output);
    bool isSeveral = words.size() > 2;
    const auto add = [&](std::string name, std::string input, const std::string& relative) {
        const std::string path = relativePath(relative);
        plan.jobs.push_back(
            {std::move(name), std::move(input), joined(output, kIsWindows ? windowsName(path) : path)});
    };
    for (auto word = words.begin(); word + 1 != words.end(); ++word) {
        const bool isPattern = word->find_first_of("*?") != std::string::npos;
        if (game != nullptr && isPattern) {
            isSeveral = true;
            for (const std::string& name : modelsMatching(*word, *game, plan)) {
                add(name, name, name);
            }
        } else if (const auto name = game != nullptr ? game->find(*word) : std::nullopt) {
            add(*name, *name, *name);
        } else if (isFolder(*word)) {
            isSeveral = true;
            for (const std::string& model : modelsBeneath(*word, areAnyModels, plan)) {
                // An absolute path cannot be a name in the game.
                const std::string input = joined(*word, model);
                add(input, game != nullptr ? absolute(input) : input, model);
            }
        } else if (typeOf(*word) == PathType::File && isArchive(*word) && !isMapArchive(*word)) {
            plan.failures.push_back(*word + ": is an archive, which is read with " +
                                    gameOption(folderOf(*word)));
        } else if (typeOf(*word) == PathType::File) {
            add(*word, game != nullptr ? absolute(*word) : *word, std::string(fileNameOf(*word)));
        } else {
            plan.failures.push_back(
                *word + (typeOf(*word) == PathType::Nothing ? ": there is no such file" : ": is not a file") +
                (isPattern ? "; a pattern needs --game" : ""));
        }
    }
    if (isSeveral && !plan.isFolder && !extensionOf(output).empty()) { // perhaps an input without quotes
        throw CommandError(kWrongCommandLine,
                           "several inputs, a folder or a pattern need a folder as the output, but " +
                               output + " has the name of a file; " + output + "/ is a folder");
    }
    plan.isFolder = plan.isFolder || isSeveral;
    if (!plan.isFolder && !plan.jobs.empty()) {
        plan.jobs.front().output = output;
    }
    return plan;
}

void chooseOutputs(Plan& plan, const std::string& extension, const Game* game, const std::string& weapon) {
    std::set<FileId> inputs;
    const std::vector<std::string> gameFolders =
        game != nullptr ? game->folders() : std::vector<std::string>();
    for (const std::string& archive : game != nullptr ? game->archives() : std::vector<std::string>()) {
        inputs.insert(fileIdOf(archive));
    }
    for (const Job& job : plan.jobs) {
        for (const std::string& file : {job.input, joined(folderOf(job.input), weapon)}) {
            inputs.insert(fileIdOf(file));
            for (const std::string& folder : gameFolders) {
                inputs.insert(fileIdOf(joined(folder, file)));
            }
        }
    }
    inputs.erase(FileId()); // inputs that are not files of the file system
    std::set<std::string> targets;
    std::map<std::string, unsigned int> models; // in each folder
    UniqueNames outputs(lowerCase);
    for (Job& job : plan.jobs) {
        if (plan.isFolder) {
            const std::string stem(withoutExtension(job.output));
            job.output = outputs.unique(stem + extension, [&](unsigned int number) {
                return (stem + "_").append(std::to_string(number)).append(extension);
            });
            if (job.output != stem + extension) {
                plan.warnings.push_back(job.name + ": is written to " + job.output +
                                        ", because another input has the other name");
            }
        }
        if (inputs.count(fileIdOf(job.output)) > 0) {
            throw CommandError(kWrongCommandLine,
                               job.name + " would be written to " + job.output + ", which is an input");
        }
        if (!targets.insert(withoutLinks(job.output)).second) {
            throw CommandError(kWrongCommandLine, job.name + " would be written to " + job.output +
                                                      ", a link to the output of another input");
        }
        ++models[folderOf(job.output)];
    }
    chooseImageStems(plan.jobs);
    for (Job& job : plan.jobs) {
        if (extension == ".md2" && models[folderOf(job.output)] == 1) {
            job.imageStem.clear();
        }
    }
}

} // namespace assimp_md2
