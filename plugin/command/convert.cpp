// SPDX-License-Identifier: BSD-3-Clause
// The word `convert`, and what a child process of it does.
#include "command/programs.h"

#include "assimp-md2/properties.h"
#include "assimp-md2/skeleton.h"
#include "batch/collected_log.h"
#include "batch/process.h"
#include "batch/run_jobs.h"
#include "command/conversion.h"
#include "command/game_inputs.h"
#include "command/options.h"
#include "games/game_files.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/settings/property_reader.h"
#include "importer/settings/property_table.h"
#include "importer/settings/settings.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/version.h>

#include <limits>
#include <optional>

namespace assimp_md2::inner {
namespace {

/// Refuses formats that Assimp's exporters write wrongly.
///
/// \param id of the format
void checkIsWritten(std::string_view id) {
    if (id == "3mf" || id == "pbrt") {
        throw CommandError(kWrongCommandLine,
                           "convert does not write " + std::string(id) +
                               ", because Assimp's exporter changes files or folders by itself and does not "
                               "notice a full disk; use assimp-md2 assimp export");
    }
    if (id == "fbx" && aiGetVersionMajor() * 100 + aiGetVersionMinor() < 504) {
        // 5.2.5 leaves out the ends of lists; 5.3 writes some numbers of blend shapes as floats.
        throw CommandError(
            kWrongCommandLine,
            "Assimp writes binary FBX correctly since version 5.4; use glb, which Blender reads, too");
    }
}

/// Finds the first format with this extension, or else the format with this id: glb is the extension of glb2.
const aiExportFormatDesc& formatOf(const std::string& name) {
    if (equalWithoutCase(name, "md2")) {
        throw CommandError(kWrongCommandLine,
                           "convert writes every format but MD2; md2-maker model writes MD2");
    }
    static const Assimp::Exporter kExporter;
    const std::size_t count = kExporter.GetExportFormatCount();
    for (const auto text : {&aiExportFormatDesc::fileExtension, &aiExportFormatDesc::id}) {
        for (std::size_t i = 0; i < count; ++i) {
            const aiExportFormatDesc& format = *kExporter.GetExportFormatDescription(i);
            if (equalWithoutCase(format.*text, name)) {
                checkIsWritten(format.id);
                return format;
            }
        }
    }
    const auto idOf = [](std::size_t i) { return kExporter.GetExportFormatDescription(i)->id; };
    throw CommandError(kWrongCommandLine, "\"" + name + "\" is not a format that Assimp writes; these are: " +
                                              listOf(count, idOf));
}

/// Ends the program when a property has an invalid value, before each file reports it.
///
/// \return the settings of imports
Settings checkedSettings(const PropertyTexts& properties) {
    Assimp::Importer importer;
    if (!registerImporterWithSkeletons(importer)) {
        throw CommandError(kFailed,
                           "the installed Assimp has not the version that this program was built for");
    }
    return checked(readSettings(importer, properties), kWrongCommandLine);
}

/// The command line of convert.
struct CommandLine {
    Options options{};
    std::string to{};
    double scale = 1;
    RunSettings run{};
};

CommandLine readCommandLine(const std::vector<std::string>& arguments) {
    CommandLine line;
    std::vector<CommandOption> options = optionsOf(line.run);
    options.push_back({"--to", true, [&](const std::string& value) { line.to = value; }});
    options.push_back({"--scale", true, [&](const std::string& value) {
                           line.scale = numberFrom(value).value_or(0);
                           // Assimp takes a float.
                           if (!(line.scale >= std::numeric_limits<float>::min() &&
                                 line.scale <= std::numeric_limits<float>::max())) {
                               throw CommandError(kWrongCommandLine,
                                                  badValue("--scale", value, "a number above 0").text);
                           }
                       }});
    line.options = readCommandOptions(arguments, ReadOptions::Everywhere, options);
    // As glTF prescribes, and as programs show models of the other formats from the front.
    line.options.properties.emplace(ASSIMP_MD2_CONFIG_FRONT, "z");
    line.to.erase(0, line.to.find_first_not_of('.'));
    return line;
}

std::optional<GameFiles> openGame(const CommandLine& line) {
    const std::vector<std::string> folders = gameFolders(line.options);
    return folders.empty() ? std::nullopt : std::optional<GameFiles>(folders);
}

/// The name of the format: that of --to, or the extension of the output, or glb in a folder.
std::string formatName(const CommandLine& line, const std::string& output, const Plan& plan) {
    const std::string extension(extensionOf(output));
    if (!line.to.empty()) {
        return line.to;
    }
    if (!plan.isFolder && extension.empty()) {
        throw CommandError(kWrongCommandLine,
                           output + " has no extension, and --to is not set; a folder ends in /");
    }
    return plan.isFolder ? "glb" : extension.substr(1);
}

/// What the command does: it divides the files between child processes.
int convertFiles(CommandLine line) {
    std::vector<std::string> words = line.options.words.words;
    if (words.size() < 2) {
        throw CommandError(kWrongCommandLine,
                           "convert needs an input and an output, such as tris.md2 tris.glb");
    }
    CollectedLog::get(); // from now on, warnings are collected
    checkedSettings(line.options.properties);
    const std::optional<GameFiles> files = openGame(line);
    const Game* const game = files ? gameOf(*files) : nullptr;
    const std::string output = words.back();
    words.pop_back();
    Plan plan = findInputs(words, output, inputsOfConvert(game));
    line.to = formatName(line, output, plan);
    chooseOutputs(plan, std::string(".") + formatOf(line.to).fileExtension);
    const std::vector<std::string> warnings = CollectedLog::get().take(); // of the game
    plan.warnings.insert(plan.warnings.begin(), warnings.begin(), warnings.end());
    std::vector<std::string> arguments = line.options.words.options;
    arguments.push_back("--to=" + line.to);
    return runJobs(thisProgram(), plan, line.run, arguments);
}

/// What a child process does: it converts its files one after the other.
int convertBatch(const CommandLine& line, std::FILE* reports) {
    const std::optional<GameFiles> files = openGame(line);
    const aiExportFormatDesc& format = formatOf(line.to);
    const Conversion conversion{format.id,
                                std::string(".") + format.fileExtension,
                                line.options.properties,
                                checkedSettings(line.options.properties),
                                line.scale,
                                files ? &*files : nullptr};
    workOnBatch([&](const Job& job) { return convert(conversion, job); }, line.options.words.words, reports);
    return 0;
}

} // namespace

int runConvert(const std::vector<std::string>& arguments) {
    std::vector<std::string> words = arguments;
    std::FILE* const reports = takeReportStream(words);
    const CommandLine line = readCommandLine(words);
    return reports == nullptr ? convertFiles(line) : convertBatch(line, reports);
}

} // namespace assimp_md2::inner
