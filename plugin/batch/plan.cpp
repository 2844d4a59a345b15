// SPDX-License-Identifier: BSD-3-Clause
#include "batch/plan.h"

#include "batch/command_line.h"
#include "gltf/files/file_names.h"
#include "gltf/files/output_files.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/file_system_path.h"
#include "importer/files/files_beneath.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace assimp_md2::inner {
namespace {

#if defined(_WIN32)
constexpr bool kIsWindows = true;
#else
constexpr bool kIsWindows = false;
#endif

bool isFolder(const std::string& path) {
    return typeOf(path) == PathType::Folder;
}

/// The path of an output that may not exist yet, without links.
std::string withoutLinks(const std::string& output) {
    std::error_code error;
    const auto target = std::filesystem::weakly_canonical(fileSystemPath(outputTarget(output)), error);
    return error ? output : utf8Of(target);
}

/// Chooses how the names of images begin, so that no two outputs in one folder share one: the image `b_c` of
/// `a` would have the name of the image `c` of `a_b`, which is called `a-b_c` then.
void chooseImageStems(std::vector<Job>& jobs) {
    std::multimap<std::size_t, Job*> byLength; // what precedes an underscore comes first
    for (Job& job : jobs) {
        job.imageStem = imageStemOf(job.output);
        byLength.emplace(job.imageStem.size(), &job);
    }
    FreeNames names(kMostFileNameBytes, [](unsigned int number) { return "-" + std::to_string(number); });
    std::unordered_set<std::string> chosen;
    for (const auto& [length, job] : byLength) {
        std::string path = joined(folderOf(job->output), job->imageStem);
        for (std::size_t end = path.rfind('_'); end != std::string::npos && end > path.size() - length;
             end = path.rfind('_', end - 1)) {
            if (chosen.count(lowerCase(path.substr(0, end))) > 0) {
                std::replace(path.end() - static_cast<std::ptrdiff_t>(length), path.end(), '_', '-');
                break;
            }
        }
        path = checked(names.find(path, ""));
        job->imageStem = fileNameOf(path);
        chosen.insert(lowerCase(path));
    }
}

/// The models in a folder and its subfolders, sorted.
std::vector<std::string> modelsBeneath(const std::string& path, const InputRules& rules, Plan& plan) {
    const auto folder = LocalFolder::open(path);
    auto found = folder ? filesBeneath(*folder, SIZE_MAX) : std::nullopt;
    if (!found) {
        plan.failures.push_back(path + ": the folder cannot be read");
        return {};
    }
    for (const std::string& unreadable : found->unreadable) {
        plan.failures.push_back(joined(path, unreadable) + ": the folder cannot be read");
    }
    std::vector<std::string> models;
    std::copy_if(found->files.begin(), found->files.end(), std::back_inserter(models), rules.isModel);
    std::sort(models.begin(), models.end());
    if (models.empty()) {
        plan.failures.push_back(path + ": the folder contains no " + rules.noModel);
    }
    return models;
}

} // namespace

Plan findInputs(const std::vector<std::string>& words, const std::string& output, const InputRules& rules) {
    if (output.empty() || output == "-") {
        throw CommandError(kWrongCommandLine,
                           "the output is \"" + output +
                               "\", expected a file or a folder; /dev/stdout is standard output");
    }
    Plan plan;
    plan.isFolder = output.back() == '/' || (kIsWindows && output.back() == '\\') || isFolder(output);
    bool isSeveral = words.size() > 1;
    const auto add = [&](std::string name, std::string input, const std::string& relative) {
        const std::string path = relativePath(relative);
        plan.jobs.push_back(
            {std::move(name), std::move(input), joined(output, kIsWindows ? windowsName(path) : path)});
    };
    const auto addFile = [&](const std::string& path, const std::string& relative) {
        if (const std::string reason = rules.refuse(path); !reason.empty()) {
            plan.failures.push_back(path + ": " + reason);
        } else {
            add(path, rules.find ? utf8Of(std::filesystem::absolute(fileSystemPath(path))) : path, relative);
        }
    };
    for (const std::string& word : words) {
        if (const auto found = rules.find ? rules.find(word, plan) : std::nullopt) {
            isSeveral = isSeveral || word.find_first_of("*?") != std::string::npos;
            for (const std::string& name : *found) {
                add(name, name, name);
            }
        } else if (isFolder(word)) {
            isSeveral = true;
            for (const std::string& model : modelsBeneath(word, rules, plan)) {
                addFile(joined(word, model), model);
            }
        } else if (typeOf(word) == PathType::File) {
            addFile(word, std::string(fileNameOf(word)));
        } else {
            plan.failures.push_back(
                word + (typeOf(word) == PathType::Nothing ? ": there is no such file" : ": is not a file"));
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

void chooseOutputs(Plan& plan, const std::string& extension) {
    std::set<FileId> inputs;
    for (const Job& job : plan.jobs) {
        inputs.insert(fileIdOf(job.input));
    }
    inputs.erase(FileId()); // those that are not files of the file system
    std::set<std::string> targets;
    std::map<std::string, unsigned int> models; // in each folder
    FreeNames outputs(kMostFileNameBytes);
    for (Job& job : plan.jobs) {
        if (plan.isFolder) {
            const std::string stem(withoutExtension(job.output));
            job.output = checked(outputs.find(stem, extension, [&](const std::string& path) {
                return targets.insert(withoutLinks(path)).second;
            }));
            if (job.output != stem + extension) {
                plan.warnings.push_back(job.name + ": is written to " + job.output +
                                        ", because another input has the other name, or it is too long");
            }
        }
        if (inputs.count(fileIdOf(job.output)) > 0) {
            throw CommandError(kWrongCommandLine,
                               job.name + " would be written to " + job.output + ", which is an input");
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

} // namespace assimp_md2::inner
