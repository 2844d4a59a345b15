// SPDX-License-Identifier: BSD-3-Clause
// The program md2-maker: players, monsters and other models of Quake II from models that Assimp reads.
#include "batch/collected_log.h"
#include "batch/process.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/files/local_files.h"
#include "maker/program/look.h"
#include "maker/program/make.h"

#include <assimp/Importer.hpp>

#include <algorithm>

namespace assimp_md2::inner {
namespace {

/// Whether Assimp reads a file of a folder, and not only as an archive or as a part of another model.
bool isModelFile(const std::string& file) {
    static const Assimp::Importer kImporter;
    const std::string extension = lowerCase(extensionOf(file));
    const bool isPart = extension == ".md5anim" || extension == ".md5camera" || extension == ".mot" ||
                        extension == ".pk3" || extension == ".vta" || extension == ".xml";
    return !extension.empty() && !isPart && kImporter.IsExtensionSupported(extension);
}

/// What is written where: tris.md2 in the folder of a player or monster, else a file or a folder.
Plan planOf(const MakerOptions& options) {
    const InputRules rules{isModelFile, "model", [](const std::string&) { return std::string(); }};
    const bool isModel = options.verb == Verb::Model || options.verb == Verb::Look;
    const std::string_view extension = extensionOf(options.output);
    if (!isModel && equalWithoutCase(extension, ".md2")) {
        throw CommandError(kWrongCommandLine, "-o is a folder, in which the game looks for tris.md2: " +
                                                  folderOf(options.output));
    }
    if (!isModel && typeOf(options.words.front()) == PathType::Folder) {
        throw CommandError(kWrongCommandLine, options.words.front() + " is a folder, expected one model");
    }
    if (isModel && !extension.empty() && !equalWithoutCase(extension, ".md2") &&
        typeOf(options.output) != PathType::Folder && options.output.back() != '/') {
        throw CommandError(kWrongCommandLine, "-o is " + options.output +
                                                  ", expected a file .md2 or a folder; assimp export " +
                                                  "writes other formats");
    }
    if (options.verb == Verb::Look) {
        Plan plan = findInputs(options.words, "./", rules);
        std::for_each(plan.jobs.begin(), plan.jobs.end(), [](Job& job) { job.output.clear(); });
        return plan;
    }
    Plan plan =
        findInputs(options.words, isModel ? options.output : joined(options.output, "tris.md2"), rules);
    chooseOutputs(plan, ".md2");
    return plan;
}

Task taskOf(const MakerOptions& options) {
    return [&options](const Job& job) {
        return options.verb == Verb::Look || asksForMeshes(options) ? look(options, job)
               : options.verb == Verb::Player                       ? makePlayer(options, job)
                                                                    : makeModel(options, job);
    };
}

int run(const std::vector<std::string>& arguments) {
    std::vector<std::string> words = arguments;
    if (std::FILE* const reports = takeReportStream(words)) {
        const MakerOptions options = readMakerOptions(words, true);
        CollectedLog::get(); // from now on, warnings are collected
        workOnBatch(taskOf(options), options.words, reports);
        return 0;
    }
    const MakerOptions options = readMakerOptions(words, false);
    return runJobs(thisProgram(), planOf(options), options.run, options.arguments);
}

} // namespace
} // namespace assimp_md2::inner

int main(int argc, char** argv) {
    return assimp_md2::inner::runCommand(assimp_md2::inner::thisProgram(), argc, argv,
                                         assimp_md2::inner::run);
}
