// SPDX-License-Identifier: BSD-3-Clause
// The word `convert`, and what a child process of it does.
#include "command/programs.h"

#include "assimp-md2/maker.h"
#include "assimp-md2/registration.h"
#include "assimp-md2/skeleton.h"
#include "batch/collected_log.h"
#include "batch/options.h"
#include "batch/process.h"
#include "batch/workers.h"
#include "command/conversion.h"
#include "games/game_files.h"
#include "gltf/files/system_output.h"
#include "importer/base/environment.h"
#include "importer/base/paths.h"
#include "importer/base/text.h"
#include "importer/base/warnings.h"
#include "importer/files/local_files.h"
#include "importer/settings/property_table.h"
#include "maker/export_settings.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/version.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>

namespace assimp_md2 {
namespace {

unsigned int positive(const std::string& option, const std::string& text) {
    unsigned int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0) {
        throw CommandError(kWrongCommandLine,
                           option + " is \"" + text + "\", expected a whole number above 0");
    }
    return number;
}

/// Finds the first format with this extension, or else the format with this id: glb is the extension of glb2.
const aiExportFormatDesc& formatOf(const std::string& name) {
    static Assimp::Exporter exporter;
    registerExporters(exporter);
    registerMd2Exporter(exporter);
    std::vector<const aiExportFormatDesc*> all(exporter.GetExportFormatCount());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = exporter.GetExportFormatDescription(i);
    }
    for (const auto text : {&aiExportFormatDesc::fileExtension, &aiExportFormatDesc::id}) {
        for (const aiExportFormatDesc* const format : all) {
            if (equalWithoutCase(format->*text, name)) {
                if (format->id == std::string("3mf") || format->id == std::string("pbrt")) {
                    throw CommandError(kWrongCommandLine, std::string("convert does not write ") +
                                                              format->id +
                                                              ", because Assimp's exporter changes files or "
                                                              "folders by itself and does not notice a full "
                                                              "disk; use assimp-md2 assimp export");
                }
                if (format->id == std::string("fbx") &&
                    aiGetVersionMajor() * 100 + aiGetVersionMinor() < 504) {
                    // 5.2.5 leaves out the ends of lists; 5.3 writes some numbers of blend shapes as floats.
                    throw CommandError(kWrongCommandLine,
                                       "Assimp writes binary FBX correctly since version 5.4; use glb, "
                                       "which Blender reads, too");
                }
                return *format;
            }
        }
    }
    throw CommandError(kWrongCommandLine, "\"" + name + "\" is not a format that Assimp writes; these are: " +
                                              listOf(all.size(), [&](std::size_t i) { return all[i]->id; }));
}

/// Whether a file is an MD2 by its extension or its signature.
bool isMd2(const std::string& path) {
    const auto file = LocalFile::open(path);
    return equalWithoutCase(extensionOf(path), ".md2") ||
           (file && nameInField(file->readBeginning(4).slice()) == "IDP2");
}

/// Throws if an option sets a property that nothing in this command can use, which often means that input and
/// output are swapped.
void checkProperties(const Words& options, const std::string& format, const Plan& plan) {
    const bool hasMd2 =
        std::any_of(plan.jobs.begin(), plan.jobs.end(), [](const Job& job) { return isMd2(job.input); });
    for (const std::string& key : options.properties) {
        const bool isLimit =
            key == ASSIMP_MD2_CONFIG_MAX_MEMORY_MB || key == ASSIMP_MD2_CONFIG_MAX_IMAGE_MB; // of both
        const bool isOfExport = key.rfind("EXPORT_MD2_", 0) == 0;
        if (!isLimit && (isOfExport ? format != "md2" : !hasMd2 && !plan.jobs.empty())) {
            throw CommandError(kWrongCommandLine, key + " has no effect, because " +
                                                      (isOfExport ? "the output is " + format + ", not an MD2"
                                                                  : "no input is an MD2"));
        }
    }
}

/// Ends the program when a property has an invalid value, before each file reports it.
///
/// \return the settings of imports
Settings checkedSettings() {
    Assimp::Importer importer;
    if (!registerImporterWithSkeletons(importer)) {
        throw CommandError(kFailed,
                           "the installed Assimp has not the version that this program was built for");
    }
    Settings settings = checked(readSettings(importer, processEnvironment()), kWrongCommandLine);
    const std::string textures =
        checked(readExportSettings(Assimp::ExportProperties(), processEnvironment()), kWrongCommandLine)
            .textures;
    if (!textures.empty() && typeOf(textures) != PathType::Folder) {
        throw CommandError(kFailed,
                           ASSIMP_MD2_CONFIG_EXPORT_TEXTURES "=" + textures + ": there is no such folder");
    }
    return settings;
}

/// Prints a line for each file, and on a terminal how far the work is.
class Output {
public:
    explicit Output(const Plan& plan)
        : plan_(plan), failures_(plan.failures), isShown_(plan.jobs.size() > 1 && hasTerminal()) {}

    void add(const Job& job, const Report& report) {
        if (isShown_) {
            std::fprintf(stderr, "\r%40s\r", "");
        }
        if (!report.line.empty()) {
            // A line must not get into a model that is written to stdout, perhaps as /dev/fd/1.
            const FileId id = fileIdOf("/dev/stdout");
            const bool isStdout = id != FileId() && fileIdOf(job.output) == id;
            std::FILE* const stream = isStdout ? stderr : stdout;
            std::fprintf(stream, "%s: %s\n", printable(job.name + " -> " + job.output).c_str(),
                         report.line.c_str());
            std::fflush(stream); // a signal may end this process before the next line
        }
        for (const std::string& complaint : report.complaints) {
            complain(job.name + ": " + complaint);
        }
        if (report.line.empty()) {
            failures_.push_back(job.name + ": " + report.complaints.back());
        }
        ++done_;
        showProgress();
    }

    void showProgress() const {
        const std::size_t count = plan_.jobs.size();
        if (isShown_ && done_ < count) {
            using Seconds = std::chrono::duration<double>;
            const double passed = Seconds(std::chrono::steady_clock::now() - start_).count();
            const double each = passed / static_cast<double>(std::max(done_, std::size_t{1}));
            const auto left = static_cast<unsigned long>(each * static_cast<double>(count - done_));
            std::fprintf(stderr, done_ == 0 ? "%zu of %zu" : "%zu of %zu, %lu:%02lu left", done_, count,
                         left / 60, left % 60);
        }
    }

    int finish() const {
        finishOutput();
        const std::size_t count = plan_.jobs.size() + plan_.failures.size();
        if (!failures_.empty() && count > 1) {
            complain(std::to_string(failures_.size()) + " of " + std::to_string(count) + " inputs failed" +
                     (failures_.size() == 1 ? "; the error is above" : ":"));
            for (const std::string& failure : failures_) {
                if (failures_.size() > 1) {
                    std::fprintf(stderr, "  %s\n", messageOf(failure).c_str());
                }
            }
        }
        return failures_.empty() ? 0 : kFailed;
    }

private:
    const Plan& plan_;
    std::vector<std::string> failures_;
    std::size_t done_ = 0;
    bool isShown_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The command line of convert.
struct CommandLine {
    Words options{};
    std::string to{};
    std::vector<std::string> clips{};
    std::size_t processes = std::max(1U, std::thread::hardware_concurrency());
    unsigned int seconds = 300;
    bool isDryRun = false;
};

CommandLine readCommandLine(const std::vector<std::string>& arguments) {
    CommandLine line;
    line.options = readOptions(
        arguments, ReadOptions::Everywhere,
        {{"--to", true, [&](const std::string& value) { line.to = value; }},
         {"--jobs", true, [&](const std::string& value) { line.processes = positive("--jobs", value); }},
         {"--timeout", true, [&](const std::string& value) { line.seconds = positive("--timeout", value); }},
         {"--add-clips", true, [&](const std::string& value) { line.clips.push_back(value); }},
         {"--dry-run", false, [&](const std::string& value) {
              if (value != "true" && value != "false") {
                  throw CommandError(kWrongCommandLine,
                                     "--dry-run is \"" + value + "\", expected true or false");
              }
              line.isDryRun = value == "true";
          }}});
    line.to.erase(0, line.to.find_first_not_of('.'));
    return line;
}

/// The name of the format: that of --to, or the extension of the output, or glb in a folder.
std::string formatName(const CommandLine& line, const Plan& plan) {
    const std::string& output = line.options.words.back();
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

int convertPlan(const CommandLine& line, const Plan& plan) {
    for (const std::vector<std::string>& lines : {CollectedLog::get().take(), plan.warnings, plan.failures}) {
        std::for_each(lines.begin(), lines.end(), complain);
    }
    Output output(plan);
    if (line.isDryRun) {
        for (const Job& job : plan.jobs) {
            std::printf("%s\n", printable(job.name + " -> " + job.output).c_str());
        }
        return output.finish();
    }
    output.showProgress();
    std::vector<std::string> arguments = {"--to=" + line.to};
    for (const std::string& clips : line.clips) {
        arguments.push_back("--add-clips=" + clips);
    }
    convertInChildren({plan.jobs, line.processes, line.seconds, std::move(arguments),
                       [&](const Job& job, const Report& report) { output.add(job, report); }});
    return output.finish();
}

} // namespace

int runConvert(const std::vector<std::string>& arguments) {
    std::vector<std::string> words = arguments;
    std::FILE* const reports = takeReportStream(words);
    CommandLine line = readCommandLine(words);
    CollectedLog::get(); // from now on, warnings are collected
    const Settings settings = checkedSettings();
    std::optional<GameFiles> files;
    const char* const game = environmentVariable("ASSIMP_MD2_GAME");
    if (const auto folders = splitFolders(game != nullptr ? game : ""); !folders.empty()) {
        files.emplace(folders);
    }
    const Game* const openGame = files ? gameOf(*files) : nullptr;
    Plan plan;
    if (reports == nullptr) {
        plan = findInputs(line.options.words, openGame, equalWithoutCase(line.to, "md2"));
        line.to = formatName(line, plan);
    }
    const aiExportFormatDesc& format = formatOf(line.to);
    const Conversion conversion{format.id, std::string(".") + format.fileExtension, line.clips,
                                files ? &*files : nullptr};
    if (reports != nullptr) {
        convertBatch(conversion, line.options.words, reports);
        return 0;
    }
    checkProperties(line.options, conversion.format, plan);
    for (const std::string& clips : line.clips) {
        if (typeOf(clips) != PathType::File) {
            throw CommandError(kFailed, "--add-clips=" + clips + ": there is no such file");
        }
    }
    chooseOutputs(plan, conversion.extension, openGame,
                  equalWithoutCase(settings.weapon, "auto") ? "weapon.md2" : settings.weapon);
    return convertPlan(line, plan);
}

} // namespace assimp_md2
